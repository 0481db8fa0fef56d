/* utf8.c: see utf8.h. The width tables are short on purpose: blocks, not single characters, because a column too many
 * in a rare script costs less than a table of thousands of rows. */
#include "base/utf8.h"

enum { REPLACEMENT = 0xFFFD };

size_t utf8_decode(const char *s, size_t n, uint32_t *code) {
    const unsigned char *p = (const unsigned char *)s;
    if (n == 0) {
        *code = 0;
        return 0;
    }
    uint32_t c = p[0];
    size_t len = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    if (len == 1) {
        *code = c;
        return 1;
    }
    *code = REPLACEMENT;
    if (len == 0 || len > n) return 1;
    c &= 0x7Fu >> len;
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xC0) != 0x80) return 1;
        c = c << 6 | (p[i] & 0x3Fu);
    }
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < least[len] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return 1;
    *code = c;
    return len;
}

size_t utf8_encode(uint32_t code, char out[4]) {
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = REPLACEMENT;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80u | (code & 0x3Fu));
    out[0] = (char)(((0xF00u >> len) & 0xFFu) | code);
    return len;
}

bool utf8_valid(const char *s, size_t n, size_t *bad_offset) {
    for (size_t i = 0; i < n;) {
        uint32_t code;
        size_t len = utf8_decode(s + i, n - i, &code);
        if (len == 1 && code == REPLACEMENT) {
            if (bad_offset) *bad_offset = i;
            return false;
        }
        i += len;
    }
    return true;
}

struct range {
    uint32_t first, last;
};

static const struct range combining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},   {0x0610, 0x061A},   {0x064B, 0x065F}, {0x06D6, 0x06DC},
    {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E},   {0x1AB0, 0x1AFF},   {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
    {0x202A, 0x202E}, {0x2060, 0x2064}, {0x20D0, 0x20FF},   {0x302A, 0x302D},   {0x3099, 0x309A}, {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF}, {0xE0001, 0xE01EF},
};

static const struct range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x23F0, 0x23F0},   {0x23F3, 0x23F3},
    {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},
    {0x26A1, 0x26A1},   {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},   {0x26FA, 0x26FA},
    {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},   {0x2728, 0x2728},   {0x274C, 0x274C},
    {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},
    {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7EB}, {0x1F900, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

static bool within(uint32_t code, const struct range *ranges, size_t n) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && code >= ranges[low].first;
}

uint32_t utf8_capital(uint32_t code) {
    bool shifted = (code >= 'a' && code <= 'z') || (code >= 0xE0 && code <= 0xFE && code != 0xF7) ||
                   (code >= 0x3B1 && code <= 0x3C9 && code != 0x3C2) || (code >= 0x430 && code <= 0x44F);
    if (shifted) return code - 32;
    if (code >= 0x450 && code <= 0x45F) return code - 80;
    bool odd = (code >= 0x100 && code <= 0x12F) || (code >= 0x132 && code <= 0x137) || (code >= 0x14A && code <= 0x177);
    if (odd) return code & ~1u; /* pairs, the capital before the small letter */
    bool even = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
    return even && code % 2 == 0 ? code - 1 : code;
}

int utf8_width(uint32_t code) {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return 0;
    if (code < 0x300) return 1;
    if (within(code, combining, sizeof combining / sizeof *combining)) return 0;
    return within(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

size_t utf8_columns(const char *s, size_t n) {
    size_t columns = 0;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        i += utf8_decode(s + i, n - i, &code);
        columns += (size_t)utf8_width(code);
    }
    return columns;
}

size_t utf8_units(const char *s, size_t n) {
    size_t units = 0;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        i += utf8_decode(s + i, n - i, &code);
        units += code > 0xffff ? 2 : 1;
    }
    return units;
}

size_t utf8_count(const char *s, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; count++) {
        uint32_t code;
        i += utf8_decode(s + i, n - i, &code);
    }
    return count;
}
