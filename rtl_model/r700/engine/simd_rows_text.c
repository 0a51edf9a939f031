/* simd_rows_text.c - what drives the wires of the modules that groups by rows stand for (simd_rows.h), and the
 * readers of these modules, as numbers. */
#include <ctype.h>
#include <string.h>

#include "kit/hash.h"
#include "kit/wire.h"
#include "rtl_model/r700/engine/simd_sets.h"

const struct simd_rows_text simd_rows_written_for = {UINT64_C(0xdb32638788ef770b), UINT64_C(0x88c7d9ebe6c2e163)};

/* Without blanks, which compilers set as they like. */
static uint64_t add_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        if (*text != ' ')
            hash = hash_bytes(hash, text, 1);
    return hash;
}

static uint64_t add_rows(uint64_t hash, const struct rtl_wiring *wiring)
{
    for (unsigned d = 0; d < wiring->driver_count; d++)
        hash = add_text(add_text(hash, wiring->drivers[d].wire), wiring->drivers[d].expression);
    return add_text(hash, wiring->when);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether an expression has more of write-back, which it calls by this name, than what rows keep and tell of. */
static bool has_unkept(const char *expression, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = expression; (at = strstr(at, name)); at += length)
        if ((at == expression || !is_of_name(at[-1])) && !is_of_name(at[length]) && !begins(at + length, "->q.gpr_") &&
            !begins(at + length, "->q.finish"))
            return true;
    return false;
}

/* Readers of what groups by rows do not keep between observations: their names, and what they read. */
static uint64_t add_reader(uint64_t hash, const char *reader, const struct rtl_wiring *wiring)
{
    static const char *const unkept[] = {"slot", "wide", "predicate", "ar", "fetch", "operands"};
    for (unsigned s = 0; wiring && s < wiring->source_count; s++) {
        const struct rtl_source *source = &wiring->sources[s];
        for (unsigned n = 0; n < sizeof unkept / sizeof unkept[0]; n++)
            if (strcmp(source->member, unkept[n]) == 0)
                hash = add_text(add_text(hash, reader), unkept[n]);
        for (unsigned d = 0; d < wiring->driver_count && strcmp(source->member, "back") == 0; d++)
            if (has_unkept(wiring->drivers[d].expression, source->name))
                hash = add_text(add_text(hash, reader), wiring->drivers[d].wire);
    }
    return hash;
}

struct simd_rows_text simd_rows_text(void)
{
    struct simd_rows_text text = {HASH_START, HASH_START};
#define MEMBERS(type, member, count, ...) text.readers = add_reader(text.readers, #member, simd_wiring(AT_##member));
#include "rtl_model/r700/simd.def"
#define TEXT(member) text.wires = add_rows(text.wires, simd_wiring(AT_##member));
    BACK(TEXT) TEXT(reads) TEXT(fetch) return text;
}
