/* validation_fetch.h - rows 17, 25 to 29, 37 and 50 of docs/validation.md: textures, and how much of them a chip does
 * at once. */
#ifndef TB_DOCS_VALIDATION_FETCH_H
#define TB_DOCS_VALIDATION_FETCH_H

#include "tb/docs/validation_share.h"

#define RV670 "docs/examples/rv670.json"

/* ---- textures --------------------------------------------------------------------------------------------------- */

enum { WIDTH = 128, ROWS = 96 };

static uint32_t texels[WIDTH * ROWS * 4];

/* Quads of neighbours in a row; R0.z and R0.w are the same a third and two thirds of the texture further down. */
static uint32_t own_texel(unsigned thread, unsigned gpr, unsigned element)
{
    const unsigned x = thread % WIDTH, y = thread / WIDTH % (ROWS / 3) + (element > 1 ? (element - 1) * ROWS / 3 : 0);
    (void)gpr;
    return bits(element ? ((float)y + 0.5f) / ROWS : ((float)x + 0.5f) / WIDTH);
}

/* 16 x 16 texels, or fewer. */
static uint32_t near_texel(unsigned thread, unsigned gpr, unsigned element)
{
    (void)gpr;
    return bits(element > 1 ? 0 : ((float)(element ? thread / 16 % 4 : thread % 16) + 0.5f) / 16);
}

struct fetching {
    struct launch_texture texture;
    struct launch_sampler sampler;
    struct text           text;
    struct plan           plan;
};

static void fetching_of(struct fetching *scene, const char *format, unsigned width, unsigned height,
                        enum launch_xy_filter filter)
{
    const struct launch_format *found = launch_format_find(format);
    memset(scene, 0, sizeof *scene);
    scene->texture = (struct launch_texture){
        .dim = LAUNCH_DIM_2D,
        .width = width,
        .height = height,
        .depth = 1,
        .levels = 1,
        .layers = 1,
        .samples = 1,
        .format = found,
        .swizzle = {LAUNCH_SEL_X, LAUNCH_SEL_Y, LAUNCH_SEL_Z, LAUNCH_SEL_W},
        .tile_mode = LAUNCH_LINEAR_ALIGNED,
        .file = {.data = (uint8_t *)texels, .bytes = (size_t)width * height * found->block_bytes}};
    scene->sampler = (struct launch_sampler){.mag = filter, .min = filter, .lod = {0, 15}};
    scene->plan = (struct plan){.load_count = 1,
                                .input = near_texel,
                                .textures = &scene->texture,
                                .texture_count = 1,
                                .samplers = &scene->sampler,
                                .sampler_count = 1};
}

/* `turns` times `fetches` instructions, then `groups` additions that depend on one another. */
static void put_turns(struct fetching *scene, unsigned turns, unsigned fetches, unsigned groups)
{
    struct text *const text = &scene->text;
    for (unsigned t = 0; t < turns; t++)
        put(text, "TEX @fetch BARRIER\n%s", groups ? "ALU @chain BARRIER\n" : "");
    put(text, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n");
    if (groups)
        put(text, "chain:\n");
    put_chain(text, groups);
    put(text, "fetch:\n");
    for (unsigned f = 0; f < fetches; f++)
        put(text, "SAMPLE R2.xyzw, R0.xy__, t0, s0 CT(NNNN)\n");
    scene->plan.text = text->chars;
}

/* Threads whose fetch a SIMD does in a clock, of eight instructions a clause and 16 wavefronts. */
static double lanes_a_clock(const char *format, unsigned size, enum launch_xy_filter filter)
{
    struct fetching scene;
    fetching_of(&scene, format, size, size, filter);
    put_turns(&scene, 20, 8, 0);
    scene.plan.threads = 64 * 16;
    const double rate = 64 * in_a_clock(&scene.plan, 4096, 8192, fetched);
    free(scene.text.chars);
    return rate;
}

/* The same of ten SIMDs in a steady state, where a wavefront has a GPR for each of its fetches: a launch gives 32
 * threads of one in a clock, as RV790's interpolators do (S23). */
static double launched_lanes_a_clock(void)
{
    enum { INPUTS = 32, CLAUSE_FETCHES = 8, WAVES = 3000 };
    struct fetching scene;
    fetching_of(&scene, "8_8_8_8", 2, 2, LAUNCH_POINT);
    for (unsigned c = 0; c < INPUTS / CLAUSE_FETCHES; c++)
        put(&scene.text, "TEX @f%u\n", c);
    put(&scene.text, "EXPORT_DONE PIX0, R%u.xyzw EOP BARRIER\n", INPUTS);
    for (unsigned i = 0; i < INPUTS; i++) {
        if (i % CLAUSE_FETCHES == 0)
            put(&scene.text, "f%u:\n", i / CLAUSE_FETCHES);
        put(&scene.text, "SAMPLE R%u.xyzw, R%u.xy__, t0, s0 CT(NNNN)\n", INPUTS, i);
    }
    scene.plan.text = scene.text.chars;
    scene.plan.load_count = INPUTS;
    scene.plan.num_gprs = INPUTS + 1;
    scene.plan.threads = 64 * WAVES;
    scene.plan.set[0] = "simds=10";
    scene.plan.set[1] = "spi_load_clk=2";
    scene.plan.set[2] = "spi_wave_clk=2";
    const double rate = 64 * in_a_clock(&scene.plan, 12000, 12000, fetched);
    free(scene.text.chars);
    return rate;
}

static void row_of_hits(FILE *out)
{
    char         ours[160], more[64];
    const double rate = lanes_a_clock("32_32_32_32_FLOAT", 16, LAUNCH_POINT), whole = rate * RV770_SIMDS * hd4870;
    snprintf(ours, sizeof ours, "%.1f G float4/s: %.2f threads a SIMD and clock", whole, rate);
    row(out, "17", "fetches of float4 that hit, HD 4870", "30 G float4/s", "B3DMM", ours,
        share(more, sizeof more, whole, 30), "one quad a clock (T1)");
}

static void rows_of_rates(FILE *out)
{
    char         ours[160], more[64];
    const double bytes = lanes_a_clock("8_8_8_8", 2, LAUNCH_POINT);
    const double simple = lanes_a_clock("8_8_8_8", 16, LAUNCH_BILINEAR);
    const double wide = lanes_a_clock("16_16_16_16_FLOAT", 16, LAUNCH_BILINEAR), launched = launched_lanes_a_clock();
    snprintf(ours, sizeof ours, "%.1f G/s: %.2f threads a SIMD and clock", bytes * RV770_SIMDS * hd4890, bytes);
    row(out, "28", "point sampling of 2 x 2 texels of four bytes, HD 4890",
        "about 98 % of 27.2 G/s, which its interpolators allow", "B3D53-12", ours,
        share(more, sizeof more, bytes * RV770_SIMDS * hd4890, 0.98 * 27.2), "none: coordinates come from GPRs");
    snprintf(ours, sizeof ours, "%.1f G/s: %.2f threads a clock", launched * hd4890, launched);
    row(out, "28", "the same of wavefronts whose launch gives 32 coordinates a clock, 32 of each thread",
        "about 98 % of 27.2 G/s", "B3D53-12", ours, share(more, sizeof more, launched * hd4890, 0.98 * 27.2),
        "`spi_load_clk` 2 (S23), `spi_wave_clk` 2");
    snprintf(ours, sizeof ours, "%.1f and %.1f GTexel/s, %.2f : 1", simple * RV770_SIMDS * hd4870,
             wide * RV770_SIMDS * hd4870, simple / wide);
    row(out, "29", "bilinear, 8_8_8_8 against 16_16_16_16_FLOAT, HD 4870", "30.0 and 15.0 GTexel/s, 2 : 1", "TR", ours,
        share(more, sizeof more, simple / wide, 2), "`tex_sample_bits`");
}

/* ---- RV670 ------------------------------------------------------------------------------------------------------ */

/* SGEMM of 1024 x 1024: pixels, and of each ALU groups, fetches, lines' bytes that it reads. */
enum { PIXELS = 262144, SGEMM_GROUPS = 4642, SGEMM_FETCHES = 2048, SGEMM_READS = 2052 };
static const double rv670 = 0.75e9;

/* In clocks of RV670, whose 16 units do a fetch of 64 threads in four: a SIMD of ours, with four units, is a quarter of
 * that, and its clock a quarter of one. */
static double clause_of_eight(void)
{
    struct fetching scene;
    struct machine  m;
    uint64_t        first = 0, last = 0;
    unsigned        addressed = 0;
    fetching_of(&scene, "8_8_8_8", 2, 2, LAUNCH_POINT);
    put_turns(&scene, 2, 8, 0);
    scene.plan.chip = RV670;
    scene.plan.set[0] = "tex_hit_clk=480";
    scene.plan.set[1] = "simds=1";
    machine_start(&m, &scene.plan);
    while (!gpu_finished(m.gpu)) { /* from the first quad of the second clause to the data of its last fetch */
        gpu_wire(m.gpu);
        gpu_look(m.gpu);
        if (m.gpu->simd->texture_return.in.addressed && ++addressed == 9)
            first = m.gpu->cycle - 64 / 4;
        if (m.gpu->simd->texture_return.in.granted)
            last = m.gpu->cycle - m.chip.tex_return_clk - 1;
        gpu_edge(m.gpu);
    }
    machine_free(&m);
    free(scene.text.chars);
    return (double)(last - first) / 4;
}

/* RV670's four SIMDs, and how long a line takes of memory and of L2, which is before it: parameters or NULL. */
static double lines_a_clock(const char *memory, const char *l2)
{
    struct fetching scene;
    struct machine  m;
    enum { FROM = 500, TO = 2500 };
    fetching_of(&scene, "32_32_32_32_FLOAT", WIDTH, ROWS, LAUNCH_POINT);
    scene.plan.text = "TEX @f BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                      "f: SAMPLE R1.xyzw, R0.xy__, t0, s0 CT(NNNN)\nSAMPLE R2.xyzw, R0.xz__, t0, s0 CT(NNNN)\n"
                      "SAMPLE R3.xyzw, R0.xw__, t0, s0 CT(NNNN)\n";
    scene.plan.input = own_texel;
    scene.plan.chip = RV670;
    scene.plan.threads = WIDTH * ROWS / 3;
    scene.plan.set[0] = "simds=4";
    scene.plan.set[1] = memory;
    scene.plan.set[2] = l2;
    machine_start(&m, &scene.plan);
    while (lines_read(&m) < FROM)
        machine_step(&m);
    const uint64_t before = m.gpu->cycle, lines = lines_read(&m);
    while (lines_read(&m) < TO)
        machine_step(&m);
    const double rate = (double)(lines_read(&m) - lines) / (double)(m.gpu->cycle - before);
    machine_free(&m);
    return rate;
}

static void rows_of_rv670(FILE *out)
{
    char              ours[128], more[64];
    struct fetching   scene;
    struct text       chain = chain_program(30, 100);
    const struct plan plan = {.text = chain.chars,
                              .chip = RV670,
                              .threads = 64 * 4 * 8,
                              .num_gprs = 8,
                              .load_first = 1,
                              .load_count = 1,
                              .input = own_entry,
                              .set = {"simds=4"}};
    const double      groups = 64 * in_a_clock(&plan, 12000, 8000, groups_issued);
    fetching_of(&scene, "8_8_8_8", 2, 2, LAUNCH_POINT);
    put_turns(&scene, 20, 8, 0);
    scene.plan.chip = RV670;
    scene.plan.threads = 64 * 4 * 12;
    scene.plan.set[0] = "simds=4";
    const double fetches = 64 * in_a_clock(&scene.plan, 4096, 8192, fetched);
    const double alu = 1e3 * PIXELS * SGEMM_GROUPS / (groups * rv670);
    const double tex = 1e3 * PIXELS * SGEMM_FETCHES / (fetches * rv670);
    const double bytes = 64 * lines_a_clock(NULL, NULL), memory = 1e3 * PIXELS * SGEMM_READS * 16.0 / (bytes * rv670);
    const double most = 64 * lines_a_clock("mc_latency_clk=150", "tc_l2_hit_clk=150"),
                 least = 1e3 * PIXELS * SGEMM_READS * 16.0 / (most * rv670);
    const double clause = clause_of_eight();
    snprintf(ours, sizeof ours, "%.2f ms: %.2f threads a clock", alu, groups);
    row(out, "25", "SGEMM 1024 x 1024 on RV670: 4642 groups a pixel", "25.3515 ms", "SGEMM (R6xx)", ours,
        share(more, sizeof more, alu, 25.3515), "[rv670.json](examples/rv670.json): `simds`, `lanes`");
    snprintf(ours, sizeof ours, "%.2f ms: %.2f threads a clock", tex, fetches);
    row(out, "25", "the same, 2048 fetches a pixel", "44.7392 ms", "SGEMM (R6xx)", ours,
        share(more, sizeof more, tex, 44.7392), "`simds`");
    snprintf(ours, sizeof ours, "%.2f ms: %.1f GB/s", memory, bytes * rv670 / 1e9);
    row(out, "26", "the same, time of the memory when nothing hits", "116.939 ms: 73.6 GB/s", "SGEMM (R6xx)", ours,
        share(more, sizeof more, memory, 116.939), "`tc_l1_misses` and `mc_latency_clk`, see below");
    snprintf(ours, sizeof ours, "%.2f ms: %.1f GB/s", least, most * rv670 / 1e9);
    row(out, "26", "the same with `mc_latency_clk` and `tc_l2_hit_clk` 150, which the misses under way hide",
        "116.939 ms: 73.6 GB/s", "SGEMM (R6xx)", ours, share(more, sizeof more, least, 116.939), "`mc_line_clk`");
    snprintf(ours, sizeof ours, "%g clocks", clause);
    row(out, "27", "a clause of 8 fetches that hit, RV670", "8 x 4 + 120 = 152 clocks", "SGEMM (R6xx)", ours,
        difference(more, sizeof more, clause, 152, "clocks"), "`tex_hit_clk`; see below");
    free(chain.chars);
    free(scene.text.chars);
}

/* ---- balance of ALU and textures -------------------------------------------------------------------------------- */

enum { KNEE_MOST = 8, LONG = 50000 /* clocks of the fetches */ };

/* Clocks of a fetch with its groups, when 16 wavefronts take turns. */
static double balance(const char *chip, unsigned wave, unsigned inputs, unsigned groups)
{
    struct fetching scene;
    fetching_of(&scene, "8_8_8_8", 2, 2, LAUNCH_POINT);
    put_turns(&scene, 1 + LONG / (16 * inputs * wave / 4), inputs, inputs * groups);
    scene.plan.chip = chip;
    scene.plan.threads = wave * 16;
    const double rate = in_a_clock(&scene.plan, 20480, 20480, fetched);
    free(scene.text.chars);
    return 1 / rate;
}

/* The most groups behind which a fetch costs no more than one does alone, to two per cent. */
static unsigned knee(const char *chip, unsigned wave, unsigned inputs)
{
    const double alone = wave / 4;
    unsigned     groups = 1;
    while (groups < KNEE_MOST && balance(chip, wave, inputs, groups + 1) < 1.02 * alone)
        groups++;
    return groups;
}

static void rows_of_balance(FILE *out)
{
    char           ours[64], more[64];
    const unsigned rv770 = knee("rv770", 64, 8), rv730 = knee("rv730", 32, 8), many = knee("rv770", 64, 16);
    snprintf(ours, sizeof ours, "%u groups", rv770);
    row(out, "37", "groups that a fetch hides, and no more, RV770", "4 : 1", "AT", ours,
        difference(more, sizeof more, rv770, 4, "groups"), "`wave_size`, `lanes`; one quad a clock");
    snprintf(ours, sizeof ours, "%u groups", rv730);
    row(out, "37", "the same on RV730", "2 : 1 (derived)", "AT", ours,
        difference(more, sizeof more, rv730, 2, "groups"), "`wave_size`, `lanes`");
    snprintf(ours, sizeof ours, "%u groups", many);
    row(out, "50", "kernels of 16 inputs, then sums that depend on one another", "shape: a knee at 4 groups a fetch",
        "TL10", ours, difference(more, sizeof more, many, 4, "groups"), "as row 37");
}

static void notes_of_fetches(FILE *out)
{
    fprintf(
        out,
        "\nRows 17 to 19, 28 and 29 are rates of one SIMD, times the ten of RV770 and the product's clock. Row 26: "
        "the\npublished time is bytes over the peak rate of RV670's memory (262144 x 2052 x 16 bytes at 73.6 GB/s), "
        "reckoned, not "
        "measured; a run reaches it where the latency is hidden. Four SIMDs wait for 64 lines each at most "
        "(`tc_l1_misses`, "
        "T25; as many passes wait behind them), so 98 bytes a clock take a latency of 167\nclocks at most: 150, the "
        "least "
        "that the sheet has for L2 (T24), do. With M3's 400 clocks they get 41 bytes a clock; for 98 they would have "
        "to "
        "wait for 153 lines each. No source says how many misses RV670 could have under way, nor its own latency: M3 "
        "is "
        "of Evergreen. Row 28: the units "
        "alone do more than published: its limit are 32 coordinates a clock\nfrom the interpolators (S23). Here these "
        "are "
        "the GPRs of a launch: with one in `spi_load_clk` 2 clocks and as little as there can be between two "
        "wavefronts, "
        "`spi_wave_clk` 2, the limit is the same. By default a GPR takes 4 clocks (S22, U). Row 27: RV670's 16 units "
        "do a fetch in "
        "4 clocks, the four of a SIMD here in 16 (T27): the clause is measured with `tex_hit_clk` four times as long, "
        "and "
        "four clocks count as one.\n");
}

static void rows_of_textures(FILE *out)
{
    row_of_hits(out);
    row_of_the_share(out);
    row_of_shared_registers(out);
    rows_of_rv670(out);
    rows_of_rates(out);
    rows_of_its_modes(out);
}

#endif
