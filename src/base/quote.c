/* quote.c: see quote.h. */
#include "base/quote.h"

#include "base/utf8.h"

void quote_json(struct buf *out, const char *text, size_t size) {
    buf_putc(out, '"');
    for (size_t at = 0; at < size;) {
        uint32_t code;
        char bytes[4];
        at += utf8_decode(text + at, size - at, &code);
        if (code == '"' || code == '\\')
            buf_printf(out, "\\%c", (char)code);
        else if (code == '\n')
            buf_puts(out, "\\n");
        else if (code < 32 || code == 127)
            buf_printf(out, "\\u%04x", (unsigned)code);
        else
            buf_put(out, bytes, utf8_encode(code, bytes));
    }
    buf_putc(out, '"');
}
