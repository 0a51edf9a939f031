#include "rtl_model/r700/family.h"

#include <stdlib.h>

#include "isa/r700/asm/asm.h"
#include "rtl_model/r700/analysis/area.h"
#include "rtl_model/r700/analysis/lint.h"
#include "rtl_model/r700/analysis/peaks.h"
#include "rtl_model/r700/analysis/report.h"
#include "rtl_model/r700/analysis/skeleton.h"
#include "rtl_model/r700/chip.h"
#include "rtl_model/r700/gpu_machine.h"
#include "rtl_model/r700/module_alone.h"
#include "rtl_model/r700/setup/check.h"
#include "rtl_model/r700/setup/texture_picture.h"
#include "rtl_model/r700/views/view_rows.h"
#include "rtl_model/r700/views/views.h"

/* ---- chips ----------------------------------------------------------------------------------------------------- */

/* What the short list has; the rest is timing. */
static const char *const brief[] = {"simds",    "wave_size", "lanes", "max_gprs", "max_waves",
                                    "ic_cf_kb", "ic_alu_kb", "kc_kb", NULL};

static bool validate(const void *chip, struct diag *diag)
{
    return chip_validate(chip, diag);
}

/* ---- machines -------------------------------------------------------------------------------------------------- */

static bool create(const void *chip, const struct program *program, const struct launch *launch,
                   struct rtl_machine *machine, struct diag *diag)
{
    struct gpu *gpu = gpu_create_fast(chip, program, launch, diag);
    if (gpu)
        *machine = gpu_machine(gpu);
    return gpu;
}

/* ---- the lint -------------------------------------------------------------------------------------------------- */

/* Without a launch what the program itself says, and nothing of its inputs. */
static bool lint_alone(const struct chip_config *chip, const struct program *program, lint_report_t *report,
                       void *context, struct diag *diag)
{
    const struct flow_program whole = {.dwords = program->dwords, .words = program->count / 2};
    struct flow_code          code;
    struct lint_subject       subject = {.code = &code,
                                         .num_gprs = program->has_config ? program->num_gprs
                                                                         : LAUNCH_THREAD_GPRS - chip->clause_temporaries,
                                         .temporaries = chip->clause_temporaries,
                                         .doubles = chip->doubles,
                                         .prefer_vector = chip->prefer_vector,
                                         .alone = true};
    lint_subject_chip(&subject, chip);
    if (!flow_decode(&whole, &code))
        return diag_set(diag, NULL, 0, "not enough memory");
    const bool good = program_lint(&subject, report, context, diag);
    flow_free(&code);
    return good;
}

static bool lint(const void *chip, const char *name, const struct program *program, const struct launch *launch,
                 lint_report_t *report, void *context, struct diag *refusal, struct diag *diag)
{
    struct gpu_setup    setup;
    struct lint_subject subject;
    if (!launch)
        return lint_alone(chip, program, report, context, diag);
    if (!gpu_setup(chip, program, launch, &setup, diag))
        return false;
    lint_subject_set(&subject, &setup, chip);
    const bool good = program_lint(&subject, report, context, diag);
    if (good)
        program_check(name, &setup, launch->stage, refusal);
    gpu_setup_free(&setup);
    return good;
}

/* ---- textures -------------------------------------------------------------------------------------------------- */

static bool list_textures(const void *chip, const struct launch *launch, FILE *out, struct diag *diag)
{
    return texture_list(chip, launch, out, diag);
}

static bool read_texture(const void *chip, const struct launch *launch, const struct picture_request *request,
                         struct picture *picture, struct diag *diag)
{
    return texture_read(chip, launch, request, picture, diag);
}

/* ---- macros ---------------------------------------------------------------------------------------------------- */

static bool expand(const void *chip, const char *instruction, const char *stage, struct program_groups *groups,
                   struct diag *diag)
{
    const struct chip_config *const config = chip;
    struct isa_macro_groups         made;
    *groups = (struct program_groups){0};
    if (!isa_expand_macro(NULL, instruction, stage, &made, diag))
        return false;
    if (made.doubles && !config->doubles) {
        free(made.text);
        free(made.dwords);
        return diag_set(diag, NULL, 1, "`%s`: %s has no double precision (ISA 4.12)", instruction, config->name);
    }
    *groups = (struct program_groups){made.text, made.dwords, made.count, made.groups};
    return true;
}

const struct machine_family r700_family = {
    .name = "R700",
    .chips = &r700_chips,
    .brief = brief,
    .programs = &program_r700,
    .scope = "gpu",
    .chip_validate = validate,
    .create = create,
    .lives = &r700_lives,
    .lint = lint,
    .lint_alone = " in ALU clauses; control flow, exports and fetches are looked at with --launch",
    .list_textures = list_textures,
    .read_texture = read_texture,
    .report = r700_report,
    .expand = expand,
    .skeleton = r700_skeleton,
    .peaks = r700_peaks,
    .traffic = r700_traffic,
    .area_inputs = r700_area_inputs,
    .area = r700_area,
    .board = r700_board,
    .looks = &r700_looks,
    .recall = view_rows_recall};
