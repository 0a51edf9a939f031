#include "rtl_model/nv30/family.h"
#include "rtl_model/nv30/analysis/peaks.h"

#include "rtl_model/nv30/alone.h"
#include "rtl_model/nv30/analysis/lint.h"
#include "rtl_model/nv30/analysis/report.h"
#include "rtl_model/nv30/analysis/skeleton.h"
#include "rtl_model/nv30/looks.h"
#include "rtl_model/nv30/nv30.h"
#include "rtl_model/nv30/textures.h"

static const char *const brief[] = {"max_quads", "register_rows", "texture_clk", "pair_reads", NULL};

static bool validate(const void *chip, struct diag *diag)
{
    (void)chip, (void)diag;
    return true;
}

static bool create(const void *chip, const struct program *program, const struct launch *launch,
                   struct rtl_machine *machine, struct diag *diag)
{
    struct nv30 *nv30 = nv30_create(chip, program, launch, diag);
    if (nv30)
        *machine = nv30_machine(nv30);
    return nv30;
}

/* A wrong launch is one for which no machine can be made. */
static bool lint(const void *chip, const char *name, const struct program *program, const struct launch *launch,
                 lint_report_t *report, void *context, struct diag *refusal, struct diag *diag)
{
    (void)name, (void)refusal;
    return (!launch || nv30_setup_check(launch, diag)) && nv30_lint(program, launch, report, context, diag) && chip;
}

static bool list_textures(const void *chip, const struct launch *launch, FILE *out, struct diag *diag)
{
    (void)chip;
    return nv30_textures_list(launch, out, diag);
}

static bool read_texture(const void *chip, const struct launch *launch, const struct picture_request *request,
                         struct picture *picture, struct diag *diag)
{
    (void)chip;
    return nv30_textures_picture(launch, request, picture, diag);
}

static bool skeleton(const void *chip, const struct skeleton_request *request, FILE *out, struct diag *diag)
{
    (void)chip;
    return nv30_skeleton(request, out, diag);
}

static bool report(const void *chip, const struct report_request *request, FILE *out, bool *failed, struct diag *diag)
{
    return nv30_report(chip, request, out, failed, diag);
}

const struct machine_family nv30_family = {.name = "NV30",
                                           .chips = &nv30_chips,
                                           .brief = brief,
                                           .programs = &program_nv30,
                                           .scope = "nv30",
                                           .chip_validate = validate,
                                           .create = create,
                                           .lives = &nv30_lives,
                                           .lint = lint,
                                           .report = report,
                                           .skeleton = skeleton,
                                           .lint_alone = "; inputs, constants and textures are looked at with --launch",
                                           .list_textures = list_textures,
                                           .read_texture = read_texture,
                                           .peaks = nv30_peaks,
                                           .board = nv30_board,
                                           .traffic = nv30_traffic,
                                           .looks = &nv30_looks,
                                           .recall = nv30_rows_recall};
