/* validation.c - docs/validation.md: rows of the timing sheet (docs/timing.md), measured on the wired machine.  The
 * rows of one subject each are in the headers beside it.
 *
 * usage: validation [--check] docs/validation.md */
#include "tb/docs/document.h"
#include "tb/docs/validation_alu.h"
#include "tb/docs/validation_chip.h"
#include "tb/docs/validation_matrix.h"
#include "tb/docs/validation_row.h"
#include "tb/unit/machine.h"

enum { CHAIN = 100, FETCH_CLOCKS = 400 };

/* ---- rows 1 to 3: a chain of dependent additions ---------------------------------------------------------------- */

/* Wavefronts of one clause of `groups` groups, `resident` at a time; the later ones find warm caches. */
static void run_chain(struct machine *m, unsigned waves, const char *resident)
{
    struct text       text = chain_program(1, CHAIN);
    const struct plan plan = {.text = text.chars,
                              .threads = WAVE * waves,
                              .num_gprs = 2,
                              .load_first = 1,
                              .load_count = 1,
                              .input = zero_input,
                              .set = {resident}};
    machine_start(m, &plan);
    machine_run(m);
    free(text.chars);
}

static unsigned clause_clocks(const struct machine *m, uint32_t wave)
{
    return (unsigned)(group_of(m, wave, CHAIN - 1)->cycle + ROTATION_CLOCKS - group_of(m, wave, 0)->cycle);
}

/* Per cent of the clocks between two groups in which a quarter entered the slots. */
static double busy(const struct machine *m, const struct entry *first, const struct entry *last)
{
    unsigned clocks = 0;
    for (unsigned i = 0; i < m->entries; i++)
        clocks += m->log[i].cycle >= first->cycle && m->log[i].cycle < last->cycle ? SLOT_CLOCKS : 0;
    return 100.0 * clocks / (double)(last->cycle - first->cycle);
}

static void rows_of_chains(FILE *out)
{
    struct machine m;
    char           ours[128], more[64];
    run_chain(&m, 2, "simd_max_waves=1");
    const double each = clause_clocks(&m, 1) / (double)CHAIN;
    const double alone = busy(&m, group_of(&m, 1, 0), group_of(&m, 1, CHAIN - 1));
    machine_free(&m);
    snprintf(ours, sizeof ours, "%g clocks", each);
    row(out, "1", "an addition that depends on the one before, one wavefront", "8 clocks", "APP table 4.13 (EG)", ours,
        difference(more, sizeof more, each, 8, "clocks"), "`alu_latency`");
    run_chain(&m, 4, "simd_max_waves=2");
    const double two = clause_clocks(&m, 2) / (double)CHAIN;
    const double full = busy(&m, group_of(&m, 3, 0), group_of(&m, 2, CHAIN - 1));
    machine_free(&m);
    snprintf(ours, sizeof ours, "%g clocks a group of each, %g %% of the clocks used", two, full);
    row(out, "2", "the same, two wavefronts, even and odd", "8 clocks: the latency is hidden", "APP 4.11.1 (EG)", ours,
        difference(more, sizeof more, two, 8, "clocks"), "`alu_latency`");
    snprintf(ours, sizeof ours, "%g %%", alone);
    row(out, "3", "one wavefront alone: ALU clocks used inside a clause", "half", "B3DJ", ours,
        difference(more, sizeof more, alone, 50, "points"), "-");
}

/* ---- rows 4 to 6: wavefronts that hide a fetch ------------------------------------------------------------------- */

static const uint32_t                      buffer[4];
static const struct launch_vertex_resource resource = {
    .source = LAUNCH_SOURCE_CONSTANT_BUFFER, .raw = true, .words = {0, sizeof buffer - 1, 0, 0, 0, 0, 3u << 30}};

/* A program of `turns` clauses of `groups` groups, each followed by a fetch. */
static struct text fetching_program(unsigned turns, unsigned groups)
{
    struct text text = {0};
    for (unsigned i = 0; i < turns; i++)
        put(&text, "ALU @chain BARRIER\nVTX @fetch BARRIER\n");
    put(&text, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nchain:\n");
    put_chain(&text, groups);
    put(&text, "fetch: FETCH R0.x___, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_FLOAT) MEGA_FETCH\n");
    return text;
}

/* Per cent of the ALU clocks used in the steady state; the data of a fetch are back `wait` clocks after its index was
 * read: 16 for the addresses, 4 for the return. */
static double utilisation(unsigned waves, unsigned groups, unsigned wait)
{
    enum { TURNS = 30, SETTLED = 12, MEASURED = 12, FETCH_PREPARATION = 32 };
    const unsigned turn = 8 * groups + 40 + (wait ? wait + FETCH_PREPARATION : 0);
    struct text    text = wait ? fetching_program(TURNS, groups) : chain_program(TURNS, groups);
    char           hit[32];
    snprintf(hit, sizeof hit, "vc_hit_clk=%u", wait > 20 ? wait - 20 : 1);
    struct plan    plan = {.text = text.chars,
                           .num_gprs = 2,
                           .set = {hit},
                           .bank = {buffer},
                           .bank_constants = {1},
                           .vertices = &resource,
                           .vertex_count = 1};
    struct machine cold, m;
    machine_start(&cold, &plan);
    plan.threads = WAVE * waves;
    machine_start(&m, &plan);
    machine_run(&cold);
    machine_warm(&m, &cold);
    for (unsigned i = 0; i < SETTLED * turn; i++)
        machine_step(&m);
    const uint64_t before = m.busy;
    for (unsigned i = 0; i < MEASURED * turn; i++)
        machine_step(&m);
    const double used = 100.0 * (double)(m.busy - before) / (MEASURED * turn);
    assert_int_equal(m.gpu->simd->waves.q.finished, 0);
    machine_free(&cold);
    machine_free(&m);
    free(text.chars);
    return used;
}

/* The least number of wavefronts that leaves less than one per cent of the clocks unused; 100 when none does. */
static unsigned waves_that_hide(unsigned groups, unsigned wait)
{
    unsigned waves = 1;
    while (waves < 100 && utilisation(waves, groups, wait) < 99)
        waves++;
    return waves;
}

static void rows_of_fetches(FILE *out)
{
    static const struct {
        const char *number, *what, *published, *source;
        unsigned    groups;
        double      waves;
    } rows[] = {
        {"4", "wavefronts that hide a fetch of 400 clocks behind 5 groups", "20", "APP 4.11.1 (EG)", 5, 20},
        {"5", "the same behind 10 groups", "10", "APP 4.11.1 (EG)", 10, 10},
        {"6", "the rule 500 / (4 x groups a fetch): 5 groups", "25", "APP 4.11.1 (EG); LLVM", 5, 25},
        {"6", "10 groups", "12.5", "APP 4.11.1 (EG); LLVM", 10, 12.5},
    };
    char ours[64], more[64];
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        const unsigned waves = waves_that_hide(rows[i].groups, FETCH_CLOCKS);
        snprintf(ours, sizeof ours, "%u", waves);
        row(out, rows[i].number, rows[i].what, rows[i].published, rows[i].source, ours,
            difference(more, sizeof more, waves, rows[i].waves, "wavefronts"),
            "`vc_hit_clk`, `vc_addr_per_clk`, `vc_return_clk`; the clause switch of row 9");
    }
}

/* ---- row 7: occupancy ------------------------------------------------------------------------------------------- */

static const struct {
    unsigned gprs, waves;
} occupancy[] = {{1, 248}, {2, 124}, {3, 82}, {4, 62}, {5, 49}, {6, 41}, {8, 31}, {10, 24}, {12, 20}, {16, 15},
                 {20, 12}, {24, 10}, {31, 8}, {35, 7}, {41, 6}, {49, 5}, {62, 4}, {82, 3},  {124, 2}};

static unsigned most_resident(unsigned gprs)
{
    struct text    text = chain_program(1, 128);
    const unsigned most = resident_at_most(&(struct plan){.text = text.chars, .threads = WAVE * 256, .num_gprs = gprs});
    free(text.chars);
    return most;
}

static void row_of_occupancy(FILE *out)
{
    unsigned same = 0;
    char     ours[64];
    for (unsigned i = 0; i < LENGTH(occupancy); i++)
        same += most_resident(occupancy[i].gprs) == occupancy[i].waves;
    snprintf(ours, sizeof ours, "%u of %u points", same, (unsigned)LENGTH(occupancy));
    row(out, "7", "resident wavefronts against GPRs of the program, see below", "19 points", "APP table 4.11 (EG)",
        ours, same == LENGTH(occupancy) ? "none" : "see below",
        "`max_gprs`, `clause_temporaries`, `gpr_alloc_granule`, `max_waves`");
}

static void table_of_occupancy(FILE *out)
{
    fprintf(out, "\n## Row 7\n\n| GPRs | published | ours |\n|---|---|---|\n");
    for (unsigned i = 0; i < LENGTH(occupancy); i++)
        fprintf(out, "| %u | %u | %u |\n", occupancy[i].gprs, occupancy[i].waves, most_resident(occupancy[i].gprs));
}

/* ---- rows 8 to 10: control flow and clause switches ------------------------------------------------------------- */

#define CLAUSE "ALU @body BARRIER\n"
#define END "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\nbody: 0 x: MOV R0.x, R0.x\n"

/* Clocks between the entries of the first groups of the program's last two clauses. */
static unsigned between_clauses(const char *text)
{
    const struct plan plan = {.text = text, .stack_size = 1, .set = {"ic_miss_clk=1"}};
    struct machine    m;
    uint64_t          first = 0, last = 0;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned e = 0; e < m.entries; e++)
        if (m.log[e].starts) {
            first = last;
            last = m.log[e].cycle;
        }
    machine_free(&m);
    return (unsigned)(last - first);
}

static void rows_of_switches(FILE *out)
{
    char           ours[128], more[64];
    const unsigned next = between_clauses(CLAUSE CLAUSE CLAUSE END);
    const unsigned branch =
        between_clauses(CLAUSE "PUSH ADDR(0) BARRIER\n" CLAUSE "JUMP ADDR(5) BARRIER\nELSE ADDR(5) BARRIER\n"
                               "POP ADDR(0) POP_COUNT(1) BARRIER\n" CLAUSE END) -
        next;
    snprintf(ours, sizeof ours, "%u clocks; a select is a group, 8 clocks of its wavefront, 4 of the ALU", branch);
    row(out, "8", "IF, ELSE, ENDIF against a select", "about 120 clocks against 3", "APP 4.15.3 (EG)", ours,
        difference(more, sizeof more, branch, 120, "clocks"), "`cf_flow_clk`");
    snprintf(ours, sizeof ours, "%u clocks", next - ROTATION_CLOCKS);
    row(out, "9", "clause switch of one wavefront", "about 40 clocks", "APP 4.14 (EG), HD29 (R6xx)", ours,
        difference(more, sizeof more, next - ROTATION_CLOCKS, 40, "clocks"),
        "`cf_fetch_clk`, `cf_decode_clk`, `alu_arb_clk`, `alu_lock_clk`, `alu_fetch_clk`");
    const unsigned hide = waves_that_hide(5, 0);
    snprintf(ours, sizeof ours, "%u, with 5 groups a clause", hide);
    row(out, "10", "wavefronts that hide clause switches", "about 4", "B3DJ", ours,
        difference(more, sizeof more, hide, 4, "wavefronts"), "as row 9");
}

static void table_of_utilisation(FILE *out)
{
    static const unsigned waves[] = {1, 2, 4, 6, 8, 12}, groups[] = {3, 5, 8, 10, 20, 60};
    fprintf(out,
            "\n## Row 9: clause switches and wavefronts\n\n"
            "Per cent of the ALU clocks that W wavefronts use with G groups in each clause: measured, and as the 40 "
            "clocks say\n(4 G W / (8 G + 40), 100 at most; derived from the published figure).\n\n| W |");
    for (unsigned g = 0; g < LENGTH(groups); g++)
        fprintf(out, " G = %u |", groups[g]);
    fprintf(out, "\n|---|");
    for (unsigned g = 0; g < LENGTH(groups); g++)
        fprintf(out, "---|");
    for (unsigned w = 0; w < LENGTH(waves); w++) {
        fprintf(out, "\n| %u |", waves[w]);
        for (unsigned g = 0; g < LENGTH(groups); g++) {
            const double derived = 400.0 * groups[g] * waves[w] / (8 * groups[g] + 40);
            fprintf(out, " %.1f / %.1f |", utilisation(waves[w], groups[g], 0), derived < 100 ? derived : 100);
        }
    }
    fprintf(out, "\n");
}

int main(int argc, char **argv)
{
    bool            check;
    const char     *path;
    struct document document;
    if (!document_arguments(argc, argv, &check, &path) || !document_open(&document, path))
        return 2;
    FILE *out = document.file;
    fprintf(
        out,
        "<!-- made by tb/docs/validation.c: make docs -->\n# Published figures and ours\n\n"
        "*Page 3 of 3 for architects; behind it, as reference: [architecture](architecture.md), [sources of the "
        "timing](timing.md), [latencies and rates beside closed forms](bench-chip.md). Words: "
        "[glossary](glossary.md).*\n\n"
        "Each figure that was published beside a run of the wired machine: of one SIMD of rv770 with its default "
        "parameters where nothing else is said,\nrates of a chip times its SIMDs and the product's clock, rows 24, 39, "
        "47 "
        "and 48 with ten SIMDs, made\nwhen this page is. Sources: [timing.md](timing.md#sources). Figures of Evergreen "
        "or R6xx "
        "are marked (EG), (R6xx). The last column names the parameters\nthat a figure follows from. Rows 33 to 36c are "
        "questions of yes or no: [timing.md](timing.md#validation-rows).\n\n"
        "| row | what | published | source | ours | difference | where ours is a parameter "
        "|\n|---|---|---|---|---|---|---|\n");
    rows_of_chains(out);
    rows_of_fetches(out);
    row_of_occupancy(out);
    rows_of_switches(out);
    rows_of_the_alu(out);
    rows_of_textures(out);
    rows_of_matrices(out);
    rows_of_balance(out);
    row_of_slots(out);
    row_of_nbody(out);
    fprintf(out,
            "\nIn rows 4 to 6 the data of a vertex fetch are back %u clocks after its index was read. The published "
            "figures\ncount the fetch alone; in the model the clause switch of row 9 and the start of the fetch clause "
            "come on top, which\nthe rule of row 6 allows 100 clocks for.\n",
            FETCH_CLOCKS);
    notes_of_fetches(out);
    notes_of_matrices(out);
    table_of_occupancy(out);
    table_of_utilisation(out);
    return document_close(&document, check) ? 0 : 1;
}
