/* wekiva.h - the public interface of libwekiva: load a shader program and a launch, clock the machine, look at and
 * change every signal of it, save and restore it, trace it, and take its results.
 *
 * Rules that hold for every function:
 *   - It never prints, exits or aborts.  What went wrong is its status, and a diagnostic where it takes one;
 * `diagnostic` may always be NULL, and is left alone when nothing went wrong.
 *   - A NULL where a pointer is needed is WK_BAD_ARGUMENT (or 0, or NULL, from functions that return no status).
 *   - There are no globals: different machines may be used by different threads at the same time, also machines of one
 *     program and one launch.  One machine is used by one thread at a time.
 *   - Strings that it hands out live as long as the object they are asked of, and are not to be freed.
 *   - Cycles are clock edges since reset.
 *
 * docs/library.md begins with nothing and ends with a machine that is stepped. */
#ifndef WEKIVA_H
#define WEKIVA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WK_API __attribute__((visibility("default")))

/* ---- how it went ------------------------------------------------------------------------------------------------- */

enum wk_status {
    WK_OK,
    WK_FINISHED,     /* all wavefronts have ended */
    WK_STOPPED,      /* the program broke a rule of the manual; the diagnostic says where and which */
    WK_LIMIT,        /* not finished at the limit that was given */
    WK_BAD_ARGUMENT, /* a NULL, an index beyond what there is, a function that this machine does not have */
    WK_REFUSED,      /* a file, text or option cannot be read or used, or memory is out; the diagnostic says why */
    WK_NO_SIGNAL,    /* no signal has this path */
    WK_OUT_OF_RANGE, /* a row, an element, or a value wider than the signal */
    WK_NOT_WRITABLE, /* the machine drives this wire itself */
    WK_BUSY          /* a trace is on, or none is */
};

/* One line: where it is, and what was found and expected. */
struct wk_diagnostic {
    char     file[512];  /* the file, or the name given for it; empty when there is none */
    unsigned line;       /* from 1 on; 0: no line */
    unsigned column;     /* a byte of the line, from 1 on; 0: not known */
    char     text[1024]; /* no line end, no full stop */
};

/* "0.1.0" */
WK_API const char *wk_version(void);
/* A few words for a status; "unknown status" for a number that is none. */
WK_API const char *wk_status_text(enum wk_status status);

/* ---- programs and launches --------------------------------------------------------------------------------------- */

/* A shader program: an ELF object as LLVM writes it for r600, raw little-endian dwords, a hex dump or assembly text,
 * told apart by content. */
struct wk_program;
/* WK_REFUSED: it cannot be read, or is none of these; at most 256 MiB, 2^23 dwords. */
WK_API enum wk_status wk_program_load(const char *path, struct wk_program **program, struct wk_diagnostic *diagnostic);
/* The same from `length` bytes, which are copied; `name` stands for the file in diagnostics. */
WK_API enum wk_status wk_program_parse(const char *name, const void *bytes, size_t length, struct wk_program **program,
                                       struct wk_diagnostic *diagnostic);
/* The same for a chip, `chip` of struct wk_options: chips of R580's family have another instruction set than rv770.  A
 * program runs only on chips of the family for which it was read; what a launch names is read for the machine's. */
WK_API enum wk_status wk_program_load_for(const char *chip, const char *path, struct wk_program **program,
                                          struct wk_diagnostic *diagnostic);
WK_API enum wk_status wk_program_parse_for(const char *chip, const char *name, const void *bytes, size_t length,
                                           struct wk_program **program, struct wk_diagnostic *diagnostic);
/* NULL is allowed.  Machines that were made of it keep what they need. */
WK_API void wk_program_free(struct wk_program *program);

/* A launch file (docs/launch.md): threads, registers, constants, buffers, what must come out. */
struct wk_launch;
/* WK_REFUSED: the file or one that it names cannot be read, or something in it is wrong: its line, and what. */
WK_API enum wk_status wk_launch_load(const char *path, struct wk_launch **launch, struct wk_diagnostic *diagnostic);

/* A file in memory, a program's among them, under the name that the launch text has for it. */
struct wk_file {
    const char *name;
    const void *bytes;
    size_t      length;
};
/* The same from a JSON text of `length` bytes.  Files that are not among the `file_count` given ones are looked for on
 * the disk, relative to the folder of `name`.  Everything is copied. */
WK_API enum wk_status wk_launch_parse(const char *name, const char *text, size_t length, const struct wk_file *files,
                                      unsigned file_count, struct wk_launch **launch, struct wk_diagnostic *diagnostic);
/* NULL is allowed.  Machines that were made of it keep what they need. */
WK_API void wk_launch_free(struct wk_launch *launch);

/* ---- macros ------------------------------------------------------------------------------------------------------ */

/* What an instruction of shader model 5 becomes (docs/dmovc.md). */
struct wk_groups {
    char     *text;        /* lines of assembly, each with its slot letter, the first of a group with a number */
    uint32_t *dwords;      /* the same as they stand in an ALU clause, literals included */
    size_t    dword_count; /* two for each 64-bit word of the clause */
    unsigned  group_count;
};
/* The groups of one instruction: "dmovc R1.xyzw, R0.xxyy, R2, -R3".  `stage`: "ps", "vs", "gs", "es", "fs", "cs" or
 * NULL; `chip`: a preset, a chip file or NULL for any.  WK_REFUSED: R700 lacks the instruction, it is wrong, the stage
 * or double precision is lacking, or memory is out; `groups` is empty then. */
WK_API enum wk_status wk_expand(const char *instruction, const char *stage, const char *chip, struct wk_groups *groups,
                                struct wk_diagnostic *diagnostic);
/* NULL and an empty one are allowed. */
WK_API void wk_groups_free(struct wk_groups *groups);

/* ---- machines ---------------------------------------------------------------------------------------------------- */

struct wk_machine;

/* All zeros: the chip that the launch names, that for which the program was made, or rv770, as it is. */
struct wk_options {
    const char              *chip;     /* a preset (`wekiva chips`) or a chip file; NULL: see above */
    const char *const       *settings; /* "ic_miss_clk=40": parameters of docs/parameters.md, in order */
    unsigned                 setting_count;
    const struct wk_program *fetch_program; /* in place of the launch's fetch_shader; NULL: that */
};

/* A machine at reset, cycle 0.  `program` NULL: the one that the launch names.  `options` may be NULL.
 * WK_REFUSED: a parameter is unknown or out of range, the launch asks for what the machine does not have, or the
 * program is illegal where that can be seen before it runs. */
WK_API enum wk_status wk_create(const struct wk_program *program, const struct wk_launch *launch,
                                const struct wk_options *options, struct wk_machine **machine,
                                struct wk_diagnostic *diagnostic);

/* wk_launch_load and wk_create in one, for callers that have strings alone (DPI-C): `settings` are parameters with
 * blanks between them, "simds=1 ic_miss_clk=40", or empty or NULL. */
WK_API enum wk_status wk_create_launch(const char *launch, const char *settings, struct wk_machine **machine,
                                       struct wk_diagnostic *diagnostic);

/* One module alone ("predicate", the names of docs/ports, docs/ports/r580 and docs/ports/nv30), after reset: a machine
 * that never finishes, whose wires are 0 and are written by the caller, and stay until they are written again.  Straps
 * are those of an rv770 that runs a pixel program of one wavefront, 16 registers and 4 stack entries, of an r580 that
 * runs one group of 16 temporaries, of an nv30 with places for 16 quads; writing one before the first clock resets the
 * module with it.  Memory that lies outside the module, the program of an instruction cache, say, is a second instance,
 * `outside`. Its inputs are to be such as the machine could drive (wk_write); rotation, cf_sequencer, alu_slot,
 * predicate, address_register and write_back take any. WK_REFUSED: no such module; the diagnostic lists them. */
WK_API enum wk_status wk_create_module(const char *module, struct wk_machine **machine,
                                       struct wk_diagnostic *diagnostic);

/* NULL is allowed.  A trace that is on is ended; whether it is whole only wk_trace_stop says. */
WK_API void wk_destroy(struct wk_machine *machine);

/* Clock edges since reset; 0 for NULL. */
WK_API uint64_t wk_cycle(const struct wk_machine *machine);

/* Where the machine is: WK_OK while it runs, WK_FINISHED, WK_STOPPED with a diagnostic. */
WK_API enum wk_status wk_state(const struct wk_machine *machine, struct wk_diagnostic *diagnostic);

/* At most `cycles` clock edges, fewer when the machine finishes or stops before.  Returns its state after them. */
WK_API enum wk_status wk_clock(struct wk_machine *machine, uint64_t cycles, struct wk_diagnostic *diagnostic);

/* From now on wk_clock and wk_run clock the machine in at most `jobs` threads, one for each SIMD (1, as it is at first:
 * in the caller's alone); the machine is the same, bit for bit.  Signals are left to that one.  WK_BAD_ARGUMENT:
 * not 1..256. */
WK_API enum wk_status wk_set_jobs(struct wk_machine *machine, unsigned jobs, struct wk_diagnostic *diagnostic);

/* Invalidates the lines of caches, as a driver does before a program reads what another one has written.  Fetches under
 * way still receive the lines that they wait for or have still to read.  Writes of programs go past
 * the caches.  WK_BAD_ARGUMENT: no such cache; a module alone has none. */
enum wk_cache { WK_CACHE_TEXTURE = 1, WK_CACHE_VERTEX = 2, WK_CACHE_L2 = 4, WK_CACHES = 7 };
WK_API enum wk_status wk_invalidate(struct wk_machine *machine, unsigned caches, struct wk_diagnostic *diagnostic);

/* Until the machine finishes or stops, or wk_cycle is `limit`, which is then WK_LIMIT.  0: no limit, which a machine of
 * one module refuses as WK_BAD_ARGUMENT. */
WK_API enum wk_status wk_run(struct wk_machine *machine, uint64_t limit, struct wk_diagnostic *diagnostic);

/* Until an expression of signals begins to hold, in a clock behind the present one: WK_OK, and the machine is in that
 * clock, whose edge is to come.  Expressions are those of `wekiva run --trigger` (docs/waveforms.md).  The rest is as
 * of wk_run; the same one goes on where it ended.  WK_REFUSED: it is wrong, and its column; WK_BAD_ARGUMENT: a module.
 */
WK_API enum wk_status wk_run_until(struct wk_machine *machine, const char *expression, uint64_t limit,
                                   struct wk_diagnostic *diagnostic);

/* How many clocks ago the wavefront that has stood still for the longest executed its last CF instruction, and in the
 * diagnostic which one it is, where it stands and what it waits for: for callers that clock a machine which may never
 * finish.  R580: of a group, its last instruction; NV30: of a quad, its last pass.  Known from the first call on where
 * it began before it.  WK_BAD_ARGUMENT: none is there, or the machine does not know. */
WK_API enum wk_status wk_standing(struct wk_machine *machine, uint64_t *clocks, struct wk_diagnostic *diagnostic);

/* ---- signals ----------------------------------------------------------------------------------------------------- */

/* A signal's path is its instance and its name as in waveforms: `gpu.simd0.cf_sequencer.o_decode`.  What a name begins
 * with says what it is: i_ a wire into the module, n_ a net, o_ a register that others see, r_ one of the module's own,
 * m_ a memory.  Behind it may stand the row of a memory and the element of a vector, each from 0 on:
 * `gpu.simd0.gpr_file.m_x[12][3]`, `gpu.simd0.alu_x.o_result[5]`.  One that is left out is 0. */
enum wk_kind {
    WK_WIRE,     /* a function of registers; no state, driven before it is read */
    WK_STRAP,    /* a wire that is constant from reset on */
    WK_REGISTER, /* changes at clock edges */
    WK_MEMORY    /* an array of rows that changes at clock edges */
};

/* One element of a signal.  `row` and `element` may be changed by the caller, the numbers at the end are the library's.
 */
struct wk_signal {
    const char  *instance; /* "gpu.simd0.cf_sequencer" */
    const char  *type;     /* of C: "bool", "lane_mask_t" */
    const char  *meaning;
    char         name[64]; /* "o_decode" */
    enum wk_kind kind;
    unsigned     bits;     /* of one element, 1..64 */
    unsigned     elements; /* of one row, 1 for a scalar */
    unsigned     rows;     /* 1 for what is no memory */
    unsigned     row;      /* 0..rows - 1 */
    unsigned     element;  /* 0..elements - 1 */
    unsigned     instance_number, signal_number;
};

/* Modules and groups of nets, in the order of waveforms; NULL beyond the last. */
WK_API unsigned    wk_instance_count(const struct wk_machine *machine);
WK_API const char *wk_instance_at(const struct wk_machine *machine, unsigned number);
/* Signals of all instances, in the order of waveforms.  WK_BAD_ARGUMENT beyond the last. */
WK_API unsigned       wk_signal_count(const struct wk_machine *machine);
WK_API enum wk_status wk_signal_at(const struct wk_machine *machine, unsigned number, struct wk_signal *signal);

/* The signal of a path.  WK_NO_SIGNAL; WK_OUT_OF_RANGE for a row or an element that it does not have. */
WK_API enum wk_status wk_find(const struct wk_machine *machine, const char *path, struct wk_signal *signal,
                              struct wk_diagnostic *diagnostic);

/* The value of one element, 0..2^bits - 1.  Registers and memories have what the last clock edge left, wires what they
 * carry in the clock that comes.  WK_BAD_ARGUMENT for a signal of another kind of machine, WK_OUT_OF_RANGE. */
WK_API enum wk_status wk_read(struct wk_machine *machine, const struct wk_signal *signal, uint64_t *value);
/* Sets one element of a register or a memory, as if the last edge had left it; of a module alone also a wire or a
 * strap. WK_OUT_OF_RANGE: a row, an element, a value of more than `bits` bits; WK_NOT_WRITABLE: a wire of a whole
 * machine. The caller answers for values that the machine would never have there by itself: what a state that cannot be
 * does next is undefined, and the one exception to the rule that nothing aborts. */
WK_API enum wk_status wk_write(struct wk_machine *machine, const struct wk_signal *signal, uint64_t value);

/* All elements of the signal's row, `elements` values, whatever `element` says.  As wk_read. */
WK_API enum wk_status wk_read_row(struct wk_machine *machine, const struct wk_signal *signal, uint64_t *values);

/* wk_find with wk_read or wk_write. */
WK_API enum wk_status wk_get(struct wk_machine *machine, const char *path, uint64_t *value,
                             struct wk_diagnostic *diagnostic);
WK_API enum wk_status wk_set(struct wk_machine *machine, const char *path, uint64_t value,
                             struct wk_diagnostic *diagnostic);

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/* All registers and memories, the cycle and what has been exported, as `length` bytes of memory that wk_free frees.
 * WK_REFUSED: memory is out. */
WK_API enum wk_status wk_snapshot(const struct wk_machine *machine, void **bytes, size_t *length,
                                  struct wk_diagnostic *diagnostic);
WK_API void           wk_free(void *bytes);
/* Continues from a snapshot of a machine of the same program, launch and chip, or of the same module: from here on
 * every clock is that of the saved machine.  Wires that the caller drives stay as they are. WK_REFUSED: the bytes are
 * damaged or of another machine, and this one is as it was.  WK_BUSY: a trace is on, in which time cannot go back. */
WK_API enum wk_status wk_restore(struct wk_machine *machine, const void *bytes, size_t length,
                                 struct wk_diagnostic *diagnostic);
/* The same with a file, which is written whole or not at all. */
WK_API enum wk_status wk_snapshot_save(const struct wk_machine *machine, const char *path,
                                       struct wk_diagnostic *diagnostic);
WK_API enum wk_status wk_snapshot_load(struct wk_machine *machine, const char *path, struct wk_diagnostic *diagnostic);

/* ---- a module's ports, packed ------------------------------------------------------------------------------------ */

/* A module alone (wk_create_module) as a block with the ports of a Verilog block in its place, for benches: a clock is
 * wk_ports_put, wk_ports_get of what follows the inputs, wk_ports_clock, wk_ports_get of the registers.  All arguments
 * are those of DPI-C (IEEE 1800-2017, H.7): uint32_t words are svBitVecVal, machines and NULL are chandle, a status is
 * int; what `wekiva export-sv` writes calls them.  Other machines are WK_BAD_ARGUMENT.
 *
 * Ports lie in three images, port behind port as struct wk_port says: element 0 lowest, of a bus row 0 lowest, bit n of
 * an image in word n / 32. */
enum wk_image {
    WK_INPUTS,
    WK_REGISTERS, /* outputs that change at the edge, and private registers */
    WK_FOLLOWING  /* outputs that follow the inputs: what a row of a memory holds, which row is asked for */
};
struct wk_port {
    const char   *name;    /* "i_valid" */
    const char   *type;    /* of C */
    const char   *meaning; /* one that begins with "combinational" is of WK_FOLLOWING */
    enum wk_image image;
    unsigned      first;    /* its lowest bit there */
    unsigned      bits;     /* of one element, 1..64 */
    unsigned      elements; /* 1 for a scalar */
    int           strap;    /* an input that is constant from reset on */
    int           given;    /* templates and exported modules have it in any case */
};
/* Images in order, given ports first in each.  WK_BAD_ARGUMENT beyond the last. */
WK_API unsigned       wk_port_count(struct wk_machine *machine);
WK_API enum wk_status wk_port_at(struct wk_machine *machine, unsigned number, struct wk_port *port);
/* A number that is another one when the ports or their places are others; 0: no module alone. */
WK_API uint64_t wk_ports_layout(struct wk_machine *machine);

/* `count` words of an image from word `first` on; what lies beyond its end is left out, or read as 0.  Inputs stay
 * until they are put again.  WK_BAD_ARGUMENT: another image. */
WK_API enum wk_status wk_ports_put(struct wk_machine *machine, unsigned first, unsigned count, const uint32_t *words);
WK_API enum wk_status wk_ports_get(struct wk_machine *machine, enum wk_image image, unsigned first, unsigned count,
                                   uint32_t *words);

/* A rising edge with the inputs that have been put; wk_cycle counts it.  WK_EDGE_RESET: with the reset, which takes
 * straps alone; registers and memories of the module are as after reset, memory that lies outside of it stays.
 * WK_EDGE_LOAD: the same, but that memories keep what they hold and take what the inputs write, as when a launch fills
 * them.  Inputs of other edges are to be such as the machine could drive (wk_create_module). */
enum wk_edge { WK_EDGE, WK_EDGE_RESET, WK_EDGE_LOAD };
WK_API enum wk_status wk_ports_clock(struct wk_machine *machine, enum wk_edge edge);

/* ---- back in time ------------------------------------------------------------------------------------------------ */

/* From now on states of the machine are kept in memory while it is clocked, and wk_go_back_to goes to any cycle from
 * the present one on.  How many are kept follows from what they cost, less than a tenth of the machine's time, but
 * for the first one; all of them take at most about `most_bytes` (64 MB are plenty), and the longer ago, the fewer they
 * are.  It begins anew with each call, with wk_restore and with wk_snapshot_load; 0 ends it.  WK_BAD_ARGUMENT: a module
 * alone, whose inputs come from the caller; WK_REFUSED: memory is out. */
WK_API enum wk_status wk_history_keep(struct wk_machine *machine, size_t most_bytes, struct wk_diagnostic *diagnostic);
/* The machine becomes what it was in an earlier cycle, by the last state that is kept before it and the clocks from
 * there on; what happened later is forgotten, and may now happen otherwise.  What wk_write has changed until then is
 * changed. Returns the machine's state, as wk_clock does.  WK_BAD_ARGUMENT: no states are kept, or the cycle is still
 * to come; WK_REFUSED: it is before the first one kept; WK_BUSY: a trace is on. */
WK_API enum wk_status wk_go_back_to(struct wk_machine *machine, uint64_t cycle, struct wk_diagnostic *diagnostic);
/* What is kept.  WK_BAD_ARGUMENT: nothing is. */
struct wk_history {
    uint64_t first; /* the earliest cycle to which it can go */
    unsigned states;
    size_t   bytes; /* that they take */
};
WK_API enum wk_status wk_history_at(const struct wk_machine *machine, struct wk_history *history);

/* ---- waveforms --------------------------------------------------------------------------------------------------- */

struct wk_trace_options {
    const char *scope; /* patterns with * and ?, separated by commas, of instances and signals; NULL: everything */
    int         lanes; /* not 0: lanes of vectors and rows of memories too */
    /* Registers of threads as signals, whatever the scope: "w0.t17.R1.x" is wavefront, thread, register, element; with
     * :float, :int, :uint or :hex behind it for the radix in viewers, else that which the program writes. */
    const char *const *watches;
    unsigned           watch_count;
};

/* From the present cycle on every clock is written to `path`, a VCD file, or with a name that ends in .fst an FST file.
 * `options` may be NULL.  One cycle is 1 ns.  It is the waveform of `wekiva run`, rows of wavefronts and slots
 * included; `wekiva view` writes the files that open it in GTKWave. WK_REFUSED: it cannot be written, a pattern matches
 * nothing, or no thread has a watched register; WK_BAD_ARGUMENT: a module alone has no threads to watch; WK_BUSY: a
 * trace is on. */
WK_API enum wk_status wk_trace_start(struct wk_machine *machine, const char *path,
                                     const struct wk_trace_options *options, struct wk_diagnostic *diagnostic);
/* Writes the present cycle, too, and ends the file.  WK_REFUSED: it is not whole, and has been removed; WK_BUSY: no
 * trace is on. */
WK_API enum wk_status wk_trace_stop(struct wk_machine *machine, struct wk_diagnostic *diagnostic);

/* ---- results ----------------------------------------------------------------------------------------------------- */

/* A machine of one module has none: 0, or WK_BAD_ARGUMENT. */

/* Threads of the launch. */
WK_API unsigned wk_threads(const struct wk_machine *machine);

/* Targets of the exports executed so far, in the order of the first export to each. */
enum wk_export_type { WK_EXPORT_PIXEL, WK_EXPORT_POSITION, WK_EXPORT_PARAMETER };
struct wk_export {
    enum wk_export_type type;
    unsigned            array_base; /* pixel 0..7 and 61 (depth), position 60..63, parameter 0..31 (ISA 10.1) */
    char                name[16];   /* "PIX0", "POS60", "PARAM3" */
};
WK_API unsigned       wk_export_count(const struct wk_machine *machine);
WK_API enum wk_status wk_export_at(const struct wk_machine *machine, unsigned number, struct wk_export *target);
/* What a thread exported there: 32-bit words x y z w, 0 where nothing was written or the thread was killed.  Bit n of
 * `written`, which may be NULL: element n was written. */
WK_API enum wk_status wk_export_value(const struct wk_machine *machine, unsigned number, unsigned thread,
                                      uint32_t value[4], unsigned *written);
/* The same of all threads, for callers that take all at once: fills at most `limit` rows of values, and of `written` if
 * it is not NULL, and returns how many threads there are; 0: no such target. */
WK_API unsigned wk_export_values(const struct wk_machine *machine, unsigned number, uint32_t (*values)[4],
                                 unsigned char *written, unsigned limit);
/* 1 when the thread has been killed so far, else 0, also for one that there is not. */
WK_API int wk_killed(const struct wk_machine *machine, unsigned thread);

/* What geometry programs emit (ISA 3.5): instructions that have been executed so far, clock by clock, in each clock
 * SIMD by SIMD. */
struct wk_emit {
    uint64_t cycle;
    uint32_t wave, address; /* its number; of the instruction in the program, 64-bit words */
    unsigned first;         /* thread of the launch that is the wavefront's first */
    int      vertex, cut;   /* 1: a vertex is complete; the strip ends (behind it) */
    uint64_t threads;       /* bit t: thread `first` + t does so */
};
WK_API unsigned       wk_emit_count(const struct wk_machine *machine);
WK_API enum wk_status wk_emit_at(const struct wk_machine *machine, unsigned number, struct wk_emit *emit);
/* The same of one thread, in its order: "VVVC" is three vertices and a cut; empty when it has emitted nothing.  NULL:
 * no such thread.  It lives until the machine is clocked, restored or destroyed. */
WK_API const char *wk_strip(const struct wk_machine *machine, unsigned thread);

/* Buffers and memory that the program may write, as they are now: what a compute program gives back.  Names are those
 * of the files of `wekiva run --out` ("scatter", "data").  Names and bytes live as long as the machine; bytes stay in
 * their place, and what they are changes while it is clocked or restored; words are little-endian. */
struct wk_buffer {
    const char          *name;
    const unsigned char *bytes;
    size_t               size;
};
WK_API unsigned wk_buffer_count(const struct wk_machine *machine);
/* WK_BAD_ARGUMENT: there is no such buffer; WK_REFUSED: memory is out. */
WK_API enum wk_status wk_buffer_at(const struct wk_machine *machine, unsigned number, struct wk_buffer *buffer);

/* Ranges of the launch's `memory`, in its order, as they are now; those of buffers are among the buffers. */
struct wk_memory {
    uint64_t             address; /* bytes */
    const unsigned char *bytes;   /* as those of a buffer */
    size_t               size;
};
WK_API unsigned wk_memory_count(const struct wk_machine *machine);
/* WK_BAD_ARGUMENT: there is no such range; WK_REFUSED: memory is out. */
WK_API enum wk_status wk_memory_at(const struct wk_machine *machine, unsigned number, struct wk_memory *range);
/* All that lies in the memory behind the channels of an R700, by address: buffers, textures, constants, programs. */
WK_API unsigned       wk_placed_count(const struct wk_machine *machine);
WK_API enum wk_status wk_placed_at(const struct wk_machine *machine, unsigned number, struct wk_memory *range);

/* What the launch expects against what has been exported so far. */
struct wk_comparison {
    int      expected; /* the launch expects something */
    int      match;    /* nothing is wrong; 1 when nothing is expected */
    uint64_t compared, wrong;
    char     first[256]; /* the first difference: "thread 17 PIX0.y: got ... expected ..."; empty without one */
};
WK_API enum wk_status wk_compare(const struct wk_machine *machine, struct wk_comparison *comparison,
                                 struct wk_diagnostic *diagnostic);

/* Counters of the blocks, and the chip's parameters, one row each.  Fills at most `limit` rows (NULL with 0) and
 * returns how many there are; names live as long as the machine. */
struct wk_statistic {
    const char *instance, *name, *unit, *meaning;
    uint64_t    value;
};
struct wk_parameter {
    const char *name, *unit, *source;
    uint64_t    value;
    const char *text; /* the value's name ("oldest"), or NULL */
};
/* What AMD's tools for this family counted, by their names, and shares of the chances to issue (docs/counters.md): of
 * the whole machine, whose rows come first, and of its SIMDs. */
struct wk_counter {
    const char *instance, *name, *unit, *meaning;
    const char *why; /* there is no value, and why; else NULL */
    double      value;
};
/* From now on clocks are counted, in about twice the time, or not any more (`on` 0).  It begins anew with each call,
 * with wk_restore, wk_snapshot_load and wk_go_back_to.  WK_BAD_ARGUMENT: a module alone; WK_REFUSED: machines of this
 * family have none, or memory is out. */
WK_API enum wk_status wk_counters_keep(struct wk_machine *machine, int on, struct wk_diagnostic *diagnostic);
/* Of the clocks since then, as wk_statistics; 0: none are kept.  Strings live until it begins anew or ends. */
WK_API unsigned wk_counters(struct wk_machine *machine, struct wk_counter *rows, unsigned limit);
WK_API unsigned wk_statistics(const struct wk_machine *machine, struct wk_statistic *rows, unsigned limit);
WK_API unsigned wk_parameters(const struct wk_machine *machine, struct wk_parameter *rows, unsigned limit);

#ifdef __cplusplus
}
#endif

#endif
