/* text_support.h - what the tests of assembly text share: hex files, text in memory, random numbers. */
#ifndef TB_ISA_TEXT_SUPPORT_H
#define TB_ISA_TEXT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/r700/asm/asm.h"
#include "isa/r700/dis/dis.h"
#include <cmocka.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEX_MAX = 1 << 16 };

/* xorshift64*: the same numbers in every run. */
static inline uint32_t random32(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(2685821657736338717) >> 32);
}

/* The program as text; the caller frees it. */
static inline char *disassembled(const uint32_t *dwords, unsigned count, const struct isa_dis_options *options)
{
    char       *text = NULL;
    size_t      length = 0;
    struct diag diag = {0};
    FILE       *out = open_memstream(&text, &length);
    assert_non_null(out);
    bool good = isa_disassemble(dwords, count, options, out, &diag);
    fclose(out);
    if (!good)
        fail_msg("%s", diag.what);
    return text;
}

/* Assembles text that must be right, and compares it with the dwords expected. */
static inline void assembles_to(const char *name, const char *text, const uint32_t *expected, unsigned expected_count)
{
    struct diag diag = {0};
    uint32_t   *dwords;
    unsigned    count;
    if (!isa_assemble(name, text, strlen(text), &dwords, &count, NULL, &diag))
        fail_msg("%s:%u: %s\n%s", name, diag.line, diag.what, text);
    for (unsigned i = 0; i < count && i < expected_count; i++)
        if (dwords[i] != expected[i])
            fail_msg("%s: dword %u is %08" PRIx32 ", expected %08" PRIx32 "\n%s", name, i, dwords[i], expected[i],
                     text);
    if (count != expected_count)
        fail_msg("%s: %u dwords, expected %u\n%s", name, count, expected_count, text);
    free(dwords);
}

/* asm(dis(program)) is the program; with raw words in comments and the other slot letters in every fourth call. */
static inline void survives_text(const char *name, const uint32_t *dwords, unsigned count)
{
    static unsigned              calls;
    const bool                   other = calls++ % 4 == 0;
    const struct isa_dis_options options = {.raw_words = other, .prefer_trans = other};
    char                        *text = disassembled(dwords, count, &options);
    assembles_to(name, text, dwords, count);
    free(text);
}

static inline unsigned read_hex(const char *path, uint32_t *dwords)
{
    FILE    *file = fopen(path, "r");
    unsigned count = 0;
    if (!file)
        return 0;
    while (count < HEX_MAX && fscanf(file, "%" SCNx32, &dwords[count]) == 1)
        count++;
    fclose(file);
    return count;
}

/* Every hex file that matches; the number of them. */
static inline unsigned each_hex(const char *pattern, void (*check)(const char *, const uint32_t *, unsigned))
{
    static uint32_t dwords[HEX_MAX];
    glob_t          files;
    unsigned        checked = 0;
    if (glob(pattern, 0, NULL, &files))
        return 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        unsigned count = read_hex(files.gl_pathv[i], dwords);
        assert_true(count > 0);
        check(files.gl_pathv[i], dwords, count);
        checked++;
    }
    globfree(&files);
    return checked;
}

#endif
