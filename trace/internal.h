/* internal.h - the parts of a trace that its writers share (declare.c, arrange.c, vcd.c, text.c, gtkw.c).
 *
 * Whoever samples compares words of 8 bytes and puts those that differ into the ring; whoever takes them from it, in a
 * thread of its own, finds the variables that have changed and makes text of them. */
#ifndef TRACE_INTERNAL_H
#define TRACE_INTERNAL_H

#include "kit/rtl.h"
#include "trace/derive.h"
#include "trace/ring.h"
#include "trace/sink.h"
#include "trace/vcd.h"

/* What a variable of the file is; in the order of the declarations. */
struct origin {
    const struct rtl_instance *instance;
    const struct rtl_signal   *signal;
    unsigned                   row, element;
    const char *const         *names; /* of the elements of a short vector, or NULL */
};

enum { TAIL_BYTES = 8, WORD_BYTES = 8 };

/* A variable as it is written; in the order of memory within an instance. */
struct variable {
    unsigned      origin;           /* index into origins; the identifier's number is 2 more (0 clk, 1 cycle) */
    unsigned char bits, shift;      /* shift: bits below the element in its word */
    unsigned char bytes;            /* of the element */
    unsigned char tail_length;      /* of */
    char          tail[TAIL_BYTES]; /* what follows the value's digits: blank (vectors), identifier, newline */
};

/* Which variable each byte of a word belongs to: so many behind the first, or NO_VARIABLE. */
enum { NO_VARIABLE = 255 };
struct word {
    uint32_t      first_variable;
    unsigned char at[WORD_BYTES];
};

/* Neighbouring words of one instance. */
enum { SPAN_WORDS = 512, SPAN_GAP = 4, SPAN_SMALL = 6 };
struct span {
    const unsigned char *live;       /* in the module */
    uint64_t            *last;       /* what has been sampled */
    size_t               whole;      /* words */
    uint32_t             first_word; /* its number */
    unsigned             ragged;     /* bytes of one word more, which may not be read whole, or 0 */
};

/* The spans of an instance, the instances in the order of the declarations. */
struct watched {
    unsigned first_span, first_of_registers, end_span;
};

/* What records say beside new values of words. */
enum { RECORD_CYCLE = UINT32_MAX, RECORD_FOUND = UINT32_MAX - 1, RECORD_END = UINT32_MAX - 2 };

struct trace {
    /* What is traced. */
    struct origin   *origins;
    struct variable *variables; /* as many */
    struct word     *words;
    struct span     *spans;
    struct watched  *watched;
    unsigned         variable_count, word_count, span_count;
    uint64_t         from, end; /* cycles of the window; end 0: none */
    uint64_t         limit;     /* bytes */
    bool             lanes;     /* lane vectors or memories are among them */

    /* Of whoever samples. */
    struct derive              derive; /* what it has found is of whoever writes */
    unsigned                  *place;  /* in `watched` of an instance: the derived ones have the first numbers */
    unsigned                   instance_count;
    bool                       in_order;  /* place[i] is i */
    const struct rtl_instance *instances; /* the machine's */
    /* Sets of instances: none, all of them, derived ones that have moved; of `watched`. */
    uint64_t            *none, *every, *derived_moved, *wires_to_sample, *registers_to_sample;
    struct trace_changed sets; /* lent to whoever samples */
    uint64_t            *sampled_words;
    uint64_t             sampled_cycle; /* the last one */
    bool                 sampled;
    struct ring          ring;

    /* Of whoever writes. */
    struct sink sink;
    uint64_t   *written; /* by word: what the file says */
    bool       *moved;   /* by origin: its value has changed since the first sample */
    uint64_t    cycle, first_cycle, final_cycle;
    uint64_t    looked_at;      /* text handed on when a .fst file's size was last looked at */
    bool        started, first; /* first: of its cycle everything is written */
    unsigned    wide;           /* the first variable that was wider than declared, plus 1 */
    uint64_t    wide_value, wide_cycle;
    char        digits[256][8];

    /* Whoever writes says so: the limit is reached, a write has failed, a value was wider than declared. */
    atomic_bool full, lost, too_wide;
};

enum { NAME_BYTES = 1024 };

/* Scope of a variable ("gpu.simd0.alu.o_result") and its name in it ("lane03"); both at most NAME_BYTES long. */
void trace_names(const struct origin *origin, char *scope, char *name);

/* Chooses the variables: fills origins and variables, and the places of the instances. */
bool trace_declare(struct trace *trace, const struct trace_options *options, const struct rtl_instance *instances,
                   unsigned count, struct diag *diag);

/* The number of an instance: the derived ones have the first. */
size_t trace_number(const struct trace *trace, const struct rtl_instance *instance);

/* Sorts the variables by memory and cuts them into words and spans; false without memory. */
bool trace_arrange(struct trace *trace);

/* Frees all but what the sink has. */
void trace_discard(struct trace *trace);

/* $timescale, $scope, $var ... $enddefinitions. */
void trace_header(struct trace *trace);

/* Writes what records say; `context` is the trace. */
void text_open(struct trace *trace);
void text_take(void *context, const struct record *records, size_t count);

#endif
