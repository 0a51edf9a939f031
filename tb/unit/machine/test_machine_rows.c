/* test_machine_rows.c - a machine that goes by rows and decodes groups once (simd_rows.h, alu_groups.h) equals one
 * without sleep, signal by signal and clock by clock, however it is observed, touched and changed meanwhile. */
#include "tb/unit/pair.h"

/* Each run has a sequence of its own, whatever the ones before it take. */
static uint64_t random_state;

static uint32_t next_random(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33);
}

static void begin(struct pair *pair, unsigned program)
{
    random_state = 2 + program;
    pair_start(pair, program);
    assert_true(gpu_hasten(pair->m.gpu, &pair->m.diag));
    pair->other.gpu->simd->plain = true;
}

static bool agree(struct pair *pair)
{
    gpu_look(pair->m.gpu);
    gpu_look(pair->other.gpu);
    return machines_agree(pair->m.gpu, pair->other.gpu, true, &pair->m.diag);
}

static void wire(struct pair *pair)
{
    gpu_wire(pair->m.gpu);
    gpu_wire(pair->other.gpu);
}

static void edge(struct pair *pair)
{
    gpu_edge(pair->m.gpu);
    gpu_edge(pair->other.gpu);
}

static void end(struct pair *pair)
{
    assert_true(gpu_finished(pair->other.gpu) && pair->m.gpu->cycle == pair->other.gpu->cycle);
    assert_true(same_exports(&pair->m, &pair->other));
    pair_free(pair);
}

static void by_rows_every_signal_is_what_it_is_quarter_by_quarter(void **state)
{
    (void)state;
    unsigned groups = 0;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        begin(&pair, p);
        while (pair_runs(&pair)) {
            wire(&pair);
            if (!agree(&pair))
                fail_msg("program %u: %s", p, pair.m.diag.what);
            for (unsigned i = 0; i < PARITIES; i++)
                groups += pair.m.gpu->simd->rows.group[i].valid && pair.m.gpu->simd->rows.group[i].age == 1;
            edge(&pair);
        }
        end(&pair);
    }
    assert_true(groups > 1000); /* they did go by rows */
}

/* Looking brings registers up to the present and must not change what comes: in any clock of a group, while the modules
 * still have one that was looked at before, and long after it. */
static void a_machine_that_is_looked_at_seldom_ends_the_same(void **state)
{
    (void)state;
    static const unsigned most[] = {3, 12, 37, 200};
    for (unsigned p = 0; p < PROGRAMS; p++)
        for (unsigned i = 0; i < LENGTH(most); i++) {
            struct pair pair;
            uint64_t    next = 0;
            begin(&pair, p);
            while (pair_runs(&pair)) {
                wire(&pair);
                if (pair.m.gpu->cycle >= next) {
                    if (!agree(&pair))
                        fail_msg("program %u, every %u clocks: %s", p, most[i], pair.m.diag.what);
                    next = pair.m.gpu->cycle + 1 + next_random() % most[i];
                }
                edge(&pair);
            }
            end(&pair);
        }
}

/* A touch; or the machine stops to go by rows, or begins to. */
static void disturb(struct pair *pair)
{
    struct simd *simd = pair->m.gpu->simd;
    switch (next_random() % 4) {
    case 0:
        simd->plain = !simd->plain;
        break;
    case 1:
        simd->rows.wanted = !simd->rows.wanted;
        break;
    default:
        gpu_look(pair->m.gpu);
        gpu_touch(pair->m.gpu);
        break;
    }
}

/* Often twice within the life of a group, so that one that has begun by rows goes on without and is old by the time
 * that others go by rows again. */
static uint64_t next_disturbance(uint64_t cycle)
{
    const bool soon = next_random() % 4 != 0;
    return cycle + 1 + next_random() % (soon ? 12 : 128);
}

static void run_disturbed(unsigned program, unsigned seed)
{
    struct pair pair;
    uint64_t    next = 0;
    begin(&pair, program);
    random_state += UINT64_C(1000) * seed;
    while (pair_runs(&pair)) {
        if (pair.m.gpu->cycle >= next) {
            disturb(&pair);
            next = next_disturbance(pair.m.gpu->cycle);
        }
        wire(&pair);
        if (next_random() % 8 == 0 && !agree(&pair))
            fail_msg("program %u, seed %u: %s", program, seed, pair.m.diag.what);
        edge(&pair);
    }
    end(&pair);
}

/* What is in flight is sent back to the modules, in any clock of a group. */
static void groups_go_on_in_the_modules_after_a_touch_and_by_rows_again(void **state)
{
    (void)state;
    enum { SEEDS = 8 };
    for (unsigned p = 0; p < PROGRAMS; p++)
        for (unsigned seed = 0; seed < SEEDS; seed++)
            run_disturbed(p, seed);
}

/* Two SIMDs of a machine, or two machines, may share what has been decoded; words that are changed are decoded anew. */
static void groups_are_found_by_their_words(void **state)
{
    (void)state;
    struct pair pair;
    begin(&pair, 0);
    assert_true(gpu_hasten(pair.other.gpu, &pair.m.diag));
    memset(pair.other.gpu->groups, 0, sizeof *pair.other.gpu->groups);
    pair.other.gpu->simd->plain = false;
    unsigned kept = 0;
    while (pair_runs(&pair)) {
        wire(&pair);
        for (unsigned g = 0; g < GROUP_ENTRIES; g++) { /* one bit of every word that is kept */
            struct group_entry *entry = &pair.other.gpu->groups->entry[g];
            entry->words[0] ^= entry->size ? UINT64_C(1) << pair.m.gpu->cycle % 64 : 0;
        }
        assert_true(agree(&pair));
        edge(&pair);
    }
    for (unsigned g = 0; g < GROUP_ENTRIES; g++)
        kept += pair.m.gpu->groups->entry[g].size != 0;
    assert_true(kept > 10);
    end(&pair);
}

/* The comparison is shown what it must find: a result, a flag, a lane, a row that is written, an entry that is wrong.
 */
static void break_rows(struct pair *pair, unsigned kind)
{
    const struct simd_rows *rows = &pair->m.gpu->simd->rows;
    struct row_group       *group = &pair->m.gpu->simd->rows.group[rows->youngest];
    struct group_table     *groups = pair->m.gpu->groups;
    if (group->age != 1)
        return;
    switch (kind) {
    case 0:
        group->values.result[ISA_SLOT_X].lane[50] ^= 1; /* of a quarter that has not entered */
        break;
    case 1:
        group->values.flags[ISA_SLOT_X] ^= UINT64_C(1) << 50;
        break;
    case 2:
        group->lanes.slot[ISA_SLOT_X] ^= 1u << 20;
        break;
    case 3:
        group->issue.write ^= 1;
        break;
    default:
        for (unsigned g = 0; g < GROUP_ENTRIES; g++)
            groups->entry[g].value[0] = 0;
        break;
    }
}

static void what_is_wrong_in_a_row_or_an_entry_is_seen(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 5; kind++)
        for (unsigned often = 1; often < 64; often += 60) { /* by the modules; by rows */
            struct pair pair;
            bool        seen = false;
            begin(&pair, 0);
            while (!seen && pair_runs(&pair)) {
                wire(&pair);
                seen = pair.m.gpu->cycle % often == 0 && !agree(&pair);
                edge(&pair);
                break_rows(&pair, kind);
            }
            if (!seen && (often > 1 || kind < 2))
                fail_msg("kind %u is not seen every %u clocks", kind, often);
            pair_free(&pair);
        }
}

/* Who rests looks when anything of its wires changes, events or not; who is not told so misses it. */
static void a_module_that_rests_through_a_change_is_seen(void **state)
{
    (void)state;
    static const unsigned sources[] = {AT_cf_why, AT_exports};
    for (unsigned i = 0; i < LENGTH(sources); i++) {
        bool seen = false;
        for (unsigned p = 0; !seen && p < PLANS; p++) {
            struct pair pair;
            begin(&pair, p);
            memset(&pair.m.gpu->simd->shows[sources[i]], 0, sizeof pair.m.gpu->simd->shows[0]);
            while (!seen && pair.other.gpu->cycle < 20000 && !gpu_finished(pair.other.gpu)) {
                wire(&pair);
                seen = !agree(&pair);
                edge(&pair);
            }
            pair_free(&pair);
        }
        if (!seen)
            fail_msg("source %u is not missed", sources[i]);
    }
}

/* Counters of who rests are those of who is clocked, whenever they are asked for. */
static void modules_rest_and_their_counters_move_on(void **state)
{
    (void)state;
    struct pair pair;
    unsigned    rests = 0;
    begin(&pair, 0);
    while (pair_runs(&pair)) {
        rests += pair.m.gpu->simd->rests != 0;
        wire(&pair);
        if (pair.m.gpu->cycle % 61 == 0)
            assert_true(agree(&pair));
        edge(&pair);
    }
    assert_true(rests > pair.m.gpu->cycle / 4);
    end(&pair);
}

/* Who edits a row of the wires of slots, operands, predicate, AR or write-back runs the edited row, by the modules. */
static void rows_of_wires_are_the_ones_that_groups_by_rows_stand_for(void **state)
{
    (void)state;
    const struct simd_rows_text is = simd_rows_text(), of = simd_rows_written_for;
    if (is.wires != of.wires || is.readers != of.readers)
        fail_msg("the rows of the back read 0x%016llx, its readers 0x%016llx: when alu_rows.c and simd_rows.c do what "
                 "they say, simd_rows_written_for is these numbers; until then groups go quarter by quarter, or the "
                 "modules run every clock",
                 (unsigned long long)is.wires, (unsigned long long)is.readers);
}

/* Modules that had to run for a look have nothing to do with groups that enter when those are gone. */
static void after_a_look_groups_go_by_rows_alone_again(void **state)
{
    (void)state;
    enum { OFTEN = 400, SETTLED = 40 };
    unsigned alone = 0;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        begin(&pair, p);
        while (pair_runs(&pair)) {
            const uint64_t          cycle = pair.m.gpu->cycle;
            const struct simd_rows *rows = &pair.m.gpu->simd->rows;
            const struct row_group *group = &rows->group[rows->before];
            wire(&pair);
            if (cycle % OFTEN == 0)
                assert_true(agree(&pair));
            if (group->valid && cycle % OFTEN > SETTLED && group->clock > cycle - cycle % OFTEN + SETTLED / 2) {
                assert_int_equal(group->ran, 0);
                alone++;
            }
            edge(&pair);
        }
        end(&pair);
    }
    assert_true(alone > 1000);
}

/* Registers and memories as they lie, without a look. */
static void same_as_they_lie(const struct pair *pair, unsigned first, unsigned count)
{
    for (unsigned n = first; n < first + count; n++) {
        const struct rtl_instance *is = &pair->m.gpu->instances[n], *of = &pair->other.gpu->instances[n];
        for (unsigned s = 0; s < is->module->signal_count; s++) {
            const struct rtl_signal *signal = &is->module->signals[s];
            if (!rtl_is_wire(signal->kind) &&
                memcmp(rtl_place(signal, is->state), rtl_place(signal, of->state), rtl_signal_bytes(signal)) != 0)
                fail_msg("cycle %llu: %s.%s", (unsigned long long)pair->m.gpu->cycle, is->path, signal->name);
        }
    }
}

/* Modules that read slots, predicates, AR find them there, in each clock, without an observer. */
static void what_others_read_is_clocked(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        begin(&pair, p);
        pair.m.gpu->simd->rows.read_by = true;
        while (pair_runs(&pair)) {
            wire(&pair);
#define SAME(member) same_as_they_lie(&pair, AT_##member, COUNT_##member);
            SAME(fetch) SAME(slot) SAME(wide) SAME(predicate) SAME(ar) SAME(back) edge(&pair);
        }
        end(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_wires_are_the_ones_that_groups_by_rows_stand_for),
        cmocka_unit_test(by_rows_every_signal_is_what_it_is_quarter_by_quarter),
        cmocka_unit_test(a_machine_that_is_looked_at_seldom_ends_the_same),
        cmocka_unit_test(groups_go_on_in_the_modules_after_a_touch_and_by_rows_again),
        cmocka_unit_test(after_a_look_groups_go_by_rows_alone_again),
        cmocka_unit_test(what_others_read_is_clocked),
        cmocka_unit_test(groups_are_found_by_their_words),
        cmocka_unit_test(what_is_wrong_in_a_row_or_an_entry_is_seen),
        cmocka_unit_test(a_module_that_rests_through_a_change_is_seen),
        cmocka_unit_test(modules_rest_and_their_counters_move_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
