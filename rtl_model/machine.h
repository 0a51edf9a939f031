/* machine.h - a machine as the command, the library, tests, traces, snapshots and statistics see it.
 *
 * A family of machines is a row of functions and tables: its chips, how a machine is made, how its signals look.  A
 * machine is a struct of its own (struct gpu, struct module_alone) with a row of functions.  Users of these rows are
 * independent of it. */
#ifndef RTL_MODEL_MACHINE_H
#define RTL_MODEL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"
#include "kit/rtl.h"
#include "rtl_model/area.h"
#include "rtl_model/beside.h"
#include "rtl_model/chip_table.h"
#include "rtl_model/finding.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/observer.h"
#include "rtl_model/peak.h"
#include "rtl_model/picture.h"
#include "rtl_model/program/program.h"
#include "rtl_model/program/program_report.h"
#include "rtl_model/results.h"
#include "rtl_model/why_chain.h"
#include "trace/gtkw.h"
#include "trace/header.h"
#include "trace/pipe_event.h"
#include "trace/vcd.h"

/* ---- a machine ------------------------------------------------------------------------------------------------- */

struct machine_rows;
struct machine_pipeline;
struct module_lives;

/* The registers of every thread. */
struct machine_registers {
    const uint32_t *words; /* [thread][register][xyzw] */
    const uint8_t  *state; /* [thread], enum result_gprs */
    unsigned        per_thread;
};

/* What threads share that lies in the machine. */
enum machine_shared { MACHINE_LDS, MACHINE_GLOBALS };

/* A range of memory. */
struct machine_range {
    uint64_t       address; /* bytes */
    const uint8_t *bytes;
    size_t         size;
};

/* An element of a signal; NULL: it is nowhere in this clock. */
struct machine_place {
    const struct rtl_signal *signal;
    unsigned                 instance, row, element;
};

/* What a machine that runs a launch has to say of it. */
struct machine_results {
    /* Wavefronts that have ended, and all of the launch. */
    void (*waves)(const void *machine, uint32_t *ended, uint32_t *all);
    const struct result_exports *(*exports)(const void *machine);
    const struct result_hazards *(*hazards)(const void *machine);
    /* Of a machine that has been looked at: clocks since the last step of the part of the program, a wavefront, that
     * has stood still for the longest, and in `diag` which one it is, where it stands and why.  False: none is there.
     * NULL: it does not know. */
    bool (*standing)(void *machine, uint64_t *clocks, struct diag *diag);
    /* These fill at most `limit` rows and return how many there are. */
    unsigned (*statistics)(const void *machine, struct result_statistic *rows, unsigned limit);
    unsigned (*buffers)(const void *machine, struct result_buffer *rows, unsigned limit);
    unsigned (*parameters)(const void *machine, struct result_parameter *rows, unsigned limit);
    /* The ranges of the launch's `memory`, in its order.  NULL: it has none. */
    unsigned (*memory)(const void *machine, struct machine_range *rows, unsigned limit);
    /* All that lies in its memory, by address.  NULL: it has none. */
    unsigned (*placed)(const void *machine, struct machine_range *rows, unsigned limit);
    /* From the next edge on the registers of threads are kept when they end: once, before the first one does.  What
     * `registers` gives is valid until the next edge. */
    bool (*keep_registers)(void *machine, struct diag *diag);
    void (*registers)(void *machine, struct machine_registers *registers);
    /* Where a register of a thread lies, by the name that `rows` takes; of a machine that has been looked at.  False
     * and what was expected: there is none of that name.  NULL: it does not know. */
    bool (*locate)(const void *machine, const char *name, struct machine_place *place, struct diag *diag);
    /* Fills in its words, of a machine that has been looked at, and returns how many there are; with NULL no more. */
    size_t (*shared)(const void *machine, enum machine_shared what, uint32_t *words);
    /* Lines of text: what the run has been, for its end; what the machine has been set up with. */
    void (*print_summary)(const void *machine, FILE *out);
    void (*print_setup)(const void *machine, FILE *out);
    /* What is wrong or doubtful in the program, or only what its launch does not give: then it may leave out what else
     * it finds, which costs more than to find it.  NULL: it has none. */
    bool (*lint)(const void *machine, bool all, lint_report_t *report, void *context, struct diag *diag);
    /* Another launch on the machine, which has finished one; the clock goes on.  After false it can only be freed. */
    bool (*next)(void *machine, const struct program *program, const struct launch *launch, struct diag *diag);
    /* Clocks of this launch. */
    uint64_t (*cycles)(const void *machine);
    /* Of several launches at once (`together`) the one that all of this is said of; the first one at first.  NULL: the
     * machine runs one at a time. */
    void (*choose)(void *machine, unsigned number);
    /* What a waveform shows beside the signals, and registers of threads by their names ("w0.t17.R1.x"); NULL and
     * `diag` when there is no such register, or no memory.  The machine outlives them. */
    struct machine_rows *(*rows)(const void *machine, const char *const *watches, unsigned watch_count,
                                 struct diag *diag);
    /* What goes on in it, as events; NULL: it has none.  NULL and `diag`: no memory.  The machine outlives it. */
    struct machine_pipeline *(*pipeline)(void *machine, struct diag *diag);
    /* An observer of every clock from here on, with the costs of the program's lines or without (observer.h).  The
     * machine outlives it; it is of this launch.  NULL: nothing is counted there. */
    struct machine_observer *(*observe)(void *machine, enum observed_detail detail, struct diag *diag);
};

/* A search over registers of some instances: in each clock in which one of them may be another than in the clock
 * before, and in the one behind; with `every` in all of them, for counters, which move in any. */
struct machine_search {
    const unsigned *instances;
    unsigned        count;
    bool            every;
    bool (*asks)(void *context);
    void *context;
};

struct rtl_machine_kind {
    void (*free)(void *machine);
    /* One clock is wire and edge.  Registers, memories and wires of an instance are up to date when it has been looked
     * at since, or all have with `instance` MACHINE_ALL; `wire` comes before a look at wires.  With MACHINE_REGISTERS
     * all registers are, which is what statistics need. */
    void (*wire)(void *machine);
    void (*look)(void *machine, unsigned instance);
    /* For one who looks again and again: drives the wires that may have changed since the last time, and says whose
     * wires may have, and whose registers and memories, bit n of instance_count / 64 + 1 words for
     * instances[n].  Without `lanes`
     * it leaves those of a word a lane as they are; its caller wants them always or never.  NULL: it does not
     * know. */
    void (*show)(void *machine, bool lanes, uint64_t *wires, uint64_t *registers);
    /* From now on `show` drives and names what is in these sets alone, as it names them; `wires` NULL: everything, as
     * before the first call.  Of instances in `steady` registers and memories, but neither counters nor countdowns nor
     * phases: a part of the machine that is in no other set is not clocked while only these change, and a look brings
     * it up to date.  NULL: it shows everything in any case. */
    void (*show_only)(void *machine, const uint64_t *wires, const uint64_t *registers, const uint64_t *steady);
    /* Wires that always have the value of another signal, by the instances' places in the machine's list, in an order
     * as theirs, for trace_options.aliases; the caller frees them.  NULL: none, or no memory.  NULL: it knows of none.
     */
    struct rtl_alias *(*aliases)(const void *machine, unsigned *count);
    size_t behind; /* bytes that may be read behind the struct of each instance, for trace_options.behind */
    void (*edge)(void *machine);
    /* Clock by clock to cycle `end`, or where the machine finishes or stops before. */
    void (*run)(void *machine, uint64_t end);
    /* The same, to the first clock that the search accepts: `found`, and the machine stays there.  False: not of these
     * instances; nothing has been clocked.  NULL: of none. */
    bool (*search)(void *machine, uint64_t end, const struct machine_search *search, bool *found);
    /* Clocks that its parts have gone through one by one, those of all parts together: what it costs.  It only grows
     * while the machine is clocked, and says something else after touch.  NULL: its clocks are all the same. */
    uint64_t (*worked)(const void *machine);
    /* From now on `run` clocks the machine in at most so many threads, 1 or more: the same machine in every clock.
     * NULL: it has no parts for more than one. */
    bool (*set_jobs)(void *machine, unsigned jobs, struct diag *diag);
    /* Caches of memory lines forget them: a bit for each of enum launch_cache; touch is to follow.  NULL: it has none.
     */
    void (*forget)(void *machine, unsigned caches);
    /* Registers or memories have been written from outside; all have been looked at before. */
    void (*touch)(void *machine);
    /* From the next clock on each module takes every clock: it does not hold because it has no event.  That it may is
     * true of states that the machine itself comes to, not of any.  Touch is to follow. */
    void (*plain)(void *machine);
    /* Sets one element of a wire; NULL: the machine drives its wires itself. */
    void (*drive)(void *machine, const struct rtl_signal *signal, unsigned row, unsigned element, uint64_t value);
    /* From the next clock on `beside` is called around each edge, or with NULL nothing any more; an instance that is
     * replaced is given its wires and no longer clocked.  NULL: nothing can stand beside the machine. */
    void (*beside)(void *machine, const struct machine_beside *beside);
    void (*replace)(void *machine, unsigned instance);
    /* There is nothing left to do; a rule is broken, `diag` (or NULL) says which. */
    bool (*finished)(const void *machine);
    bool (*stopped)(const void *machine, struct diag *diag);
    /* What lies outside the modules, as bytes behind their snapshot; NULL: nothing does.  `take` gets what `check` has
     * let pass. */
    size_t (*outside_bytes)(const void *machine);
    void (*outside_put)(unsigned char *to, const void *machine);
    bool (*outside_check)(const char *name, const unsigned char *data, size_t bytes, const void *machine,
                          uint64_t cycle, struct diag *diag);
    bool (*outside_take)(const char *name, const unsigned char *data, void *machine, struct diag *diag);
    const struct machine_results *results; /* NULL: it runs no launch, and never finishes */
    const struct machine_looks   *looks;
};
enum { MACHINE_ALL = -1, MACHINE_REGISTERS = -2, MACHINE_JOBS_MAX = 256 };

struct rtl_machine {
    const struct rtl_machine_kind *kind;
    void                          *of; /* the machine */
    uint64_t                      *cycle;
    const struct rtl_instance     *instances;
    unsigned                       instance_count;
    const struct program          *program; /* NULL without results */
    const struct launch           *launch;
};

/* ---- its waveform ---------------------------------------------------------------------------------------------- */

/* How the signals of a family look in a waveform. */
struct machine_looks {
    const struct trace_view     *views; /* by the name of their C type (trace/views.h) */
    unsigned                     view_count;
    const struct trace_elements *elements; /* what the elements of vectors are called (trace/vcd.h) */
    unsigned                     element_types;
    const struct gtkw_row       *overview; /* what a viewer opens on (trace/gtkw.h) */
};

/* What a waveform shows beside the machine's signals.  The machine's own struct begins with this. */
struct machine_rows {
    struct trace_derivation derivation; /* for trace_options.derived */
    /* Of a waveform that was written before: what may be in it. */
    const struct rtl_instance *instances;
    unsigned                   instance_count;
    void (*free)(struct machine_rows *rows);
};

/* ---- its pipeline view ------------------------------------------------------------------------------------------ */

enum { MACHINE_TAKERS = 4, MACHINE_RANGES = 64 };

/* Observes a machine while events have a taker, and costs nothing before.  The machine's own struct begins with this.
 * The caller that opens it fills in takers and wavefronts (none named: all), before `begin`. */
struct machine_pipeline {
    struct pipe_taker      *takers[MACHINE_TAKERS];
    unsigned                taker_count;
    const struct pipe_text *text;
    struct machine_waves {
        uint32_t first, last;
    } ranges[MACHINE_RANGES];
    unsigned range_count;
    /* What is there begins now; what has been observed ends.  Between a launch and the next one it ends. */
    void (*begin)(struct machine_pipeline *pipeline);
    void (*end)(struct machine_pipeline *pipeline);
    void (*clock)(struct machine_pipeline *pipeline);             /* an edge has been */
    void (*run)(struct machine_pipeline *pipeline, uint64_t end); /* in the place of the machine's `run` */
    /* Chances to issue, of enum pipe_arbiter: the last one that shows in a cycle or before it, UINT64_MAX when there is
     * none; why it passed unused, in that cycle, of a machine whose wires are driven and that has been looked at: of
     * the wavefront `next`, which it issues of next, or with PIPE_NOBODY of the one nearest to issue. */
    unsigned simds;
    unsigned (*launch)(const struct machine_pipeline *pipeline, unsigned simd); /* whose it is, of several at once */
    uint64_t (*chance)(const struct machine_pipeline *pipeline, unsigned arbiter, uint64_t cycle);
    void (*why)(const struct machine_pipeline *pipeline, unsigned simd, unsigned arbiter, uint32_t next,
                struct why_chain *chain);
    void (*free)(struct machine_pipeline *pipeline);
};

/* Whether events of a wavefront are wanted. */
static inline bool machine_pipeline_wants(const struct machine_pipeline *pipeline, uint32_t wave)
{
    for (unsigned i = 0; i < pipeline->range_count; i++)
        if (wave != PIPE_NOBODY && wave >= pipeline->ranges[i].first && wave <= pipeline->ranges[i].last)
            return true;
    return pipeline->range_count == 0;
}

/* ---- a family of machines -------------------------------------------------------------------------------------- */

struct machine_family {
    const char                 *name;  /* "R700" */
    const struct chip_table    *chips; /* its presets and their parameters */
    const char *const          *brief; /* names of the parameters that tell chips apart, up to NULL */
    const struct program_rules *programs;
    const char                 *scope; /* what the paths of its instances begin with: "gpu" */
    /* Rules between parameters of a chip, to be called last. */
    bool (*chip_validate)(const void *chip, struct diag *diag);
    /* A machine at reset.  The chip has been validated; program and launch outlive the machine.  No file is opened. */
    bool (*create)(const void *chip, const struct program *program, const struct launch *launch,
                   struct rtl_machine *machine, struct diag *diag);
    const struct module_lives *lives; /* each of its modules alone (alone.h) */
    /* The six that follow may be NULL: machine_lint and so on say so.
     *
     * What is wrong or doubtful in a program; with a launch (or NULL) also the first thing for which a machine would
     * refuse the program: then `refusal` says it.  False: a wrong launch, or no memory. */
    bool (*lint)(const void *chip, const char *name, const struct program *program, const struct launch *launch,
                 lint_report_t *report, void *context, struct diag *refusal, struct diag *diag);
    const char *lint_alone; /* what it says of itself without a launch: " in ALU clauses; ..." */
    /* The textures of a launch, a line each; the texels of one, of which the caller frees picture->number. */
    bool (*list_textures)(const void *chip, const struct launch *launch, FILE *out, struct diag *diag);
    bool (*read_texture)(const void *chip, const struct launch *launch, const struct picture_request *request,
                         struct picture *picture, struct diag *diag);
    /* `wekiva report`; `failed`: the program broke a rule in the run that was measured. */
    bool (*report)(const void *chip, const struct report_request *request, FILE *out, bool *failed, struct diag *diag);
    /* `wekiva launch`: the text of a launch file. */
    bool (*skeleton)(const void *chip, const struct skeleton_request *request, FILE *out, struct diag *diag);
    /* An instruction of another kind as instructions of the family, in one stage or (NULL) in any; NULL: no such thing.
     * The caller frees both of `groups`. */
    bool (*expand)(const void *chip, const char *instruction, const char *stage, struct program_groups *groups,
                   struct diag *diag);
    /* What a chip can do in a clock; fills at most `limit` rows and returns how many there are.  The board whose clock
     * turns clocks into seconds, NULL: none is known.  Both may be NULL. */
    unsigned (*peaks)(const void *chip, struct machine_peak *rows, unsigned limit);
    const char *(*board)(const void *chip, unsigned *mhz);
    const struct machine_traffic *traffic; /* where there are peaks; at most MACHINE_TRAFFIC */
    /* What its parts take of the die, of inputs as the user may have set them; NULL: not known.  Both return how many
     * there are: at most AREA_INPUTS, AREA_ROWS. */
    unsigned (*area_inputs)(const void *chip, struct area_input *inputs);
    unsigned (*area)(const void *chip, const struct area_input *inputs, struct area_row *rows);
    const struct machine_looks *looks;
    /* The rows and instances that a waveform may have; NULL: no memory. */
    struct machine_rows *(*recall)(const struct header *header);
};

extern const struct machine_family *const machine_families[];
extern const unsigned                     machine_family_count;

/* ---- chips ----------------------------------------------------------------------------------------------------- */

struct machine_chip {
    const struct machine_family *family;
    void                        *of;          /* the family's struct of a chip; NULL: empty */
    const char                  *name, *base; /* in it: its own, and that of the preset from which it was made */
};

/* The family that has a preset of that name, or NULL. */
const struct machine_family *machine_preset(const char *name);
/* The family of a preset or a chip file, whose programs are then read by its rules; of NULL the first one's. */
bool machine_family_choose(const char *name_or_path, const struct machine_family **family, struct diag *diag);

/* The name of a chip, for what takes one: that which was asked for, or, when that is NULL, the launch's; NULL when it
 * says none either, or there is no launch. */
bool machine_launch_chip(const char *asked, const struct launch *launch, const char **name_or_path, struct diag *diag);

/* A program by the rules of a family; `bytes` NULL: from the file `name`.  When assembly is refused that another family
 * reads, the diagnosis says so. */
bool machine_program(const struct machine_family *family, const char *name, const void *bytes, size_t length,
                     struct program *program, struct diag *diag);

/* A preset or a chip file.  NULL: the chip for which `program` was made, the first preset when it does not say or is
 * NULL; then the assignments in order, then the rules between parameters.  A diagnosis of an assignment begins with
 * `option`, the assignment and ": ". */
bool machine_chip_choose(const char *name_or_path, const struct program *program, const char *option,
                         const char *const *settings, unsigned setting_count, struct machine_chip *chip,
                         struct diag *diag);
/* An empty one is allowed. */
void machine_chip_free(struct machine_chip *chip);
/* What a family does with programs and launches without a machine; false and one line when it does not. */
bool machine_lint(const struct machine_chip *chip, const char *name, const struct program *program,
                  const struct launch *launch, lint_report_t *report, void *context, struct diag *refusal,
                  struct diag *diag);
bool machine_list_textures(const struct machine_chip *chip, const struct launch *launch, FILE *out, struct diag *diag);
bool machine_read_texture(const struct machine_chip *chip, const struct launch *launch,
                          const struct picture_request *request, struct picture *picture, struct diag *diag);
bool machine_report(const struct machine_chip *chip, const struct report_request *request, FILE *out, bool *failed,
                    struct diag *diag);
bool machine_skeleton(const struct machine_chip *chip, const struct skeleton_request *request, FILE *out,
                      struct diag *diag);

enum { MACHINE_PEAKS = 32 };
/* The rows of a chip, of which none are lost; 0 and one line when the family has none. */
unsigned machine_peaks(const struct machine_chip *chip, struct machine_peak rows[MACHINE_PEAKS], struct diag *diag);

bool machine_expand(const struct machine_chip *chip, const char *instruction, const char *stage,
                    struct program_groups *groups, struct diag *diag);

uint32_t machine_chip_value(const struct machine_chip *chip, const struct chip_parameter *parameter);
/* The value of the parameter of that name, which there is. */
uint32_t machine_chip_number(const struct machine_chip *chip, const char *parameter);

/* ---- machines -------------------------------------------------------------------------------------------------- */

/* A program that was read by the rules of another family is refused. */
bool rtl_machine_create(const struct machine_chip *chip, const struct program *program, const struct launch *launch,
                        struct rtl_machine *machine, struct diag *diag);
/* One module of a family, by its name; false and the names of all modules. */
bool rtl_machine_create_module(const char *module, struct rtl_machine *machine, struct diag *diag);
/* machine_results.next; program and launch outlive the machine. */
bool rtl_machine_next(struct rtl_machine *machine, const struct program *program, const struct launch *launch,
                      struct diag *diag);
/* machine_results.choose: from here on the machine's results, program and launch are those of this launch; of a row by
 * `next`, which is not the first one's any more, so in its order. */
void rtl_machine_choose(struct rtl_machine *machine, const struct launch *launch);
/* machine_results.standing, after a look.  False: no part of a program is there, or the machine does not know. */
bool rtl_machine_standing(const struct rtl_machine *machine, uint64_t *clocks, struct diag *diag);
/* Every so many clocks rtl_machine_stands_still asks for that; elsewhere it says false. */
enum { MACHINE_WATCH_CLOCKS = 1 << 18 };
/* Whether a part of the program has not moved for `clocks` clocks (0: it may), and in `diag` which one, where and why.
 */
bool rtl_machine_stands_still(const struct rtl_machine *machine, uint64_t clocks, struct diag *diag);
/* An empty one is allowed. */
void rtl_machine_free(struct rtl_machine *machine);

/* Rows that machines have in the same form; both fill at most `limit` and return how many there are.  Parameters, the
 * chip's name first; what instances count in one element each, behind the first `count` rows. */
unsigned machine_parameters(const struct chip_table *table, const void *chip, struct result_parameter *rows,
                            unsigned limit);
unsigned machine_statistics(const struct rtl_instance *instances, unsigned instance_count,
                            struct result_statistic *rows, unsigned limit, unsigned count);

/* A snapshot: kit/snapshot.h's, and behind it what lies outside the modules.  The machine is as it was when `take`
 * fails. */
size_t machine_snapshot_bytes(const struct rtl_machine *machine);
void   machine_snapshot_put(unsigned char *to, const struct rtl_machine *machine);
bool machine_snapshot_take(const char *name, const unsigned char *data, size_t bytes, const struct rtl_machine *machine,
                           struct diag *diag);
/* The same as a file, written whole or not at all. */
bool machine_snapshot_save(const char *path, const struct rtl_machine *machine, struct diag *diag);
bool machine_snapshot_load(const char *path, const struct rtl_machine *machine, struct diag *diag);

#endif
