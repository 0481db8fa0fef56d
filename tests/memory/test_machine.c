/* test_machine.c: there is no memory for a machine. */
#include "support/heap.h"
#include "vm/asm.h"

/* Out of memory: machine_new gives NULL and leaks nothing. */
static void no_memory(void **state) {
    (void)state;
    struct assembler a = asm_new(2);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    asm_ret(&a);
    const struct program *p = asm_done(&a);
    for (int left = 0; left < 3; left++) {
        heap_allow((uint64_t)left);
        struct machine *m = machine_new(p);
        machine_free(m);
        heap.on = false;
        assert_true((m != NULL) == (left == 2));
        assert_int_equal(heap.live, 0);
    }
    program_free((struct program *)(uintptr_t)p);
    program_free(NULL);
    machine_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
