/* texture_channel.c - an element of the filter beside its twin: samples of one to sixteen passes, fractions and floats.
 */
#include <string.h>

#include "pipeline/texture/texture_filter.h"
#include "tb/lockstep/lockstep.h"

typedef struct {
    uint32_t tap[TEXTURE_TAPS];
} texture_words_t;

/* clang-format off */
#define TEXTURE_CHANNEL_SIGNALS(S)                                                                     \
    S(IN,   bool,            begin,          1, "with the texels of this clock")                       \
    S(IN,   bool,            is_float,       1, "numbers are float32, else integers")                  \
    S(IN,   uint8_t,         used,           4, "texels that there are")                               \
    S(IN,   uint8_t,         border,         4, "the border's number instead")                         \
    S(IN,   texture_words_t, weight,        32, "two's complement, in 2^-28")                          \
    S(IN,   texture_words_t, number,        32, "two's complement, 24 bits and a sign; or float32")    \
    S(IN,   uint32_t,        border_number, 32, "the same")                                            \
    S(IN,   uint32_t,        divisor,       32, "x 2^shift: the number that stands for 1")             \
    S(IN,   uint8_t,         shift,          6, "two's complement")                                    \
    S(IN,   uint8_t,         box,            6, "what the weights add up to")                          \
    S(OUT,  uint64_t,        sum,           64, "with this clock's texels")                            \
    S(OUT,  uint16_t,        exponent,      10, "floats: of the sum's lowest bit, two's complement")   \
    S(OUT,  uint8_t,         special,        3, "floats: NaN, infinity, -infinity among them")         \
    S(OUT,  uint32_t,        result,        32, "float32")
/* clang-format on */

RTL_STRUCT(texture_channel, TEXTURE_CHANNEL_SIGNALS);
RTL_TABLE(texture_channel, TEXTURE_CHANNEL_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct texture_channel));
    ((struct texture_channel *)state)->in.divisor = 1;
    ((struct texture_channel *)state)->in.box = 1;
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

/* What a sample is made of stays the same until it ends. */
struct sample {
    unsigned left;           /* passes */
    unsigned odd;            /* chance of an infinity or any float */
    unsigned lowest, spread; /* exponents of its floats */
    bool     exact;          /* sums of few bits and a power of two: the quotient may be a tie */
};

static const uint8_t boxes[] = {1, 1, 1, 1, 2, 6, 15, 49};

static void begin(struct texture_channel_in *in, struct sample *sample, struct stimulus *random)
{
    sample->left = 1 + stimulus_below(random, stimulus_chance(random, 50) ? 2 : 16);
    sample->spread = 1 + stimulus_below(random, stimulus_chance(random, 70) ? 8 : 253);
    sample->lowest = stimulus_below(random, 255 - sample->spread);
    sample->odd = stimulus_chance(random, 10) ? 60 : 2;
    in->begin = true;
    in->is_float = stimulus_chance(random, 50);
    in->box = boxes[stimulus_below(random, sizeof boxes)];
    in->divisor = (uint32_t)stimulus_bits(random, in->box > 1 ? 26 : 1 + stimulus_below(random, 32));
    in->divisor += !in->divisor;
    sample->exact = stimulus_chance(random, 15);
    if (sample->exact) {
        in->box = 1;
        in->divisor = 1u << stimulus_below(random, 32);
    }
    in->shift = (uint8_t)((stimulus_below(random, 32) - 8) & 63);
}

static uint32_t some_number(const struct texture_channel_in *in, const struct sample *sample, struct stimulus *random)
{
    if (!in->is_float)
        return stimulus_below(random, 1u << 26) - (1u << 25);
    if (stimulus_chance(random, sample->odd))
        return stimulus_chance(random, 50) ? 0x7f800000u | (uint32_t)stimulus_bits(random, 1) << 31
                                           : stimulus_word(random);
    const uint32_t exponent = sample->lowest + stimulus_below(random, sample->spread);
    return (uint32_t)stimulus_bits(random, 1) << 31 | exponent << 23 | (uint32_t)stimulus_bits(random, 23);
}

/* 2^30 at most, as products of the largest words of TD_FILTER4 are; of either sign. */
static uint32_t some_weight(struct stimulus *random)
{
    const uint32_t size = (uint32_t)stimulus_bits(random, 1 + stimulus_below(random, 30));
    return stimulus_chance(random, 20) ? 0 - size : size;
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct texture_channel_in *in = &((struct texture_channel *)state)->in;
    struct sample             *sample = driver;
    in->begin = false;
    if (!sample->left)
        begin(in, sample, random);
    sample->left--;
    in->used = (uint8_t)(stimulus_chance(random, 50) ? 15 : stimulus_bits(random, 4));
    in->border = (uint8_t)(stimulus_chance(random, 70) ? 0 : stimulus_bits(random, 4));
    in->border_number = some_number(in, sample, random);
    for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
        in->weight.tap[i] = sample->exact ? (uint32_t)stimulus_bits(random, 2) : some_weight(random);
        in->number.tap[i] = some_number(in, sample, random);
    }
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

/* With this clock's texels. */
static struct texture_channel_sum sum_of(const struct texture_channel *channel)
{
    const struct texture_channel_in *in = &channel->in;
    struct texture_channel_sum       sum = {0};
    if (!in->begin) {
        sum.sum = (int64_t)channel->q.sum;
        sum.exponent = (int16_t)((channel->q.exponent ^ 512) - 512);
        sum.special = channel->q.special;
    }
    for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
        const uint32_t number = in->border >> i & 1 ? in->border_number : in->number.tap[i];
        if (in->used >> i & 1)
            texture_channel_add(&sum, in->is_float, (int32_t)in->weight.tap[i],
                                in->is_float ? (int64_t)number : (int64_t)(int32_t)number);
    }
    return sum;
}

static void clock(void *state)
{
    struct texture_channel          *channel = state;
    const struct texture_channel_in *in = &channel->in;
    const struct texture_channel_sum sum = sum_of(channel);
    channel->d.sum = (uint64_t)sum.sum;
    channel->d.exponent = (uint16_t)(sum.exponent & 1023);
    channel->d.special = sum.special;
    channel->d.result = texture_channel_end(&sum, in->is_float, in->divisor, (in->shift ^ 32) - 32, in->box);
    rtl_commit(channel);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *const edges[] = {"fraction: a tie above an even number", "fraction: a tie above an odd number",
                                    "float: a tie above an even number",    "float: a tie above an odd number",
                                    "sum: 0 of texels that are not",        NULL};

/* 25 significant bits: between two numbers of 24, of which the lower one is even (1) or odd (2). */
static unsigned tie_of(uint64_t magnitude)
{
    const int low = magnitude ? __builtin_ctzll(magnitude) : 0, high = magnitude ? 63 - __builtin_clzll(magnitude) : 0;
    return high - low == 24 ? 1 + (magnitude >> (low + 1) & 1) : 0;
}

static uint64_t met(const void *state)
{
    const struct texture_channel    *channel = state;
    const struct texture_channel_in *in = &channel->in;
    const struct texture_channel_sum sum = sum_of(channel);
    const uint64_t by = (uint64_t)in->divisor * in->box, size = (uint64_t)(sum.sum < 0 ? -sum.sum : sum.sum);
    const bool     zero = sum.sum == 0 && in->used == 15 && in->weight.tap[0] && in->number.tap[0] && !in->border;
    uint64_t       bits = (uint64_t)zero << 4;
    if (!in->is_float && (by & (by - 1)) == 0)
        bits |= tie_of(size);
    if (in->is_float && sum.special == 0 && sum.exponent > -128 && sum.exponent < 64)
        bits |= (uint64_t)tie_of(size) << 2;
    return bits;
}

const struct lockstep_module lockstep_texture_channel = {
    LOCKSTEP_BLOCK(texture_channel, texture_channel, texture_channel),
    .doc = "one element of the filter: sum of weighted texels and border, to float32 (US 8,154,564)",
    .driver_size = sizeof(struct sample),
    .lifetime = 2000,
    .edges = edges,
    .met = met,
    .part = true,
};
