#include "rtl_model/nv30/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/nv30/textures.h"

const struct program_rules program_nv30 = {.instructions = "NV30",
                                           .dwords = NV30_DWORDS,
                                           .dwords_text = "six dwords (docs/nv30.md)",
                                           .most = NV30_INSTRUCTIONS_MAX * NV30_DWORDS,
                                           .most_text = "1024 instructions (NV_fragment_program)",
                                           .assemble = nv30_assemble};

/* ---- what a launch may say -------------------------------------------------------------------------------------- */

bool nv30_setup_check(const struct launch *launch, struct diag *diag)
{
    if (!launch_of_machine(launch, LAUNCH_NV30, "an NV30", diag))
        return false;
    if (launch->stage != LAUNCH_PS)
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_STAGE],
                        "stage: %s is none of an NV30's shader core, expected ps", launch_stage_name(launch->stage));
    if (launch->threads % NV30_QUAD)
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_THREADS],
                        "threads: %u pixels, expected whole quads of 4", (unsigned)launch->threads);
    if (launch->gprs.count && launch->gprs.first + launch->gprs.count > NV30_ATTRIBUTES)
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_GPRS],
                        "gprs: %u to %u, expected 0 to %d: TEX0 to TEX7, COL0, COL1, WPOS", launch->gprs.first,
                        launch->gprs.first + launch->gprs.count - 1, NV30_ATTRIBUTES - 1);
    return true;
}

/* ---- the program ------------------------------------------------------------------------------------------------ */

bool nv30_refuse(const struct program *program, const char *name, unsigned instruction, const char *why,
                 struct diag *diag)
{
    diag_set(diag, name, 0, "instruction %u: %s", instruction, why);
    return program_locate(program, (size_t)instruction * NV30_DWORDS, diag);
}

static bool decode(const struct program *program, const char *name, struct nv30_instruction *list, struct diag *diag)
{
    const unsigned count = program->count / NV30_DWORDS;
    unsigned       halves, at;
    char           why[256];
    for (unsigned i = 0; i < count; i++)
        if (!nv30_decode(program->dwords + (size_t)i * NV30_DWORDS, &list[i], why, sizeof why))
            return nv30_refuse(program, name, i, why, diag);
    return nv30_program_legal(list, count, &halves, &at, why, sizeof why) || nv30_refuse(program, name, at, why, diag);
}

/* A texture unit has one texture, so it is read as one target. */
static bool check_targets(const struct program *program, const struct nv30_instruction *list, const char *name,
                          struct diag *diag)
{
    const unsigned count = program->count / NV30_DWORDS;
    uint8_t        targets[NV30_UNITS] = {0};
    char           why[256];
    for (unsigned i = 0; i < count; i++) {
        const unsigned unit = list[i].unit;
        if (list[i].target == NV30_NO_TARGET)
            continue;
        if (targets[unit] != NV30_NO_TARGET && targets[unit] != list[i].target) {
            snprintf(why, sizeof why, "texture unit %u is read as %s and as %s", unit, nv30_target_names[targets[unit]],
                     nv30_target_names[list[i].target]);
            return nv30_refuse(program, name, i, why, diag);
        }
        targets[unit] = (uint8_t)list[i].target;
    }
    return true;
}

static bool make_passes(const struct nv30_chip *chip, const struct program *program, const struct launch *launch,
                        struct nv30_setup *setup, struct diag *diag)
{
    const struct nv30_pass_rules rules = {
        .core_runs = chip->core_runs, .pair_reads = chip->pair_reads, .late_sets = chip->late_set_passes};
    const unsigned           count = program->count / NV30_DWORDS;
    struct nv30_instruction *list = calloc(count, sizeof *list);
    const char *const        name = launch->program.path;
    const bool good = list ? decode(program, name, list, diag) && check_targets(program, list, name, diag) &&
                                 nv30_passes_make(list, count, &rules, &setup->passes, diag)
                           : diag_set(diag, NULL, 0, "not enough memory");
    free(list);
    return good;
}

/* Quads in flight: as many as have room for their registers. */
static bool count_places(const struct nv30_chip *chip, const struct launch *launch, struct nv30_setup *setup,
                         struct diag *diag)
{
    const unsigned granule = chip->register_granule, full = (setup->passes.rows.halves + 1) / 2;
    setup->taken = full ? (full + granule - 1) / granule * granule : granule;
    setup->slots = chip->register_rows / setup->taken;
    if (setup->slots > chip->max_quads)
        setup->slots = chip->max_quads;
    return setup->slots || diag_set(diag, launch->program.path, 0,
                                    "a quad takes %u registers, and register_rows has %u: there is no room for one",
                                    setup->taken, (unsigned)chip->register_rows);
}

/* ---- data ------------------------------------------------------------------------------------------------------- */

static bool copy_data(const struct launch *launch, struct nv30_setup *setup, struct diag *diag)
{
    const size_t words = (size_t)launch->threads * launch->gprs.count * 4;
    setup->attributes = malloc((words ? words : 1) * sizeof *setup->attributes);
    if (!setup->attributes)
        return diag_set(diag, NULL, 0, "not enough memory");
    for (size_t i = 0; i < words; i++)
        setup->attributes[i] = launch_word(&launch->gprs.file, i);
    for (size_t i = 0; i < (size_t)launch->alu_constants.count * 4; i++)
        setup->constants[4 * launch->alu_constants.first + i] = launch_word(&launch->alu_constants.file, i);
    setup->inputs = (struct nv30_inputs){setup->attributes, launch->gprs.first, launch->gprs.count};
    setup->quads = launch->threads / NV30_QUAD;
    return true;
}

static bool open_textures(const struct launch *launch, struct nv30_setup *setup, struct diag *diag)
{
    setup->port.textures = nv30_textures_open(launch, setup->passes.targets, diag);
    return setup->port.textures;
}

bool nv30_setup(const struct nv30_chip *chip, const struct program *program, const struct launch *launch,
                struct nv30_setup *setup, struct diag *diag)
{
    memset(setup, 0, sizeof *setup);
    if (nv30_setup_check(launch, diag) && make_passes(chip, program, launch, setup, diag) &&
        count_places(chip, launch, setup, diag) && copy_data(launch, setup, diag) && open_textures(launch, setup, diag))
        return true;
    nv30_setup_free(setup);
    return false;
}

void nv30_setup_free(struct nv30_setup *setup)
{
    nv30_passes_free(&setup->passes);
    nv30_textures_free(setup->port.textures);
    free(setup->attributes);
    memset(setup, 0, sizeof *setup);
}
