/* nv30_dis.c - instructions as text (nv30.h has the grammar). */
#include "isa/nv30/nv30.h"

#include <string.h>

struct text {
    char  *at;
    size_t room;
};

static void put(struct text *text, const char *what)
{
    const size_t length = strlen(what);
    if (length < text->room) {
        memcpy(text->at, what, length + 1);
        text->at += length;
        text->room -= length;
    }
}

static void put_components(struct text *text, const uint8_t *component, unsigned count)
{
    char letters[6] = ".";
    for (unsigned c = 0; c < count; c++)
        letters[c + 1] = "xyzw"[component[c]];
    put(text, letters);
}

static void put_source(struct text *text, const struct nv30_source *source)
{
    char name[16];
    put(text, source->negate ? "-" : "");
    put(text, source->absolute ? "|" : "");
    if (source->file == NV30_SRC_ATTRIBUTE)
        snprintf(name, sizeof name, "f[%s]", nv30_attribute_names[source->number]);
    else if (source->file == NV30_SRC_CONSTANT)
        snprintf(name, sizeof name, "c[%u]", source->number);
    else
        snprintf(name, sizeof name, "%c%u", source->file == NV30_SRC_FULL ? 'R' : 'H', source->number);
    put(text, name);
    const uint8_t *s = source->swizzle;
    if (s[0] == s[1] && s[1] == s[2] && s[2] == s[3])
        put_components(text, s, 1);
    else if (s[0] != 0 || s[1] != 1 || s[2] != 2 || s[3] != 3)
        put_components(text, s, 4);
    put(text, source->absolute ? "|" : "");
}

static void put_dest(struct text *text, const struct nv30_instruction *i)
{
    char    name[16];
    uint8_t component[4];
    if (i->file == NV30_DST_OUTPUT)
        snprintf(name, sizeof name, " o[%s]", nv30_output_names[i->number]);
    else
        snprintf(name, sizeof name, " %c%u", i->file == NV30_DST_FULL ? 'R' : 'H', i->number);
    put(text, name);
    unsigned count = 0;
    for (uint8_t c = 0; c < 4; c++)
        if (i->mask >> c & 1)
            component[count++] = c;
    if (count < 4)
        put_components(text, component, count);
}

/* The precision that the destination gives. */
static bool is_half(const struct nv30_instruction *i)
{
    return i->file == NV30_DST_HALF || (i->file == NV30_DST_OUTPUT && i->number == NV30_COLH);
}

void nv30_print(const struct nv30_instruction *i, char *buffer, size_t size)
{
    struct text text = {buffer, size};
    char        unit[16];
    const char *between = " ";
    put(&text, nv30_ops[i->op].name);
    if (i->half != is_half(i))
        put(&text, i->half ? "H" : "R");
    put(&text, i->saturate ? "_SAT" : "");
    if (i->file != NV30_DST_NONE) {
        put_dest(&text, i);
        between = ", ";
    }
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++, between = ", ") {
        put(&text, between);
        put_source(&text, &i->source[s]);
    }
    if (i->target != NV30_NO_TARGET) {
        snprintf(unit, sizeof unit, ", TEX%u, %s", i->unit, nv30_target_names[i->target]);
        put(&text, unit);
    }
    put(&text, ";");
}

bool nv30_disassemble(const char *name, const uint32_t *dwords, unsigned count, FILE *out, struct diag *diag)
{
    fprintf(out, "!!FP1.0\n");
    for (unsigned i = 0; i < count / NV30_DWORDS; i++) {
        struct nv30_instruction instruction;
        char                    text[192];
        if (!nv30_decode(dwords + (size_t)i * NV30_DWORDS, &instruction, text, sizeof text))
            return diag_set(diag, name, 0, "instruction %u: %s", i, text);
        nv30_print(&instruction, text, sizeof text);
        fprintf(out, "%s\n", text);
    }
    fprintf(out, "END\n");
    return true;
}
