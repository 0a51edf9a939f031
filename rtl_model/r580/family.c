#include "rtl_model/r580/family.h"
#include "rtl_model/r580/analysis/peaks.h"

#include "isa/r580/us_text.h"
#include "rtl_model/r580/alone.h"
#include "rtl_model/r580/analysis/lint.h"
#include "rtl_model/r580/analysis/report.h"
#include "rtl_model/r580/analysis/skeleton.h"
#include "rtl_model/r580/views.h"

static bool assemble(const char *name, const char *text, size_t length, uint32_t **dwords, unsigned *count,
                     struct asm_place **places, struct diag *diag)
{
    if (!us_assemble(name, text, length, 0, dwords, count, places, diag))
        return false;
    *count *= US_WORDS;
    return true;
}

static const struct program_rules programs = {.instructions = "R580",
                                              .dwords = US_WORDS,
                                              .dwords_text = "six dwords (R5XX 8.8.1)",
                                              .most = US_STORE * US_WORDS,
                                              .most_text = "512 instructions of six (R5XX 8.2)",
                                              .assemble = assemble};

static const char *const brief[] = {"group_pixels", "contexts", "temporary_rows", "alu_quads", "alu_wait_clk", NULL};

static bool validate(const void *chip, struct diag *diag)
{
    return us_chip_validate(chip, diag);
}

static bool create(const void *chip, const struct program *program, const struct launch *launch,
                   struct rtl_machine *machine, struct diag *diag)
{
    struct fragment *fragment = fragment_create(chip, program, launch, diag);
    if (fragment)
        *machine = fragment_machine(fragment);
    return fragment;
}

static bool lint(const void *chip, const char *name, const struct program *program, const struct launch *launch,
                 lint_report_t *report, void *context, struct diag *refusal, struct diag *diag)
{
    (void)name, (void)refusal; /* what the launch is refused for, us_setup says */
    return us_lint(chip, program, launch, report, context, diag);
}

static bool skeleton(const void *chip, const struct skeleton_request *request, FILE *out, struct diag *diag)
{
    return us_skeleton(chip, request, out, diag);
}

static bool report(const void *chip, const struct report_request *request, FILE *out, bool *failed, struct diag *diag)
{
    return us_report_print(chip, request, out, failed, diag);
}

const struct machine_family r580_family = {.name = "R580",
                                           .chips = &r580_chips,
                                           .brief = brief,
                                           .programs = &programs,
                                           .scope = "us",
                                           .chip_validate = validate,
                                           .create = create,
                                           .lives = &r580_lives,
                                           .lint = lint,
                                           .report = report,
                                           .skeleton = skeleton,
                                           .lint_alone = "; inputs, constants and textures are looked at with --launch",
                                           .peaks = r580_peaks,
                                           .board = r580_board,
                                           .traffic = r580_traffic,
                                           .looks = &r580_looks,
                                           .recall = us_rows_recall};
