#include "rtl_model/nv30/family.h"

#include "rtl_model/nv30/looks.h"
#include "rtl_model/nv30/nv30.h"

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

/* None runs alone yet; what names there are, R700 says. */
static bool create_module(const char *module, struct rtl_machine *machine, struct diag *diag)
{
    (void)module, (void)machine, (void)diag;
    return false;
}

const struct machine_family nv30_family = {.name = "NV30",
                                           .chips = &nv30_chips,
                                           .brief = brief,
                                           .programs = &program_nv30,
                                           .scope = "nv30",
                                           .chip_validate = validate,
                                           .create = create,
                                           .create_module = create_module,
                                           .looks = &nv30_looks,
                                           .recall = nv30_rows_recall};
