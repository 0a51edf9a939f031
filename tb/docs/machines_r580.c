/* machines_r580.c - the modules of R580's fragment shader processor for documents. */
#include "rtl_model/r580/straps.h"
#include "tb/docs/machines.h"

/* What drives their straps; `strap` does it, and is not called. */
static const struct row {
    const char              *name, *label, *path;
    const struct rtl_module *module;
    const struct rtl_driver *straps;
    void (*strap)(struct fragment *, unsigned, const struct us_chip *, const struct us_setup *);
} rows[FRAGMENT_MODULES] = {
#define PASSIVE(type, member, name) [AT_##member] = {#member, name, "us." name, &type##_rtl, NULL, NULL},
#define MODULE(type, member, name)                                                                                     \
    [AT_##member] = {#member, name, "us." name, &type##_rtl, fragment_##member##_strap_rows, fragment_##member##_strap},
#include "rtl_model/r580/machine.def"
};

const struct docs_machine *docs_r580(void)
{
    static const char *const   headers[] = {"rtl_model/r580", NULL};
    static struct rtl_instance instances[FRAGMENT_MODULES];
    static struct docs_member  members[FRAGMENT_MODULES];
    static struct docs_machine machine = {
        .folder = "r580/",
        .text = "R580's fragment shader processor ([r580.md](../../r580.md)): one page per module, as\n"
                "[R700 has them](../README.md), from `rtl_model/r580/machine.def`, `wires.h` and `straps.h`. A wire "
                "that no row\n"
                "drives, or two, does not compile, nor does a source that its rows do not name.\n\n"
                "![what drives what](../../images/wiring-r580.svg)\n\n"
                "An arrow: a change can wake a module; dashed: data that it reads when it is awake.\n",
        .headers = headers,
        .drawing = "wiring-r580",
        .drawn_as = "fragment",
        .layout = "rankdir=TB; nodesep=0.5; ranksep=0.6;",
        .data = true,
        .instances = instances,
        .instance_count = FRAGMENT_MODULES,
        .members = members,
        .member_count = FRAGMENT_MODULES,
    };
    for (unsigned m = 0; m < FRAGMENT_MODULES; m++) {
        instances[m] = (struct rtl_instance){rows[m].path, rows[m].module, NULL};
        members[m] = (struct docs_member){.name = rows[m].name,
                                          .label = rows[m].label,
                                          .count = 1,
                                          .drawn = true,
                                          .module = rows[m].module,
                                          .wiring = fragment_wiring(m),
                                          .straps = rows[m].straps};
    }
    return &machine;
}
