/* main.c: the command `terrane`. */
#include <stdio.h>

int main(void) {
    puts("terrane " TERRANE_VERSION);
    return 0;
}
