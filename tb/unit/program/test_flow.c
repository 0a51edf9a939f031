/* test_flow.c - successors of CF instructions and the solver along them (isa/r700/flow.h, ISA 3.7), against what the
 * reference interpreter executes of random programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/asm/asm.h"
#include "isa/r700/flow.h"
#include "tb/random/case_launch.h"
#include "tb/ref/ref_program.h"

#ifdef __SANITIZE_ADDRESS__
enum { PROGRAMS = 100 };
#else
enum { PROGRAMS = 600 };
#endif

/* ---- what is executed -------------------------------------------------------------------------------------------- */

static struct random_case program;
static struct case_launch data;
static struct ref_wave    wave;
static uint32_t           file[2 * 4 * REF_CONSTANTS];
static uint64_t           met[FLOW_ALL + 1]; /* edges of each kind that were executed */

/* The program and its fetch program as one, as the machine has them. */
static struct flow_program joined(const struct ref_launch *from, uint32_t *dwords)
{
    const struct program *fetch = data.launch.fetch_shader.loaded;
    struct flow_program   flow = {.dwords = dwords, .words = data.program.count / 2, .first = from->first};
    memcpy(dwords, data.program.dwords, data.program.count * sizeof *dwords);
    if (!fetch)
        return flow;
    flow.fetch_base = flow.words;
    flow.fetch_first = from->fetch_first;
    memcpy(dwords + data.program.count, fetch->dwords, fetch->count * sizeof *dwords);
    flow.words += fetch->count / 2;
    return flow;
}

static bool calls(const struct flow_program *flow, unsigned at)
{
    const struct isa_cf_op *op = isa_cf_lookup(flow->dwords + 2 * (size_t)at);
    return op && (op->id == ISA_CF_INST_CALL || op->id == ISA_CF_INST_CALL_FS);
}

/* The kind of edge that leads there, or 0. */
static unsigned kind_of(const struct flow_program *flow, unsigned from, unsigned to)
{
    const struct flow_next next = flow_next(flow, from);
    for (unsigned i = next.count; i-- > 0;)
        if (next.edge[i].to == to)
            return next.edge[i].kind;
    return next.returns && to && calls(flow, to - 1) ? FLOW_BACK : 0;
}

static unsigned address_of(const struct flow_program *flow)
{
    return wave.pc + (wave.in_fetch_program ? flow->fetch_base : 0);
}

/* Runs a wavefront; false when the interpreter stops it, as an illegal program. */
static bool execute(const struct flow_program *flow, const struct ref_launch *from, uint64_t seed)
{
    enum ref_end end = REF_RUNNING;
    ref_start(&wave, from, 0, ~(ref_mask_t)0);
    ref_program_load(&data.launch, from, &wave);
    assert_int_equal(wave.pc, flow->first);
    while (end == REF_RUNNING) {
        const unsigned at = address_of(flow);
        end = ref_step(&wave, from);
        const unsigned kind = end == REF_RUNNING ? kind_of(flow, at, address_of(flow)) : 0;
        if (end == REF_RUNNING && !kind)
            fail_msg("seed %llu: CF %u goes on at %u", (unsigned long long)seed, at, address_of(flow));
        met[kind]++;
        if (end == REF_ENDED)
            assert_int_equal(flow_next(flow, at).count, 0);
    }
    return end == REF_ENDED;
}

static void successors_of_what_is_executed_are_known(void **state)
{
    static uint32_t       dwords[RANDOM_DWORDS + RANDOM_FETCH_DWORDS];
    struct random_weights weights = random_default_weights();
    struct diag           diag;
    unsigned              ended = 0;
    (void)state;
    assert_true(
        random_set_weights(&weights,
                           "groups=2,memory=0,textures=0,share=0,geometry=0,global=0,grouped=0,call=20,leave_call=40,"
                           "skip=12,loop=14,leave=16,fetch=12,vertex=40",
                           &diag));
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct ref_launch from;
        random_generate(seed, &weights, &program);
        if (!random_assemble(&program))
            continue;
        case_describe(&program, &data);
        data.launch.stack_size = LAUNCH_STACK_SIZE_MAX;
        assert_true(
            ref_program_launch(&data.program, data.launch.fetch_shader.loaded, &data.launch, file, &from, &diag));
        from.max_instructions = 100000;
        from.prefer_vector = program.prefer_vector;
        const struct flow_program flow = joined(&from, dwords);
        ended += execute(&flow, &from, seed);
    }
    assert_true(ended > PROGRAMS / 2);
    for (unsigned kind = FLOW_STEP; kind < FLOW_ALL; kind <<= 1)
        if (!met[kind])
            fail_msg("no edge of kind %u was executed", kind);
}

/* ---- single instructions ----------------------------------------------------------------------------------------- */

struct text {
    uint32_t           *dwords;
    struct flow_program flow;
};

static struct text assemble(const char *text)
{
    struct text out = {.dwords = NULL};
    struct diag diag;
    unsigned    count;
    char        message[1000];
    if (!isa_assemble("test", text, strlen(text), &out.dwords, &count, NULL, &diag))
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    out.flow = (struct flow_program){.dwords = out.dwords, .words = count / 2};
    return out;
}

/* The edges of the first instruction as "kind:address ", with "back" when it returns. */
static void expect(const char *text, const char *edges)
{
    const struct text      program_text = assemble(text);
    const struct flow_next next = flow_next(&program_text.flow, 0);
    char                   found[100] = "";
    for (unsigned i = 0; i < next.count; i++) {
        const struct flow_edge *edge = &next.edge[i];
        const char *const       name = edge->kind == FLOW_STEP   ? "step"
                                       : edge->kind == FLOW_JUMP ? "jump"
                                       : edge->kind == FLOW_CALL ? "call"
                                       : edge->kind == FLOW_PAST ? "past"
                                       : edge->kind == FLOW_IDLE ? "idle"
                                                                 : "?";
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s:%u ", name, edge->to);
    }
    strcat(found, next.returns ? "back" : "");
    assert_string_equal(found, edges);
    free(program_text.dwords);
}

static void each_instruction_has_its_edges(void **state)
{
    (void)state;
    expect("NOP\nNOP EOP\n", "step:1 ");
    expect("NOP EOP\nNOP\n", "");
    expect("JUMP ADDR(2)\nNOP EOP\nNOP EOP\n", "jump:2 step:1 ");
    expect("POP ADDR(2)\nNOP EOP\n", "step:1 "); /* ISA 3.7.2: it has the field and never jumps */
    expect("KILL ADDR(1)\nNOP EOP\n", "jump:1 step:1 ");
    expect("LOOP_END ADDR(1)\nNOP EOP\n", "jump:1 step:1 ");
    expect("CALL ADDR(2)\nNOP EOP\nRETURN\n", "call:2 idle:1 ");
    expect("CALL ADDR(2) COND(BOOL) CF_CONST(1)\nNOP EOP\nRETURN\n", "call:2 past:1 ");
    expect("CALL_FS\nNOP EOP\n", "step:1 "); /* nothing to call */
    expect("RETURN\nNOP EOP\n", "back");
    expect("RETURN COND(BOOL) CF_CONST(1)\nNOP EOP\n", "step:1 back");
    expect("EXPORT_DONE PIX0, R0.xyzw EOP\n", "");
    expect("ALU BARRIER\n0 x: MOV R0.x, 0\nNOP EOP\n", "step:1 ");
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */

enum { MOST = 16 };

/* The longest way to each instruction, up to MOST, and the visits in their order. */
struct longest {
    unsigned length[MOST], visits[64], count, stop;
};

static bool visit(void *context, const struct flow_row *row)
{
    struct longest *longest = context;
    longest->visits[longest->count++] = row->at;
    return row->at != longest->stop;
}

static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    struct longest *longest = context;
    const unsigned  length = longest->length[from->at] + 1;
    (void)kind;
    if (length > MOST || longest->length[to->at] >= length)
        return false;
    longest->length[to->at] = length;
    return true;
}

static enum flow_end solve(const char *text, const struct flow_lattice *lattice, struct longest *longest)
{
    const struct text program_text = assemble(text);
    struct flow_code  code;
    assert_true(flow_decode(&program_text.flow, &code));
    const enum flow_end end = flow_solve(&code, lattice, longest);
    flow_free(&code);
    free(program_text.dwords);
    return end;
}

static void what_changes_is_visited_again(void **state)
{
    static const char                text[] = "JUMP ADDR(2)\nNOP\nNOP\nNOP EOP\n";
    static const struct flow_lattice lattice = {.edges = FLOW_ALL, .visit = visit, .join = join};
    struct longest                   longest = {.stop = MOST}, ended = {.stop = 1};
    (void)state;
    assert_int_equal(solve(text, &lattice, &longest), FLOW_SOLVED);
    assert_int_equal(longest.length[3], 3); /* by the NOP that the jump leaves out */
    assert_int_equal(solve(text, &lattice, &ended), FLOW_ENDED);
    assert_int_equal(ended.count, 2);
}

/* What each CALL is told by RETURN, whichever is met first. */
static void returns_reach_behind_every_call(void **state)
{
    static const char     text[] = "CALL ADDR(3)\nCALL ADDR(3)\nNOP EOP\nNOP\nRETURN\n";
    static const unsigned order[] = {0, 3, 4, 1, 4, 2};
    struct longest        longest = {.stop = MOST}, without = {.stop = MOST};
    (void)state;
    assert_int_equal(
        solve(text, &(struct flow_lattice){.edges = FLOW_ALL & ~(FLOW_PAST | FLOW_IDLE), .visit = visit}, &longest),
        FLOW_SOLVED);
    assert_int_equal(longest.count, 6);
    assert_memory_equal(longest.visits, order, sizeof order);
    assert_int_equal(solve(text, &(struct flow_lattice){.edges = FLOW_STEP | FLOW_CALL, .visit = visit}, &without),
                     FLOW_SOLVED);
    assert_int_equal(without.count, 3); /* nothing comes back */
}

/* The longest way from each instruction to an end; RETURN goes back behind both calls. */
static void backward_edges_lead_from_their_ends_to_their_begins(void **state)
{
    struct longest longest = {.stop = MOST};
    (void)state;
    assert_int_equal(solve("CALL ADDR(3)\nCALL ADDR(5)\nNOP EOP\nJUMP ADDR(5)\nNOP\nRETURN\n",
                           &(struct flow_lattice){.edges = FLOW_ALL & ~(FLOW_PAST | FLOW_IDLE | FLOW_BACK),
                                                  .backward = true,
                                                  .visit = visit,
                                                  .join = join},
                           &longest),
                     FLOW_SOLVED);
    static const unsigned without[] = {3, 1, 0, 2, 1, 0}; /* nothing comes back */
    assert_memory_equal(longest.length, without, sizeof without);
    longest = (struct longest){.stop = MOST};
    assert_int_equal(
        solve("CALL ADDR(2)\nNOP EOP\nRETURN\n",
              &(struct flow_lattice){
                  .edges = FLOW_ALL & ~(FLOW_PAST | FLOW_IDLE), .backward = true, .visit = visit, .join = join},
              &longest),
        FLOW_SOLVED);
    static const unsigned back[] = {2, 0, 1};
    assert_memory_equal(longest.length, back, sizeof back);
}

static void what_leads_outside_is_ignored(void **state)
{
    static const struct flow_lattice lattice = {.edges = FLOW_ALL, .visit = visit};
    struct longest                   longest = {.stop = MOST};
    (void)state;
    assert_int_equal(solve("JUMP ADDR(4000)\nNOP\n", &lattice, &longest), FLOW_SOLVED);
    assert_int_equal(longest.count, 2);
}

/* ---- a program decoded ------------------------------------------------------------------------------------------- */

static void rows_are_what_wavefronts_reach(void **state)
{
    const struct text text = assemble("JUMP @on\nNOP EOP\nTEX @one\non: EXPORT_DONE PIX0, R3.xyzw EOP\n"
                                      "one: SAMPLE R1.xyzw, R0.xyzw, t0, s0\n");
    struct flow_code  code;
    unsigned          target = 0;
    (void)state;
    assert_true(flow_decode(&text.flow, &code));
    assert_int_equal(code.count, 3);
    assert_true(flow_target(flow_row(&code, 0), FLOW_JUMP, &target));
    assert_int_equal(target, 3);
    assert_false(flow_target(flow_row(&code, 0), FLOW_CALL, &target));
    assert_null(flow_row(&code, 2));
    assert_null(flow_row(&code, 4000));
    assert_int_equal(flow_row(&code, 3)->swiz.rw_gpr, 3);
    assert_true(flow_row(&code, 3)->ends && !flow_row(&code, 0)->ends);
    flow_free(&code);
    free(text.dwords);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(successors_of_what_is_executed_are_known),
        cmocka_unit_test(each_instruction_has_its_edges),
        cmocka_unit_test(what_changes_is_visited_again),
        cmocka_unit_test(returns_reach_behind_every_call),
        cmocka_unit_test(backward_edges_lead_from_their_ends_to_their_begins),
        cmocka_unit_test(what_leads_outside_is_ignored),
        cmocka_unit_test(rows_are_what_wavefronts_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
