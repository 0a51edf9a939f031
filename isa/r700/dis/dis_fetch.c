/* dis_fetch.c - texture, vertex, memory and data share instructions as text (ISA 10.3 to 10.6). */
#include "isa/r700/dis/dis.h"
#include "isa/r700/dis/dis_names.h"
#include "isa/r700/dis/dis_text.h"

static void add_texture(struct dis_word *d)
{
    dis_gpr(d, "dst_gpr", "dst_rel");
    dis_swizzle(d, "dst_sel_", DIS_CHANNELS);
    dis_add(&d->text, ", ");
    dis_gpr(d, "src_gpr", "src_rel");
    dis_swizzle(d, "src_sel_", DIS_CHANNELS);
    dis_add(&d->text, ", t%u", dis_take(d, "resource_id"));
    dis_add(&d->text, ", s%u CT(", dis_take(d, "sampler_id"));
    dis_add(&d->text, "%c", "UN"[dis_take(d, "coord_type_x")]);
    dis_add(&d->text, "%c", "UN"[dis_take(d, "coord_type_y")]);
    dis_add(&d->text, "%c", "UN"[dis_take(d, "coord_type_z")]);
    dis_add(&d->text, "%c)", "UN"[dis_take(d, "coord_type_w")]);
}

static void add_vertex(struct dis_word *d)
{
    if (d->format == ISA_FORMAT_VTX_SEM)
        dis_add(&d->text, "SEM[%u]", dis_take(d, "semantic_id"));
    else
        dis_gpr(d, "dst_gpr", "dst_rel");
    dis_swizzle(d, "dst_sel_", DIS_CHANNELS);
    dis_add(&d->text, ", ");
    dis_gpr(d, "src_gpr", "src_rel");
    dis_swizzle(d, "src_sel_", 1);
    dis_add(&d->text, ", fc%u", dis_take(d, "buffer_id"));
}

static void add_memory_read(struct dis_word *d)
{
    dis_gpr(d, "dst_gpr", "dst_rel");
    dis_swizzle(d, "dst_sel_", DIS_CHANNELS);
    dis_add(&d->text, ", ");
    dis_gpr(d, "src_gpr", "src_rel");
    dis_swizzle(d, "src_sel_", 1);
}

static void add_share_write(struct dis_word *d)
{
    dis_gpr(d, "src_gpr", NULL);
    dis_swizzle(d, "src_sel_", DIS_CHANNELS);
}

static void add_share_read(struct dis_word *d)
{
    dis_gpr(d, "dst_gpr", NULL);
    dis_add(&d->text, ".");
    dis_add(&d->text, "%c", dis_take(d, "dst_wr_x") ? 'x' : '_');
    dis_add(&d->text, "%c", dis_take(d, "dst_wr_y") ? 'y' : '_');
    dis_add(&d->text, "%c", dis_take(d, "dst_wr_z") ? 'z' : '_');
    dis_add(&d->text, "%c, ", dis_take(d, "dst_wr_w") ? 'w' : '_');
    dis_gpr(d, "src_gpr", NULL);
    dis_swizzle(d, "src_sel_", 2);
}

size_t isa_dis_fetch(unsigned cf_opcode, const uint32_t dwords[4], char *text, size_t size)
{
    const struct isa_fetch_op *op = isa_fetch_lookup(cf_opcode, dwords);
    struct dis_word            d;
    dis_begin(&d, op ? op->format : ISA_FORMAT_TEX, dwords, text, size);
    if (!op) {
        dis_add(&d.text, ".fetch 0x%08x, 0x%08x, 0x%08x, 0x%08x", dwords[0], dwords[1], dwords[2], dwords[3]);
        dis_note(&d, "reserved opcode %u", dis_peek(&d, "tex_inst"));
        return dis_end(&d);
    }
    dis_add(&d.text, "%-16s ", op->name);
    dis_take(&d, dis_has(&d, "tex_inst") ? "tex_inst" : "vtx_inst");
    if (dis_has(&d, "mem_op"))
        dis_take(&d, "mem_op");
    switch (op->format) {
    case ISA_FORMAT_TEX:
        add_texture(&d);
        break;
    case ISA_FORMAT_MEM_RD:
        add_memory_read(&d);
        break;
    case ISA_FORMAT_MEM_DSW:
        add_share_write(&d);
        break;
    case ISA_FORMAT_MEM_DSR:
        add_share_read(&d);
        break;
    default:
        add_vertex(&d);
        break;
    }
    dis_rest(&d);
    return dis_end(&d);
}
