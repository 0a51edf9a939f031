/* source.c - random numbers from a seed, and weights by name. */
#include "tb/random/random.h"

#include <stdlib.h>
#include <string.h>

const struct random_weight_row random_weight_rows[] = {
#define RANDOM_WEIGHT(name, value, meaning) {#name, meaning, value, offsetof(struct random_weights, name)},
#include "tb/random/weights.def"
#undef RANDOM_WEIGHT
};
const unsigned random_weight_count = sizeof random_weight_rows / sizeof random_weight_rows[0];

struct random_weights random_default_weights(void)
{
    return (struct random_weights){
#define RANDOM_WEIGHT(name, value, meaning) .name = value,
#include "tb/random/weights.def"
#undef RANDOM_WEIGHT
    };
}

static bool set_weight(struct random_weights *weights, const char *name, size_t length, const char *value,
                       size_t value_length, struct diag *diag)
{
    for (unsigned i = 0; i < random_weight_count; i++) {
        const struct random_weight_row *row = &random_weight_rows[i];
        char                           *end;
        if (strlen(row->name) != length || memcmp(row->name, name, length) != 0)
            continue;
        const unsigned long number = strtoul(value, &end, 10);
        if (end != value + value_length || value_length == 0 || number > 1000 || *value == '-' || *value == '+')
            return diag_set(diag, NULL, 0, "weight %s: '%.*s', expected 0 to 1000", row->name, (int)value_length,
                            value);
        memcpy((char *)weights + row->offset, &(unsigned){(unsigned)number}, sizeof(unsigned));
        return true;
    }
    return diag_set(diag, NULL, 0, "unknown weight '%.*s'", (int)length, name);
}

bool random_set_weights(struct random_weights *weights, const char *text, struct diag *diag)
{
    while (*text) {
        const size_t length = strcspn(text, ","), name = strcspn(text, "=,");
        if (length == 8 && memcmp(text, "straight", 8) == 0)
            weights->branch = weights->branch_else = weights->loop = weights->leave = weights->call = weights->skip =
                weights->mask = 0;
        else if (name >= length)
            return diag_set(diag, NULL, 0, "'%.*s', expected WEIGHT=NUMBER or straight", (int)length, text);
        else if (!set_weight(weights, text, name, text + name + 1, length - name - 1, diag))
            return false;
        text += length + (text[length] == ',');
    }
    return true;
}

/* SplitMix64: every seed is as good as any other. */
uint32_t random_word(struct random_source *source)
{
    uint64_t x = source->state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ x >> 31) >> 16);
}

unsigned random_below(struct random_source *source, unsigned limit)
{
    return (unsigned)((uint64_t)random_word(source) * limit >> 32);
}

bool random_percent(struct random_source *source, unsigned percent)
{
    return random_below(source, 100) < percent;
}

unsigned random_pick(struct random_source *source, const unsigned *weights, unsigned count)
{
    unsigned sum = 0, i = 0;
    for (unsigned w = 0; w < count; w++)
        sum += weights[w];
    if (!sum)
        return count;
    for (unsigned left = random_below(source, sum); left >= weights[i]; i++)
        left -= weights[i];
    return i;
}
