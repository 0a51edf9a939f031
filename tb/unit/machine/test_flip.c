/* test_flip.c - an inverted bit (rtl_model/flip.h) is what it would be in a machine in which no module rests, no group
 * goes by rows and every wire is driven in every clock: the same state, clock by clock. */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/walk.h"
#include "rtl_model/flip.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/pair.h"

enum { FLIPS = 12, DIFFERENT = 77 };

static uint64_t random_state;

static uint64_t draw(uint64_t below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (random_state >> 33) % below;
}

/* Any bit of any register or memory row; memories are drawn as often as registers. */
static struct flip draw_flip(const struct rtl_machine *machine, uint64_t cycles)
{
    struct flip flip = {.cycle = draw(cycles)};
    do {
        flip.of.instance = (unsigned)draw(machine->instance_count);
        const struct rtl_module *module = machine->instances[flip.of.instance].module;
        flip.of.signal = &module->signals[draw(module->signal_count)];
    } while (!flip_is_state(flip.of.signal) || !flip.of.signal->rows);
    flip.of.row = (unsigned)draw(flip.of.signal->rows);
    flip.of.element = (unsigned)draw(flip.of.signal->count);
    flip.bit = (unsigned)draw(flip.of.signal->bits);
    return flip;
}

static void flip_both(struct pair *pair, const struct flip *flip)
{
    const struct rtl_machine fast = gpu_machine(pair->m.gpu), plain = gpu_machine(pair->other.gpu);
    flip_apply(&fast, flip);
    flip_apply(&plain, flip);
}

static void quick_and_plain(struct pair *pair, unsigned program)
{
    pair_start(pair, program);
    assert_true(gpu_hasten(pair->m.gpu, &pair->m.diag));
    pair->other.gpu->simd->plain = true;
}

/* The clocks of the run. */
static uint64_t length_of(unsigned program)
{
    struct pair pair;
    quick_and_plain(&pair, program);
    gpu_run(pair.m.gpu, 0, &pair.m.diag);
    const uint64_t cycles = pair.m.gpu->cycle;
    pair_free(&pair);
    return cycles;
}

/* To a clock, or to where a rule is broken. */
static void run_both(struct pair *pair, uint64_t to)
{
    struct gpu *const plain = pair->other.gpu;
    gpu_run(pair->m.gpu, to, NULL);
    for (; plain->cycle < to && !gpu_finished(plain) && !gpu_stopped(plain, NULL); gpu_edge(plain))
        gpu_wire(plain);
}

/* Ends the process, for what a flip leads to may be a state that the modules' asserts refuse. */
_Noreturn static void follow(unsigned program, const struct flip *flip, bool both)
{
    static const uint64_t clocks[] = {0, 1, 7, 100, 1000, 100000};
    struct pair           pair;
    const int             nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    quick_and_plain(&pair, program);
    run_both(&pair, flip->cycle);
    flip_both(&pair, flip);
    if (!both) {
        const struct rtl_machine plain = gpu_machine(pair.other.gpu);
        flip_apply(&plain, flip);
    }
    for (unsigned i = 0; i < LENGTH(clocks); i++) {
        run_both(&pair, flip->cycle + clocks[i]);
        gpu_look(pair.m.gpu);
        gpu_look(pair.other.gpu);
        if (pair.m.gpu->cycle != pair.other.gpu->cycle ||
            !machines_agree_whole(pair.m.gpu, pair.other.gpu, &pair.m.diag)) {
            if (both)
                dprintf(STDOUT_FILENO, "%s\n", pair.m.diag.what);
            _exit(DIFFERENT);
        }
        if (gpu_stopped(pair.m.gpu, NULL) || gpu_finished(pair.m.gpu))
            break;
    }
    _exit(0);
}

/* The exit status, or -1: ended by a signal. */
static int outcome(unsigned program, const struct flip *flip, bool both)
{
    int         status;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        follow(program, flip, both);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_flip_is_the_same_in_a_machine_in_which_no_module_rests(void **state)
{
    (void)state;
    unsigned followed = 0;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        const uint64_t cycles = length_of(p);
        struct pair    pair;
        quick_and_plain(&pair, p);
        const struct rtl_machine   machine = gpu_machine(pair.m.gpu);
        const struct trigger_names names = flip_names(&machine);
        random_state = p + 1;
        for (unsigned i = 0; i < FLIPS; i++) {
            char              name[FLIP_TEXT];
            const struct flip flip = draw_flip(&machine, cycles);
            const int         status = outcome(p, &flip, true);
            if (status == DIFFERENT)
                fail_msg("program %u: %s", p, flip_text(&names, &flip, name));
            followed += status == 0;
        }
        pair_free(&pair);
    }
    assert_true(followed > PROGRAMS * FLIPS / 2);
}

static void a_flip_in_one_of_two_machines_is_told(void **state)
{
    (void)state;
    struct pair pair;
    quick_and_plain(&pair, 0);
    const struct rtl_machine machine = gpu_machine(pair.m.gpu);
    struct flip              flip = {.cycle = 50};
    struct diag              diag;
    assert_true(flip_parse("gpr_file.m_x.row200.lane05:7@50", &machine, &flip, &diag));
    assert_int_equal(outcome(0, &flip, true), 0);
    assert_int_equal(outcome(0, &flip, false), DIFFERENT);
    pair_free(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flip_is_the_same_in_a_machine_in_which_no_module_rests),
        cmocka_unit_test(a_flip_in_one_of_two_machines_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
