/* asm_program.h - a program being assembled: items in the order of the text, and the labels that name them. */
#ifndef ISA_R700_ASM_PROGRAM_H
#define ISA_R700_ASM_PROGRAM_H

#include "isa/r700/asm/asm_line.h"

enum asm_item_kind { ASM_CF, ASM_DATA, ASM_ALU_CLAUSE, ASM_FETCH_CLAUSE };

enum { ASM_NO_ITEM = -1 };

struct asm_item {
    enum asm_item_kind kind;
    struct asm_place   place;
    uint32_t          *dwords; /* of a clause or data */
    struct asm_place  *places; /* of each of them */
    unsigned           count, capacity;
    bool               placed;
    uint32_t           address; /* in dwords, when placed */
    struct asm_cf      cf;
    int                body; /* the clause under this CF instruction, or ASM_NO_ITEM */
};

struct asm_label {
    struct asm_word name;
    unsigned        line;
    int             item;    /* the item that follows, or ASM_NO_ITEM: */
    uint32_t        address; /* the place itself, in dwords */
};

struct asm_program {
    struct asm_item  *items;
    int               item_count, item_capacity;
    struct asm_label *labels;
    int               label_count, label_capacity;
    uint32_t          place; /* in dwords: where the next CF instruction or data goes */
    uint32_t          size;  /* .size, or 0 */
    uint32_t          end;   /* behind the last dword of anything placed */
};

/* asm_program.c */
/* A new item; NULL and a diagnosis when memory is short. */
struct asm_item *asm_add_item(struct asm_scan *s, struct asm_program *p, enum asm_item_kind kind);
/* `places` NULL: all of the line that is read. */
bool asm_append(struct asm_scan *s, struct asm_item *item, const uint32_t *dwords, const struct asm_place *places,
                unsigned count);
bool asm_add_label(struct asm_scan *s, struct asm_program *p, struct asm_word name);
struct asm_label  *asm_find_label(const struct asm_program *p, struct asm_word name);
struct asm_nearest asm_nearest_label(const struct asm_program *p, struct asm_word name);
void               asm_free_program(struct asm_program *p);

/* asm_layout.c: places the clauses, resolves the labels and writes the dwords, and where each of them is said. */
bool asm_layout(struct asm_scan *s, struct asm_program *p, uint32_t **dwords, unsigned *count,
                struct asm_place **places);

#endif
