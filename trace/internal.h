/* internal.h - the parts of a trace that its writers share (declare.c, arrange.c, vcd.c, sample.c, text.c, gtkw.c).
 *
 * The sampler compares pieces of memory, of 32 bytes, and puts changed ones into the ring; the writer takes them
 * from it, in a thread of its own, finds the variables that have changed and makes text of them. */
#ifndef TRACE_INTERNAL_H
#define TRACE_INTERNAL_H

#include "kit/rtl.h"
#include "trace/derive.h"
#include "trace/ring.h"
#include "trace/sink.h"
#include "trace/vcd.h"

/* Numbers of identifiers: clk, cycle, then those of the variables. */
enum { CLOCK_NUMBER, CYCLE_NUMBER, FIRST_NUMBER };

/* What a variable of the file is; in the order of the declarations. */
struct origin {
    const struct rtl_instance *instance;
    const struct rtl_signal   *signal;
    unsigned                   row, element;
    const char *const         *names; /* of the elements of a short vector, or NULL */
};

enum { TAIL_BYTES = 8, WORD_BYTES = 8, PIECE_WORDS = RECORD_WORDS, PIECE_BYTES = PIECE_WORDS * WORD_BYTES };

/* A variable as it is written; in the order of memory within an instance. */
struct variable {
    uint64_t      place;            /* its bits in its word, up to the end of its last byte */
    uint64_t      over;             /* bits that its value must not have */
    char          tail[TAIL_BYTES]; /* what follows the value's digits: blank (vectors), identifier, newline */
    unsigned      origin;           /* index into origins */
    unsigned char bits, shift;      /* shift: bits below it in its word */
    unsigned char tail_length;      /* of */
    unsigned char texts;            /* of a value below 256: `text` from here on */
};

/* A word of a piece, for the writer. */
struct word {
    uint64_t      written; /* what the file says */
    uint64_t      mask;    /* bytes that belong to variables */
    uint64_t      over;    /* bits that no variable's value must have */
    uint64_t      moved;   /* bits that have changed since the first sample */
    uint32_t      first_variable;
    unsigned char at[WORD_BYTES]; /* which variable each byte belongs to: so many behind the first */
};

/* A short value as it is written, and how long it is: of one bit, or of more. */
enum { TEXT_OF_BIT = 0, TEXT_OF_VECTOR = 2, SHORT_VALUES = 256, TEXT_BYTES = 15 };
struct text {
    char    of[TEXT_BYTES];
    uint8_t length;
};

/* A piece of memory as it is sampled: all that a comparison needs side by side. */
struct piece {
    uint64_t             mask[PIECE_WORDS]; /* bytes that belong to variables */
    uint64_t             last[PIECE_WORDS]; /* what has been sampled */
    const unsigned char *live;              /* in the module */
    uint64_t             number;
};

enum { PIECES_AT_ONCE = 16, PLAIN_PIECES = 4 * PIECES_AT_ONCE };

/* An instance's pieces: those of its wires, then those of its registers, from at[0], at[1], up to at[2].  Of the last
 * one of each only some bytes may be read: `rest`, or all when it is 0. */
enum { FIRST_WIRES, FIRST_REGISTERS, BEHIND_REGISTERS, WATCHED_PLACES };
struct watched { /* in the order of the declarations */
    struct piece *at[WATCHED_PLACES];
    uint8_t       wires_rest, registers_rest;
    bool          plain; /* few pieces, no rest */
};

/* What the save file says of the modules, when it has been written once (gtkw.c). */
struct gtkw_groups {
    char    *text;
    size_t   size;
    unsigned longest; /* letters of the longest name that they show */
};

/* What records say beside new bytes of pieces: a cycle, what derive_found says of it and
 * whether it comes behind a pause; the end of the cycle. */
enum { RECORD_CYCLE = UINT32_MAX, RECORD_END = UINT32_MAX - 1 };

struct trace {
    /* What is traced. */
    struct origin           *origins;
    struct variable         *variables; /* what is sampled: of several with one identifier, one */
    unsigned                *same;      /* by origin: whose value it has, itself most often (alias.c) */
    unsigned                *numbers;   /* by origin: of its identifier */
    struct word             *words;     /* PIECE_WORDS for each piece */
    struct run              *runs;
    struct watched          *watched;
    unsigned                 variable_count, word_count, run_count;
    const struct trace_view *views; /* the caller's, while the trace is opened */
    unsigned                 view_count;
    unsigned                 identifier_count; /* of variables: as many are sampled */
    uint64_t                 from, end;        /* cycles of the window; end 0: none */
    uint64_t                 limit;            /* bytes */
    bool                     lanes;            /* lane vectors or memories are among them */
    size_t                   behind;           /* bytes that may be read behind each instance */

    /* Of the sampler. */
    struct derive              derive; /* what it has found is the writer's */
    unsigned                  *place;  /* in `watched` of an instance: the derived ones have the first numbers */
    unsigned                   instance_count;
    bool                       in_order;  /* place[i] is i */
    const struct rtl_instance *instances; /* the machine's */
    /* Sets of instances: none, all of them, derived ones that have moved; of `watched`. */
    uint64_t            *none, *every, *derived_moved, *wires_to_sample, *registers_to_sample;
    struct trace_changed sets; /* lent to the sampler */
    struct piece        *pieces;
    uint64_t             sampled_cycle; /* the last one */
    bool                 sampled, paused;
    struct ring          ring;

    /* Of the writer. */
    struct sink        sink;     /* its path NULL: there is no waveform */
    struct fst        *fst;      /* of a .fst file, or NULL */
    struct activity   *activity; /* what is counted, or NULL */
    struct sink        saif;     /* a file of it; its path NULL: there is none */
    struct gtkw_groups groups;
    bool              *moved; /* by origin: its value has changed since the first sample, as trace_find_moved says */
    uint64_t           cycle, first_cycle, final_cycle;
    bool               started, first; /* first: of its cycle everything is written */
    unsigned           wide;           /* the first variable that was wider than declared, plus 1 */
    uint64_t           wide_value, wide_cycle;
    struct text        text[TEXT_OF_VECTOR + SHORT_VALUES];
    char               digits[256][8]; /* of a byte */
    char               decimal[24];    /* the cycle's number, its last digit the last */
    unsigned           decimal_length;

    /* The writer says so: the limit is reached, a write has failed, a value was wider than declared. */
    atomic_bool full, lost, too_wide;
};

enum { NAME_BYTES = 1024 };

/* Scope of a variable ("gpu.simd0.alu.o_result") and its name in it ("lane03"), both shorter than NAME_BYTES, and both
 * with a dot between them; where their ends are.  Neighbours mostly have the same scope. */
char *trace_scope(const struct origin *origin, char *scope);
char *trace_name(const struct origin *origin, char *name);
char *trace_full_name(const struct origin *origin, char *full);
bool  trace_same_scope(const struct origin *a, const struct origin *b);
/* What stands before the name of its signal. */
const char *trace_prefix(const struct origin *origin);

/* Chooses the variables: fills origins and variables, and the places of the instances. */
bool trace_declare(struct trace *trace, const struct trace_options *options, const struct rtl_instance *instances,
                   unsigned count, struct diag *diag);

/* Finds out which variables are the same, and gives each its identifier; false without memory. */
bool trace_identify(struct trace *trace, const struct trace_options *options);

/* The number of an instance: the derived ones have the first. */
size_t trace_number(const struct trace *trace, const struct rtl_instance *instance);

/* Sorts the variables by memory and cuts them into words and pieces; false without memory. */
bool trace_arrange(struct trace *trace);

/* Of the instances in two sets, out of `count` from `watched` on: puts the pieces that have changed since they were put
 * last into the ring, or all of them. */
void sample_sets(struct trace *trace, const struct watched *watched, unsigned count, const struct trace_changed *sets,
                 bool all);

/* Which variables have changed so far: when the writer is at rest. */
void trace_find_moved(struct trace *trace);

/* Frees all but what the sink has. */
void trace_discard(struct trace *trace);

/* Identifier `number` in base 94, shortest first.  Returns its length, at most 5. */
unsigned trace_identifier(uint64_t number, char *text);

/* Dotted components that two paths share from the start. */
unsigned trace_shared(const char *a, const char *b);

/* The writer of a header is told of scopes and variables in the order of the file; a vector's name has its range, and
 * numbers are those of identifiers. */
struct declarer {
    void (*open)(struct trace *trace, const char *scope);
    void (*close)(struct trace *trace);
    void (*variable)(struct trace *trace, unsigned number, const struct rtl_signal *signal, const char *name);
};
void trace_scopes(struct trace *trace, const struct declarer *declarer);

/* The time at which the file ends, in units: behind the last cycle. */
uint64_t trace_last_time(const struct trace *trace);

/* A .vcd file: $timescale, $scope, $var ... $enddefinitions; then what records say.  `context` is the trace. */
void text_open(struct trace *trace);
void text_header(struct trace *trace);
void text_take(void *context, const struct record *records, size_t count);

#endif
