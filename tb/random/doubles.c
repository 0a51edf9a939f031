/* doubles.c - the 64-bit operations of a random group (ISA 4.12): one in all four vector slots, or one in X Y, in Z W
 * or in both. */
#include "tb/random/generate.h"

/* Words of doubles that find mistakes: zeros, denormals, ends of the ranges of doubles and of floats, 1/2, 1, 2^52 and
 * their neighbours, infinities, NaNs. */
static const uint32_t high_words[] = {
    0,          0x80000000, 0x00000001, 0x800fffff, 0x00100000, 0x80100000, 0x3fe00000, 0xbfe00000, 0x3ff00000,
    0xbff00000, 0x3fefffff, 0x3ca00000, 0xbca00000, 0x43300000, 0xc32fffff, 0x7fefffff, 0xffefffff, 0x7ff00000,
    0xfff00000, 0x7ff80000, 0xfff80001, 0x7ff00001, 0x47efffff, 0xc7f00000, 0x38100000, 0xb80fffff, 0x20000000};
static const uint32_t low_words[] = {0,          0,          0,          1,          0xffffffff,
                                     0x80000000, 0xe0000000, 0xf0000000, 0x10000000, 0x7fffffff};
/* Powers for LDEXP_64: 1.0 becomes denormal at -1023, infinite at 1024. */
static const uint32_t powers[] = {0,   1,    2,      52,     1023,   1024,   2045,       2046,      2047,
                                  -1u, -52u, -1022u, -1023u, -2045u, -2046u, 0x7fffffff, 0x80000000};

enum { HIGH = 0, POWER = 1, LOW = 2 }; /* literals */

static uint32_t one_of(struct generator *g, const uint32_t *words, size_t bytes)
{
    return words[random_below(&g->source, (unsigned)(bytes / sizeof *words))];
}

static struct isa_alu_src literal(unsigned chan)
{
    return (struct isa_alu_src){.sel = ISA_SRC_LITERAL, .chan = (uint8_t)chan};
}

/* Both words of some operands from the literals. */
static void special_words(struct generator *g, struct isa_alu *high, struct isa_alu *low)
{
    for (unsigned i = 0; i < isa_alu_ops[high->id].operands; i++) {
        if (high->id == ISA_OP2_LDEXP_64 && i == 1) {
            high->src[i].neg = high->src[i].abs = low->src[i].neg = low->src[i].abs = false;
            if (random_percent(&g->source, 70))
                high->src[i] = low->src[i] = literal(POWER);
        } else if (random_percent(&g->source, 40)) {
            const struct isa_alu_src before = high->src[i];
            high->src[i] = literal(random_percent(&g->source, 60) ? HIGH : POWER);
            high->src[i].neg = before.neg;
            high->src[i].abs = before.abs;
            low->src[i] = literal(LOW + random_below(&g->source, 2));
        } else if (i == 1 && random_percent(&g->source, 20)) { /* equal operands */
            high->src[1] = high->src[0];
            low->src[1] = low->src[0];
        }
    }
}

/* Modifiers stand where the sign is, and hold for the whole instruction. */
static void one_instruction(struct generator *g, struct random_group *group, enum isa_alu_id id, unsigned first)
{
    const unsigned  slots = isa_alu_ops[id].slots, lowest = slots == 4 && id != ISA_OP2_FREXP_64 ? 3 : 1;
    struct isa_alu *head = &group->slot[first];
    for (unsigned s = first; s < first + slots; s++) {
        struct isa_alu *alu = &group->slot[s];
        group->used[s] = true;
        generate_instruction(g, id, s, alu);
        for (unsigned i = 0; s % 2 && i < 3; i++)
            alu->src[i].neg = alu->src[i].abs = false;
        alu->pred_sel = head->pred_sel;
        alu->omod = group->slot[s & ~1u].omod;
        alu->clamp = group->slot[s & ~1u].clamp;
    }
    special_words(g, head, &group->slot[first + lowest]);
    for (unsigned s = 1; lowest == 3 && s < 3; s++) { /* Y and Z read what X does */
        const struct isa_alu own = group->slot[s];
        group->slot[s] = *head;
        group->slot[s].dst_chan = (uint8_t)s;
        group->slot[s].omod = s == 2 ? own.omod : head->omod;
        group->slot[s].clamp = s == 2 ? own.clamp : head->clamp;
    }
}

static void update(struct generator *g, struct random_group *group, unsigned first)
{
    const bool predicate = random_percent(&g->source, 60), mask = g->may_mask && random_percent(&g->source, 10);
    for (unsigned s = first; s < first + 2; s++) {
        group->slot[s].update_pred = predicate;
        group->slot[s].update_execute_mask = mask;
    }
}

void generate_doubles(struct generator *g, struct random_group *group)
{
    bool predicate = false; /* one PRED_SET* in a group, ISA 4.8.1.1 */
    for (unsigned i = 0; i < 4; i++)
        if (random_percent(&g->source, 75))
            group->literal[i] = i == POWER && random_percent(&g->source, 60) ? one_of(g, powers, sizeof powers)
                                : i < LOW                                    ? one_of(g, high_words, sizeof high_words)
                                                                             : one_of(g, low_words, sizeof low_words);
    for (unsigned at = random_percent(&g->source, 25) ? 2 : 0; at < 4;) {
        const enum isa_alu_id id = generate_double(g);
        const bool            sets = isa_alu_ops[id].flags & ISA_PRED_SET;
        if ((isa_alu_ops[id].slots == 4 && at) || (sets && predicate))
            continue;
        one_instruction(g, group, id, at);
        if (sets)
            update(g, group, at);
        predicate |= sets;
        at += isa_alu_ops[id].slots;
        if (random_percent(&g->source, 50))
            break;
    }
}
