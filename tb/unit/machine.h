/* machine.h - whole machines from a text: what the tests of the wired machine share.
 *
 * A `struct plan` says what to run: assembly text, chip with overrides, threads, GPRs, start values from a function,
 * constants.  The launch is built in memory; nothing is read from files.  While a machine is stepped, every group that
 * enters the slots leaves an entry in its log. */
#ifndef TB_UNIT_MACHINE_H
#define TB_UNIT_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/asm/asm.h"
#include "kit/bytes.h"
#include "kit/walk.h"
#include "rtl_model/r700/gpu.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { PLAN_SETS = 8, PLAN_BANKS = 2, MACHINE_LIMIT = 400000 };

typedef uint32_t input_t(unsigned thread, unsigned gpr, unsigned element);

/* A buffer of zeros that memory writes and reads reach. */
struct plan_memory {
    enum launch_target target;
    unsigned           bytes, item;
};

struct plan {
    const char       *text;  /* the program */
    const char       *fetch; /* the fetch program, or NULL */
    const char       *chip;  /* NULL: rv770 */
    const char       *set[PLAN_SETS];
    enum launch_stage stage;
    unsigned          threads;  /* 0: one wavefront of 64 */
    unsigned          num_gprs; /* 0: 8 */
    unsigned          stack_size;
    unsigned          load_first, load_count;
    input_t          *input;
    const uint32_t   *bank[PLAN_BANKS]; /* constant buffers 0 and 1 */
    unsigned          bank_constants[PLAN_BANKS];
    bool              bank_alternate[PLAN_BANKS]; /* the buffer is one of ALT_CONST */
    const uint32_t   *alu_constants;
    unsigned          alu_constant_count;

    const struct launch_vertex_resource *vertices; /* of the constant buffers, by their order */
    unsigned                             vertex_count;

    const struct launch_loop_constant *loops;
    unsigned                           loop_count;

    const struct launch_texture *textures; /* only read */
    unsigned                     texture_count;
    const struct launch_sampler *samplers; /* only read */
    unsigned                     sampler_count;
    struct launch_file           bicubic_weights;

    const struct plan_memory *memory;
    unsigned                  memory_count;

    struct launch_register *registers; /* by name */
    unsigned                register_count;

    unsigned        group_size, group_dwords; /* of groups and of a thread's part of the local data share */
    const uint32_t *lds, *globals;            /* what threads share at first */
    unsigned        lds_words;
    unsigned        global_first, global_count, global_simds; /* 0 SIMDs: one for all */
};

/* One group at the clock in which its first quarter enters the slots. */
struct entry {
    uint64_t cycle;
    unsigned parity;
    uint32_t wave, address;
    bool     starts, last;
};

struct machine {
    struct gpu                   *gpu;
    struct chip_config            chip;
    struct program                program, fetch;
    struct launch                 launch;
    struct launch_constant_buffer buffers[PLAN_BANKS];
    struct launch_buffer          memory[LAUNCH_TARGETS];
    struct diag                   diag;
    struct entry                 *log;
    unsigned                      entries, room;
    uint64_t                      busy; /* clocks in which a quarter entered the slots */
};

static inline uint8_t *little_endian(const uint32_t *words, size_t count)
{
    uint8_t *bytes = malloc(4 * count + 1);
    if (!bytes)
        abort();
    for (size_t i = 0; i < count; i++)
        little_put(bytes + 4 * i, 4, words[i]);
    return bytes;
}

static inline void plan_program(struct machine *m, const char *text, struct program *program)
{
    char     message[1600];
    unsigned count;
    if (!isa_assemble("test", text, strlen(text), &program->dwords, &count, NULL, &m->diag))
        fail_msg("%s", diag_text(&m->diag, message, sizeof message));
    program->count = count;
    program->form = PROGRAM_ASM;
}

static inline void plan_inputs(struct machine *m, const struct plan *plan)
{
    struct launch_gprs *gprs = &m->launch.gprs;
    const unsigned      per_thread = plan->load_count * 4;
    uint32_t           *words = malloc(sizeof *words * ((size_t)m->launch.threads * per_thread + 1));
    if (!words)
        abort();
    for (unsigned t = 0; t < m->launch.threads; t++)
        for (unsigned i = 0; i < per_thread; i++)
            words[(size_t)t * per_thread + i] = plan->input(t, plan->load_first + i / 4, i % 4);
    gprs->first = plan->load_first;
    gprs->count = plan->load_count;
    gprs->file.bytes = (size_t)m->launch.threads * per_thread * 4;
    gprs->file.data = little_endian(words, (size_t)m->launch.threads * per_thread);
    m->launch.line[LAUNCH_KEY_GPRS] = 1;
    free(words);
}

static inline void plan_constants(struct machine *m, const struct plan *plan)
{
    for (unsigned b = 0; b < PLAN_BANKS; b++) {
        if (!plan->bank[b])
            continue;
        struct launch_constant_buffer *buffer = &m->buffers[m->launch.constant_buffer_count++];
        buffer->bank = b;
        buffer->alternate = plan->bank_alternate[b];
        buffer->file.bytes = 16 * (size_t)plan->bank_constants[b];
        buffer->file.data = little_endian(plan->bank[b], 4 * (size_t)plan->bank_constants[b]);
        m->launch.line[LAUNCH_KEY_CONSTANT_BUFFERS] = 1;
    }
    m->launch.constant_buffers = m->buffers;
    if (plan->alu_constants) {
        m->launch.alu_constants.count = plan->alu_constant_count;
        m->launch.alu_constants.file.bytes = 16 * (size_t)plan->alu_constant_count;
        m->launch.alu_constants.file.data = little_endian(plan->alu_constants, 4 * (size_t)plan->alu_constant_count);
        m->launch.line[LAUNCH_KEY_ALU_CONSTANTS] = 1;
    }
}

static inline void plan_memory(struct machine *m, const struct plan *plan)
{
    for (unsigned i = 0; i < plan->memory_count; i++) {
        const struct plan_memory *memory = &plan->memory[i];
        m->memory[i].file.bytes = memory->bytes;
        m->memory[i].file.data = calloc(1, memory->bytes);
        m->launch.memory_buffers[i] = (struct launch_memory_buffer){1, memory->target, i, memory->item};
    }
    m->launch.buffers = m->memory;
    m->launch.buffer_count = m->launch.memory_buffer_count = plan->memory_count;
}

/* Where the bytes of a plan's memory lie in the machine. */
static inline const uint8_t *machine_memory(const struct machine *m, unsigned index)
{
    const uint64_t address = m->gpu->setup.buffer_address[index];
    return gpu_memory_find(&m->gpu->setup.memory, address)->data;
}

static inline void plan_shared(struct machine *m, const struct plan *plan)
{
    struct launch_gprs *globals = &m->launch.global_gprs;
    m->launch.lds.group_size = plan->group_size;
    m->launch.lds.dwords_per_thread = plan->group_dwords;
    if (plan->lds) {
        m->launch.lds.file.data = little_endian(plan->lds, plan->lds_words);
        m->launch.lds.file.bytes = 4 * (size_t)plan->lds_words;
    }
    if (!plan->globals)
        return;
    globals->first = plan->global_first;
    globals->count = plan->global_count;
    const size_t words = (size_t)LAUNCH_LANES * 4 * plan->global_count * (plan->global_simds ? plan->global_simds : 1);
    globals->file.data = little_endian(plan->globals, words);
    globals->file.bytes = 4 * words;
}

/* Builds the launch and the machine; false and m->diag when the machine refuses it. */
static inline bool machine_try(struct machine *m, const struct plan *plan)
{
    char message[1600];
    memset(m, 0, sizeof *m);
    if (!chip_load(plan->chip ? plan->chip : "rv770", &m->chip, &m->diag))
        fail_msg("%s", diag_text(&m->diag, message, sizeof message));
    m->chip.simds = 1; /* unless the plan says otherwise */
    for (unsigned i = 0; i < PLAN_SETS && plan->set[i]; i++)
        if (!chip_set(&m->chip, plan->set[i], &m->diag))
            fail_msg("%s", diag_text(&m->diag, message, sizeof message));
    assert_true(chip_validate(&m->chip, &m->diag));
    plan_program(m, plan->text, &m->program);
    if (plan->fetch) {
        plan_program(m, plan->fetch, &m->fetch);
        m->launch.fetch_shader.loaded = &m->fetch;
    }
    m->launch.stage = plan->stage;
    m->launch.registers = plan->registers;
    m->launch.register_count = plan->register_count;
    m->launch.threads = plan->threads ? plan->threads : 64;
    m->launch.num_gprs = plan->num_gprs ? plan->num_gprs : 8;
    m->launch.stack_size = plan->stack_size;
    m->launch.line[LAUNCH_KEY_STACK_SIZE] = 1;
    m->launch.path = strdup("test.json");
    m->launch.line[LAUNCH_KEY_NUM_GPRS] = m->launch.line[LAUNCH_KEY_THREADS] = 1;
    m->launch.vertex_resources = (struct launch_vertex_resource *)plan->vertices; /* only read */
    m->launch.vertex_resource_count = plan->vertex_count;
    m->launch.loop_constants = (struct launch_loop_constant *)plan->loops; /* only read */
    m->launch.loop_constant_count = plan->loop_count;
    m->launch.line[LAUNCH_KEY_LOOP_CONSTANTS] = plan->loop_count > 0;
    m->launch.textures = (struct launch_texture *)plan->textures;
    m->launch.texture_count = plan->texture_count;
    m->launch.samplers = (struct launch_sampler *)plan->samplers;
    m->launch.sampler_count = plan->sampler_count;
    m->launch.bicubic_weights = plan->bicubic_weights;
    m->launch.line[LAUNCH_KEY_BICUBIC_WEIGHTS] = plan->bicubic_weights.bytes > 0;
    if (plan->load_count)
        plan_inputs(m, plan);
    plan_constants(m, plan);
    plan_memory(m, plan);
    plan_shared(m, plan);
    m->gpu = gpu_create(&m->chip, &m->program, &m->launch, &m->diag);
    return m->gpu && gpu_collect_gprs(m->gpu, &m->diag);
}

static inline void machine_free(struct machine *m)
{
    gpu_free(m->gpu);
    free(m->program.dwords);
    free(m->fetch.dwords);
    free(m->launch.path);
    free(m->launch.gprs.file.data);
    free(m->launch.alu_constants.file.data);
    free(m->launch.lds.file.data);
    free(m->launch.global_gprs.file.data);
    for (unsigned b = 0; b < PLAN_BANKS; b++)
        free(m->buffers[b].file.data);
    for (unsigned i = 0; i < LAUNCH_TARGETS; i++)
        free(m->memory[i].file.data);
    free(m->log);
    memset(m, 0, sizeof *m);
}

static inline void machine_start(struct machine *m, const struct plan *plan)
{
    char message[1600];
    if (!machine_try(m, plan))
        fail_msg("%s", diag_text(&m->diag, message, sizeof message));
}

/* Gives a fresh machine the instruction and constant caches of one that has run the same program to its end. */
static inline void machine_warm(struct machine *m, const struct machine *from)
{
    assert_true(gpu_finished(from->gpu));
    m->gpu->simd->cf_cache = from->gpu->simd->cf_cache;
    m->gpu->simd->alu_cache = from->gpu->simd->alu_cache;
    m->gpu->simd->fetch_cache = from->gpu->simd->fetch_cache;
    m->gpu->simd->kcache = from->gpu->simd->kcache;
    m->gpu->simd->vertex_cache = from->gpu->simd->vertex_cache;
}

/* Notes what the settled wires and registers of this cycle show. */
static inline void machine_look(struct machine *m)
{
    const struct simd          *simd = m->gpu->simd;
    const unsigned              parity = rotation_parity(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    if (!group->executing)
        return;
    m->busy++;
    if (rotation_quarter(&simd->rotation) != 0)
        return;
    if (m->entries == m->room) {
        m->room = 2 * m->room + 64;
        m->log = realloc(m->log, m->room * sizeof *m->log);
        if (!m->log)
            abort();
    }
    m->log[m->entries++] = (struct entry){.cycle = m->gpu->cycle,
                                          .parity = parity,
                                          .wave = group->wave,
                                          .address = group->address,
                                          .starts = group->starts,
                                          .last = group->last};
}

static inline void machine_step(struct machine *m)
{
    gpu_wire(m->gpu);
    machine_look(m);
    gpu_edge(m->gpu);
}

/* After the last wavefront nothing is left behind. */
static inline void expect_idle(const struct simd *simd)
{
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        assert_int_equal(simd->clause[c].q.state, CLAUSE_EMPTY);
    for (unsigned line = 0; line < KCACHE_LINES; line++)
        assert_int_equal(simd->kcache.locks[line], 0);
    assert_int_equal(simd->kcache.q.locked, 0);
    assert_int_equal(simd->waves.q.resident, 0);
    assert_false(simd->exports.q.busy);
    assert_int_equal(simd->exports.q.reports, 0);
    assert_int_equal(simd->vertex.q.flying, 0);
    assert_int_equal(simd->memory_reads.q.flying, 0);
    assert_int_equal(simd->read_lines.q.used, 0);
    for (unsigned c = 0; c < FETCH_CLAUSES; c++)
        assert_int_equal(simd->fetch_clause[c].q.state, FETCH_CLAUSE_EMPTY);
}

/* To the end; fails the test when the program is stopped or does not end. */
static inline void machine_run(struct machine *m)
{
    char message[1600];
    while (!gpu_finished(m->gpu)) {
        if (gpu_stopped(m->gpu, &m->diag))
            fail_msg("%s", diag_text(&m->diag, message, sizeof message));
        if (m->gpu->cycle >= MACHINE_LIMIT)
            fail_msg("no end after %d cycles", MACHINE_LIMIT);
        machine_step(m);
    }
    expect_idle(m->gpu->simd);
}

/* A run with warm caches: no group waits for its instructions. */
static inline void machine_run_warm(struct machine *m, const struct plan *plan)
{
    struct machine cold;
    machine_start(&cold, plan);
    machine_start(m, plan);
    machine_run(&cold);
    machine_warm(m, &cold);
    machine_run(m);
    machine_free(&cold);
}

/* Expects the run to be stopped with a diagnosis that has both texts. */
static inline void machine_stops(struct machine *m, const char *where, const char *what)
{
    while (!gpu_stopped(m->gpu, &m->diag)) {
        assert_false(gpu_finished(m->gpu));
        assert_true(m->gpu->cycle < MACHINE_LIMIT);
        machine_step(m);
    }
    if (!strstr(m->diag.what, where) || !strstr(m->diag.what, what))
        fail_msg("\"%s\" lacks \"%s\" or \"%s\"", m->diag.what, where, what);
}

/* What thread `thread` exported to pixel target `target`. */
static inline uint32_t pixel(struct machine *m, unsigned target, unsigned thread, unsigned element)
{
    const struct result_exports *exports = gpu_exports(m->gpu);
    const struct result_column  *column = results_find(exports, LAUNCH_EXPORT_PIXEL, target);
    assert_non_null(column);
    assert_true(thread < exports->threads);
    if (!(column->written[thread] >> element & 1))
        fail_msg("PIX%u: thread %u did not write element %u", target, thread, element);
    return column->values[thread][element];
}

static inline bool pixel_written(struct machine *m, unsigned target, unsigned thread, unsigned element)
{
    const struct result_column *column = results_find(gpu_exports(m->gpu), LAUNCH_EXPORT_PIXEL, target);
    return column && column->written[thread] >> element & 1;
}

static inline void expect_pixel(struct machine *m, unsigned target, unsigned thread, unsigned element, uint32_t value)
{
    const uint32_t got = pixel(m, target, thread, element);
    if (got != value)
        fail_msg("PIX%u, thread %u, element %u: 0x%08x, expected 0x%08x", target, thread, element, (unsigned)got,
                 (unsigned)value);
}

/* Runs a plan and expects element X of PIX0 to be what `expected` says for every thread. */
static inline void expect_run(const struct plan *plan, uint32_t (*expected)(unsigned thread))
{
    struct machine m;
    machine_start(&m, plan);
    machine_run(&m);
    for (unsigned t = 0; t < m.launch.threads; t++)
        expect_pixel(&m, 0, t, 0, expected(t));
    machine_free(&m);
}

/* The n-th group of one wavefront in the log, or a failed test. */
static inline const struct entry *group_of(const struct machine *m, uint32_t wave, unsigned n)
{
    for (unsigned i = 0; i < m->entries; i++)
        if (m->log[i].wave == wave && n-- == 0)
            return &m->log[i];
    fail_msg("wavefront %u has fewer groups", (unsigned)wave);
    return NULL;
}

/* A float's bits, and a start value that says whose it is: 1000 x GPR + 100 x element + thread. */
static inline uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static inline uint32_t named_input(unsigned thread, unsigned gpr, unsigned element)
{
    return bits((float)(1000 * gpr + 100 * element + thread));
}

/* ---- texts ------------------------------------------------------------------------------------------------------ */

struct text {
    char  *chars;
    size_t length, room;
};

__attribute__((format(printf, 2, 3))) static inline void put(struct text *text, const char *format, ...)
{
    va_list arguments;
    for (;;) {
        va_start(arguments, format);
        char     *end = text->chars ? text->chars + text->length : NULL;
        const int need = vsnprintf(end, text->room - text->length, format, arguments);
        va_end(arguments);
        if (text->length + (size_t)need < text->room) {
            text->length += (size_t)need;
            return;
        }
        text->room = 2 * text->room + (size_t)need + 256;
        text->chars = realloc(text->chars, text->room);
        if (!text->chars)
            abort();
    }
}

/* A clause of `groups` dependent additions: R1.x counts up. */
static inline void put_chain(struct text *text, unsigned groups)
{
    for (unsigned g = 0; g < groups; g++)
        put(text, "%u x: ADD_INT R1.x, R1.x, 1\n", g);
}

/* `clauses` ALU instructions that all run one clause of `groups` dependent groups, then an export of R1. */
static inline struct text chain_program(unsigned clauses, unsigned groups)
{
    struct text text = {0};
    for (unsigned c = 0; c < clauses; c++)
        put(&text, "ALU @chain BARRIER\n");
    put(&text, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nchain:\n");
    put_chain(&text, groups);
    return text;
}

#endif
