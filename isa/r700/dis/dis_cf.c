/* dis_cf.c - control flow and export instructions as text (ISA 10.1). */
#include "isa/r700/dis/dis.h"
#include "isa/r700/dis/dis_names.h"
#include "isa/r700/dis/dis_text.h"

enum { TYPE_PIXEL, TYPE_POS, TYPE_PARAM, FIRST_POSITION = 60, LAST_POSITION = 63, KCACHE_LINE = 16 };
enum { LOCK_NONE, LOCK_1, LOCK_2, LOCK_LOOP };

/* KC0[CB3:16-31]: constants 16 to 31 of constant buffer 3 are KC0[0] to KC0[15]. */
static void add_kcache(struct dis_word *d, const char *mode_field, const char *bank_field, const char *addr_field,
                       unsigned set)
{
    unsigned mode = dis_peek(d, mode_field);
    if (mode == LOCK_NONE)
        return;
    dis_take(d, mode_field);
    unsigned bank = dis_take(d, bank_field), first = dis_take(d, addr_field) * KCACHE_LINE;
    if (mode == LOCK_LOOP)
        dis_add(&d->text, " KC%u[CB%u:AL+%u]", set, bank, first);
    else
        dis_add(&d->text, " KC%u[CB%u:%u-%u]", set, bank, first, first + mode * KCACHE_LINE - 1);
}

static void add_alu_clause(struct dis_word *d)
{
    dis_add(&d->text, " ADDR(%u)", dis_take(d, "addr"));
    dis_add(&d->text, " COUNT(%u)", dis_take(d, "count") + 1);
    add_kcache(d, "kcache_mode0", "kcache_bank0", "kcache_addr0", 0);
    add_kcache(d, "kcache_mode1", "kcache_bank1", "kcache_addr1", 1);
}

static void add_flow(struct dis_word *d, const struct isa_cf_op *op)
{
    uint32_t addr = dis_take(d, "addr");
    unsigned count = dis_take(d, "count") | dis_take(d, "count_3") << 3;
    bool     clause = op->klass == ISA_CF_FETCH;
    if (addr || clause || op->flags & ISA_CF_USES_ADDR)
        dis_add(&d->text, " ADDR(%u)", addr);
    if (count || clause)
        dis_add(&d->text, " COUNT(%u)", count + 1);
}

static void add_export(struct dis_word *d)
{
    static const char *const targets[] = {"PIX", "POS", "PARAM"};
    unsigned                 type = dis_peek(d, "type"), base = dis_peek(d, "array_base");
    if (type <= TYPE_PARAM) {
        dis_take(d, "type");
        dis_add(&d->text, " %s", targets[type]);
        if (type != TYPE_POS || (base >= FIRST_POSITION && base <= LAST_POSITION)) {
            dis_take(d, "array_base");
            dis_add(&d->text, "%u", type == TYPE_POS ? base - FIRST_POSITION : base);
        } else {
            dis_note(d, "position base is not 60 to 63");
        }
    } else {
        dis_add(&d->text, " TYPE(%u)", dis_take(d, "type"));
        dis_note(d, "unused export type");
    }
    dis_add(&d->text, ", ");
    dis_gpr(d, "rw_gpr", "rw_rel");
    dis_swizzle(d, "sel_", DIS_CHANNELS);
}

/* WRITE[12] or WRITE_IND[12+R3]: base of the array and the GPR that indexes it. */
static void add_memory(struct dis_word *d)
{
    static const char *const types[] = {"WRITE", "WRITE_IND", "WRITE_ACK", "WRITE_IND_ACK"};
    unsigned                 type = dis_take(d, "type");
    dis_add(&d->text, " %s[%u", types[type], dis_take(d, "array_base"));
    if (type & 1)
        dis_add(&d->text, "+R%u", dis_take(d, "index_gpr"));
    dis_add(&d->text, "], ");
    dis_gpr(d, "rw_gpr", "rw_rel");
    unsigned mask = dis_take(d, "comp_mask");
    dis_add(&d->text, ".");
    for (unsigned i = 0; i < DIS_CHANNELS; i++)
        dis_add(&d->text, "%c", mask >> i & 1 ? "xyzw"[i] : '_');
}

static void add_burst(struct dis_word *d)
{
    unsigned burst = dis_take(d, "burst_count") + 1;
    if (burst > 1)
        dis_add(&d->text, " BURST(%u)", burst);
}

static unsigned reserved_opcode(struct dis_word *d)
{
    unsigned opcode = dis_peek(d, "cf_inst");
    if (opcode < 64)
        return opcode;
    d->format = ISA_FORMAT_CF_ALU;
    return dis_peek(d, "cf_inst");
}

size_t isa_dis_cf(const uint32_t dwords[2], char *text, size_t size)
{
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct dis_word         d;
    dis_begin(&d, op ? op->format : ISA_FORMAT_CF, dwords, text, size);
    if (!op) {
        dis_add(&d.text, ".cf 0x%08x, 0x%08x", dwords[0], dwords[1]);
        dis_note(&d, "reserved opcode %u", reserved_opcode(&d));
        return dis_end(&d);
    }
    dis_add(&d.text, "%s", op->name);
    dis_take(&d, "cf_inst");
    switch (op->format) {
    case ISA_FORMAT_CF_ALU:
        add_alu_clause(&d);
        break;
    case ISA_FORMAT_EXPORT_SWIZ:
        add_export(&d);
        add_burst(&d);
        break;
    case ISA_FORMAT_EXPORT_BUF:
        add_memory(&d);
        add_burst(&d);
        break;
    default:
        add_flow(&d, op);
        break;
    }
    dis_rest(&d);
    return dis_end(&d);
}
