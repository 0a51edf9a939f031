/* setup_registers.c - registers that a launch writes without placing anything: defaults, constants, raw `registers`
 * (3D 3, 9, 10, 14; docs/launch.md). */
#include "rtl_model/r700/setup/setup_internal.h"

#include <stdlib.h>
#include <string.h>

/* The registers of all stages have the same fields (3D 9, 10), so those of PS stand for all. */
_Static_assert(
    (int)FIELD_SQ_PGM_RESOURCES_PS_NUM_GPRS == (int)FIELD_SQ_PGM_RESOURCES_VS_NUM_GPRS &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_STACK_SIZE == (int)FIELD_SQ_PGM_RESOURCES_VS_STACK_SIZE &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_DX10_CLAMP == (int)FIELD_SQ_PGM_RESOURCES_VS_DX10_CLAMP &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_NUM_GPRS == (int)FIELD_SQ_PGM_RESOURCES_GS_NUM_GPRS &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_STACK_SIZE == (int)FIELD_SQ_PGM_RESOURCES_GS_STACK_SIZE &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_DX10_CLAMP == (int)FIELD_SQ_PGM_RESOURCES_GS_DX10_CLAMP &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_FETCH_CACHE_LINES == (int)FIELD_SQ_PGM_RESOURCES_VS_FETCH_CACHE_LINES &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_FETCH_CACHE_LINES == (int)FIELD_SQ_PGM_RESOURCES_GS_FETCH_CACHE_LINES &&
        (int)FIELD_SQ_PGM_RESOURCES_PS_FETCH_CACHE_LINES == (int)FIELD_SQ_PGM_RESOURCES_ES_FETCH_CACHE_LINES &&
        (int)FIELD_SQ_PGM_CF_OFFSET_PS_PGM_CF_OFFSET == (int)FIELD_SQ_PGM_CF_OFFSET_VS_PGM_CF_OFFSET &&
        (int)FIELD_SQ_ALU_CONST_BUFFER_SIZE_PS_N_DATA == (int)FIELD_SQ_ALU_CONST_BUFFER_SIZE_VS_N_DATA,
    "fields of PS, VS and GS");

/* ---- stages ------------------------------------------------------------------------------------------------ */

/* What VS has, ES and FS have but for their program: 3D 9, 10 and 14 give them no bank of their own (GUESS: ES has that
 * of VS, which it takes the place of). */
#define BANK_OF_VS                                                                                                     \
    .constant_size = REGISTER_SQ_ALU_CONST_BUFFER_SIZE_VS_N, .constant_cache = REGISTER_SQ_ALU_CONST_CACHE_VS_N,       \
    .alt_size = REGISTER_SQ_ALU_CONST_BUFFER_SIZE_GS_N, .alt_cache = REGISTER_SQ_ALU_CONST_CACHE_GS_N,                 \
    .alu_constant = LAUNCH_ALU_CONSTANTS, .no_alt_constants = true, .bools = REGISTER_SQ_BOOL_CONST_N + 1,             \
    .loops = REGISTER_SQ_LOOP_CONST_N + LAUNCH_LOOPS, .resource = LAUNCH_RESOURCES, .sampler = LAUNCH_SAMPLERS,        \
    .alt_resource = 2 * LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES, .alt_sampler = 2 * LAUNCH_SAMPLERS,                    \
    .border = {REGISTER_TD_VS_SAMPLERN_BORDER_RED, REGISTER_TD_VS_SAMPLERN_BORDER_GREEN,                               \
               REGISTER_TD_VS_SAMPLERN_BORDER_BLUE, REGISTER_TD_VS_SAMPLERN_BORDER_ALPHA}

/* PS, VS and GS have a bank each (3D 9, 10, 14); resources and samplers as ISA table 2.8 counts them.  A compute
 * program takes the registers of VS (LLVM).  ALT_CONST: PS has those of VS, VS and GS those of one another (ISA 10.4).
 */
static const struct setup_stage stages[] = {
    {
        .program_start = REGISTER_SQ_PGM_START_PS,
        .resources = REGISTER_SQ_PGM_RESOURCES_PS,
        .cf_offset = REGISTER_SQ_PGM_CF_OFFSET_PS,
        .constant_size = REGISTER_SQ_ALU_CONST_BUFFER_SIZE_PS_N,
        .constant_cache = REGISTER_SQ_ALU_CONST_CACHE_PS_N,
        .alt_size = REGISTER_SQ_ALU_CONST_BUFFER_SIZE_VS_N,
        .alt_cache = REGISTER_SQ_ALU_CONST_CACHE_VS_N,
        .alu_constant = 0,
        .alt_constant = LAUNCH_ALU_CONSTANTS,
        .bools = REGISTER_SQ_BOOL_CONST_N,
        .loops = REGISTER_SQ_LOOP_CONST_N,
        .resource = 0,
        .sampler = 0,
        .alt_resource = LAUNCH_RESOURCES,
        .alt_sampler = LAUNCH_SAMPLERS,
        .border = {REGISTER_TD_PS_SAMPLERN_BORDER_RED, REGISTER_TD_PS_SAMPLERN_BORDER_GREEN,
                   REGISTER_TD_PS_SAMPLERN_BORDER_BLUE, REGISTER_TD_PS_SAMPLERN_BORDER_ALPHA},
    },
    {
        .program_start = REGISTER_SQ_PGM_START_VS,
        .resources = REGISTER_SQ_PGM_RESOURCES_VS,
        .cf_offset = REGISTER_SQ_PGM_CF_OFFSET_VS,
        BANK_OF_VS,
    },
    {
        .program_start = REGISTER_SQ_PGM_START_GS,
        .resources = REGISTER_SQ_PGM_RESOURCES_GS,
        .cf_offset = REGISTER_SQ_PGM_CF_OFFSET_GS,
        .constant_size = REGISTER_SQ_ALU_CONST_BUFFER_SIZE_GS_N,
        .constant_cache = REGISTER_SQ_ALU_CONST_CACHE_GS_N,
        .alt_size = REGISTER_SQ_ALU_CONST_BUFFER_SIZE_VS_N,
        .alt_cache = REGISTER_SQ_ALU_CONST_CACHE_VS_N,
        .alt_constant = LAUNCH_ALU_CONSTANTS,
        .no_alu_constants = true,
        .bools = REGISTER_SQ_BOOL_CONST_N + 2,
        .loops = REGISTER_SQ_LOOP_CONST_N + 2 * LAUNCH_LOOPS,
        .resource = 2 * LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES,
        .sampler = 2 * LAUNCH_SAMPLERS,
        .alt_resource = LAUNCH_RESOURCES,
        .alt_sampler = LAUNCH_SAMPLERS,
        .border = {REGISTER_TD_GS_SAMPLERN_BORDER_RED, REGISTER_TD_GS_SAMPLERN_BORDER_GREEN,
                   REGISTER_TD_GS_SAMPLERN_BORDER_BLUE, REGISTER_TD_GS_SAMPLERN_BORDER_ALPHA},
    },
    {
        .program_start = REGISTER_SQ_PGM_START_ES,
        .resources = REGISTER_SQ_PGM_RESOURCES_ES,
        .cf_offset = REGISTER_SQ_PGM_CF_OFFSET_ES,
        .no_alu_constants = true,
        BANK_OF_VS,
    },
    {
        .program_start = REGISTER_SQ_PGM_START_FS,
        .resources = REGISTER_SQ_PGM_RESOURCES_FS,
        .cf_offset = REGISTER_SQ_PGM_CF_OFFSET_FS,
        .first_id = LAUNCH_RESOURCES, /* they follow those of VS (ISA table 2.8) */
        BANK_OF_VS,
    },
};

const struct setup_stage *setup_stage(enum launch_stage stage)
{
    static const uint8_t rows[LAUNCH_STAGE_COUNT] = {
        [LAUNCH_PS] = 0, [LAUNCH_VS] = 1, [LAUNCH_GS] = 2, [LAUNCH_ES] = 3, [LAUNCH_FS] = 4, [LAUNCH_CS] = 1};
    return &stages[rows[stage]];
}

unsigned gpu_setup_first_sampler(enum launch_stage stage)
{
    return setup_stage(stage)->sampler;
}

/* ---- defaults and constants -------------------------------------------------------------------------------- */

/* Clause temporaries take the last of a thread's 128 GPRs (ISA 4.6); GPRs that the program has as its own cannot be
 * temporaries, and a set-up for it would not make them so. */
static unsigned default_temporaries(const struct setup_job *job)
{
    const unsigned gprs = job->launch->line[LAUNCH_KEY_NUM_GPRS] ? job->launch->num_gprs : job->program->num_gprs;
    const unsigned left = gprs < LAUNCH_THREAD_GPRS ? LAUNCH_THREAD_GPRS - gprs : 0;
    return left < job->chip->clause_temporaries ? left : job->chip->clause_temporaries;
}

/* As Linux writes it: groups of 256 bytes, swaps after 256 bytes; rows and splits of samples alike.  It has the render
 * back ends, too, which are not modelled. */
static uint32_t default_tiling(const struct chip_config *chip)
{
    enum { SWAP_256 = 1 };
    const unsigned row = logarithm(chip->tile_row_kb);
    uint32_t       word = register_with_bits(0, FIELD_GB_TILING_CONFIG_PIPE_TILING, logarithm(chip->tile_pipes));
    word = register_with_bits(word, FIELD_GB_TILING_CONFIG_BANK_TILING, logarithm(chip->tile_banks / 4));
    word = register_with_bits(word, FIELD_GB_TILING_CONFIG_ROW_TILING, row);
    word = register_with_bits(word, FIELD_GB_TILING_CONFIG_BANK_SWAPS, SWAP_256);
    return register_with_bits(word, FIELD_GB_TILING_CONFIG_SAMPLE_SPLIT, row);
}

void setup_default_registers(struct setup_job *job)
{
    const struct chip_config *chip = job->chip;
    const uint32_t           *word = job->setup->registers.word;
    setup_write(
        job, REGISTER_SQ_CONFIG,
        register_with_bits(word[REGISTER_SQ_CONFIG], FIELD_SQ_CONFIG_ALU_INST_PREFER_VECTOR, chip->prefer_vector));
    setup_write(job, REGISTER_SQ_GPR_RESOURCE_MGMT_1,
                register_with_bits(word[REGISTER_SQ_GPR_RESOURCE_MGMT_1],
                                   FIELD_SQ_GPR_RESOURCE_MGMT_1_NUM_CLAUSE_TEMP_GPRS, default_temporaries(job)));
    /* Global GPRs are there in the dynamic mode only (ISA 2.6.1.2). */
    setup_write(job, REGISTER_SQ_GPR_RESOURCE_MGMT_1,
                register_with_bits(word[REGISTER_SQ_GPR_RESOURCE_MGMT_1], FIELD_SQ_GPR_RESOURCE_MGMT_1_DYN_GPR_ENABLE,
                                   setup_global_count(job) != 0));
    setup_write(job, REGISTER_GB_TILING_CONFIG, default_tiling(chip));
}

/* A program has either a constant file or constant buffers (ISA 4.6.4), so the launch's keys say which. */
static void alu_constants(struct setup_job *job)
{
    static const unsigned              element[4] = {REGISTER_SQ_ALU_CONSTANT0_N, REGISTER_SQ_ALU_CONSTANT1_N,
                                                     REGISTER_SQ_ALU_CONSTANT2_N, REGISTER_SQ_ALU_CONSTANT3_N};
    const struct launch_alu_constants *constants = &job->launch->alu_constants;
    for (unsigned i = 0; i < 4 * constants->count; i++)
        setup_write(job, element[i % 4] + job->stage->alu_constant + constants->first + i / 4,
                    launch_word(&constants->file, i));
    if (constants->count && !job->launch->constant_buffer_count)
        setup_write(job, REGISTER_SQ_CONFIG,
                    register_with_bits(job->setup->registers.word[REGISTER_SQ_CONFIG], FIELD_SQ_CONFIG_DX9_CONSTS, 1));
}

static void loop_constants(struct setup_job *job)
{
    for (unsigned i = 0; i < job->launch->loop_constant_count; i++) {
        const struct launch_loop_constant *loop = &job->launch->loop_constants[i];
        /* A count with more bits than COUNT has fills the word, as LOOP_START_DX10 reads it; start and step are 0. */
        setup_write(job, job->stage->loops + loop->index,
                    loop->count | loop->start << (FIELD_SQ_LOOP_CONST_N_INIT & 0xff) |
                        (uint32_t)(uint8_t)loop->step << (FIELD_SQ_LOOP_CONST_N_INC & 0xff));
    }
}

static void program_resources(struct setup_job *job)
{
    const struct launch  *launch = job->launch;
    const struct program *program = job->program;
    const bool            has_gprs = launch->line[LAUNCH_KEY_NUM_GPRS];
    const bool            has_stack = launch->line[LAUNCH_KEY_STACK_SIZE];
    const unsigned        num_gprs = has_gprs ? launch->num_gprs : program->num_gprs;
    const unsigned        stack_size = has_stack ? launch->stack_size : program->stack_size;
    uint32_t              word = job->setup->registers.word[job->stage->resources];
    word = register_with_bits(word, FIELD_SQ_PGM_RESOURCES_PS_NUM_GPRS, num_gprs);
    word = register_with_bits(word, FIELD_SQ_PGM_RESOURCES_PS_STACK_SIZE, stack_size);
    word = register_with_bits(word, FIELD_SQ_PGM_RESOURCES_PS_DX10_CLAMP, 1);
    word = register_with_bits(word, FIELD_SQ_PGM_RESOURCES_PS_FETCH_CACHE_LINES, program->fetch_cache_lines);
    setup_write(job, job->stage->resources, word);
}

void setup_friendly_registers(struct setup_job *job)
{
    const struct launch *launch = job->launch;
    program_resources(job);
    alu_constants(job);
    loop_constants(job);
    if (launch->line[LAUNCH_KEY_BOOL_CONSTANTS])
        setup_write(job, job->stage->bools, launch->bool_constants);
    if (!launch->bicubic_weights.data)
        return;
    setup_write(job, REGISTER_TD_FILTER4, launch_word(&launch->bicubic_weights, 0));
    for (unsigned i = 1; i < LAUNCH_BICUBIC_WORDS; i++)
        setup_write(job, REGISTER_TD_FILTER4_N + i - 1, launch_word(&launch->bicubic_weights, i));
}

/* ---- raw registers ----------------------------------------------------------------------------------------- */

static bool find_name(const char *name, uint32_t *offset)
{
    unsigned                   index;
    const struct register_row *row = register_find_name(name, &index);
    if (row)
        *offset = register_offset(row, index);
    return row != NULL;
}

static bool find_offset(uint32_t offset)
{
    return register_find_offset(offset, NULL) != NULL;
}

/* Said here rather than by the launch's own check because the name that is meant needs a place to be written to. */
static bool check_names(struct setup_job *job)
{
    for (unsigned i = 0; i < job->launch->register_count; i++) {
        const struct launch_register *entry = &job->raw[i];
        char                          meant[REGISTER_NAME_SIZE];
        if (entry->known || register_find_name(entry->name, NULL))
            continue;
        const bool near = register_suggest(entry->name, meant, sizeof meant);
        return setup_fail(job, entry->line, "registers.%.80s: unknown register%s%s%s", entry->name,
                          near ? "; did you mean \"" : "", near ? meant : "", near ? "\"" : "");
    }
    return true;
}

bool setup_resolve_registers(struct setup_job *job)
{
    static const struct launch_register_map map = {.find_name = find_name, .find_offset = find_offset};
    struct launch                           copy = *job->launch; /* only its registers change */
    if (!copy.register_count)
        return true;
    job->raw = malloc(copy.register_count * sizeof *job->raw);
    if (!job->raw)
        return setup_fail(job, 0, "not enough memory for %u registers", copy.register_count);
    memcpy(job->raw, copy.registers, copy.register_count * sizeof *job->raw);
    copy.registers = job->raw;
    return check_names(job) && launch_resolve_registers(&copy, &map, job->diag);
}

static unsigned slot_of(const struct launch_register *entry)
{
    unsigned                   index;
    const struct register_row *row = register_find_offset(entry->offset, &index);
    return row->slot + index;
}

const struct launch_register *setup_raw(const struct setup_job *job, unsigned slot)
{
    for (unsigned i = 0; i < job->launch->register_count; i++)
        if (slot_of(&job->raw[i]) == slot)
            return &job->raw[i];
    return NULL;
}

unsigned setup_line(const struct setup_job *job, unsigned slot, enum launch_key key)
{
    const struct launch_register *entry = setup_raw(job, slot);
    return entry ? entry->line : job->launch->line[key];
}

static bool agrees(struct setup_job *job, const struct launch_register *entry, enum launch_key key, const char *field,
                   unsigned bits, unsigned value)
{
    const unsigned line = job->launch->line[key];
    const uint32_t raw = register_bits(entry->value, bits);
    return !line || raw == value ||
           setup_fail(job, entry->line, "registers.%s: %s is %u, but %s of line %u is %u", entry->name, field, raw,
                      launch_key_name(key), line, value);
}

/* Bits of SQ_VTX_SEMANTIC_CLEAR are entries of the table as it is then (3D 3). */
static void clear_semantics(struct setup_job *job, uint32_t entries)
{
    for (unsigned i = 0; i < FETCH_SEMANTICS; i++) {
        const unsigned slot = REGISTER_SQ_VTX_SEMANTIC_N + i;
        if (entries >> i & 1)
            job->setup->registers.written[slot / 32] &= ~(1u << slot % 32);
    }
}

static void write_raw(struct setup_job *job, unsigned slot, uint32_t value)
{
    setup_write(job, slot, value);
    if (slot == REGISTER_SQ_VTX_SEMANTIC_CLEAR)
        clear_semantics(job, value);
}

/* Raw writes win, but for the size of the program, which must not be said in two ways, and its place, which the set-up
 * chooses. */
bool setup_raw_registers(struct setup_job *job)
{
    const struct launch_register *size = setup_raw(job, job->stage->resources);
    const struct launch          *launch = job->launch;
    if (size &&
        (!agrees(job, size, LAUNCH_KEY_NUM_GPRS, "NUM_GPRS", FIELD_SQ_PGM_RESOURCES_PS_NUM_GPRS, launch->num_gprs) ||
         !agrees(job, size, LAUNCH_KEY_STACK_SIZE, "STACK_SIZE", FIELD_SQ_PGM_RESOURCES_PS_STACK_SIZE,
                 launch->stack_size)))
        return false;
    for (unsigned i = 0; i < launch->register_count; i++)
        write_raw(job, slot_of(&job->raw[i]), job->raw[i].value);
    setup_write(job, job->stage->program_start, (uint32_t)(job->program_address >> 8));
    return true;
}
