/* results.h - what a run produced: exports by thread, their comparison with a launch file's `expect`, and the files of
 * `--out` (docs/launch.md).
 *
 * The machine collects exports here and hands over plain arrays; nothing here knows the machine.  A comparison fills a
 * summary, a summary is printed or becomes part of result.json.  Equal inputs give equal bytes. */
#ifndef RTL_MODEL_RESULTS_H
#define RTL_MODEL_RESULTS_H

#include "kit/diag.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/observer.h"
#include "rtl_model/program/program.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- collected exports ----------------------------------------------------------------------------------------- */

/* One export target.  It exists when an export instruction for it executed, also when no thread was active. */
struct result_column {
    enum launch_export_type type;
    unsigned                array_base;
    uint32_t (*values)[4]; /* [thread][component]; zero where nothing was written */
    uint8_t *written;      /* [thread]; bit n: component n was written */
};

/* EMIT_VERTEX, EMIT_CUT_VERTEX or CUT_VERTEX, executed by a wavefront of a geometry program (ISA 3.5). */
struct result_emit {
    uint64_t cycle;
    uint32_t wave, address; /* its number; of the instruction, 64-bit words */
    uint32_t first;         /* thread of the launch that is the wavefront's first */
    bool     vertex, cut;   /* a vertex is complete; the strip ends (behind it) */
    uint64_t threads;       /* bit t: thread `first` + t does so */
};

/* What a thread has emitted, in its order, a letter each. */
enum { RESULT_VERTEX = 'V', RESULT_CUT = 'C' };
struct result_strip {
    char    *text; /* NULL: nothing yet */
    uint32_t length, room;
};

/* What memory writes have done to a buffer (ISA 3.4.2), in dwords. */
struct result_writes {
    uint64_t asked;   /* elements that threads were to write: more than `written` where the array or the buffer ends */
    uint64_t written; /* each time that one is written */
    uint64_t end;     /* behind the last one that has been written, from the buffer's start */
};

struct result_exports {
    unsigned              threads;
    struct result_column *columns; /* in the order of their first export */
    unsigned              column_count;
    uint8_t              *killed; /* [thread], 0 or 1 */
    uint8_t              *valid;  /* [thread], 0 or 1; all 1 at first */
    struct result_emit   *emits;  /* clock by clock, in each clock SIMD by SIMD */
    size_t                emit_count, emit_room;
    struct result_strip  *strips; /* [thread]; NULL: nothing was emitted */
};

bool results_init(struct result_exports *exports, unsigned threads, struct diag *diag);
void results_free(struct result_exports *exports);
/* One more instruction that emits; false when memory is out. */
bool results_emit(struct result_exports *exports, const struct result_emit *emit);
/* "VVVC": vertices and cuts of the thread; "" when there are none. */
const char *results_strip(const struct result_exports *exports, unsigned thread);
/* Part of results_free. */
void results_strips_free(struct result_exports *exports);
/* The column of that target, made when it is new; NULL when memory is out. */
struct result_column *results_column(struct result_exports *exports, enum launch_export_type type, unsigned array_base);
const struct result_column *results_find(const struct result_exports *exports, enum launch_export_type type,
                                         unsigned array_base);
/* The components of `mask` take the values; a later export to the same place wins. */
void results_export(struct result_column *column, unsigned thread, unsigned mask, const uint32_t value[4]);
/* The value that exports.bin holds: zeros for a killed or invalid thread and for what was not written. */
const uint32_t *results_value(const struct result_exports *exports, const struct result_column *column,
                              unsigned thread);

/* The columns of exports.bin: the list `expect.exports` of the launch, without it all exports made, pixel before
 * position before parameter, each by array_base. */
struct result_layout {
    struct result_target {
        enum launch_export_type     type;
        unsigned                    array_base;
        const struct result_column *column; /* NULL: listed but never made */
    } * targets;
    unsigned count;
};
bool results_layout(const struct launch *launch, const struct result_exports *exports, struct result_layout *layout,
                    struct diag *diag);

struct result_buffer {
    const char    *name;
    const uint8_t *bytes;
    size_t         size;
};

/* ---- comparison ------------------------------------------------------------------------------------------------ */

/* bits: equal words.  f32: equal, both zero or both NaN.  tol: both NaN, the same infinity, or
 * |got - expected| <= rel * |expected| + abs in double precision.  skip: always. */
bool results_equal(enum launch_compare rule, uint32_t got, uint32_t expected, double rel, double abs);

enum result_difference {
    RESULT_NO_DIFFERENCE,
    RESULT_NEVER_MADE,     /* export */
    RESULT_NOT_KILLED,     /* thread */
    RESULT_KILLED,         /* thread */
    RESULT_NOT_WRITTEN,    /* thread, export, component, expected */
    RESULT_VALUE,          /* thread, export, component, got, expected */
    RESULT_STRIP,          /* thread */
    RESULT_BUFFER_VALUE,   /* buffer, offset, got, expected */
    RESULT_BUFFER_MISSING, /* buffer */
};

struct result_summary {
    bool     expected; /* the launch has an `expect` */
    bool     match;    /* nothing is wrong; true without `expect` */
    uint64_t compared, wrong;
    unsigned rules[4];   /* listed components by enum launch_compare */
    unsigned never_made; /* listed exports that no instruction made */
    uint64_t kills_compared, kills_wrong;
    uint64_t strips_compared, strips_wrong; /* threads */
    uint64_t words_compared, words_wrong;   /* of buffers */
    struct {
        enum result_difference kind;
        unsigned               thread, export, component; /* export: index into expect.exports */
        unsigned               buffer;                    /* index into expect.buffers */
        size_t                 offset;                    /* in bytes */
        uint32_t               got, expected;
        const char            *strip; /* what the thread emitted; of the exports compared */
    } first;                          /* never made exports, then kills, exports and strips by thread, then buffers */
};

/* A thread whose kill is wrong or expected has no export compared.  Without `expect.killed` a killed thread is compared
 * as the zeros that exports.bin holds for it.  A component that a live thread did not export is wrong unless skipped.
 */
void results_compare(const struct launch *launch, const struct result_exports *exports,
                     const struct result_buffer *buffers, unsigned buffer_count, struct result_summary *summary);

/* "PIX0", "POS60", "PARAM3": type and array base as in the launch file. */
const char *results_target_name(enum launch_export_type type, unsigned array_base, char name[16]);
/* `thread 17 PIX0.y: got 0x3f800000 (1) expected 0x40000000 (2)`, or empty. */
const char *results_difference_text(const struct launch *launch, const struct result_summary *summary, char *text,
                                    size_t size);
/* One line for exports, kills and buffers each, as far as they were compared, and one for the first difference.
 * False when `file` does not take it. */
bool results_print(FILE *file, const struct launch *launch, const struct result_summary *summary);

/* ---- files ----------------------------------------------------------------------------------------------------- */

struct result_parameter {
    const char *name;
    uint64_t    value;
    const char *text; /* in place of the value when not NULL */
    const char *unit, *source;
};

/* Of several launches at once: whose a statistic is. */
enum result_scope {
    RESULT_OF_LAUNCH, /* that is chosen, and of no place: its cycles */
    RESULT_OF_PLACE,  /* that works for it alone: a SIMD */
    RESULT_SUM,       /* of all its places */
    RESULT_SHARED     /* of what all of them have together: the dispatcher */
};
struct result_statistic {
    const char       *path, *name;
    uint64_t          value;
    const char       *unit, *description;
    enum result_scope scope;
};

/* How much of what the chip can do a launch has used (rtl_model/peak.h). */
struct result_limit {
    const char *name, *unit;
    double      used, a_clock, share; /* of a_clock in all clocks, 0 to 1 */
};

/* An instruction that read what no source settles.
 *
 * HAZARD_WRITE: a register which the group before writes, one of the two by AR and the other without: the manual leaves
 * it to the program that this does not happen (ISA 4.11).
 * HAZARD_NUMBER: a register whose encoded number another operand of the group has with another index, and whose read
 * the two share or might (ISA 4.7.7). */
enum result_hazard_kind { HAZARD_WRITE, HAZARD_NUMBER };
struct result_hazard {
    enum result_hazard_kind kind;
    uint32_t                address; /* of the instruction, 64-bit words */
    uint32_t                writer;  /* of the group before; HAZARD_NUMBER: of the other operand's instruction */
    uint32_t                number;  /* of the register; HAZARD_NUMBER: as encoded */
    /* HAZARD_NUMBER: which operand, what is added to its number and to the other's (enum operand_index), and whether
     * same_number_read decides; groups that read its own register, and that read the other's; and those of them in
     * which the two were different registers in an executing thread. */
    uint8_t  operand, index, other_index;
    bool     chosen;
    uint64_t own, shared, differ;
    uint8_t  element;
    bool     global;        /* it is a global GPR */
    bool     written_by_ar; /* and read without; else the other way round */
    uint64_t old_value, new_value,
        late; /* groups that read it: before the write; by forwarding; when time lay between */
};
struct result_hazards {
    struct result_hazard *list; /* in the order in which they were first executed */
    unsigned              count, room;
};
/* The entry for such a read, `like` itself when there was none; NULL: not enough memory. */
struct result_hazard *results_hazard(struct result_hazards *hazards, const struct result_hazard *like);
enum { RESULT_HAZARD_TEXT = 320 };
/* What is added to a register's number: enum operand_index as it is written, "" without one. */
const char *results_hazard_index(unsigned index);
/* "ALU word 4 reads R1.x ...": what happened, in one line of less than RESULT_HAZARD_TEXT characters. */
const char *results_hazard_text(const struct result_hazard *hazard, char *text, size_t size);

/* How statistics are written (docs/counters.md): a list, as in result.json; objects keyed by path; lines of
 * path,name,value,unit,description; the text format that Prometheus reads. */
enum result_format { RESULT_LIST, RESULT_OBJECTS, RESULT_CSV, RESULT_PROMETHEUS, RESULT_FORMATS };

/* The results of the launches of a row, as they came. */
struct result_row;

/* Everything that one run has to say.  Pointers may be NULL where the run has no such thing. */
struct result_run {
    const char                    *version; /* of wekiva */
    const char                    *status;  /* "done", "mismatch", "stopped", "cycle limit", "interrupted" */
    const char                    *message; /* why it stopped */
    const char                    *program_path;
    const struct program          *program;
    const struct launch           *launch;
    uint64_t                       cycles;
    const struct result_parameter *parameters;
    unsigned                       parameter_count;
    const struct result_statistic *statistics;
    unsigned                       statistic_count;
    enum result_format             statistic_format; /* of RESULT_TEXT_STATISTICS */
    const struct result_counter   *counters;
    unsigned                       counter_count;
    const struct result_limit     *limits; /* the largest share first */
    unsigned                       limit_count;
    const struct energy_row       *energy;
    unsigned                       energy_count;
    const struct result_exports   *exports;
    const struct result_hazards   *hazards;
    const struct result_summary   *summary;
    const struct result_buffer    *buffers;
    unsigned                       buffer_count;
    const uint32_t                *gprs;       /* [thread][gpr][xyzw] */
    const uint8_t                 *gprs_state; /* [thread], enum result_gprs */
    unsigned                       gprs_per_thread;
    const uint32_t                *lds, *globals; /* docs/launch.md has their layouts */
    size_t                         lds_words, global_words;
    const struct result_row       *row; /* the whole of a row of launches: in place of what one launch has */
};

enum { RESULT_VERSION = 1 };

/* What the registers of a thread are: threads.json has the numbers. */
enum result_gprs {
    RESULT_GPRS_NONE,    /* it has not started: nothing */
    RESULT_GPRS_RUNNING, /* it has not ended: what they were when the run was over */
    RESULT_GPRS_ENDED,   /* what its wavefront left behind */
};

/* Adds the result of a launch; `row` is NULL before the first one. */
bool     results_row_add(struct result_row **row, const struct result_run *run, struct diag *diag);
unsigned results_row_count(const struct result_row *row);
void     results_row_free(struct result_row *row);

/* Writes every file to DIR, which is made when it is absent (its parent must exist).  The files are written under
 * temporary names and take their own when all are complete, result.json last: where it is, the result is whole. */
bool results_write(const char *dir, const struct result_run *run, struct diag *diag);
/* The folder within DIR for one launch of a row: "DIR/launch3"; false when the path is too long. */
bool results_row_folder(const char *dir, unsigned number, char *path, size_t size, struct diag *diag);
/* Takes note of every file that it may write (kit/paths.h), of all launches of a row. */
bool results_take_files(const char *dir, const struct launch *launch, struct path_set *paths, struct diag *diag);
/* The text of result.json to an open file; `name` stands for the file in the diagnosis. */
bool results_write_json(FILE *file, const char *name, const struct result_run *run, struct diag *diag);
/* Cycles, statistics and counters alone (`--stats`), through a temporary file. */
bool results_write_statistics(const char *path, const struct result_run *run, struct diag *diag);

/* ---- JSON texts, for results_write; each ends with a newline ---------------------------------------------------- */

enum result_text {
    RESULT_TEXT_RESULT,
    RESULT_TEXT_EXPORTS,
    RESULT_TEXT_THREADS,
    RESULT_TEXT_VERTICES,
    RESULT_TEXT_STATISTICS
};
/* `files` are the names that result.json lists.  False when memory is out or the file does not take the text. */
bool results_put_json(FILE *file, enum result_text text, const struct result_run *run, const char *const *files,
                      unsigned file_count);

#endif
