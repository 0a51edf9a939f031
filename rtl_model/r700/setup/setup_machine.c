/* setup_machine.c - reads registers and memory back as the SIMD needs them, checks that it can, and lays out the
 * initial GPRs (3D 3, 9, 10; ISA 2.6, 4.6). */
#include "rtl_model/r700/setup/by_type.h"
#include "rtl_model/r700/setup/setup_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- the program's size and modes -------------------------------------------------------------------------- */

static bool check_gprs(struct setup_job *job)
{
    const struct simd_launch *simd = &job->setup->simd;
    const unsigned            line = setup_line(job, job->stage->resources, LAUNCH_KEY_NUM_GPRS);
    /* ISA 4.6: with N clause temporaries the last N of a thread's 128 GPRs are theirs. */
    const unsigned most = LAUNCH_THREAD_GPRS - simd->temporaries;
    if (simd->num_gprs < 1 || simd->num_gprs > LAUNCH_NUM_GPRS_MAX)
        return setup_fail(job, line, "num_gprs: %u, expected 1 to %d", simd->num_gprs, LAUNCH_NUM_GPRS_MAX);
    if (simd->num_gprs > most)
        return setup_fail(job, line, "num_gprs: %u and %u clause temporaries: a thread has %d GPRs", simd->num_gprs,
                          simd->temporaries, LAUNCH_THREAD_GPRS);
    if (simd_wave_limit(job->chip, simd) == 0 && (simd->gpr_limit || simd->wave_limit || simd->stack_limit))
        return setup_fail(
            job, line,
            "num_gprs: %u, stack_size: %u: no wavefront fits what SQ_GPR_RESOURCE_MGMT (%u GPRs), "
            "SQ_THREAD_RESOURCE_MGMT (%u wavefronts), SQ_STACK_RESOURCE_MGMT (%u entries) give the stage; "
            "0 is no limit (3D 3)",
            simd->num_gprs, simd->stack_size, simd->gpr_limit, simd->wave_limit, simd->stack_limit);
    return simd_wave_limit(job->chip, simd) > 0 ||
           setup_fail(job, line, "num_gprs: %u: no wavefront fits the %u GPR rows of %s with 2 x %u clause temporaries",
                      simd->num_gprs, job->chip->max_gprs, job->chip->name, simd->temporaries);
}

static bool refuse(struct setup_job *job, unsigned slot, const char *what)
{
    const struct launch_register *entry = setup_raw(job, slot);
    return setup_fail(job, entry ? entry->line : 0, "registers.%s: %s is not modelled yet", entry ? entry->name : "",
                      what);
}

/* What a type may have of the SIMD, from the registers that divide it (3D 3); only the launch writes them.  A field of
 * zero gives the type nothing. GUESS: such a field is one that was not set, because no program could run. */
static void read_limits(struct setup_job *job)
{
    static const struct {
        unsigned gprs, gpr_bits, thread_bits, stack, stack_bits, priority_bits;
    } rows[ISA_CS] = {
#define LIMITS(type, number)                                                                                           \
    [ISA_##type] = {REGISTER_SQ_GPR_RESOURCE_MGMT_##number,                                                            \
                    FIELD_SQ_GPR_RESOURCE_MGMT_##number##_NUM_##type##_GPRS,                                           \
                    FIELD_SQ_THREAD_RESOURCE_MGMT_NUM_##type##_THREADS,                                                \
                    REGISTER_SQ_STACK_RESOURCE_MGMT_##number,                                                          \
                    FIELD_SQ_STACK_RESOURCE_MGMT_##number##_NUM_##type##_STACK_ENTRIES,                                \
                    FIELD_SQ_CONFIG_##type##_PRIO}
        LIMITS(PS, 1),
        LIMITS(VS, 1),
        LIMITS(GS, 2),
        LIMITS(ES, 2),
#undef LIMITS
    };
    struct simd_launch *simd = &job->setup->simd;
    /* A compute program takes the registers of VS. */
    const unsigned row = simd->type == ISA_CS ? ISA_VS : simd->type;
    simd->priority = register_bits(setup_read(job, REGISTER_SQ_CONFIG), rows[row].priority_bits);
    simd->gpr_limit = register_bits(setup_read(job, rows[row].gprs), rows[row].gpr_bits);
    simd->wave_limit = register_bits(setup_read(job, REGISTER_SQ_THREAD_RESOURCE_MGMT), rows[row].thread_bits);
    simd->stack_limit = register_bits(setup_read(job, rows[row].stack), rows[row].stack_bits);
}

enum isa_program_type setup_type(enum launch_stage stage)
{
    switch (stage) {
    case LAUNCH_PS:
        return ISA_PS;
    case LAUNCH_GS:
        return ISA_GS;
    case LAUNCH_ES:
        return ISA_ES;
    case LAUNCH_CS:
        return ISA_CS;
    default: /* FS runs as part of VS (ISA 2.1) */
        return ISA_VS;
    }
}

/* Where CALL_FS goes to, in the same way; addresses of the fetch program count from SQ_PGM_START_FS (3D 10). */
static bool read_fetch_entry(struct setup_job *job)
{
    struct simd_launch *const simd = &job->setup->simd;
    const unsigned            slot = REGISTER_SQ_PGM_CF_OFFSET_FS;
    const uint32_t            offset = register_bits(setup_read(job, slot), FIELD_SQ_PGM_CF_OFFSET_FS_PGM_CF_OFFSET);
    if (!simd->fetch_base)
        return true;
    const unsigned                words = job->setup->simd_memory.program.count / 2 - simd->fetch_base;
    const struct launch_register *entry = setup_raw(job, slot);
    simd->fetch_entry = simd->fetch_base + offset;
    return offset < words ||
           setup_fail(job, entry ? entry->line : 0, "registers.%s: %u, expected less than the fetch program's %u words",
                      entry ? entry->name : "", offset, words);
}

/* Where wavefronts begin; addresses within the program count from its start all the same (3D 10). */
static bool read_first(struct setup_job *job)
{
    const unsigned slot = job->stage->cf_offset;
    if (!read_fetch_entry(job))
        return false;
    const uint32_t first = register_bits(setup_read(job, slot), FIELD_SQ_PGM_CF_OFFSET_PS_PGM_CF_OFFSET);
    if (job->launch->stage == LAUNCH_FS) /* the two instructions that call it are ours */
        return true;
    job->setup->simd.first_pc = first;
    const struct launch_register *entry = setup_raw(job, slot);
    return !first || first < job->setup->main_words ||
           setup_fail(job, entry ? entry->line : 0, "registers.%s: %u, expected less than the program's %u words",
                      entry ? entry->name : "", first, job->setup->main_words);
}

/* What runs first.  A fetch program is called by one of two instructions, CALL_FS and an end, for it runs within a
 * vertex program (ISA 2.1). */
static unsigned main_program(const struct setup_job *job, const uint32_t **dwords)
{
    static const uint32_t caller[] = {0, 19u << 23, 0, 1u << 21 | 1u << 31};
    const bool            called = job->launch->stage == LAUNCH_FS;
    *dwords = called ? caller : job->program->dwords;
    return called ? sizeof caller / sizeof caller[0] : job->program->count;
}

/* Which texts say the instruction memory; a raw SQ_PGM_START_FS names words that no text does. */
static void name_programs(const struct setup_job *job)
{
    struct gpu_setup *setup = job->setup;
    if (job->launch->stage == LAUNCH_FS)
        setup->fetch_program = job->program;
    else
        setup->program = job->program;
    if (setup->fetch_program || setup_raw(job, REGISTER_SQ_PGM_START_FS))
        return;
    setup->fetch_program = job->launch->fetch_shader.loaded;
    setup->fetch_path = job->launch->fetch_shader.path;
}

/* The instruction memory: the program, and behind it on a cache line of its own what lies at SQ_PGM_START_FS. */
static bool read_instructions(struct setup_job *job)
{
    struct gpu_setup       *setup = job->setup;
    const uint32_t         *first;
    const unsigned          count = main_program(job, &first);
    const unsigned          base = (count + ICACHE_LINE_DWORDS - 1) / ICACHE_LINE_DWORDS * ICACHE_LINE_DWORDS;
    const uint64_t          address = (uint64_t)setup_read(job, REGISTER_SQ_PGM_START_FS) << 8;
    const struct gpu_range *range =
        register_written(&setup->registers, REGISTER_SQ_PGM_START_FS) ? gpu_memory_find(&setup->memory, address) : NULL;
    const uint64_t fetch = range ? (range->address + range->bytes - address) / 8 * 2 : 0;
    setup->simd.fetch_base = fetch ? base / 2 : 0;
    setup->main_words = count / 2;
    name_programs(job);
    if (fetch > PROGRAM_DWORDS_MAX)
        return setup_fail(job, job->launch->fetch_shader.line, "fetch_shader: more than %d dwords", PROGRAM_DWORDS_MAX);
    setup->instructions = calloc(base + (size_t)fetch, sizeof *setup->instructions);
    if (!setup->instructions)
        return setup_fail(job, 0, "not enough memory for the program");
    memcpy(setup->instructions, first, count * sizeof *setup->instructions);
    for (unsigned i = 0; i < fetch; i++)
        setup->instructions[base + i] = gpu_memory_word(&setup->memory, address + 4 * (uint64_t)i);
    setup->simd_memory.program =
        (struct instruction_memory){setup->instructions, fetch ? base + (unsigned)fetch : count};
    return true;
}

bool setup_read_program(struct setup_job *job)
{
    enum { TEMPORARIES_MAX = 4 };
    const struct launch *launch = job->launch;
    struct simd_launch  *simd = &job->setup->simd;
    if (!launch->line[LAUNCH_KEY_NUM_GPRS] && !job->program->has_config && !setup_raw(job, job->stage->resources))
        return setup_fail(job, 0, "num_gprs: missing, and the program does not say it");
    simd->type = simd->queue = setup_type(launch->stage);
    simd->dx9_clamp = !register_bits(setup_read(job, job->stage->resources), FIELD_SQ_PGM_RESOURCES_PS_DX10_CLAMP);
    simd->fetch_cache_lines =
        register_bits(setup_read(job, job->stage->resources), FIELD_SQ_PGM_RESOURCES_PS_FETCH_CACHE_LINES);
    simd->threads = launch->threads;
    simd->num_gprs = register_bits(setup_read(job, job->stage->resources), FIELD_SQ_PGM_RESOURCES_PS_NUM_GPRS);
    simd->temporaries = register_bits(setup_read(job, REGISTER_SQ_GPR_RESOURCE_MGMT_1),
                                      FIELD_SQ_GPR_RESOURCE_MGMT_1_NUM_CLAUSE_TEMP_GPRS);
    simd->prefer_vector = register_bits(setup_read(job, REGISTER_SQ_CONFIG), FIELD_SQ_CONFIG_ALU_INST_PREFER_VECTOR);
    simd->stack_size = register_bits(setup_read(job, job->stage->resources), FIELD_SQ_PGM_RESOURCES_PS_STACK_SIZE);
    if (launch->stage == LAUNCH_FS)
        simd->stack_size++; /* of its caller (3D 10) */
    read_limits(job);
    simd->bools = setup_read(job, job->stage->bools);
    job->setup->given.bools = register_written(&job->setup->registers, job->stage->bools);
    for (unsigned i = 0; i < CF_LOOPS; i++) {
        simd->loops.constant[i] = setup_read(job, job->stage->loops + i);
        job->setup->given.loops |= (uint32_t)register_written(&job->setup->registers, job->stage->loops + i) << i;
    }
    if (simd->temporaries > TEMPORARIES_MAX)
        return refuse(job, REGISTER_SQ_GPR_RESOURCE_MGMT_1, "NUM_CLAUSE_TEMP_GPRS above 4");
    return setup_global_gprs(job) && check_gprs(job) && setup_groups(job) && read_instructions(job) && read_first(job);
}

/* ---- constants --------------------------------------------------------------------------------------------- */

/* The registers of a buffer: of the stage, or of the one whose constants ALT_CONST has (ISA 4.6.4.6, 10.1). */
static unsigned size_of_bank(const struct setup_job *job, unsigned bank)
{
    return bank < KCACHE_BANKS ? job->stage->constant_size + bank : job->stage->alt_size + bank - KCACHE_BANKS;
}
static unsigned cache_of_bank(const struct setup_job *job, unsigned bank)
{
    return bank < KCACHE_BANKS ? job->stage->constant_cache + bank : job->stage->alt_cache + bank - KCACHE_BANKS;
}

static unsigned bank_vectors(const struct setup_job *job, unsigned bank)
{
    const uint32_t lines =
        register_bits(setup_read(job, size_of_bank(job, bank)), FIELD_SQ_ALU_CONST_BUFFER_SIZE_PS_N_DATA);
    return lines * (KCACHE_LINE_DWORDS / 4);
}

/* Copies what lies at an address, range by range; returns the dwords up to the last one in a range. */
static size_t gather(struct gpu_memory *memory, uint64_t address, size_t count, uint32_t *words)
{
    size_t placed = 0;
    for (size_t i = 0; i < count; i++) {
        if (!gpu_memory_find(memory, address + 4 * i))
            continue;
        words[i] = gpu_memory_word(memory, address + 4 * i);
        placed = i + 1;
    }
    return placed;
}

/* 3D 9: base and size are always written together unless the size is 0.  Those of another stage do no harm. */
static bool check_bank(struct setup_job *job, unsigned bank)
{
    if (bank >= KCACHE_BANKS)
        return true;
    const struct launch_register *base = setup_raw(job, cache_of_bank(job, bank));
    if (!base || register_written(&job->setup->registers, size_of_bank(job, bank)))
        return true;
    return setup_fail(job, base->line, "registers.%s: the size of bank %u is missing (3D 9)", base->name, bank);
}

/* The constants that a bank's buffer has in its file, which need not fill its last line; `placed`, where raw registers
 * say what it is. */
static unsigned given_constants(const struct setup_job *job, unsigned bank, unsigned placed)
{
    if (setup_raw(job, cache_of_bank(job, bank)) || setup_raw(job, size_of_bank(job, bank)))
        return placed;
    for (unsigned i = 0; i < job->launch->constant_buffer_count; i++) {
        const struct launch_constant_buffer *buffer = &job->launch->constant_buffers[i];
        if (buffer->bank + (buffer->alternate ? KCACHE_BANKS : 0) == bank)
            return (unsigned)((buffer->file.bytes + 15) / 16);
    }
    return placed;
}

static bool read_banks(struct setup_job *job)
{
    struct constant_memory *constants = &job->setup->simd_memory.constants;
    size_t                  vectors = 0;
    for (unsigned bank = 0; bank < KCACHE_BUFFERS; bank++) {
        if (!check_bank(job, bank))
            return false;
        vectors += bank_vectors(job, bank);
    }
    uint32_t *words = calloc(4 * vectors + 1, sizeof *words);
    if (!words)
        return setup_fail(job, 0, "not enough memory for %zu constants", vectors);
    job->setup->constant_words = words;
    for (unsigned bank = 0; bank < KCACHE_BUFFERS; bank++) {
        const size_t   count = 4 * (size_t)bank_vectors(job, bank);
        const uint64_t base = (uint64_t)setup_read(job, cache_of_bank(job, bank)) << 8;
        const size_t   placed = gather(&job->setup->memory, base, count, words);
        constants->words[bank] = words;
        constants->vectors[bank] = (unsigned)((placed + 3) / 4);
        job->setup->given.bank[bank] = given_constants(job, bank, constants->vectors[bank]);
        words += count;
    }
    return true;
}

/* CLAMP_CONSTS: constants 0 to 7 of the file, of pixel programs below version 2.0 (3D 10).  GUESS: a NaN stays, because
 * -1 to 1 has no place for it and nothing says that it becomes a number. */
static uint32_t clamped_constant(uint32_t word)
{
    const uint32_t one = 0x3f800000, infinity = 0x7f800000, sign = 0x80000000, magnitude = word & ~sign;
    return magnitude > one && magnitude <= infinity ? (word & sign) | one : word;
}

/* The register of a word of the constant file; none where the stage, or the other one, has none. */
static bool slot_of_constant(const struct setup_stage *stage, unsigned i, unsigned *slot)
{
    static const unsigned element[4] = {REGISTER_SQ_ALU_CONSTANT0_N, REGISTER_SQ_ALU_CONSTANT1_N,
                                        REGISTER_SQ_ALU_CONSTANT2_N, REGISTER_SQ_ALU_CONSTANT3_N};
    const bool            alternate = i / 4 >= CONSTANT_FILE_VECTORS;
    *slot = element[i % 4] + (alternate ? stage->alt_constant : stage->alu_constant) + i / 4 % CONSTANT_FILE_VECTORS;
    return !(alternate ? stage->no_alt_constants : stage->no_alu_constants);
}

static void read_constant(struct setup_job *job, unsigned i, unsigned slot)
{
    struct gpu_setup *setup = job->setup;
    setup->alu_constants[i] = setup_read(job, slot);
    if (!register_written(&setup->registers, slot))
        return;
    setup->simd.constant_count = i / 4 < setup->simd.constant_count ? setup->simd.constant_count : i / 4 + 1;
    setup->given.file[i / 128] |= 1u << i / 4 % 32;
}

/* As many constants as were written; the others are 0, and most launches have none. */
static void read_constant_file(struct setup_job *job)
{
    enum { CLAMPED = 8, OF_STAGE = 4 * CONSTANT_FILE_VECTORS };
    struct gpu_setup *setup = job->setup;
    const bool clamps = job->launch->stage == LAUNCH_PS && register_bits(setup_read(job, REGISTER_SQ_PGM_RESOURCES_PS),
                                                                         FIELD_SQ_PGM_RESOURCES_PS_CLAMP_CONSTS);
    for (unsigned first = 0; first < 4 * CONSTANT_FILE_ROWS; first += first % 4 == 3 ? OF_STAGE - 3 : 1) {
        unsigned slot;
        if (slot_of_constant(job->stage, first, &slot) &&
            register_any_written(&setup->registers, slot, CONSTANT_FILE_VECTORS))
            for (unsigned vector = 0; vector < CONSTANT_FILE_VECTORS; vector++)
                read_constant(job, first + 4 * vector, slot + vector);
    }
    for (unsigned i = 0; clamps && i < 4 * CLAMPED; i++)
        setup->alu_constants[i] = clamped_constant(setup->alu_constants[i]);
    setup->simd.alu_constants = setup->alu_constants;
}

bool setup_read_constants(struct setup_job *job)
{
    read_constant_file(job);
    return read_banks(job);
}

/* ---- initial GPRs ------------------------------------------------------------------------------------------ */

/* Thread u of a wavefront is lane u mod `lanes` of quarter u / `lanes`. */
static void lay_thread(const struct setup_job *job, const struct wave_groups *groups, unsigned thread)
{
    const struct launch_gprs *gprs = &job->launch->gprs;
    uint32_t                  u;
    const uint32_t            wave = groups_wave_of(groups, thread, &u);
    const unsigned            lanes = job->chip->lanes, lane = u / lanes * QUARTER + u % lanes;
    lanes_t                  *row = job->setup->inputs + (size_t)wave * gprs->count * GPR_ELEMENTS;
    const size_t              from = (size_t)thread * gprs->count * GPR_ELEMENTS;
    for (size_t i = 0; i < gprs->count * GPR_ELEMENTS; i++)
        row[i].lane[lane] = launch_word(&gprs->file, from + i);
}

bool setup_load_gprs(struct setup_job *job)
{
    const struct launch_gprs *gprs = &job->launch->gprs;
    struct simd_launch       *simd = &job->setup->simd;
    const unsigned            line = job->launch->line[LAUNCH_KEY_GPRS];
    if (gprs->first + gprs->count > simd->num_gprs && gprs->count)
        return setup_fail(job, line, "gprs: GPRs %u to %u, but num_gprs is %u", gprs->first,
                          gprs->first + gprs->count - 1, simd->num_gprs);
    simd->load_first = gprs->first;
    simd->load_count = gprs->count;
    if (!gprs->count)
        return true;
    const struct wave_groups groups = launch_groups(job->chip, simd);
    const size_t             rows = (size_t)groups_waves(&groups) * gprs->count * GPR_ELEMENTS;
    job->setup->inputs = calloc(rows, sizeof(lanes_t));
    if (!job->setup->inputs)
        return setup_fail(job, line, "gprs: not enough memory for %zu rows of %zu bytes", rows, sizeof(lanes_t));
    for (unsigned thread = 0; thread < job->launch->threads; thread++)
        lay_thread(job, &groups, thread);
    job->setup->simd_memory.inputs = job->setup->inputs;
    return true;
}
