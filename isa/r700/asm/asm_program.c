/* asm_program.c - the lists of items and labels of a program being assembled. */
#include "isa/r700/asm/asm_program.h"
#include "isa/r700/asm/asm.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Room for one more element; the array, or NULL when memory is short. */
static void *grown(void *array, int count, int *capacity, size_t element)
{
    if (count < *capacity)
        return array;
    int   wanted = *capacity ? 2 * *capacity : 16;
    void *bigger = realloc(array, (size_t)wanted * element);
    if (bigger)
        *capacity = wanted;
    return bigger;
}

struct asm_item *asm_add_item(struct asm_scan *s, struct asm_program *p, enum asm_item_kind kind)
{
    void *items = grown(p->items, p->item_count, &p->item_capacity, sizeof *p->items);
    if (!items) {
        asm_error(s, "out of memory");
        return NULL;
    }
    p->items = items;
    struct asm_item *item = &p->items[p->item_count++];
    *item = (struct asm_item){.kind = kind, .place = asm_here(s), .body = ASM_NO_ITEM};
    return item;
}

bool asm_append(struct asm_scan *s, struct asm_item *item, const uint32_t *dwords, const struct asm_place *places,
                unsigned count)
{
    if (item->count + count > ISA_ASM_MAX_DWORDS)
        return asm_error(s, "a program has at most %d dwords", ISA_ASM_MAX_DWORDS);
    if (item->count + count > item->capacity) {
        unsigned          wanted = 2 * (item->count + count);
        uint32_t         *bigger = realloc(item->dwords, wanted * sizeof *bigger);
        struct asm_place *said = realloc(item->places, wanted * sizeof *said);
        item->dwords = bigger ? bigger : item->dwords;
        item->places = said ? said : item->places;
        if (!bigger || !said)
            return asm_error(s, "out of memory");
        item->capacity = wanted;
    }
    memcpy(item->dwords + item->count, dwords, count * sizeof *dwords);
    for (unsigned i = 0; i < count; i++)
        item->places[item->count + i] = places ? places[i] : asm_here(s);
    item->count += count;
    return true;
}

struct asm_label *asm_find_label(const struct asm_program *p, struct asm_word name)
{
    for (int i = 0; i < p->label_count; i++)
        if (p->labels[i].name.length == name.length && !memcmp(p->labels[i].name.at, name.at, name.length))
            return &p->labels[i];
    return NULL;
}

struct asm_nearest asm_nearest_label(const struct asm_program *p, struct asm_word name)
{
    struct asm_nearest nearest = asm_nearest_to(name);
    for (int i = 0; i < p->label_count; i++)
        asm_nearest_try_word(&nearest, p->labels[i].name);
    return nearest;
}

bool asm_add_label(struct asm_scan *s, struct asm_program *p, struct asm_word name)
{
    struct asm_label *present = asm_find_label(p, name);
    if (present)
        return asm_error(s, "label `%.*s` is already at line %u", (int)name.length, name.at, present->line);
    void *labels = grown(p->labels, p->label_count, &p->label_capacity, sizeof *p->labels);
    if (!labels)
        return asm_error(s, "out of memory");
    p->labels = labels;
    p->labels[p->label_count++] = (struct asm_label){name, s->line, p->item_count, p->place};
    return true;
}

void asm_free_program(struct asm_program *p)
{
    for (int i = 0; i < p->item_count; i++) {
        free(p->items[i].dwords);
        free(p->items[i].places);
    }
    free(p->items);
    free(p->labels);
    *p = (struct asm_program){0};
}
