/* cf_sequencer.c - the CF sequencer beside its twin: wavefronts that are ready, a cache that hits, misses and refuses,
 * instructions of every opcode, and units with and without room. */
#include "tb/lockstep/lockstep.h"

#include "isa/r700/isa.h"
#include "pipeline/control/cf_sequencer.h"
#include "rtl_model/r700/simd.h"

enum { PC_END = 1 << 23 }; /* CF addresses that 20 bits of line number reach */

static void reset(void *state, void *driver, struct stimulus *random)
{
    static const uint8_t fetch_clk[] = {3, 4, 4, 5, 4, 9, 3, 52, 130}, decode_clk[] = {1, 2, 4, 4, 7, 1, 3, 52, 130};
    struct cf_sequencer *sequencer = state;
    (void)driver;
    sequencer->in = (struct cf_sequencer_in){.fetch_clk = fetch_clk[stimulus_below(random, sizeof fetch_clk)],
                                             .decode_clk = decode_clk[stimulus_below(random, sizeof decode_clk)],
                                             .flow_pauses = stimulus_chance(random, 50),
                                             .goes_back = stimulus_chance(random, 30)};
    cf_sequencer_reset(sequencer);
}

static uint32_t address(struct stimulus *random)
{
    switch (stimulus_below(random, 4)) {
    case 0:
        return stimulus_below(random, 64);
    case 1: /* about the end of a line */
        return (stimulus_below(random, PC_END) | 7u) - stimulus_below(random, 2);
    case 2:
        return PC_END - 2 - stimulus_below(random, 8);
    default:
        return stimulus_below(random, PC_END - 1);
    }
}

/* A wavefront is in one place at a time. */
static bool is_free(const struct cf_sequencer_reg *q, unsigned slot)
{
    return !(q->fetch && q->fetch_slot == slot) && !(q->decode && q->decode_slot == slot) &&
           !(q->step && q->step_slot == slot);
}

static void drive_wavefront(struct cf_sequencer_in *in, const struct cf_sequencer_reg *q, struct stimulus *random)
{
    const unsigned slot = stimulus_chance(random, 50) ? stimulus_below(random, 4) : stimulus_below(random, 256);
    in->ready = stimulus_chance(random, 70) && is_free(q, slot);
    in->ready_slot = (uint8_t)slot;
    in->ready_number = (uint32_t)stimulus_bits(random, 32);
    in->ready_pc = address(random);
}

/* Mostly instructions that exist; their other fields are whatever they are. */
static cf_word_t instruction(struct stimulus *random)
{
    uint32_t dwords[2] = {(uint32_t)stimulus_bits(random, 32), (uint32_t)stimulus_bits(random, 32)};
    if (stimulus_chance(random, 3))
        return (cf_word_t)dwords[1] << 32 | dwords[0];
    const struct isa_cf_op *op = &isa_cf_ops[stimulus_below(random, isa_cf_op_count)];
    if (op->klass == ISA_CF_ALU) {
        struct isa_cf_alu word;
        isa_unpack_cf_alu(dwords, &word);
        word.cf_inst = op->opcode;
        isa_pack_cf_alu(&word, dwords);
    } else {
        struct isa_cf word;
        isa_unpack_cf(dwords, &word);
        word.cf_inst = op->opcode;
        if (op->id == ISA_CF_INST_WAIT_ACK && stimulus_chance(random, 70)) /* about as many as there can be */
            word.addr = stimulus_below(random, 260);
        isa_pack_cf(&word, dwords);
    }
    return (cf_word_t)dwords[1] << 32 | dwords[0];
}

/* The cache answers one clock after it was asked; now and then later, which the sequencer must bear. */
static void drive_cache(struct cf_sequencer_in *in, const struct cf_sequencer_reg *q, struct stimulus *random)
{
    in->answer = q->fetch && !q->fetch_known && !q->look && stimulus_chance(random, 95);
    in->hit = stimulus_chance(random, 75);
    in->refused = !in->hit && stimulus_chance(random, 30);
    in->word = instruction(random);
    in->next_barrier = stimulus_chance(random, 50);
    in->fill = stimulus_chance(random, 15);
    in->fill_line = (stimulus_chance(random, 60) ? q->fetch_pc : address(random)) / 8;
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct cf_sequencer *sequencer = state;
    (void)driver;
    drive_wavefront(&sequencer->in, &sequencer->q, random);
    drive_cache(&sequencer->in, &sequencer->q, random);
    sequencer->in.alu = stimulus_chance(random, 25);
    sequencer->in.exports = (uint8_t)(stimulus_chance(random, 70) ? 0 : stimulus_below(random, 256));
    sequencer->in.fetches = stimulus_chance(random, 25);
    sequencer->in.acks = (uint8_t)(stimulus_chance(random, 50) ? 0 : stimulus_below(random, 256));
    sequencer->in.clause_free = stimulus_chance(random, 70);
    sequencer->in.export_free = stimulus_chance(random, 70);
    sequencer->in.fetch_free = stimulus_chance(random, 70);
    sequencer->in.nobody = stimulus_chance(random, 20);
}

static void clock(void *state)
{
    struct cf_sequencer *sequencer = state;
    rtl_eval(cf_sequencer_eval, sequencer);
    rtl_commit(sequencer);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *instruction_name(unsigned value)
{
    return isa_cf_ops[value].name;
}

/* What the cache hands over. */
static int handed_over(const void *state)
{
    const struct cf_sequencer_in *in = &((const struct cf_sequencer *)state)->in;
    const struct isa_cf_op *op = isa_cf_lookup((const uint32_t[2]){(uint32_t)in->word, (uint32_t)(in->word >> 32)});
    return in->answer && in->hit && op ? (int)(op - isa_cf_ops) : -1;
}

static const struct stimulus_part parts[] = {
    {"instruction", ISA_CF_INST_COUNT, instruction_name, handed_over},
    {NULL, 0, NULL, NULL},
};

const struct lockstep_module lockstep_cf_sequencer = {
    LOCKSTEP_BLOCK(cf_sequencer, cf_sequencer, cf_sequencer),
    .doc = "fetch, decode and start of control-flow instructions (ISA 3, 10.1)",
    .lifetime = 10000,
    .parts = parts,
    LOCKSTEP_INSTANCES(cf),
};
