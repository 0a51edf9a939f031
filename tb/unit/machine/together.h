/* together.h - several launches at once on one machine, and each of them alone, for tests. */
#ifndef TB_UNIT_TOGETHER_H
#define TB_UNIT_TOGETHER_H

#include "tb/unit/machine.h"

/* 16 groups, one after the other. */
#define CHAIN(op, to) "x: " #op " " #to ".x, " #to ".x, R0.x\n y: " #op " " #to ".y, " #to ".y, R0.x\n"
#define FOUR(op, to)                                                                                                   \
    "0 " CHAIN(op, to) "1 " CHAIN(op, to) "2 " CHAIN(op, to) "3 " CHAIN(op, to) "4 " CHAIN(op, to) "5 " CHAIN(         \
        op, to) "6 " CHAIN(op, to) "7 " CHAIN(op, to)
static const char pixels[] = "ALU @a BARRIER\nALU @a BARRIER\nEXPORT_DONE PIX0, R1.xyzw BARRIER\nNOP EOP BARRIER\n"
                             "a: " FOUR(ADD_INT, R1);
static const char vertices[] = "ALU @a BARRIER\nALU @a BARRIER\nALU @a BARRIER\n"
                               "EXPORT_DONE POS0, R2.xyzw BARRIER\nEXPORT_DONE PARAM0, R2.xyzw BARRIER\n"
                               "NOP EOP BARRIER\na: " FOUR(XOR_INT, R2);

static inline struct plan pixel_plan(void)
{
    return (struct plan){.text = pixels,
                         .stage = LAUNCH_PS,
                         .threads = 64 * 40 - 5,
                         .num_gprs = 6,
                         .load_count = 2,
                         .input = named_input};
}
static inline struct plan vertex_plan(void)
{
    return (struct plan){.text = vertices,
                         .stage = LAUNCH_VS,
                         .threads = 64 * 30 - 9,
                         .num_gprs = 9,
                         .load_count = 3,
                         .input = named_input};
}

enum { MOST = 3 };

/* Launches that are there alone, each on SIMDs of its own number, and all of them at once. */
struct several {
    struct machine     alone[MOST];
    unsigned           count;
    struct chip_config chip;
    struct gpu        *gpu;
    struct diag        diag;
};

static inline bool make_all(struct several *of, unsigned simds, bool fast)
{
    for (unsigned n = 0; n < of->count; n++) {
        struct launch *const launch = &of->alone[n].launch;
        launch->together = true;
        launch->number = n;
        launch->row_count = of->count;
        launch->program.loaded = &of->alone[n].program;
        launch->next = n + 1 < of->count ? &of->alone[n + 1].launch : NULL;
        launch->buffers = of->alone[0].launch.buffers;
        launch->buffer_count = of->alone[0].launch.buffer_count;
    }
    of->chip = of->alone[0].chip;
    of->chip.simds = (uint32_t)simds;
    of->gpu = (fast ? gpu_create_fast : gpu_create)(&of->chip, &of->alone[0].program, &of->alone[0].launch, &of->diag);
    return of->gpu && gpu_collect_gprs(of->gpu, &of->diag);
}

static inline void start(struct several *of, const struct plan *const *plans, unsigned count)
{
    memset(of, 0, sizeof *of);
    of->count = count;
    for (unsigned n = 0; n < count; n++)
        machine_start(&of->alone[n], plans[n]);
}

static inline void start_two(struct several *of, const char *set)
{
    struct plan              first = pixel_plan(), second = vertex_plan();
    const struct plan *const plans[] = {&first, &second};
    first.set[0] = second.set[0] = "simds=2";
    first.set[1] = second.set[1] = set;
    start(of, plans, 2);
}

static inline void done(struct several *of)
{
    gpu_free(of->gpu);
    for (unsigned n = 0; n < of->count; n++) {
        if (n)
            of->alone[n].launch.buffers = NULL;
        machine_free(&of->alone[n]);
    }
}

static inline void run_all(struct several *of)
{
    char message[1600];
    if (gpu_run(of->gpu, MACHINE_LIMIT, &of->diag) != GPU_FINISHED)
        fail_msg("%s", diag_text(&of->diag, message, sizeof message));
}

static inline void expect_same_exports(const struct result_exports *one, const struct result_exports *other)
{
    assert_int_equal(one->threads, other->threads);
    assert_int_equal(one->column_count, other->column_count);
    assert_true(one->column_count > 0);
    for (unsigned c = 0; c < one->column_count; c++) {
        assert_int_equal(one->columns[c].type, other->columns[c].type);
        assert_memory_equal(one->columns[c].values, other->columns[c].values, 16 * (size_t)one->threads);
        assert_memory_equal(one->columns[c].written, other->columns[c].written, one->threads);
    }
    assert_memory_equal(one->killed, other->killed, one->threads);
}

/* Exports and registers of all threads. */
static inline void expect_what_each_gives_alone(struct several *of)
{
    for (unsigned n = 0; n < of->count; n++) {
        struct machine *const alone = &of->alone[n];
        const size_t          words = (size_t)alone->launch.threads * alone->launch.num_gprs * 4;
        gpu_choose(of->gpu, n);
        expect_same_exports(&of->gpu->part[n]->exports, gpu_exports(alone->gpu));
        assert_memory_equal(gpu_gprs(of->gpu), gpu_gprs(alone->gpu), 4 * words);
    }
    gpu_choose(of->gpu, 0);
}

#endif
