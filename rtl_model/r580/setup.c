#include "rtl_model/r580/setup.h"

#include <string.h>

#include "kit/bytes.h"
#include "rtl_model/r580/outputs.h"

struct job {
    const struct us_chip *chip;
    const struct program *program;
    const struct launch  *launch;
    struct us_registers   registers;
    struct us_setup      *setup;
    struct us_store      *store;
    struct diag          *diag;
};

static uint32_t value_of(const struct job *job, enum us_register which)
{
    return job->registers.value[which];
}

static bool fail(const struct job *job, enum launch_key key, const char *what)
{
    return diag_set(job->diag, job->launch->path, job->launch->line[key], "%s: %s", launch_key_name(key), what);
}

/* ---- what means nothing here ------------------------------------------------------------------------------------- */

static bool check_keys(const struct job *job)
{
    if (!launch_of_machine(job->launch, LAUNCH_R580, "R580's fragment shader processor", job->diag))
        return false;
    if (job->launch->stage != LAUNCH_PS)
        return fail(job, LAUNCH_KEY_STAGE, "expected ps: R580's unit runs pixels alone");
    for (unsigned i = 0; i < job->launch->texture_count; i++)
        if (job->launch->textures[i].id > 15)
            return diag_set(job->diag, job->launch->path, job->launch->textures[i].line,
                            "textures: id %u, expected 0 to 15", job->launch->textures[i].id);
    for (unsigned i = 0; i < job->launch->expect.export_count; i++) {
        const struct launch_export *export = &job->launch->expect.exports[i];
        if (export->type != LAUNCH_EXPORT_PIXEL || (export->array_base > 3 && export->array_base != 61))
            return diag_set(job->diag, job->launch->path, export->line,
                            "expect.exports: %s %u, expected pixel 0 to 3, the render targets A to D, or 61, the depth",
                            launch_export_name(export->type), export->array_base);
    }
    return true;
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static bool take_loop_constants(const struct job *job)
{
    for (unsigned i = 0; i < job->launch->loop_constant_count; i++) {
        const struct launch_loop_constant *constant = &job->launch->loop_constants[i];
        if (constant->count > 255 || constant->start > 255)
            return diag_set(job->diag, job->launch->path, constant->line,
                            "loop_constants: count %u, start %u, expected 0 to 255 (US_FC_INT_CONST)", constant->count,
                            constant->start);
        job->store->integers[constant->index] =
            constant->count | constant->start << 8 | ((uint32_t)constant->step & 255) << 16;
    }
    for (unsigned i = 0; i < 32; i++)
        if (job->registers.given[US_REG_INT_CONST + i])
            job->store->integers[i] = job->registers.value[US_REG_INT_CONST + i];
    return true;
}

static bool take_constants(const struct job *job)
{
    const struct launch_alu_constants *constants = &job->launch->alu_constants;
    for (unsigned i = 0; i < constants->count; i++)
        for (unsigned c = 0; c < US_CHANNELS; c++)
            job->store->constants[constants->first + i].e[c] =
                launch_word(&constants->file, (size_t)i * US_CHANNELS + c);
    job->store->q.booleans =
        job->registers.given[US_REG_BOOL_CONST] ? value_of(job, US_REG_BOOL_CONST) : job->launch->bool_constants;
    job->store->d = job->store->q;
    return take_loop_constants(job);
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* Where its first instruction lies: as GA_US_VECTOR_INDEX says, else at the beginning of US_CODE_RANGE, else at
 * US_CODE_OFFSET.  It wraps behind instruction 511 (8.2). */
static void take_program(const struct job *job)
{
    struct us_setup *setup = job->setup;
    const unsigned   count = job->program->count / US_WORDS;
    unsigned         base = setup->offset;
    if (job->registers.given[US_REG_CODE_RANGE])
        base = value_of(job, US_REG_CODE_RANGE);
    if (job->registers.given[US_REG_VECTOR_INDEX])
        base = value_of(job, US_REG_VECTOR_INDEX);
    setup->base = (us_address_t)(base % US_STORE);
    for (unsigned i = 0; i < count; i++) {
        const unsigned at = (base + i) % US_STORE;
        memcpy(job->store->words[at].w, job->program->dwords + (size_t)i * US_WORDS, sizeof job->store->words[at].w);
        job->store->written[at] = true;
    }
    if (!job->registers.given[US_REG_CODE_ADDR]) {
        setup->first = (us_address_t)(base % US_STORE);
        setup->last = (us_address_t)((base + count - 1) % US_STORE);
    }
}

static bool take_code(const struct job *job)
{
    struct us_setup *setup = job->setup;
    const uint32_t   address = value_of(job, US_REG_CODE_ADDR), range = value_of(job, US_REG_CODE_RANGE);
    setup->offset = (us_address_t)(value_of(job, US_REG_CODE_OFFSET) % US_STORE);
    setup->first = (us_address_t)((address + setup->offset) % US_STORE);
    setup->last = (us_address_t)(((address >> 16) + setup->offset) % US_STORE);
    setup->range = (us_address_t)(range % US_STORE);
    setup->range_size =
        (us_address_t)(job->registers.given[US_REG_CODE_RANGE] ? (range >> 16) % US_STORE : US_STORE - 1);
    setup->full = value_of(job, US_REG_FC_CTRL) >> 31;
    setup->zero_times_anything = value_of(job, US_REG_CONFIG) >> 1 & 1;
    take_program(job);
    return true;
}

/* ---- pixels ------------------------------------------------------------------------------------------------------ */

static bool take_temporaries(const struct job *job)
{
    const struct launch *launch = job->launch;
    struct us_setup     *setup = job->setup;
    const bool           given = job->registers.given[US_REG_PIXSIZE], named = launch->line[LAUNCH_KEY_NUM_GPRS];
    const unsigned       line = job->registers.line[US_REG_PIXSIZE];
    setup->temporaries = given ? (value_of(job, US_REG_PIXSIZE) & 127) + 1 : launch->num_gprs;
    if (!given && !named)
        return diag_set(job->diag, launch->path, 0,
                        "how many temporaries are there? expected num_gprs, or the register US_PIXSIZE");
    if (given && named && setup->temporaries != launch->num_gprs)
        return diag_set(job->diag, launch->path, line, "registers.US_PIXSIZE: %u temporaries, but num_gprs is %u",
                        setup->temporaries, launch->num_gprs);
    if (setup->full && setup->temporaries < 2)
        return diag_set(job->diag, launch->path, given ? line : launch->line[LAUNCH_KEY_NUM_GPRS],
                        "full flow control needs at least two temporaries: US_PIXSIZE of 1 or more (R5XX 8.6)");
    setup->input_first = launch->gprs.first;
    setup->input_count = launch->gprs.count;
    setup->inputs = launch->gprs.file.data;
    return setup->input_first + setup->input_count <= setup->temporaries ||
           diag_set(job->diag, launch->path, launch->line[LAUNCH_KEY_GPRS],
                    "gprs: registers %u to %u, but the program has %u (US_PIXSIZE)", setup->input_first,
                    setup->input_first + setup->input_count - 1, setup->temporaries);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Groups at once: contexts, and room for temporaries. */
static bool take_groups(const struct job *job)
{
    struct us_setup      *setup = job->setup;
    const struct us_chip *chip = job->chip;
    setup->threads = job->launch->threads;
    setup->group_quads = chip->group_pixels / 4;
    setup->groups = (setup->threads + chip->group_pixels - 1) / chip->group_pixels;
    const unsigned rows = setup->group_quads * setup->temporaries;
    setup->slots = least(least(chip->contexts * (setup->full ? 1 : 2), US_SLOTS), chip->temporary_rows / rows);
    setup->places = least(chip->output_quads / setup->group_quads, US_PLACES);
    return setup->slots ||
           diag_set(job->diag, job->launch->path, 0,
                    "a group of %u pixels with %u temporaries has %u rows, and the chip has %u (temporary_rows)",
                    chip->group_pixels, setup->temporaries, rows, chip->temporary_rows);
}

bool us_setup(const struct us_chip *chip, const struct program *program, const struct launch *launch,
              struct us_setup *setup, struct us_store *store, struct diag *diag)
{
    struct job job = {.chip = chip, .program = program, .launch = launch, .setup = setup, .store = store, .diag = diag};
    *setup = (struct us_setup){0};
    return check_keys(&job) && us_read_registers(launch, &job.registers, diag) && take_code(&job) &&
           take_constants(&job) && take_temporaries(&job) && take_groups(&job);
}
