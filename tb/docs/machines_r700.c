/* machines_r700.c - the modules of an R700 for documents: of a chip with one SIMD and one channel.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/straps.h"
#include "rtl_model/r700/straps_chip.h"
#include "tb/docs/machines.h"

/* Of each member of a chip with one SIMD and one channel there is one instance. */
enum {
#define MODULE(type, member, name) CHIP_##member,
#include "rtl_model/r700/gpu.def"
    CHIP_MEMBERS
};

/* The members of a SIMD and of the chip with what drives their straps; `strap` does it, and is not called. */
typedef void strap_t(struct simd *, unsigned, const struct chip_config *, const struct simd_launch *);
typedef void chip_strap_t(struct gpu *, unsigned, const struct chip_config *, const struct simd_launch *);
static const struct row {
    const char              *name;
    unsigned                 first;  /* its first instance */
    unsigned                 number; /* of it in the SIMD, or the chip */
    unsigned                 count;
    bool                     net;
    const struct rtl_driver *straps;
    strap_t                 *strap;
    chip_strap_t            *chip_strap;
} rows[] = {
#define NETS(type, member, count, ...) {#member, AT_##member, AT_##member, count, true, NULL, NULL, NULL},
#define BITS(type, member, of, name) NETS(type, member, 1, name)
#define MASKS(type, member, of, name) NETS(type, member, 1, name)
#define MODULES(type, member, count, ...)                                                                              \
    {#member, AT_##member, AT_##member, count, false, simd_##member##_strap_rows, simd_##member##_strap, NULL},
#define MODULE(type, member, name) MODULES(type, member, 1, name)
#define PASSIVE(type, member, name) {#member, AT_##member, AT_##member, 1, false, NULL, NULL, NULL},
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name)                                                                                     \
    {#member, SIMD_MODULES + CHIP_##member, AT_##member, 1,                                                            \
     false,   gpu_##member##_strap_rows,    NULL,        gpu_##member##_strap},
#include "rtl_model/r700/gpu.def"
};
enum { MEMBERS = sizeof rows / sizeof rows[0] };

/* ---- parts of the block diagram ---------------------------------------------------------------------------------- */

enum { PART_CONTROL, PART_ALU, PART_FETCH, PART_TEXTURE, PART_LDS, PART_MEMORY, PART_CHIP, PARTS };
static const char *const part_names[PARTS + 1] = {"control", "alu", "fetch", "texture", "lds", "memory", "chip", NULL};

static const char *const part_members[PART_CHIP] = {
    " launch next_step cf_turn cf_why waves cf_arbiter cf flow cf_cache clauses clause_turn chances why clause_net "
    "clause_event alu_arbiter alu_cache kcache clause ",
    " rotation phase enter reads spare constants issue fetch slot wide predicate ar back gprs operands ",
    " fetch_state fetch_arbiter texture_arbiter fetch_cache fetch_clause fetch_net fetch_event returns vertex "
    "vertex_lines vertex_cache ",
    " texture_issue lod_unit texture_walker texture_data texture_return texture_tags texture_turn texture_cache ",
    " lds_unit lds ",
    " port port_net answer exports memory memory_reads read_lines ",
};

/* Of a member that no list has: the part of its first source that a list has. */
static const char *part_of(const char *name, const struct rtl_wiring *wiring)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    for (unsigned p = 0; p < PART_CHIP; p++)
        if (strstr(part_members[p], word))
            return part_names[p];
    for (unsigned s = 0; wiring && s < wiring->source_count; s++)
        if (strcmp(wiring->sources[s].member, name) != 0)
            return part_of(wiring->sources[s].member, NULL);
    return part_names[PART_CONTROL];
}

const struct docs_machine *docs_r700(void)
{
    static const char *const   headers[] = {"mem", "pipeline", "pipeline/*", "rtl_model/r700", NULL};
    static struct docs_member  members[MEMBERS];
    static struct docs_machine machine = {
        .folder = "",
        .text = "One page per module, made from the signal list in its header and from the rows that drive its wires\n"
                "(`rtl_model/r700/wires_*.h`, `straps.h`). Names are those of waveforms: `i_` a wire that the parent "
                "drives,\n"
                "or a strap, which is constant during a run; `n_` a net, a wire that several modules look at\n"
                "([nets](nets.md)); `o_` a register that others may read; `r_` a private register; `m_` a memory. "
                "Without an\n"
                "event, and without a register that keeps it awake, a module holds its state.\n\n"
                "![parts of R700, and which of them wakes which](../images/wiring.svg)\n\n"
                "Each part with its modules: [control](../images/wiring-control.svg), [ALU](../images/wiring-alu.svg), "
                "[fetch](../images/wiring-fetch.svg),\n[textures](../images/wiring-texture.svg), [local data "
                "share](../images/wiring-lds.svg), [memory](../images/wiring-memory.svg), "
                "[chip](../images/wiring-chip.svg). "
                "Of the other machines: "
                "[R580](r580/README.md),\n"
                "[NV30](nv30/README.md).\n",
        .headers = headers,
        .drawing = "wiring",
        .drawn_as = "simd",
        .layout = "rankdir=LR;",
        .parts = part_names,
        .members = members,
        .member_count = MEMBERS,
    };
    struct gpu *gpu = machine.instances ? NULL : calloc(1, sizeof *gpu + sizeof *gpu->simd);
    if (!gpu)
        return machine.instances ? &machine : NULL;
    gpu->channels = 1;
    gpu_list_instances(gpu, 1);
    machine.instances = gpu->instances;
    machine.instance_count = gpu->instance_count;
    for (unsigned m = 0; m < MEMBERS; m++) {
        const bool               inside = rows[m].first < SIMD_MODULES;
        const struct rtl_wiring *wiring = inside ? simd_wiring(rows[m].number) : gpu_wiring(rows[m].number);
        members[m] = (struct docs_member){.name = rows[m].name,
                                          .label = rows[m].name,
                                          .part = inside ? part_of(rows[m].name, wiring) : part_names[PART_CHIP],
                                          .count = rows[m].count,
                                          .net = rows[m].net,
                                          .drawn = true,
                                          .module = gpu->instances[rows[m].first].module,
                                          .wiring = wiring,
                                          .straps = rows[m].straps};
    }
    return &machine;
}
