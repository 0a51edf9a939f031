/* validation_alu.h - rows 11 to 16, 30, 31 and 45 of docs/validation.md: what the ALU issues and computes in a clock.
 */
#ifndef TB_DOCS_VALIDATION_ALU_H
#define TB_DOCS_VALIDATION_ALU_H

#include "tb/docs/validation_measure.h"
#include "tb/docs/validation_row.h"

enum { RV740_SIMDS = 8, LANES_OF_SIMD = 16, CLAUSE_INSTRUCTIONS = 120 };

/* One group over and over, in clauses of at most 120 instructions; more of them than are measured. */
static struct text repeated_group(const char *group)
{
    struct text text = {0};
    unsigned    instructions = 0;
    for (const char *c = group; *c; c++)
        instructions += *c == ':';
    for (unsigned c = 0; c < 60; c++)
        put(&text, "ALU @body BARRIER\n");
    put(&text, "EXPORT_DONE PIX0, R4.xyzw EOP BARRIER\nbody:\n");
    for (unsigned g = 0; g < CLAUSE_INSTRUCTIONS / instructions; g++)
        put(&text, "%u %s\n", g, group);
    return text;
}

/* Groups of a SIMD in a clock, of which there can be a quarter. */
static double groups_a_clock(const char *group)
{
    struct text       text = repeated_group(group);
    const struct plan plan = {.text = text.chars, .threads = 64 * 16, .load_count = 4, .input = named_input};
    const double      rate = in_a_clock(&plan, 8000, 8000, groups_issued);
    free(text.chars);
    return rate;
}

/* Instructions of such groups that a chip executes in a second, counted in 10^9 lanes. */
static double lanes_of_chip(const char *group, unsigned instructions, unsigned simds, double ghz)
{
    return 4 * groups_a_clock(group) * LANES_OF_SIMD * instructions * simds * ghz;
}

#define MIX                                                                                                            \
    "x: MUL R4.x, R0.x, R1.x\n y: MULADD R4.y, R0.y, R1.y, R2.y\n z: MULADD R4.z, R0.z, R1.z, R2.z\n"                  \
    " w: MULADD R4.w, R0.w, R1.w, R2.w\n t: RECIP_IEEE R5.x, R0.x SCL_210\n"
#define FOUR(operation) "x: " operation "\n y: " operation "\n z: " operation "\n w: " operation "\n"

static void rows_of_rates_of_groups(FILE *out)
{
    static const struct {
        const char *number, *what, *published, *source, *group;
        unsigned    instructions, simds;
        double      ghz, figure;
        bool        below; /* what is published is a little less than the figure */
    } rows[] = {
        {"11", "MUL, three MULADD and a transcendental, independent, HD 4770", "a little below 480 G instructions/s",
         "B3D52-14", MIX, 5, RV740_SIMDS, 0.75, 480, true},
        {"12", "MULADD that depends on the one before, one slot, HD 4770", "one slot of five: 96 G/s (derived)",
         "B3D52-14", "x: MULADD R4.x, PV.x, R0.x, R1.x\n", 1, RV740_SIMDS, 0.75, 96, false},
        {"13", "MULADD of four elements, HD 4770", "four slots of five: 384 G/s (derived)", "B3D52-14",
         "x: MULADD R4.x, R0.x, R1.x, R2.x\n y: MULADD R4.y, R0.y, R1.y, R2.y\n"
         " z: MULADD R4.z, R0.z, R1.z, R2.z\n w: MULADD R4.w, R0.w, R1.w, R2.w\n",
         4, RV740_SIMDS, 0.75, 384, false},
        {"14", "five additions, independent, HD 4890", "not quite 680 G instructions/s", "B3D53-13",
         "x: ADD R4.x, R0.x, R1.x\n y: ADD R4.y, R0.y, R1.y\n z: ADD R4.z, R0.z, R1.z\n w: ADD R4.w, R0.w, R1.w\n"
         " t: ADD R5.x, R0.x, R0.y SCL_221\n",
         5, RV770_SIMDS, 0.85, 680, true},
    };
    char ours[96], more[64];
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        const double rate = lanes_of_chip(rows[i].group, rows[i].instructions, rows[i].simds, rows[i].ghz);
        snprintf(ours, sizeof ours, "%.1f G/s", rate);
        row(out, rows[i].number, rows[i].what, rows[i].published, rows[i].source, ours,
            rows[i].below ? "no loss here" : share(more, sizeof more, rate, rows[i].figure),
            rows[i].below ? "operands keep to the read ports: none is lost" : "-");
    }
}

/* Row 15: per cent of what one slot could do. */
static void rows_of_losses(FILE *out)
{
    char         ours[96], more[64];
    const double used = 400 * groups_a_clock("x: ADD R4.x, PV.x, R0.x\n");
    snprintf(ours, sizeof ours, "%.1f %%", used);
    row(out, "15", "additions that depend on one another, many wavefronts: share of the slot's peak, R600",
        "99.7 %: 236.8 of 237.4 G/s", "B3D16 (R6xx)", ours, difference(more, sizeof more, used, 99.7, "points"),
        "clause switches are hidden (row 10)");
    row(out, "15", "the same, Cypress", "98.9 %: 269 of 272 G/s", "B3D53-13 (EG)", ours,
        difference(more, sizeof more, used, 98.9, "points"), "as above");
}

static void row_of_transcendentals(FILE *out)
{
    static const char *const names[] = {"RECIP_IEEE", "RECIPSQRT_IEEE", "SQRT_IEEE", "EXP_IEEE", "LOG_IEEE", "SIN",
                                        "COS"};
    double                   least = 1e9, most = 0;
    char                     ours[96], more[64], group[64];
    for (unsigned i = 0; i < LENGTH(names); i++) {
        snprintf(group, sizeof group, "t: %s R4.x, R0.x\n", names[i]);
        const double rate = lanes_of_chip(group, 1, RV770_SIMDS, hd4890);
        least = rate < least ? rate : least;
        most = rate > most ? rate : most;
    }
    snprintf(ours, sizeof ours, "%.1f to %.1f G/s, %u operations", least, most, (unsigned)LENGTH(names));
    row(out, "16", "transcendentals, HD 4890", "the same rate for all: 136 G/s (derived)", "B3D53-13", ours,
        share(more, sizeof more, least, 136), "A5");
}

/* ---- rows 30 and 45: how many of an operation there can be in a group ------------------------------------------- */

/* Whether the program is legal, to its end. */
static bool runs(const char *group)
{
    struct machine m;
    char          *text = NULL;
    size_t         length = 0;
    FILE          *stream = open_memstream(&text, &length);
    uint32_t      *dwords = NULL;
    unsigned       count;
    struct diag    diag = {0};
    fprintf(stream, "ALU @body BARRIER\nEXPORT_DONE PIX0, R4.xyzw EOP BARRIER\nbody: 0 %s", group);
    fclose(stream);
    bool good = isa_assemble("group", text, length, &dwords, &count, NULL, &diag);
    if (good) {
        machine_start(&m, &(struct plan){.text = text, .load_count = 4, .input = named_input});
        while (!gpu_finished(m.gpu) && !gpu_stopped(m.gpu, &m.diag))
            machine_step(&m);
        good = gpu_finished(m.gpu);
        machine_free(&m);
    }
    free(dwords);
    free(text);
    return good;
}

/* Results of an operation in a lane and clock, with as many instructions in a group as it may have. `slots` of them
 * make a result; `operands` are of slots X Y Z W T. */
static double in_a_lane_and_clock(const char *name, unsigned slots, const char *const operands[5])
{
    static const char *const sets[] = {"xyzwt", "xyzw", "t"};
    char                     group[400];
    for (unsigned s = 0; s < LENGTH(sets); s++) {
        const unsigned many = (unsigned)strlen(sets[s]);
        size_t         at = 0;
        for (unsigned i = 0; i < many; i++)
            at += (size_t)snprintf(group + at, sizeof group - at, " %c: %s %s\n", sets[s][i], name,
                                   operands[sets[s][i] == 't' ? 4 : i]);
        if (runs(group))
            return 4 * groups_a_clock(group) * (many / slots);
    }
    return 0;
}

static const char *const of_two[5] = {"R4.x, R0.x, R1.x", "R4.y, R0.y, R1.y", "R4.z, R0.z, R1.z", "R4.w, R0.w, R1.w",
                                      "R5.x, R0.x, R0.y SCL_221"};
static const char *const of_one[5] = {"R4.x, R0.x", "R4.y, R0.y", "R4.z, R0.z", "R4.w, R0.w", "R5.x, R0.x"};
static const char *const of_sum[5] = {"R4.x, R0.y, R1.y", "R4.y, R0.x, R1.x", "R4.z, R0.w, R1.w", "R4.w, R0.z, R1.z",
                                      "R5.x, R0.x, R0.y SCL_221"};
static const char *const of_product[5] = {"R4.x, R0.y, R1.y", "R4.y, R0.y, R1.y", "R4.z, R0.y, R1.y",
                                          "R4.w, R0.x, R1.x", "R5.x, R0.x, R0.y SCL_221"};

static void rows_of_operations(FILE *out)
{
    static const struct {
        const char        *what, *name;
        unsigned           slots;
        const char *const *operands;
        double             published;
    } rows[] = {
        {"float MUL", "MUL", 1, of_two, 5},
        {"integer addition", "ADD_INT", 1, of_two, 5},
        {"integer product", "MULLO_INT", 1, of_two, 1},
        {"conversion to integer", "FLT_TO_INT", 1, of_one, 1},
        {"RECIP", "RECIP_IEEE", 1, of_one, 1},
        {"LOG", "LOG_IEEE", 1, of_one, 1},
        {"double addition", "ADD_64", 2, of_sum, 2},
        {"double product", "MUL_64", 4, of_product, 1},
    };
    double rates[LENGTH(rows)];
    char   what[96], published[32], ours[64], more[64];
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        const double rate = in_a_lane_and_clock(rows[i].name, rows[i].slots, rows[i].operands);
        snprintf(what, sizeof what, "%s, of a lane and clock", rows[i].what);
        snprintf(published, sizeof published, "%g", rows[i].published);
        snprintf(ours, sizeof ours, "%.2f", rate);
        row(out, "30", what, published, "APP table 4.14 (EG)", ours, share(more, sizeof more, rate, rows[i].published),
            "-");
        rates[i] = rate;
    }
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        if (rows[i].slots == 1)
            continue;
        snprintf(what, sizeof what, "%s, HD 4870", rows[i].what);
        snprintf(published, sizeof published, "%g G/s", 120 * rows[i].published);
        snprintf(ours, sizeof ours, "%.1f G/s", rates[i] * LANES_OF_SIMD * RV770_SIMDS * hd4870);
        row(out, "45", what, published, "UAIZU Tests_With_RV870", ours,
            share(more, sizeof more, rates[i], rows[i].published), "A10, A13");
    }
}

/* ---- row 31: constants by an index of each thread ---------------------------------------------------------------- */

static uint32_t own_index(unsigned thread, unsigned gpr, unsigned element)
{
    (void)gpr, (void)element;
    return thread % 64;
}

/* Clocks of one more group that reads C[AR.x]. */
static double indexed_read(input_t *index)
{
    static const uint32_t constants[64 * 4];
    enum { FEWER = 8, MORE = 24 };
    uint64_t cycles[2];
    for (unsigned i = 0; i < 2; i++) {
        struct text    text = {0};
        struct machine m;
        put(&text, "ALU @body BARRIER\nEXPORT_DONE PIX0, R2.xyzw EOP BARRIER\nbody: 0 x: MOVA_INT ____, R0.x\n");
        for (unsigned g = 0; g < (i ? MORE : FEWER); g++)
            put(&text, "%u x: ADD R2.x, C[AR.x].x, R0.y\n", g + 1);
        machine_start(&m, &(struct plan){.text = text.chars,
                                         .load_count = 1,
                                         .input = index,
                                         .alu_constants = constants,
                                         .alu_constant_count = 64,
                                         .set = {"ic_miss_clk=1"}});
        machine_run(&m);
        cycles[i] = m.gpu->cycle;
        machine_free(&m);
        free(text.chars);
    }
    return (double)(cycles[1] - cycles[0]) / (MORE - FEWER);
}

static void row_of_waterfalls(FILE *out)
{
    char         ours[96], more[64];
    const double alike = indexed_read(zero_input), apart = indexed_read(own_index);
    snprintf(ours, sizeof ours, "%g times: %g clocks against %g", apart / alike, apart, alike);
    row(out, "31", "constants by 64 different indices against one index", "up to 64 times as long", "ISA 4.6.4.5", ours,
        share(more, sizeof more, apart / alike, 64), "`waterfall_clk_per_index`");
}

static void rows_of_the_alu(FILE *out)
{
    rows_of_rates_of_groups(out);
    rows_of_losses(out);
    row_of_transcendentals(out);
    rows_of_operations(out);
    row_of_waterfalls(out);
}

#endif
