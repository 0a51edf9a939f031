/* asm_layout.c - where everything goes: CF instructions and data where the text has them, clauses without an address
 * behind them, ALU clauses on 64-bit and fetch clauses on 128-bit boundaries (ISA 10.1). */
#include "isa/r700/asm/asm.h"
#include "isa/r700/asm/asm_program.h"
#include <stdlib.h>
#include <string.h>

enum { CF_DWORDS = 2, FETCH_DWORDS = 4 };

static bool is_clause(const struct asm_item *item)
{
    return item->kind == ASM_ALU_CLAUSE || item->kind == ASM_FETCH_CLAUSE;
}

static bool place(struct asm_scan *s, struct asm_program *p, struct asm_item *item, uint64_t address)
{
    s->line = item->place.line;
    uint64_t end = address + (item->kind == ASM_CF ? CF_DWORDS : item->count);
    if (end > ISA_ASM_MAX_DWORDS)
        return asm_error(s, "address %llu is too far, a program has at most %d dwords", (unsigned long long)address / 2,
                         ISA_ASM_MAX_DWORDS);
    item->placed = true;
    item->address = (uint32_t)address;
    if (end > p->end)
        p->end = (uint32_t)end;
    return true;
}

static bool place_all(struct asm_scan *s, struct asm_program *p)
{
    for (int i = 0; i < p->item_count; i++) {
        struct asm_item *item = &p->items[i];
        bool             fixed = item->kind == ASM_CF && item->cf.has_addr && item->body != ASM_NO_ITEM;
        if (!is_clause(item) && !place(s, p, item, item->address))
            return false;
        if (fixed && !place(s, p, &p->items[item->body], 2 * (uint64_t)item->cf.addr))
            return false;
    }
    p->end = (p->end + FETCH_DWORDS - 1) & ~(FETCH_DWORDS - 1u);
    uint32_t next = p->end;
    for (int i = 0; i < p->item_count; i++) {
        struct asm_item *item = &p->items[i];
        if (item->placed)
            continue;
        if (item->kind == ASM_FETCH_CLAUSE)
            next = (next + FETCH_DWORDS - 1) & ~(FETCH_DWORDS - 1u);
        if (!place(s, p, item, next))
            return false;
        next += item->count;
    }
    return true;
}

/* ---- ADDR and COUNT --------------------------------------------------------------------------------------------- */

static bool starts_clause(const struct asm_cf *cf)
{
    return cf->op && (cf->op->klass == ISA_CF_ALU || cf->op->klass == ISA_CF_FETCH);
}

static bool check_target(struct asm_scan *s, const struct asm_cf *cf, const struct asm_item *target)
{
    struct asm_word    name = cf->target;
    enum asm_item_kind wanted = cf->op->klass == ISA_CF_ALU ? ASM_ALU_CLAUSE : ASM_FETCH_CLAUSE;
    static const char *names[] = {"a CF instruction", "data", "an ALU clause", "a fetch clause"};
    enum asm_item_kind found = target ? target->kind : ASM_CF;
    if (found == ASM_DATA)
        return true;
    if (!starts_clause(cf))
        wanted = ASM_CF;
    return found == wanted || asm_error(s, "label `%.*s` is %s, %s expects %s", (int)name.length, name.at, names[found],
                                        cf->op->name, names[wanted]);
}

static bool resolve_label(struct asm_scan *s, const struct asm_program *p, struct asm_cf *cf, int *body)
{
    const struct asm_label *label = asm_find_label(p, cf->target);
    if (!label)
        return asm_error(s, "label `%.*s` is not defined%s", (int)cf->target.length, cf->target.at,
                         asm_nearest_label(p, cf->target).hint);
    const struct asm_item *target = label->item < p->item_count ? &p->items[label->item] : NULL;
    if (!check_target(s, cf, target))
        return false;
    uint32_t address = target ? target->address : label->address;
    if (address % 2)
        return asm_error(s, "label `%.*s` is not on a 64-bit boundary", (int)cf->target.length, cf->target.at);
    cf->has_addr = true;
    cf->addr = address / 2;
    if (starts_clause(cf) && target && is_clause(target))
        *body = label->item;
    return true;
}

static bool resolve_clause(struct asm_scan *s, struct asm_program *p, struct asm_cf *cf, int body)
{
    if (body == ASM_NO_ITEM) {
        if (cf->has_addr && cf->has_count)
            return true;
        return asm_error(s, "%s has no instructions: expected them on the lines below, or a label, or ADDR and COUNT",
                         cf->op->name);
    }
    const struct asm_item *clause = &p->items[body];
    unsigned               slots = clause->count / (clause->kind == ASM_FETCH_CLAUSE ? FETCH_DWORDS : 2);
    if (cf->has_count && cf->count != slots)
        return asm_error(s, "COUNT is %u, but the clause has %u %s", cf->count, slots,
                         clause->kind == ASM_FETCH_CLAUSE ? "instructions" : "64-bit slots");
    cf->has_count = true;
    cf->count = slots;
    cf->has_addr = true;
    cf->addr = clause->address / 2;
    return true;
}

static bool resolve(struct asm_scan *s, struct asm_program *p, struct asm_item *item)
{
    struct asm_cf *cf = &item->cf;
    int            body = item->body;
    s->line = item->place.line;
    if (!cf->op)
        return true;
    if (cf->target.length && !resolve_label(s, p, cf, &body))
        return false;
    if (starts_clause(cf) && !resolve_clause(s, p, cf, body))
        return false;
    if (!cf->has_addr && isa_cf_may_jump(cf->op))
        return asm_error(s, "%s needs a target: expected @label or ADDR(n)", cf->op->name);
    if (cf->has_addr && !asm_cf_addr(s, cf, cf->addr))
        return false;
    return !cf->has_count || asm_cf_count(s, cf, cf->count);
}

/* ---- output ----------------------------------------------------------------------------------------------------- */

/* Two items in one place: the one that comes later in the text is at fault. */
static bool put(struct asm_scan *s, const struct asm_item *item, uint32_t *dwords, struct asm_place *owner)
{
    const uint32_t *from = item->kind == ASM_CF ? item->cf.code.dwords : item->dwords;
    unsigned        count = item->kind == ASM_CF ? CF_DWORDS : item->count;
    for (unsigned i = 0; i < count; i++) {
        const unsigned         at = item->address + i;
        const struct asm_place here = item->kind == ASM_CF ? item->place : item->places[i];
        if (owner[at].line) {
            s->line = here.line > owner[at].line ? here.line : owner[at].line;
            return asm_error(s, "address %u is also taken by line %u", at / 2,
                             here.line > owner[at].line ? owner[at].line : here.line);
        }
        owner[at] = here;
        dwords[at] = from[i];
    }
    return true;
}

static bool write_out(struct asm_scan *s, const struct asm_program *p, uint32_t *dwords, struct asm_place *owner)
{
    bool good = true;
    for (int i = 0; good && i < p->item_count; i++)
        good = put(s, &p->items[i], dwords, owner);
    return good;
}

/* The end of what was written, not of the space kept for clauses; .size may add zeros. */
static bool final_size(struct asm_scan *s, struct asm_program *p, unsigned *count)
{
    unsigned used = 0;
    for (int i = 0; i < p->item_count; i++) {
        unsigned end = p->items[i].address + (p->items[i].kind == ASM_CF ? CF_DWORDS : p->items[i].count);
        used = end > used ? end : used;
    }
    if (p->size && p->size < used)
        return asm_error(s, ".size is %u dwords, but the program has %u", p->size, used);
    *count = p->size ? p->size : used;
    if (*count > p->end)
        p->end = *count;
    return *count || asm_error(s, "the program is empty, expected at least one CF instruction");
}

bool asm_layout(struct asm_scan *s, struct asm_program *p, uint32_t **dwords, unsigned *count,
                struct asm_place **places)
{
    unsigned last_line = s->line;
    if (!place_all(s, p))
        return false;
    for (int i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ASM_CF && !resolve(s, p, &p->items[i]))
            return false;
    s->line = last_line;
    if (!final_size(s, p, count))
        return false;
    *dwords = calloc(p->end, sizeof **dwords);
    *places = calloc(p->end, sizeof **places);
    if (*dwords && *places ? write_out(s, p, *dwords, *places) : asm_error(s, "out of memory"))
        return true;
    free(*dwords);
    free(*places);
    *dwords = NULL;
    *places = NULL;
    return false;
}
