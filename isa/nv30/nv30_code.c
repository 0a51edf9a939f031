/* nv30_code.c - instructions as words and back, and the rules that they keep. */
#include "isa/nv30/nv30.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#define DST NV30_HAS_DST
#define SCALAR NV30_IS_SCALAR
#define READ NV30_IS_READ
#define T1D NV30_HAS_1D
#define T2D NV30_HAS_2D
#define T3D NV30_HAS_3D
#define CUBE NV30_HAS_CUBE
#define PAIRS NV30_HAS_PAIRS
const struct nv30_op_info nv30_ops[NV30_OPS] = {
#define NV30_OP(id, name, row, passes, sources, flags, doc) {name, row, passes, sources, flags, doc},
#define NV30_ALIAS(...)
#include "isa/nv30/ops.def"
#undef NV30_OP
#undef NV30_ALIAS
};

const char *const nv30_target_names[NV30_TARGETS] = {"", "1D", "2D", "3D", "CUBE"};
const char *const nv30_attribute_names[NV30_ATTRIBUTES] = {"TEX0", "TEX1", "TEX2", "TEX3", "TEX4", "TEX5",
                                                           "TEX6", "TEX7", "COL0", "COL1", "WPOS"};
const char *const nv30_output_names[NV30_OUTPUTS] = {"COLR", "COLH", "DEPR"};

/* ---- words ------------------------------------------------------------------------------------------------------ */

static uint32_t swizzle_bits(const uint8_t swizzle[4])
{
    return swizzle[0] | (uint32_t)swizzle[1] << 2 | (uint32_t)swizzle[2] << 4 | (uint32_t)swizzle[3] << 6;
}

void nv30_encode(const struct nv30_instruction *i, uint32_t dwords[NV30_DWORDS])
{
    memset(dwords, 0, NV30_DWORDS * sizeof *dwords);
    dwords[0] = (uint32_t)i->op | (uint32_t)i->saturate << 8 | (uint32_t)i->half << 9 | (uint32_t)i->target << 10 |
                (uint32_t)i->unit << 13 | (uint32_t)i->mask << 17;
    dwords[1] = (uint32_t)i->file | (uint32_t)i->number << 2;
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
        const struct nv30_source *from = &i->source[s];
        dwords[2 + s] = (uint32_t)from->file | (uint32_t)from->number << 3 | swizzle_bits(from->swizzle) << 13 |
                        (uint32_t)from->negate << 21 | (uint32_t)from->absolute << 22;
    }
}

static void decode_source(uint32_t word, struct nv30_source *source)
{
    source->file = word & 7;
    source->number = word >> 3 & 0x3ff;
    for (unsigned c = 0; c < 4; c++)
        source->swizzle[c] = (uint8_t)(word >> (13 + 2 * c) & 3);
    source->negate = word >> 21 & 1;
    source->absolute = word >> 22 & 1;
}

static bool fault(char *why, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fault(char *why, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, size, format, list);
    va_end(list);
    return false;
}

bool nv30_decode(const uint32_t dwords[NV30_DWORDS], struct nv30_instruction *i, char *why, size_t size)
{
    uint32_t again[NV30_DWORDS];
    *i = (struct nv30_instruction){0};
    if ((dwords[0] & 0xff) >= NV30_OPS)
        return fault(why, size, "opcode %u is unknown, expected 0 to %d", (unsigned)(dwords[0] & 0xff), NV30_OPS - 1);
    i->op = dwords[0] & 0xff;
    i->saturate = dwords[0] >> 8 & 1;
    i->half = dwords[0] >> 9 & 1;
    i->target = dwords[0] >> 10 & 7;
    i->unit = dwords[0] >> 13 & 0xf;
    i->mask = dwords[0] >> 17 & 0xf;
    i->file = dwords[1] & 3;
    i->number = dwords[1] >> 2 & 0x7f;
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++)
        decode_source(dwords[2 + s], &i->source[s]);
    nv30_encode(i, again);
    for (unsigned d = 0; d < NV30_DWORDS; d++)
        if (again[d] != dwords[d])
            return fault(why, size, "dword %u of %s is 0x%08x: bits 0x%08x are to be 0", d, nv30_ops[i->op].name,
                         (unsigned)dwords[d], (unsigned)(again[d] ^ dwords[d]));
    return nv30_legal(i, why, size);
}

/* ---- rules ------------------------------------------------------------------------------------------------------ */

static bool is_one_component(const struct nv30_source *source)
{
    for (unsigned c = 1; c < 4; c++)
        if (source->swizzle[c] != source->swizzle[0])
            return false;
    return true;
}

static bool legal_source(const struct nv30_instruction *i, const struct nv30_source *source, char *why, size_t size)
{
    static const unsigned    limits[] = {0, NV30_FULL, NV30_HALF, NV30_ATTRIBUTES, NV30_CONSTANTS};
    static const char *const names[] = {"", "R", "H", "attribute ", "c"};
    const char *const        name = nv30_ops[i->op].name;
    if (source->file == NV30_SRC_NONE || source->file > NV30_SRC_CONSTANT)
        return fault(why, size, "an operand of %s is missing", name);
    if (source->number >= limits[source->file])
        return fault(why, size, "register %s%u is out of range, expected %s0 to %s%u", names[source->file],
                     source->number, names[source->file], names[source->file], limits[source->file] - 1);
    if (nv30_ops[i->op].flags & NV30_IS_SCALAR && !is_one_component(source))
        return fault(why, size, "%s takes one component, as in R1.x", name);
    if (i->op == NV30_TEXCOORD && source->file != NV30_SRC_ATTRIBUTE)
        return fault(why, size, "TEXCOORD takes a coordinate set, as in f[TEX0]");
    return true;
}

/* NV_fragment_program: an instruction names one attribute and one constant at most.  The bump environment's matrix and
 * luminance are state of a texture stage there, so the constants of TEXBEML are two. */
static bool legal_sources(const struct nv30_instruction *i, char *why, size_t size)
{
    unsigned attribute = NV30_ATTRIBUTES, constant = NV30_CONSTANTS;
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
        const struct nv30_source *source = &i->source[s];
        if (!legal_source(i, source, why, size))
            return false;
        if (source->file == NV30_SRC_ATTRIBUTE) {
            if (attribute != NV30_ATTRIBUTES && attribute != source->number)
                return fault(why, size, "%s reads two attributes, expected one (NV_fragment_program)",
                             nv30_ops[i->op].name);
            attribute = source->number;
        }
        if (source->file == NV30_SRC_CONSTANT && i->op != NV30_TEXBEML) {
            if (constant != NV30_CONSTANTS && constant != source->number)
                return fault(why, size, "%s reads two constants, expected one (NV_fragment_program)",
                             nv30_ops[i->op].name);
            constant = source->number;
        }
    }
    return true;
}

static bool legal_dest(const struct nv30_instruction *i, char *why, size_t size)
{
    static const unsigned limits[] = {0, NV30_FULL, NV30_HALF, NV30_OUTPUTS};
    const char *const     name = nv30_ops[i->op].name;
    const bool            has = nv30_ops[i->op].flags & NV30_HAS_DST;
    if (has != (i->file != NV30_DST_NONE))
        return fault(why, size, has ? "%s has no destination" : "%s takes no destination", name);
    if (!has)
        return !(i->mask || i->number || i->saturate || i->half) ||
               fault(why, size, "%s takes neither saturation nor precision", name);
    if (i->number >= limits[i->file])
        return fault(why, size, "destination %u is out of range, expected 0 to %u", i->number, limits[i->file] - 1);
    if (!i->mask)
        return fault(why, size, "%s writes no component", name);
    return true;
}

static bool legal_target(const struct nv30_instruction *i, char *why, size_t size)
{
    const unsigned    flags = nv30_ops[i->op].flags;
    const char *const name = nv30_ops[i->op].name;
    if (!(flags & NV30_IS_READ))
        return (i->target == NV30_NO_TARGET && i->unit == 0) || fault(why, size, "%s reads no texture", name);
    if (i->target == NV30_NO_TARGET || i->target >= NV30_TARGETS ||
        !(flags & ((unsigned)NV30_HAS_1D << (i->target - 1))))
        return fault(why, size, "%s cannot read %s textures", name,
                     i->target < NV30_TARGETS ? nv30_target_names[i->target] : "such");
    return true;
}

bool nv30_legal(const struct nv30_instruction *i, char *why, size_t size)
{
    return legal_dest(i, why, size) && legal_sources(i, why, size) && legal_target(i, why, size);
}

/* A bit for each register that is named. */
struct named {
    uint32_t full;
    uint64_t half;
    unsigned outputs;
};

static void take_names(const struct nv30_instruction *i, struct named *named)
{
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
        if (i->source[s].file == NV30_SRC_FULL)
            named->full |= UINT32_C(1) << i->source[s].number;
        if (i->source[s].file == NV30_SRC_HALF)
            named->half |= UINT64_C(1) << i->source[s].number;
    }
    if (i->file == NV30_DST_FULL)
        named->full |= UINT32_C(1) << i->number;
    if (i->file == NV30_DST_HALF)
        named->half |= UINT64_C(1) << i->number;
    if (i->file == NV30_DST_OUTPUT)
        named->outputs |= 1u << i->number;
}

bool nv30_program_legal(const struct nv30_instruction *instructions, unsigned count, unsigned *halves, unsigned *at,
                        char *why, size_t size)
{
    const unsigned colours = 1u << NV30_COLR | 1u << NV30_COLH;
    struct named   named = {0};
    *at = 0;
    if (count > NV30_INSTRUCTIONS_MAX)
        return fault(why, size, "%u instructions, expected at most %d (NV_fragment_program)", count,
                     NV30_INSTRUCTIONS_MAX);
    for (unsigned i = 0; i < count; i++) {
        *at = i;
        take_names(&instructions[i], &named);
        const unsigned taken =
            2 * (unsigned)__builtin_popcount(named.full) + (unsigned)__builtin_popcountll(named.half);
        if (taken > NV30_HALF)
            return fault(why, size,
                         "too many registers: with this instruction R registers twice and H registers are %u, expected "
                         "at most %d (NV_fragment_program)",
                         taken, NV30_HALF);
        if ((named.outputs & colours) == colours)
            return fault(why, size, "o[COLR] and o[COLH] are both written, expected one of them");
        *halves = taken;
    }
    if (!named.outputs)
        return fault(why, size, "no instruction writes a result, expected o[COLR], o[COLH] or o[DEPR]");
    return true;
}
