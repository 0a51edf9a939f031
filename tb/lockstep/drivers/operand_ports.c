/* operand_ports.c - the read-port rules beside their twin: groups that fit, groups that nearly fit, and any.
 * Combinational in the C model; the block has a register behind it. */
#include "tb/lockstep/lockstep.h"

#include <string.h>

#include "pipeline/alu/alu_operands.h"
#include "pipeline/alu/alu_rules.h"
#include "pipeline/alu/operand_ports.h"
#include "rtl_model/r700/simd.h"

enum { BUFFER_WORDS = 16, GROUP_WORDS = 7 }; /* of a clause; the most that a group has */
enum operand_kind { KIND_FORWARD, KIND_GPR, KIND_FILE, KIND_OTHER };

typedef struct {
    uint8_t slot[ISA_SLOTS];
} port_slots_t;
typedef struct {
    uint8_t operand[ISA_SLOTS][3];
} port_operands_t;
typedef struct {
    uint16_t operand[ISA_SLOTS][3];
} port_addresses_t;
typedef struct {
    uint16_t row[READ_CYCLES][READ_ELEMENTS];
} port_rows_t;

/* The function is no module of the machine: this list is its only one. */
/* clang-format off */
#define PORT_RULES_SIGNALS(S)                                                                          \
    S(IN,   uint8_t,          slots,         5, "slots X Y Z W T that have an instruction")            \
    S(IN,   port_slots_t,     operands,      2, "how many operands it has")                            \
    S(IN,   port_slots_t,     bank_swizzle,  3, "its BANK_SWIZZLE")                                    \
    S(IN,   port_operands_t,  kind,          2, "0 PV or PS, 1 GPR, 2 constant file, 3 another constant") \
    S(IN,   port_operands_t,  number,        7, "GPR number as encoded")                               \
    S(IN,   port_addresses_t, row,          16, "address of a GPR or of a word of the constant file")  \
    S(IN,   port_operands_t,  chan,          2, "element")                                             \
    S(IN,   port_operands_t,  relative,      1, "REL: an index is added")                              \
    S(IN,   port_slots_t,     index_mode,    3, "INDEX_MODE of the slots")                             \
    S(IN,   bool,             number_alone,  1, "src1 takes src0's read when the numbers agree, whatever the indices") \
    S(OUT,  uint8_t,          violation,     3, "enum port_violation")                                 \
    S(OUT,  uint8_t,          slot,          3, "where")                                               \
    S(OUT,  uint8_t,          operand,       2, "and which operand")                                   \
    S(OUT,  uint16_t,         read,         12, "read ports in use: bit 4 x cycle + element")          \
    S(OUT,  port_rows_t,      port_row,     16, "their addresses, 0 when not in use")                  \
    S(OUT,  port_operands_t,  cycle,         2, "the read cycle of each GPR operand")                 \
    S(OUT,  uint16_t,         same_number,  15, "operands with another's number, bit 3 x slot + operand")
/* clang-format on */

RTL_STRUCT(port_rules, PORT_RULES_SIGNALS);
RTL_TABLE(port_rules, PORT_RULES_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct port_rules));
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

static unsigned some_kind(struct stimulus *random, unsigned constants)
{
    if (stimulus_chance(random, constants))
        return stimulus_chance(random, 60) ? KIND_FILE : KIND_OTHER;
    return stimulus_chance(random, 12) ? KIND_FORWARD : KIND_GPR;
}

static unsigned some_address(struct stimulus *random)
{
    static const uint16_t marks[] = {0, 0, 0, 0, 0, ROW_RELATIVE, ROW_RELATIVE | ROW_GLOBAL, ROW_WATERFALL};
    const unsigned        row = stimulus_chance(random, 80) ? stimulus_below(random, 4) : stimulus_below(random, 256);
    if (stimulus_chance(random, 2))
        return (unsigned)stimulus_bits(random, 16);
    return row | marks[stimulus_below(random, sizeof marks / sizeof marks[0])];
}

static uint8_t some_number(struct stimulus *random)
{
    return (uint8_t)(stimulus_chance(random, 80) ? stimulus_below(random, 4) : stimulus_below(random, ISA_GPRS));
}

/* A group in which every register lies where its cycle and element find it is legal but for the constants; then one
 * operand or more is changed: its address, the number that is encoded, or both. */
static void drive(void *state, void *driver, struct stimulus *random)
{
    struct port_rules_in *in = &((struct port_rules *)state)->in;
    uint16_t              at[READ_CYCLES][READ_ELEMENTS], file[2];
    uint8_t               number[READ_CYCLES][READ_ELEMENTS];
    const unsigned        constants = stimulus_below(random, 3) * 25, stray = stimulus_below(random, 4) * 4;
    const unsigned        relative = stimulus_below(random, 3) * 25;
    (void)driver;
    in->number_alone = stimulus_chance(random, 50);
    for (unsigned c = 0; c < READ_CYCLES; c++)
        for (unsigned e = 0; e < READ_ELEMENTS; e++) {
            at[c][e] = (uint16_t)some_address(random);
            number[c][e] = some_number(random);
        }
    file[0] = (uint16_t)some_address(random);
    file[1] = (uint16_t)some_address(random);
    in->slots = (uint8_t)(stimulus_chance(random, 50) ? 31 : stimulus_bits(random, 5));
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const bool trans = s == ISA_SLOT_T;
        in->index_mode.slot[s] = (uint8_t)stimulus_bits(random, 3);
        in->operands.slot[s] = (uint8_t)(stimulus_chance(random, 80) ? 1 + stimulus_below(random, 3) : 0);
        in->bank_swizzle.slot[s] =
            (uint8_t)(stimulus_chance(random, 3) ? stimulus_bits(random, 3) : stimulus_below(random, trans ? 4 : 6));
        for (unsigned n = 0; n < 3; n++) {
            const int      cycle = operand_cycle(trans, in->bank_swizzle.slot[s], n);
            const unsigned kind = some_kind(random, constants), chan = (unsigned)stimulus_bits(random, 2);
            in->kind.operand[s][n] = (uint8_t)kind;
            in->relative.operand[s][n] = stimulus_chance(random, relative);
            in->chan.operand[s][n] = (uint8_t)chan;
            in->row.operand[s][n] = kind == KIND_FILE ? file[chan >> 1] : cycle < 0 ? 0 : at[cycle][chan];
            in->number.operand[s][n] = cycle < 0 ? 0 : number[cycle][chan];
            if (stimulus_chance(random,
                                kind == KIND_GPR
                                    ? 10
                                    : stray)) /* another address in the same port: another index of the same number */
                in->row.operand[s][n] = (uint16_t)some_address(random);
            if (stimulus_chance(random, stray))
                in->number.operand[s][n] = some_number(random);
        }
        if (stimulus_chance(random, 20)) { /* a square */
            in->kind.operand[s][1] = in->kind.operand[s][0];
            in->number.operand[s][1] = in->number.operand[s][0];
            if (stimulus_chance(random, 50))
                in->row.operand[s][1] = in->row.operand[s][0];
            in->chan.operand[s][1] = in->chan.operand[s][0];
        }
    }
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void make_group(const struct port_rules_in *in, struct isa_group *group)
{
    static const enum isa_alu_id operation[] = {ISA_OP2_NOP, ISA_OP2_MOV, ISA_OP2_ADD, ISA_OP3_MULADD};
    static const uint16_t        select[] = {ISA_SRC_PV, 0, ISA_SRC_CFILE, ISA_SRC_LITERAL}; /* KIND_* */
    memset(group, 0, sizeof *group);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        group->used[s] = in->slots >> s & 1;
        group->slot[s].id = operation[in->operands.slot[s]];
        group->slot[s].bank_swizzle = in->bank_swizzle.slot[s];
        group->slot[s].index_mode = in->index_mode.slot[s];
        for (unsigned n = 0; n < 3; n++) {
            const unsigned kind = in->kind.operand[s][n];
            group->slot[s].src[n] =
                (struct isa_alu_src){.sel = kind == KIND_GPR ? in->number.operand[s][n] : select[kind],
                                     .chan = in->chan.operand[s][n],
                                     .rel = in->relative.operand[s][n]};
        }
    }
}

static void clock(void *state)
{
    struct port_rules     *p = state;
    struct port_rules_reg *q = &p->q;
    struct isa_group       group;
    struct operand_ports   ports;
    unsigned               slot = 0, operand = 0;
    make_group(&p->in, &group);
    memset(q, 0, sizeof *q);
    q->violation =
        (uint8_t)operand_ports_assign(&group, p->in.row.operand, p->in.number_alone, &ports, &slot, &operand);
    if (q->violation != PORT_OK) {
        q->slot = (uint8_t)slot;
        q->operand = (uint8_t)operand;
    } else {
        for (unsigned c = 0; c < READ_CYCLES; c++)
            for (unsigned e = 0; e < READ_ELEMENTS; e++)
                if (ports.used[c][e]) {
                    q->read = (uint16_t)(q->read | 1u << (c * READ_ELEMENTS + e));
                    q->port_row.row[c][e] = ports.row[c][e];
                }
        memcpy(&q->cycle, ports.cycle, sizeof q->cycle);
        q->same_number = ports.same_number;
    }
    p->d = p->q;
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

/* The group that an issue stage decides on in this clock, with the addresses of its operands; false when it does not
 * come so far. */
static bool next_group(const struct simd *simd, unsigned parity, struct isa_group *group, uint16_t row[ISA_SLOTS][3])
{
    const struct alu_issue    *issue = &simd->issue[parity];
    const struct alu_issue_in *in = &issue->in;
    struct alu_issue_reg       unused = issue->q;
    uint32_t                   words[2 * GROUP_WORDS];
    int                        dst[ISA_SLOTS] = {0};
    unsigned                   at = 0, slot = 0;
    const unsigned             count = in->available < GROUP_WORDS ? in->available : GROUP_WORDS;
    if (!in->decide || !in->clause || issue->q.error)
        return false;
    for (unsigned w = 0; w < count; w++) {
        const uint64_t word = simd->clause[in->clause_index].buffer[(in->head + w) % BUFFER_WORDS];
        words[2 * w] = (uint32_t)word;
        words[2 * w + 1] = (uint32_t)(word >> 32);
    }
    memset(row, 0, sizeof(uint16_t[ISA_SLOTS][3]));
    const struct issue_decision of = {in, &issue->q, &unused, group};
    return isa_group_assemble(words, count, in->prefer_vector, group, &at) == ISA_GROUP_OK &&
           alu_group_rule(group, &slot) == RULE_OK && alu_find_rows(&of, row, dst);
}

static unsigned kind_of(unsigned sel)
{
    if (isa_src_is_gpr(sel))
        return KIND_GPR;
    if (isa_src_is_cfile(sel))
        return KIND_FILE;
    return isa_src_is_constant(sel) ? KIND_OTHER : KIND_FORWARD;
}

static void gather(const struct simd *simd, unsigned instance, void *state)
{
    struct port_rules_in *in = &((struct port_rules *)state)->in;
    struct isa_group      group;
    memset(in, 0, sizeof *in);
    in->number_alone = simd->issue[instance].in.number_alone;
    if (!next_group(simd, instance, &group, in->row.operand))
        return;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        if (!group.used[s])
            continue;
        in->slots = (uint8_t)(in->slots | 1u << s);
        in->operands.slot[s] = isa_alu_ops[group.slot[s].id].operands;
        in->bank_swizzle.slot[s] = group.slot[s].bank_swizzle;
        in->index_mode.slot[s] = group.slot[s].index_mode;
        for (unsigned n = 0; n < 3; n++) {
            in->kind.operand[s][n] = (uint8_t)kind_of(group.slot[s].src[n].sel);
            if (isa_src_is_gpr(group.slot[s].src[n].sel))
                in->number.operand[s][n] = (uint8_t)group.slot[s].src[n].sel;
            in->chan.operand[s][n] = group.slot[s].src[n].chan;
            in->relative.operand[s][n] = group.slot[s].src[n].rel;
        }
    }
}

/* What the issue stage has noted about read ports, as the block has it. */
static void scatter_reads(const struct port_rules *p, struct alu_issue_reg *issue)
{
    issue->read = p->q.read;
    issue->same_number = p->q.same_number;
    issue->read_relative = issue->read_global = 0;
    for (unsigned port = 0; port < READ_ROWS; port++) {
        const unsigned row = p->q.port_row.row[port / READ_ELEMENTS][port % READ_ELEMENTS];
        if (!(p->q.read >> port & 1))
            continue;
        issue->read_row.row[port] = (uint8_t)row;
        issue->read_relative = (uint16_t)(issue->read_relative | (row & ROW_RELATIVE ? 1u << port : 0));
        issue->read_global = (uint16_t)(issue->read_global | (row & ROW_GLOBAL ? 1u << port : 0));
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        for (unsigned n = 0; p->in.slots >> s & 1 && n < p->in.operands.slot[s]; n++)
            if (p->in.kind.operand[s][n] == KIND_GPR)
                issue->route.operand[3 * s + n] =
                    (uint8_t)(ROUTE_READ + p->q.cycle.operand[s][n] * READ_ELEMENTS + p->in.chan.operand[s][n]);
}

/* After a decision: the ports of a group that was taken, or why it was not. */
static void scatter(struct simd *simd, unsigned instance, const void *state)
{
    const struct port_rules *p = state;
    struct alu_issue_reg    *q = &simd->issue[instance].q;
    if (!p->in.slots || !simd->issue[instance].in.decide)
        return;
    if (q->reading && p->q.violation == PORT_OK) {
        scatter_reads(p, q);
    } else if (q->reading) {
        q->reading = false;
        q->error = ISSUE_BAD_PORTS;
        q->error_detail = p->q.violation;
    } else if (q->error == ISSUE_BAD_PORTS) {
        q->error_detail = p->q.violation;
    }
    simd->issue[instance].d = *q;
}

static const struct stimulus_gap gaps[] = {
    {"o_violation", "6", "there are five kinds"},    {"o_violation", "7", "there are five kinds"},
    {"o_slot", "5", "there are five slots"},         {"o_slot", "6", "there are five slots"},
    {"o_slot", "7", "there are five slots"},         {"o_operand", "3", "an operation has three operands"},
    {"o_cycle", "3", "there are three read cycles"}, {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_operand_ports = {
    LOCKSTEP_BLOCK(operand_ports, port_rules, port_rules),
    .doc = "the read ports of an instruction group's operands (ISA 4.7.4 to 4.7.9)",
    .lifetime = 5000,
    .gaps = gaps,
    LOCKSTEP_INSTANCES(issue),
    .part = true,
    .gather = gather,
    .scatter = scatter,
};
