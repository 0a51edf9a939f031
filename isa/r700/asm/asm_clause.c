#include "isa/r700/asm/asm_clause.h"

#include <string.h>

bool asm_finish_group(struct assembler *a)
{
    uint32_t         dwords[ASM_GROUP_DWORDS];
    struct asm_place places[ASM_GROUP_DWORDS];
    if (!a->group.count) {
        if (a->group.literals_given)
            return asm_error(&a->scan, ".literal without an instruction group");
        return true;
    }
    a->group.prefer_trans = a->prefer_trans;
    unsigned count = asm_group_finish(&a->scan, &a->group, dwords, places);
    memset(&a->group, 0, sizeof a->group);
    return count && asm_append(&a->scan, &a->program.items[a->clause], dwords, places, count);
}

bool asm_close_clause(struct assembler *a)
{
    bool good = asm_finish_group(a);
    a->clause = a->cf = ASM_NO_ITEM;
    return good;
}

static bool open_clause(struct assembler *a, enum asm_item_kind kind)
{
    struct asm_program *p = &a->program;
    if (!asm_add_item(&a->scan, p, kind))
        return false;
    a->clause = p->item_count - 1;
    if (a->cf != ASM_NO_ITEM)
        p->items[a->cf].body = a->clause;
    a->cf = ASM_NO_ITEM;
    a->labelled = false;
    return true;
}

bool asm_enter_clause(struct assembler *a, enum asm_item_kind kind, const char *what)
{
    static const char *const names[] = {"a CF program", "data", "an ALU clause", "a fetch clause"};
    if (a->cf != ASM_NO_ITEM) {
        const struct isa_cf_op *op = a->program.items[a->cf].cf.op;
        enum asm_item_kind      wanted = op->klass == ISA_CF_ALU ? ASM_ALU_CLAUSE : ASM_FETCH_CLAUSE;
        if (wanted != kind)
            return asm_error(&a->scan, "%s in the clause of %s, which is %s", what, op->name, names[wanted]);
        return open_clause(a, kind);
    }
    if (a->clause == ASM_NO_ITEM && a->labelled)
        return open_clause(a, kind);
    if (a->clause == ASM_NO_ITEM)
        return asm_error(&a->scan, "%s outside a clause: expected a CF instruction or a label before it", what);
    if (a->program.items[a->clause].kind != kind)
        return asm_error(&a->scan, "%s in %s", what, names[a->program.items[a->clause].kind]);
    return true;
}
