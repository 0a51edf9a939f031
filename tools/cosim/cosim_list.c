/* cosim_list.c - `wekiva cosim --list, --template`: the modules, and the start of a block. */
#include "rtl_model/machine.h"
#include "tb/lockstep/offers.h"
#include "tb/lockstep/template.h"
#include "tools/commands.h"
#include "tools/cosim/cosim.h"
#include "tools/output.h"

int cosim_template(const struct cosim *cosim)
{
    struct output out;
    struct diag   diag = {0};
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (template_write(out.file, cosim->module, lockstep_looks->views, lockstep_looks->view_count, &diag))
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(&diag, STATUS_BAD_INPUT);
}

static void list_twin(FILE *out, const struct lockstep_module *module)
{
    fprintf(out, "%-24s %s%s%s%s\n", module->name, module->doc,
            module->chip                    ? " (--chip "
            : module->chipwide              ? " (of the chip)"
            : module->count || module->twin ? ""
                                            : " (no instance)",
            module->chip ? module->chip : "", module->chip ? ")" : "");
}

/* One without a twin of ours. */
static void list_plain(FILE *out, const struct lockstep_module *module)
{
    if (module->twin)
        list_twin(out, module);
    else if (!lockstep_find(module->name))
        fprintf(out, "%-24s default stimulus%s, --beside%s%s, %s/%s.md\n", module->name,
                offers_look_outside(module) ? " but for what lies outside" : "",
                record_lacks(module) ? "" : ", --record", offers_look_outside(module) ? "" : ", --replace",
                module->doc + 4, module->name);
}

int cosim_list(void)
{
    const struct lockstep_module *module;
    struct output                 out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    for (unsigned i = 0; i < lockstep_module_count; i++)
        list_twin(out.file, lockstep_modules[i]);
    for (unsigned i = 0; (module = lockstep_any(i)); i++)
        list_plain(out.file, module);
    return output_print(&out, STATUS_DONE);
}
