/* test_memory_bounds.c - no access lands outside of its buffer, whatever addresses a program makes: random indices and
 * extreme ones, on buffers that lie side by side in the GPU's memory, each in an allocation of its own size.  Under the
 * sanitizers this also shows it for the host's memory. */
#include "rtl_model/r700/gpu.h"
#include "tb/random/source.h"
#include "tb/unit/machine.h"

enum { CASES = 240, THREADS = 70 };

static struct random_source source;

static unsigned below(unsigned limit)
{
    return random_below(&source, limit);
}

/* Near the ends of buffers, of arrays, of 31 and 32 bits, and anywhere. */
static uint32_t some_index(void)
{
    static const uint32_t ends[] = {0,          63,         64,         67,         4095,       4096,
                                    0x3fffffff, 0x40000000, 0x7ffffff0, 0x7fffffff, 0x80000000, 0xffffffff};
    const uint32_t        word = random_word(&source);
    switch (below(4)) {
    case 0:
        return below(100);
    case 1:
        return ends[below(LENGTH(ends))] + below(5) - 2;
    case 2:
        return word >> below(32);
    default:
        return word;
    }
}

static uint32_t values[THREADS][4];

static uint32_t input(unsigned thread, unsigned gpr, unsigned element)
{
    return gpr ? 0xa5a5a5a5 : values[thread][element];
}

/* All of them are there; the ends of the streams are no multiples of anything. */
static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 256, 0},       {LAUNCH_STREAM0, 4 * 77, 3},
                                            {LAUNCH_RING, 4 * 8 * 72, 8},   {LAUNCH_STREAM1, 4 * 5, 5},
                                            {LAUNCH_SCRATCH, 64 * 32, 8},   {LAUNCH_REDUCTION, 64 * 16 * 2, 4},
                                            {LAUNCH_STREAM3, 4 * 1025, 512}};

/* Writes, then reads where there are reads; everything else is random. */
static unsigned some_program(char *text, size_t size)
{
    static const char *const names[] = {"EXPORT", "STREAM0", "RING", "STREAM1", "SCRATCH", "REDUCTION", "STREAM3"};
    static const char *const reads[] = {"SCATTER", NULL, NULL, NULL, "SCRATCH", "REDUCTION", NULL};
    static const unsigned    sizes[] = {0, 1, 3};
    static const unsigned    bases[] = {0, 1, 7, 63, 4095, 8191};
    const unsigned           n = below(LENGTH(names)), own = n == 4 || n == 5 ? 3 : sizes[below(3)];
    const unsigned           base = below(3) ? below(4) : bases[below(LENGTH(bases))], burst = 1 + below(4);
    int                      length =
        snprintf(text, size, "MEM_%s WRITE_IND%s[%u+R0], R1.xyzw BURST(%u) ELEM_SIZE(%u) ARRAY_SIZE(%u) BARRIER\n",
                 names[n], below(2) ? "_ACK" : "", base, burst, own, below(2) ? below(8) : 4095);
    if (reads[n] && below(2))
        length += snprintf(
            text + length, size - (size_t)length,
            "WAIT_ACK BARRIER\nVTX BARRIER\n  MEM_RD_%s R4.xyzw, R0.%c INDEXED %s ELEM_SIZE(%u) ARRAY_BASE(%u) "
            "ARRAY_SIZE(%u) MEGA_FETCH DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)\n",
            reads[n], "xyzw"[below(4)], below(2) ? "UNCACHED" : "", own, base, below(4096));
    snprintf(text + length, size - (size_t)length, "NOP EOP BARRIER\n");
    return n;
}

/* Whatever the program does, all other buffers hold what they held. */
static void expect_others_untouched(const struct machine *m, unsigned written, const char *text)
{
    for (unsigned i = 0; i < LENGTH(memory); i++)
        for (unsigned b = 0; i != written && b < memory[i].bytes; b++)
            if (machine_memory(m, i)[b])
                fail_msg("byte %u of buffer %u is written by\n%s", b, i, text);
}

static void writes_and_reads_stay_in_their_buffer(void **state)
{
    unsigned ran = 0, stopped = 0;
    (void)state;
    for (unsigned n = 0; n < CASES; n++) {
        char           text[1024];
        struct machine m;
        source = (struct random_source){n};
        for (unsigned t = 0; t < THREADS; t++)
            for (unsigned e = 0; e < 4; e++)
                values[t][e] = some_index();
        const unsigned    written = some_program(text, sizeof text);
        const struct plan plan = {.text = text,
                                  .stage = LAUNCH_VS,
                                  .threads = THREADS,
                                  .load_count = 5,
                                  .input = input,
                                  .memory = memory,
                                  .memory_count = LENGTH(memory),
                                  .set = {n % 2 ? "simds=1" : "simds=2"}};
        machine_start(&m, &plan);
        assert_true(n % 3 == 0 || gpu_hasten(m.gpu, &m.diag));
        const enum gpu_end end = gpu_run(m.gpu, 100000, &m.diag);
        assert_int_not_equal(end, GPU_CYCLE_LIMIT);
        ran += end == GPU_FINISHED;
        stopped += end == GPU_STOPPED;
        expect_others_untouched(&m, written, text);
        machine_free(&m);
    }
    assert_true(ran > CASES / 4);
    assert_true(stopped > CASES / 10);
}

/* What a thread reads, by its second element, lies in what its group has. */
static bool reads_inside(const struct machine *m, uint32_t offset)
{
    bool inside = true;
    for (unsigned t = 0; t < THREADS; t++)
        inside &= (values[t][1] + offset) / LDS_DWORDS < m->gpu->simd[0].lds_unit.in.entries;
    return inside;
}

/* The local data share: steps, offsets and addresses of any size; who leaves it is stopped. */
static void the_local_data_share_is_not_left(void **state)
{
    unsigned finished = 0, stopped = 0;
    (void)state;
    for (unsigned n = 0; n < CASES; n++) {
        char           text[512];
        struct machine m;
        source = (struct random_source){n + 1000};
        const unsigned offset = n % 2 ? below(4) : below(64);
        for (unsigned t = 0; t < THREADS; t++)
            for (unsigned e = 0; e < 4; e++)
                values[t][e] = n % 2 ? below(8) : some_index();
        snprintf(text, sizeof text,
                 "TEX @share BARRIER\nNOP EOP BARRIER\nshare: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(%u) DST_INDEX(%u) %s\n"
                 "LOCAL_DS_READ R4.xyzw, R0.xy RD_OFFSET(%u) %s %s\n",
                 4 * below(17), 4 * below(16), below(2) ? "SIMD_WAVE_REL" : "", offset,
                 below(2) ? "MUX_CNTL(WORD_SELECT)" : "", below(2) ? "WATERFALL" : "");
        const struct plan plan = {.text = text,
                                  .stage = LAUNCH_CS,
                                  .threads = THREADS,
                                  .load_count = 5,
                                  .input = input,
                                  .group_size = below(2) ? 35 : 0,
                                  .set = {"simds=1"}};
        if (machine_try(&m, &plan)) {
            const enum gpu_end end = gpu_run(m.gpu, 100000, &m.diag);
            assert_int_not_equal(end, GPU_CYCLE_LIMIT);
            assert_true(end == GPU_STOPPED || reads_inside(&m, offset));
            finished += end == GPU_FINISHED;
            stopped += end == GPU_STOPPED;
        }
        machine_free(&m);
    }
    assert_true(finished > CASES / 20);
    assert_true(stopped > CASES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_and_reads_stay_in_their_buffer),
        cmocka_unit_test(the_local_data_share_is_not_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
