#include "rtl_model/r700/probes/work.h"

#include <inttypes.h>
#include <string.h>

#include "isa/r700/dis/dis.h"

void simd_work_note(const struct simd *simd, uint64_t cycle, struct simd_work *work)
{
    const struct cf_sequencer_reg *const cf = &simd->cf.q;
    work->cycle = cycle;
    for (unsigned parity = 0; parity < PARITIES; parity++) {
        const struct alu_issue_reg *const issue = &simd->issue[parity].q;
        struct work_group *const          alu = &work->alu[parity];
        alu->reading = issue->reading;
        alu->executing = issue->executing;
        alu->wave = issue->wave;
        alu->address = issue->address;
        if (issue->reading || issue->executing)
            pipe_group_of(issue, &alu->group);
    }
    work->cf[0].there = cf->fetch;
    work->cf[0].wave = cf->fetch_number;
    work->cf[0].pc = cf->fetch_pc;
    work->cf[0].word = cf->fetch_known && cf->fetch_hit ? cf->fetch_word : 0;
    work->cf[1].there = cf->decode;
    work->cf[1].wave = cf->decode_number;
    work->cf[1].pc = cf->decode_pc;
    work->cf[1].word = cf->decode_word;
    for (unsigned i = 0; i < ALU_CLAUSES; i++) {
        const struct alu_clause_reg *const clause = &simd->clause[i].q;
        work->clause[i].there = clause->state != CLAUSE_EMPTY && clause->state != CLAUSE_DRAIN;
        work->clause[i].wave = clause->number;
        work->clause[i].head = clause->head;
    }
    for (unsigned i = 0; i < FETCH_CLAUSES; i++) {
        const struct fetch_clause *const clause = &simd->fetch_clause[i];
        work->fetch[i].there = clause->q.state != FETCH_CLAUSE_EMPTY;
        work->fetch[i].wave = clause->q.number;
        work->fetch[i].head = clause->q.head;
        for (unsigned w = 0; w < 2; w++)
            work->fetch[i].word[w] =
                clause->q.offer ? clause->buffer[(clause->q.head + w) % INSTRUCTION_BUFFER_WORDS] : 0;
    }
    const struct export_unit_reg *const exports = &simd->exports.q;
    work->exports.there = exports->valid || exports->write || exports->read;
    work->exports.wave = exports->number;
}

/* ---- in words ---------------------------------------------------------------------------------------------------- */

enum { ALU_EVEN = 1, ALU_ODD = 2, ALU = ALU_EVEN | ALU_ODD, FLOW = 4, FETCH = 8, EXPORT = 16, CLAUSES = 32, ALL = 63 };

/* What modules whose names begin so may work for; the first row that fits. */
static unsigned kinds_of(const char *name)
{
    static const struct {
        const char *start;
        unsigned    kinds;
    } rows[] = {{"arbiter_even", ALU_EVEN | CLAUSES},
                {"arbiter_odd", ALU_ODD | CLAUSES},
                {"arbiter_cf", FLOW},
                {"arbiter_", FETCH},
                {"issue_even", ALU_EVEN},
                {"predicate_even", ALU_EVEN},
                {"issue_odd", ALU_ODD},
                {"predicate_odd", ALU_ODD},
                {"clause", CLAUSES},
                {"alu_", ALU},
                {"operand_", ALU},
                {"write_back", ALU},
                {"address_register", ALU},
                {"kcache", ALU},
                {"cf_", FLOW},
                {"fetch_", FETCH},
                {"vertex_", FETCH},
                {"texture_", FETCH},
                {"lod_unit", FETCH},
                {"read_requests", FETCH},
                {"memory_read", FETCH},
                {"export_unit", EXPORT},
                {"memory_export", EXPORT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strncmp(name, rows[i].start, strlen(rows[i].start)) == 0)
            return rows[i].kinds;
    return ALL;
}

/* "  cycle 12: wavefront 3, ". */
static void print_wave(FILE *out, const struct simd_work *work, uint32_t wave)
{
    fprintf(out, "  cycle %" PRIu64 ": wavefront %" PRIu32 ", ", work->cycle, wave);
}

static bool print_group(FILE *out, const struct simd_work *work, const struct work_group *alu)
{
    struct pipe_texts texts = {.words = 0};
    if (!alu->reading && !alu->executing)
        return false;
    const char *text = pipe_texts_open(&texts, 1, 1) ? pipe_group_text(&texts, alu->address, &alu->group) : "";
    print_wave(out, work, alu->wave);
    fprintf(out, "ALU group %s: %s\n", alu->executing ? "whose quarters enter the slots" : "whose operands are read",
            text);
    pipe_texts_close(&texts);
    return true;
}

static bool print_flow(FILE *out, const struct simd_work *work, unsigned stage)
{
    const uint64_t word = work->cf[stage].word;
    const uint32_t dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    char           text[PIPE_TEXT_BYTES] = "";
    if (!work->cf[stage].there)
        return false;
    if (word)
        isa_dis_cf(dwords, text, sizeof text);
    print_wave(out, work, work->cf[stage].wave);
    fprintf(out, "CF %s: %02u%s%s\n", stage ? "decode" : "fetch", (unsigned)work->cf[stage].pc, text[0] ? " " : "",
            text);
    return true;
}

static bool print_fetch(FILE *out, const struct simd_work *work, unsigned i)
{
    enum { TEX = 1, VTX = 2, TEXT = 400 }; /* opcode 0 is a vertex fetch in either clause */
    char           text[TEXT] = "not in its buffer";
    const uint64_t word[2] = {work->fetch[i].word[0], work->fetch[i].word[1]};
    const uint32_t dwords[4] = {(uint32_t)word[0], (uint32_t)(word[0] >> 32), (uint32_t)word[1],
                                (uint32_t)(word[1] >> 32)};
    if (!work->fetch[i].there)
        return false;
    if (word[0])
        isa_dis_fetch(dwords[0] & 31 ? TEX : VTX, dwords, text, sizeof text);
    print_wave(out, work, work->fetch[i].wave);
    fprintf(out, "fetch clause %u, next: %02u %s\n", i, (unsigned)work->fetch[i].head, text);
    return true;
}

void simd_work_print(FILE *out, const struct simd_work *work, const char *path)
{
    const char *const dot = strrchr(path, '.');
    const unsigned    kinds = kinds_of(dot ? dot + 1 : path);
    bool              any = false;
    for (unsigned parity = 0; parity < PARITIES; parity++)
        if (kinds & ((unsigned)ALU_EVEN << parity))
            any |= print_group(out, work, &work->alu[parity]);
    for (unsigned stage = 0; (kinds & FLOW) && stage < 2; stage++)
        any |= print_flow(out, work, stage);
    for (unsigned i = 0; (kinds & CLAUSES) && i < ALU_CLAUSES; i++)
        if (work->clause[i].there) {
            print_wave(out, work, work->clause[i].wave);
            fprintf(out, "ALU clause %u, next group: %02u\n", i, (unsigned)work->clause[i].head);
            any = true;
        }
    for (unsigned i = 0; (kinds & FETCH) && i < FETCH_CLAUSES; i++)
        any |= print_fetch(out, work, i);
    if ((kinds & EXPORT) && work->exports.there) {
        print_wave(out, work, work->exports.wave);
        fputs("export\n", out);
        any = true;
    }
    if (!any)
        fprintf(out, "  cycle %" PRIu64 ": no wavefront is in a stage that the module works for\n", work->cycle);
}
