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
    for (unsigned value = 0; value < 64; value++)
        if (met->small[f] >> value & 1)
            printf(" %u", value);
        else
            missing += row->values >> value & 1;
    printf("%s\n", missing ? "  MISSING" : "");
    return !missing;
}

bool met_print(const struct met *met)
{
    bool all = true;
    for (unsigned f = 0; f < CASE_FIELDS; f++)
        all &= print_field(met, f);
    return all;
}
