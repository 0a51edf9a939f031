/* emit.c - CF instructions first, then the clauses they start, as words (ISA 10.1, 10.2). */
#include "tb/random/assemble.h"

#include <string.h>

struct item *emit(struct assembler *a, int label, int clause)
{
    struct item *item = &a->item[a->items < CF_MOST ? a->items++ : CF_MOST - 1];
    a->good &= a->items < CF_MOST;
    item->label = label;
    item->clause = clause;
    item->fetch = item->read = NONE;
    return item;
}
int emit_new_label(struct assembler *a)
{
    a->good &= a->labels + 1 < LABELS;
    return (int)(a->labels + 1 < LABELS ? a->labels++ : a->labels);
}
/* An export may precede a jump to here; ALU clauses wait for exports by their BARRIER alone. */
void emit_label(struct assembler *a, int label)
{
    a->label[label] = a->items;
    a->after_export |= a->exported;
}

/* Are the statement's modes meant for the next instruction? */
bool emit_has_modes(struct assembler *a)
{
    return ++a->modes.at == a->modes.only || !a->modes.only;
}

/* A flow instruction; COND and modes only where the statement wants them. */
void emit_flow_if(struct assembler *a, enum isa_cf_id id, int label, unsigned pops, unsigned cond, unsigned constant)
{
    const bool    modes = emit_has_modes(a);
    struct isa_cf cf = {.pop_count = pops,
                        .cf_const = constant,
                        .cond = cond,
                        .cf_inst = isa_cf_ops[id].opcode,
                        .whole_quad_mode = modes && a->modes.whole_quad,
                        .valid_pixel_mode = modes && a->modes.valid_pixel,
                        .barrier = !(modes && a->modes.no_barrier)};
    isa_pack_cf(&cf, emit(a, label, NONE)->dwords);
}
void emit_flow(struct assembler *a, enum isa_cf_id id, int label, unsigned pops)
{
    emit_flow_if(a, id, label, pops, 0, 0);
}

void emit_alu(struct assembler *a, enum isa_cf_id id, int clause)
{
    const struct random_clause *from = &a->program->clause[clause];
    const bool                  modes = emit_has_modes(a);
    struct isa_cf_alu           cf = {.kcache_bank0 = from->kcache_bank[0],
                                      .kcache_bank1 = from->kcache_bank[1],
                                      .kcache_mode0 = from->kcache_mode[0],
                                      .kcache_mode1 = from->kcache_mode[1],
                                      .kcache_addr0 = from->kcache_line[0],
                                      .kcache_addr1 = from->kcache_line[1],
                                      .alt_const = from->alternate,
                                      .cf_inst = isa_cf_ops[id].opcode,
                                      .whole_quad_mode = modes && a->modes.whole_quad,
                                      .barrier = !(modes && a->modes.no_barrier) || a->after_export};
    isa_pack_cf_alu(&cf, emit(a, NONE, clause)->dwords);
    a->after_export = false;
}

/* It waits for what came before, and so does the ALU clause behind it, for it writes GPRs. */
void emit_fetch(struct assembler *a, enum isa_cf_id id, unsigned clause)
{
    const unsigned count = a->program->fetch_clause[clause].count - 1;
    const bool     modes = emit_has_modes(a);
    struct item   *item = emit(a, NONE, NONE);
    struct isa_cf  cf = {.count = count & 7,
                         .count_3 = count >> 3,
                         .cf_inst = isa_cf_ops[id].opcode,
                         .whole_quad_mode = modes && a->modes.whole_quad,
                         .valid_pixel_mode = modes && a->modes.valid_pixel,
                         .barrier = 1};
    isa_pack_cf(&cf, item->dwords);
    item->fetch = (int)clause;
    a->exported = a->after_export = true;
}

void emit_export(struct assembler *a, const struct random_node *node, bool last)
{
    const enum isa_cf_id   id = last ? ISA_CF_INST_EXPORT_DONE : ISA_CF_INST_EXPORT;
    struct isa_export_swiz cf = {.array_base = node->number,
                                 .type = a->program->stage == LAUNCH_VS ? 2 : 0,
                                 .rw_gpr = node->gpr,
                                 .rw_rel = node->relative,
                                 .elem_size = 3,
                                 .sel_x = node->select[0],
                                 .sel_y = node->select[1],
                                 .sel_z = node->select[2],
                                 .sel_w = node->select[3],
                                 .burst_count = node->burst,
                                 .end_of_program = last,
                                 .whole_quad_mode = a->modes.whole_quad,
                                 .valid_pixel_mode = a->modes.valid_pixel,
                                 .cf_inst = isa_cf_ops[id].opcode,
                                 .barrier = 1};
    isa_pack_export_swiz(&cf, emit(a, NONE, NONE)->dwords);
    a->exported = a->after_export = true;
}

/* It waits for what came before: nothing says that a write leaves a read under way alone. */
void emit_write(struct assembler *a, const struct random_node *node)
{
    struct isa_export_buf cf = node->write;
    cf.whole_quad_mode = a->modes.whole_quad;
    cf.valid_pixel_mode = a->modes.valid_pixel;
    isa_pack_export_buf(&cf, emit(a, NONE, NONE)->dwords);
    a->exported = a->after_export = true;
}

void emit_reads(struct assembler *a, const struct random_node *node)
{
    const unsigned count = a->program->read_clause[node->number].count - 1;
    struct isa_cf  wait = {.addr = node->variant, .cf_inst = isa_cf_ops[ISA_CF_INST_WAIT_ACK].opcode};
    struct isa_cf  cf = {.count = count,
                         .cf_inst = isa_cf_ops[node->number % 2 ? ISA_CF_INST_VTX_TC : ISA_CF_INST_VTX].opcode,
                         .whole_quad_mode = a->modes.whole_quad,
                         .valid_pixel_mode = a->modes.valid_pixel,
                         .barrier = 1};
    isa_pack_cf(&wait, emit(a, NONE, NONE)->dwords);
    struct item *item = emit(a, NONE, NONE);
    isa_pack_cf(&cf, item->dwords);
    item->read = (int)node->number;
    a->exported = a->after_export = true;
}

/* ---- words ---------------------------------------------------------------------------------------------------- */

static unsigned clause_words(struct assembler *a, struct random_clause *clause, uint32_t *dwords)
{
    static const struct random_group nothing = {.slot = {{.id = ISA_OP2_NOP, .opcode = 26}}, .used = {true}};
    unsigned                         words = 0;
    for (unsigned g = 0; g < clause->groups; g++) {
        bool any = false;
        for (unsigned s = 0; s < ISA_SLOTS; s++)
            any |= clause->group[g].used[s];
        if (any && !random_place(&clause->group[g], a->program->prefer_vector))
            a->good = false;
        if (any)
            words += random_encode_group(&clause->group[g], dwords + 2 * words);
    }
    return words ? words : random_encode_group(&nothing, dwords);
}

/* CF instructions and clauses to `dwords`; returns how many dwords that is. */
unsigned emit_words(struct assembler *a, uint32_t *dwords, unsigned room)
{
    enum { CLAUSE_MOST = 128 };
    unsigned at = a->items;
    for (unsigned i = 0; i < a->items; i++) {
        const struct item *item = &a->item[i];
        if (2 * (at + CLAUSE_MOST) > room) {
            a->good = false;
            return 0;
        }
        memcpy(dwords + 2 * i, item->dwords, sizeof item->dwords);
        if (item->label >= 0)
            dwords[2 * i] = a->label[item->label]; /* ADDR is all of dword 0 */
        if (item->fetch >= 0) {                    /* at an even address (ISA 3.3.2) */
            at += at % 2;
            dwords[(size_t)2 * i] = at;
            at += random_encode_fetches(&a->program->fetch_clause[item->fetch], dwords + 2 * (size_t)at);
        }
        if (item->read >= 0) {
            at += at % 2;
            dwords[(size_t)2 * i] = at;
            at += random_encode_reads(&a->program->read_clause[item->read], dwords + 2 * (size_t)at);
        }
        if (item->clause < 0)
            continue;
        const unsigned    words = clause_words(a, &a->program->clause[item->clause], dwords + 2 * at);
        struct isa_cf_alu cf;
        isa_unpack_cf_alu(dwords + 2 * i, &cf);
        cf.addr = at;
        cf.count = words - 1;
        isa_pack_cf_alu(&cf, dwords + 2 * i);
        at += words;
    }
    return 2 * (at + at % 2);
}
