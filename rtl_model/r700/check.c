#include "rtl_model/r700/check.h"

#include "isa/isa.h"

struct check {
    const char           *name;
    const struct program *program;
    enum launch_stage     stage;
    bool                  prefer_vector;
    struct diag          *diag;
    unsigned              at; /* CF address, 64-bit words */
};

static bool refuse(const struct check *check, const char *instruction, const char *what)
{
    return diag_set(check->diag, check->name, 0, "CF %u: %s: %s", check->at, instruction, what);
}

/* What the machine does not execute in an ALU instruction; NULL: nothing. */
static const char *alu_not_modelled(const struct isa_alu *alu)
{
    const struct isa_alu_op *op = &isa_alu_ops[alu->id];
    bool                     relative = alu->dst_rel;
    for (unsigned i = 0; i < op->operands; i++) {
        relative |= alu->src[i].rel;
        if (alu->src[i].rel && isa_src_is_cfile(alu->src[i].sel))
            return "a constant-file operand relative to AR is not modelled yet";
    }
    if (relative && alu->index_mode > ISA_INDEX_AR_W)
        return "an index other than AR is not modelled yet";
    if (alu->id == ISA_OP2_MOVA_GPR_INT)
        return "not modelled yet";
    if (op->flags & ISA_DOUBLE)
        return "double precision is not modelled yet";
    return NULL;
}

/* The ALU instructions of a clause, as far as they form legal groups: where they do not, the run stops there. */
static bool check_alu_clause(const struct check *check, const char *instruction, const struct isa_cf_alu *cf)
{
    const uint32_t *words = check->program->dwords + 2 * (size_t)cf->addr;
    unsigned        left = cf->count + 1, at = 0;
    while (left) {
        struct isa_group group;
        const unsigned   first = cf->count + 1 - left;
        if (isa_group_assemble(words + 2 * (size_t)first, left, check->prefer_vector, &group, &at) != ISA_GROUP_OK)
            return true;
        for (unsigned s = 0; s < ISA_SLOTS; s++) {
            if (!group.used[s])
                continue;
            const char *const name = isa_alu_ops[group.slot[s].id].name;
            const unsigned    address = cf->addr + first + group.place[s];
            const char       *missing = alu_not_modelled(&group.slot[s]);
            if (missing)
                return diag_set(check->diag, check->name, 0, "CF %u: %s: ALU word %u: %s: %s", check->at, instruction,
                                address, name, missing);
            if (isa_alu_ops[group.slot[s].id].flags & ISA_KILL && check->stage != LAUNCH_PS)
                return diag_set(check->diag, check->name, 0,
                                "CF %u: %s: ALU word %u: %s: only pixel programs can kill (ISA 4.8.1.1)", check->at,
                                instruction, address, name);
        }
        left -= group.size;
    }
    return true;
}

static bool check_alu(const struct check *check, const struct isa_cf_op *op, const uint32_t *dwords)
{
    struct isa_cf_alu cf;
    isa_unpack_cf_alu(dwords, &cf);
    if (op->id != ISA_CF_INST_ALU)
        return refuse(check, op->name, "not modelled yet");
    if (cf.kcache_mode0 == 3 || cf.kcache_mode1 == 3)
        return refuse(check, op->name, "KCACHE_MODE LOCK_LOOP_INDEX is not modelled yet");
    if (cf.alt_const)
        return refuse(check, op->name, "ALT_CONST is not modelled yet");
    if (cf.addr + cf.count + 1 > check->program->count / 2)
        return diag_set(check->diag, check->name, 0,
                        "CF %u: %s: the clause takes words %u to %u, the program has %u (ISA 10.1)", check->at,
                        op->name, cf.addr, cf.addr + cf.count, check->program->count / 2);
    return check_alu_clause(check, op->name, &cf);
}

static bool check_export(const struct check *check, const struct isa_cf_op *op, const uint32_t *dwords, bool *end)
{
    static const unsigned  least[3] = {0, 60, 0}, most[3] = {61, 63, 31};
    struct isa_export_swiz cf;
    isa_unpack_export_swiz(dwords, &cf);
    const unsigned last = cf.array_base + cf.burst_count;
    *end = cf.end_of_program;
    if (cf.rw_rel)
        return refuse(check, op->name, "RW_REL is not modelled yet");
    if (cf.type > LAUNCH_EXPORT_PARAM)
        return refuse(check, op->name, "TYPE 3 is not used, expected PIXEL, POS or PARAM (ISA 10.1)");
    if ((cf.type == LAUNCH_EXPORT_PIXEL) != (check->stage == LAUNCH_PS))
        return refuse(
            check, op->name,
            "pixel exports belong to pixel programs, positions and parameters to vertex programs (ISA 3.4.1)");
    if (cf.array_base < least[cf.type] || last > most[cf.type] ||
        (cf.type == LAUNCH_EXPORT_PIXEL && last > 7 && cf.array_base != 61))
        return diag_set(check->diag, check->name, 0, "CF %u: %s: ARRAY_BASE %u to %u, expected %s (ISA table 3.3)",
                        check->at, op->name, cf.array_base, last,
                        cf.type == LAUNCH_EXPORT_PIXEL ? "0 to 7 or 61"
                        : cf.type == LAUNCH_EXPORT_POS ? "60 to 63"
                                                       : "0 to 31");
    return true;
}

static bool check_instruction(const struct check *check, bool *end)
{
    const uint32_t         *dwords = check->program->dwords + 2 * (size_t)check->at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf           cf;
    if (!op) { /* the run stops here */
        *end = true;
        return true;
    }
    if (op->klass == ISA_CF_ALU)
        return check_alu(check, op, dwords);
    if (op->klass == ISA_CF_EXPORT)
        return check_export(check, op, dwords, end);
    if (op->id != ISA_CF_INST_NOP)
        return refuse(check, op->name, "not modelled yet");
    isa_unpack_cf(dwords, &cf);
    *end = cf.end_of_program;
    return true;
}

bool program_check(const char *name, const struct program *program, enum launch_stage stage, bool prefer_vector,
                   struct diag *diag)
{
    struct check check = {
        .name = name, .program = program, .stage = stage, .prefer_vector = prefer_vector, .diag = diag};
    bool end = false;
    for (check.at = 0; !end; check.at++) {
        if (check.at >= program->count / 2)
            return diag_set(diag, name, 0, "CF %u: the program ends without END_OF_PROGRAM (ISA 3.2)", check.at);
        if (!check_instruction(&check, &end))
            return false;
    }
    return true;
}
