/* met.c - see met.h. */
#include "tb/texture/met.h"

#include <stdio.h>

void met_add(struct met *met, const struct texture_case *texture)
{
    for (unsigned f = 0; f < CASE_FIELDS; f++) {
        const uint32_t value = case_get(texture, (enum case_field)f);
        if (case_field_rows[f].values)
            met->small[f] |= 1ull << value;
        met->ones[f] |= value;
        met->zeros[f] |= ~value;
    }
}

void met_add_opcode(struct met *met, unsigned opcode)
{
    met->opcodes |= 1ull << opcode;
}

static bool print_values(uint64_t met, uint64_t values)
{
    for (unsigned value = 0; value < 64; value++)
        if (met >> value & 1)
            printf(" %u", value);
    printf("%s\n", values & ~met ? "  MISSING" : "");
    return !(values & ~met);
}

static bool print_field(const struct met *met, unsigned f)
{
    const struct case_field_row *row = &case_field_rows[f];
    const char                  *word = row->sampler ? "SQ_TEX_SAMPLER" : "SQ_TEX_RESOURCE";
    const unsigned               width = row->high - row->low + 1;
    unsigned                     missing = 0;
    printf("%s_WORD%u %-22s ", word, row->word, row->name);
    if (!row->values) {
        for (unsigned bit = 0; bit < width; bit++)
            missing += !(met->ones[f] >> bit & met->zeros[f] >> bit & 1);
        printf("%u bits, %u of them only 0 or only 1\n", width, missing);
        return true;
    }
    return print_values(met->small[f], row->values);
}

bool met_print(const struct met *met)
{
    enum { LD = 3, KEEP_GRADIENTS = 10, FETCH4 = 15, SAMPLE_C_G_LZ = 31 };
    const uint64_t all_opcodes =
        ((2ull << KEEP_GRADIENTS) - (1ull << LD)) | ((2ull << SAMPLE_C_G_LZ) - (1ull << FETCH4));
    bool all = true;
    for (unsigned f = 0; f < CASE_FIELDS; f++)
        all &= print_field(met, f);
    printf("%-43s ", "TEX_WORD0 TEX_INST"); /* SET_* have no result of their own */
    all &= print_values(met->opcodes, all_opcodes);
    return all;
}
