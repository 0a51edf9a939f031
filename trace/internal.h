/* internal.h - the parts of a trace that its writers share (declare.c, vcd.c, gtkw.c). */
#ifndef TRACE_INTERNAL_H
#define TRACE_INTERNAL_H

#include "kit/rtl.h"
#include "trace/derive.h"
#include "trace/sink.h"
#include "trace/vcd.h"

/* What a variable of the file is; in the order of the declarations. */
struct origin {
    const struct rtl_instance *instance;
    const struct rtl_signal   *signal;
    unsigned                   row, element;
    const char *const         *names; /* of the elements of a short vector, or NULL */
};

enum { TAIL_BYTES = 8 };

/* A variable as the sampler needs it; in the order of memory within an instance. */
struct variable {
    unsigned      place;            /* bytes from the start of its block */
    unsigned      origin;           /* index into origins; the identifier's number is 2 more (0 clk, 1 cycle) */
    unsigned char bits, shift;      /* shift: bits above the element in a 64-bit word */
    unsigned char tail_length;      /* of */
    char          tail[TAIL_BYTES]; /* what follows the value's digits: blank (vectors), identifier, newline */
};

/* Up to BLOCK_BYTES of neighbouring variables: compared as a whole before any variable is looked at. */
enum { BLOCK_BYTES = 64, BLOCK_GAP = 32 };
struct block {
    size_t   place; /* bytes from the start of its span */
    unsigned bytes;
    unsigned first_variable, end_variable;
};

/* Neighbouring blocks of one instance: an idle module costs one compare. */
enum { SPAN_BYTES = 4096 };
struct span {
    const unsigned char *live; /* in the module */
    unsigned char       *last; /* what the file says */
    size_t               bytes;
    unsigned             first_block, end_block;
};

struct trace {
    struct sink      sink;
    struct origin   *origins;
    struct variable *variables; /* as many */
    struct block    *blocks;
    struct span     *spans;
    unsigned char   *last;
    unsigned         variable_count, block_count, span_count;
    bool            *moved; /* by origin: its value has changed since the first sample */
    struct derive    derive;
    uint64_t         from, end;                /* cycles of the window; end 0: none */
    uint64_t         first_cycle, final_cycle; /* sampled so far */
    uint64_t         limit, looked_at;         /* bytes; text handed on when a .fst file's size was last looked at */
    bool             started, full;
    unsigned         wide; /* the first variable that was wider than declared, plus 1 */
    uint64_t         wide_value, wide_cycle;
    char             digits[256][8];
};

enum { NAME_BYTES = 1024 };

/* Scope of a variable ("gpu.simd0.alu.o_result") and its name in it ("lane03"); both at most NAME_BYTES long. */
void trace_names(const struct origin *origin, char *scope, char *name);

/* Chooses the variables: fills origins and variables. */
bool trace_declare(struct trace *trace, const struct trace_options *options, const struct rtl_instance *instances,
                   unsigned count, struct diag *diag);

/* Sorts the variables by memory and cuts them into blocks and spans; false without memory. */
bool trace_arrange(struct trace *trace);

/* Frees all but what the sink has. */
void trace_discard(struct trace *trace);

/* $timescale, $scope, $var ... $enddefinitions. */
void trace_header(struct trace *trace);

#endif
