/* test_standing.c - the watch for progress (rtl_model/standing.h), and that of R580: which group stands, for how many
 * clocks, where and why.  That of R700 is in test_wekiva.c and tb/cli/test_cli.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/r580/fragment.h"
#include "rtl_model/standing.h"
#include "tb/unit/job.h"

static void a_part_is_counted_from_its_last_step(void **state)
{
    struct standing_slot slot = {0};
    (void)state;
    assert_int_equal(standing_clocks(&slot, 3, 0, 50), 0); /* not seen before */
    assert_int_equal(standing_clocks(&slot, 3, 0, 60), 10);
    standing_step(&slot, 3, 70);
    assert_int_equal(standing_clocks(&slot, 3, 0, 90), 20);
    assert_int_equal(standing_clocks(&slot, 4, 0, 91), 0);  /* another in its place */
    assert_int_equal(standing_clocks(&slot, 4, 95, 99), 0); /* of the launch before */
    assert_int_equal(standing_clocks(&slot, 4, 95, 100), 1);
    assert_int_equal(standing_clocks(&slot, 4, 0, 80), 0); /* the machine went back */
    assert_int_equal(standing_clocks(&slot, 4, 80, 85), 5);
}

/* ---- R580 ------------------------------------------------------------------------------------------------------- */

/* Each turn of a group takes the ALU for 12 clocks and then flow_clk, 8: two groups of the highest rank ask for more
 * than there is, so one of the first four gets nothing; its place is filled by its loading, 4 clocks a group. */
static void a_group_without_a_turn_is_named(void **state)
{
    struct job job;
    (void)state;
    start(&job, "tb/cli/endless_r580.json", NULL);
    run(&job, 1000);
    const uint64_t before = stands(&job);
    assert_in_range(before, 1000 - 5 * 4 - 10, 1000);
    says(&job, " has issued no instruction for ");
    says(&job, " clocks; it stands at instruction 0: the ALU is taken by other groups, which go before it (policy)");
    const struct diag first = job.diag;
    run(&job, 2000);
    assert_int_equal(stands(&job), before + 1000);
    assert_memory_equal(job.diag.what, first.what, strlen("group 2"));
    end(&job);
}

/* 86 groups that take turns: a round has 86 instructions of 4 clocks at the most, and a group is passed over in one at
 * the most, while its flow control is carried out. */
static void where_all_get_turns_each_has_just_had_one(void **state)
{
    struct job job;
    (void)state;
    start(&job, "tb/cli/endless_r580.json", "policy=round_robin");
    for (uint64_t cycle = 2000; cycle < 3000; cycle += 10) {
        run(&job, cycle);
        assert_in_range(stands(&job), 1, 2 * 86 * 4);
    }
    end(&job);
}

/* Groups of one instruction each way: 192 pixels in four, each loaded in four clocks. */
static void a_group_is_counted_from_its_last_instruction(void **state)
{
    struct job job;
    uint64_t   last[4] = {0};
    bool       there[4] = {false};
    (void)state;
    start(&job, "tb/corpus/designs/r580.json", NULL);
    struct fragment *fragment = job.machine.of;
    while (!job.machine.kind->finished(job.machine.of)) {
        const struct us_sequencer *m = &fragment->sequencer;
        uint64_t                   longest = 0, clocks;
        unsigned                   count = 0;
        for (unsigned slot = 0; slot < US_SLOTS; slot++) {
            if (m->phase[slot] == US_FREE)
                continue;
            count++;
            assert_true(there[m->groups[slot]]);
            const uint64_t stood = fragment->core.cycle - last[m->groups[slot]];
            longest = stood > longest ? stood : longest;
        }
        assert_int_equal(rtl_machine_standing(&job.machine, &clocks, &job.diag), count != 0);
        if (count)
            assert_int_equal(clocks, longest);
        if (m->q.alu || m->q.tex || m->q.fc || fragment->dispatch.q.start) {
            const unsigned group = m->q.alu || m->q.tex || m->q.fc ? m->q.group : fragment->dispatch.q.group;
            last[group] = fragment->core.cycle;
        }
        if (fragment->dispatch.q.start) {
            there[fragment->dispatch.q.group] = true;
            last[fragment->dispatch.q.group] = fragment->core.cycle;
        }
        run(&job, fragment->core.cycle + 1);
    }
    uint64_t clocks;
    assert_false(rtl_machine_standing(&job.machine, &clocks, &job.diag));
    end(&job);
}

/* What its registers say is what it waits for. */
static void what_a_group_waits_for_is_said(void **state)
{
    struct job job;
    (void)state;
    start(&job, "tb/corpus/designs/r580.json", "flow_clk=200");
    struct fragment     *fragment = job.machine.of;
    struct us_sequencer *m = &fragment->sequencer;
    while (!m->q.fc || m->q.group != 0)
        run(&job, fragment->core.cycle + 1);
    const uint64_t then = fragment->core.cycle;
    run(&job, then + 1);
    assert_int_equal(m->phase[0], US_DECIDING);
    m->phase[1] = m->phase[2] = m->phase[3] = US_FREE;
    stands_since(&job, then);
    says(&job, "group 0 ");
    says(&job, "it stands at instruction 2: a flow control instruction is being carried out");
    m->phase[0] = US_ENDING;
    stands_since(&job, then);
    says(&job, "its last instruction is being carried out, or its outputs leave");
    m->phase[0] = US_RUNNING;
    m->ready[0] = m->q.now + 100;
    stands_since(&job, then);
    says(&job, "what it has issued before is not so far");
    m->ready[0] = m->q.now;
    m->q.alu_free = m->q.now + 9;
    stands_since(&job, then);
    says(&job, "the ALU is taken by other groups");
    m->q.alu_free = m->q.now;
    stands_since(&job, then);
    says(&job, "it can go, and others go before it (policy)");
    m->pc[0] = 1; /* flow control with ALU_WAIT */
    m->alu_done[0] = m->q.now + 9;
    stands_since(&job, then);
    says(&job, "instruction 1: its ALU instructions are not complete (ALU_WAIT)");
    m->pc[0] = 6; /* the output instruction, with TEX_SEM_WAIT */
    m->semaphore[0] = true;
    stands_since(&job, then);
    says(&job, "instruction 6: its texture semaphore is not free (TEX_SEM_WAIT)");
    m->semaphore[0] = false;
    m->flying[0] = 1;
    stands_since(&job, then);
    says(&job, "look-ups are not back");
    m->flying[0] = 0;
    m->q.used_low = UINT64_MAX >> (64 - m->in.places);
    stands_since(&job, then);
    says(&job, "there is no room for its output registers");
    end(&job);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_counted_from_its_last_step),
        cmocka_unit_test(a_group_without_a_turn_is_named),
        cmocka_unit_test(where_all_get_turns_each_has_just_had_one),
        cmocka_unit_test(a_group_is_counted_from_its_last_instruction),
        cmocka_unit_test(what_a_group_waits_for_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
