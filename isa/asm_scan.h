/* asm_scan.h - reading one line of assembly: words, numbers, punctuation, and errors that say where and what. */
#ifndef ISA_ASM_SCAN_H
#define ISA_ASM_SCAN_H

#include "kit/diag.h"
#include "kit/near.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct asm_scan {
    const char  *at, *end; /* what is left of the line, comment removed */
    const char  *name;     /* of the source */
    unsigned     line;
    const char  *start; /* of the line `start_line`, for columns; NULL: it is no line of the source */
    unsigned     start_line;
    unsigned     column; /* of the first character that is no space, from 1 */
    struct diag *diag;
};

/* Where in the source something is said; line 0: nowhere. */
struct asm_place {
    unsigned line, column;
};

/* Letters, digits and underscores in a row; may be empty. */
struct asm_word {
    const char *at;
    size_t      length;
};

/* Begins the next line of the source: all of `at`..`end`, comments left out. */
static inline void asm_next_line(struct asm_scan *s, const char *at, const char *end)
{
    s->start = s->at = at;
    s->end = end;
    s->start_line = ++s->line;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    s->column = (unsigned)(at - s->start) + 1;
}

/* Of the line that is read. */
static inline struct asm_place asm_here(const struct asm_scan *s)
{
    return (struct asm_place){s->line, s->column};
}

/* False, with the source's name, line and column: that of `at`, where the line is the one that is read. */
bool asm_error(struct asm_scan *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "expected WHAT, found `...`" */
bool asm_expected(struct asm_scan *s, const char *what);

/* Of the names that have been tried: the nearest to a word that is none of them. */
struct asm_nearest {
    struct asm_word word;
    unsigned        distance;                /* a name is nearer than this */
    char            hint[NEAR_LONGEST + 20]; /* ", did you mean NAME?"; "": none is near */
};

struct asm_nearest asm_nearest_to(struct asm_word word);
void               asm_nearest_try(struct asm_nearest *nearest, const char *name);
void               asm_nearest_try_word(struct asm_nearest *nearest, struct asm_word name);
/* asm_expected with the hint. */
bool asm_expected_near(struct asm_scan *s, const char *what, const struct asm_nearest *nearest);

bool            asm_at_end(struct asm_scan *s);
char            asm_peek(struct asm_scan *s); /* next character behind spaces, 0 at the end */
bool            asm_accept(struct asm_scan *s, char c);
bool            asm_expect(struct asm_scan *s, char c);
struct asm_word asm_peek_word(struct asm_scan *s);
struct asm_word asm_take_word(struct asm_scan *s);
bool            asm_is(struct asm_word word, const char *text); /* capitals or not */
/* Takes the next word when it is `text`. */
bool asm_accept_word(struct asm_scan *s, const char *text);
/* "R12": the letters, then a decimal number with nothing behind it. */
bool asm_numbered(struct asm_word word, const char *letters, unsigned *number);

/* An unsigned number, decimal or 0x..., up to `max`. */
bool asm_unsigned(struct asm_scan *s, const char *what, uint32_t max, uint32_t *value);

enum asm_number_kind { ASM_NOT_A_NUMBER, ASM_INTEGER, ASM_FLOAT };
/* Any number without sign: 12, 0x1f, 1.5, 1e-3f, inf, nan.  `bits` is the integer or the float's pattern. */
enum asm_number_kind asm_number(struct asm_scan *s, uint32_t *bits);

#endif
