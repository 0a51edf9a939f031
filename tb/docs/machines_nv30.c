/* machines_nv30.c - the modules of an NV30's pixel shader core for documents. */
#include "rtl_model/nv30/wires.h"
#include "tb/docs/machines.h"

/* What drives their straps; `strap` does it, and is not called. */
static const struct row {
    const char              *name, *label, *path;
    const struct rtl_module *module;
    const struct rtl_wiring *wiring;
    const struct rtl_driver *straps;
    void (*strap)(struct nv30 *, unsigned, const struct nv30_chip *, const struct nv30_setup *);
} rows[NV30_MODULES] = {
#define MODULE(type, member, name)                                                                                     \
    {#member,                                                                                                          \
     name,                                                                                                             \
     "nv30." name,                                                                                                     \
     &type##_rtl,                                                                                                      \
     &nv30_##member##_wiring,                                                                                          \
     nv30_##member##_strap_rows,                                                                                       \
     nv30_##member##_strap},
#include "rtl_model/nv30/nv30.def"
};

const struct docs_machine *docs_nv30(void)
{
    static const char *const   headers[] = {"rtl_model/nv30", NULL};
    static struct rtl_instance instances[NV30_MODULES];
    static struct docs_member  members[NV30_MODULES];
    static struct docs_machine machine = {
        .folder = "nv30/",
        .text = "NV30's pixel shader core ([nv30.md](../../nv30.md)): one page per module, as [R700 has "
                "them](../README.md), from\n"
                "`rtl_model/nv30/nv30.def` and `wires.h`. A wire that no row drives, or two, does not compile, nor "
                "does a source\n"
                "that its rows do not name. No module of NV30 sleeps: all look in each clock.\n\n"
                "![what drives what](../../images/wiring-nv30.svg)\n\n"
                "An arrow: a register of one decides what another one does; dashed: data that it reads.\n",
        .headers = headers,
        .drawing = "wiring-nv30",
        .drawn_as = "nv30",
        .layout = "rankdir=TB; nodesep=0.5; ranksep=0.4;",
        .data = true,
        .instances = instances,
        .instance_count = NV30_MODULES,
        .members = members,
        .member_count = NV30_MODULES,
    };
    for (unsigned m = 0; m < NV30_MODULES; m++) {
        instances[m] = (struct rtl_instance){rows[m].path, rows[m].module, NULL};
        members[m] = (struct docs_member){.name = rows[m].name,
                                          .label = rows[m].label,
                                          .count = 1,
                                          .drawn = true,
                                          .module = rows[m].module,
                                          .wiring = rows[m].wiring,
                                          .straps = rows[m].straps};
    }
    return &machine;
}
