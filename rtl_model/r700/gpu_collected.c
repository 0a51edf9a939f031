/* gpu_collected.c - what has been collected outside the machine, as bytes and back.
 *
 * "WKEXPORT", version, hashes of program, launch file and chip, the clock, threads, columns, GPRs per thread, hazards,
 * wavefronts that have ended, pages of memory that have been written, instructions that emitted vertices or cut
 * strips, the clock at which the launch began; then killed
 * and valid, a byte per thread, and for every column its type and array base (4 bytes each), the values (16 bytes per
 * thread) and the written masks (1 byte per thread); with GPRs those of the threads that have ended: enum result_gprs,
 * a byte per thread, and 16 bytes for each GPR of each thread; the hazards of ISA 4.11 so far, nine numbers each; what
 * was emitted, six each; what memory writes have done, three for each buffer; the pages (mem/gpu_memory.h); then an
 * FNV-1a checksum.  Numbers are little-endian, of 8 bytes unless said otherwise. */
#include "rtl_model/r700/gpu_collected.h"
#include "kit/bytes.h"
#include "kit/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    STATE_VERSION = 6,
    HEAD_WORDS = 14,
    HEAD_FIXED = 7, /* of the head: what must be the same */
    COLUMN_BYTES = 8,
    THREAD_BYTES = 17,
    GPR_BYTES = 16,
    HAZARD_WORDS = 9,
    EMIT_WORDS = 6,
    WRITES_BYTES = 24 * MEMORY_TARGETS,
    COLUMNS_MAX = 256,
    HAZARDS_MAX = 1 << 20,
    PAGES_MAX = 1 << 30, /* of a whole memory */
    EMITS_MAX = 1 << 26
};
static const char magic[8] = {'W', 'K', 'E', 'X', 'P', 'O', 'R', 'T'};

/* How much there is behind the head. */
struct state_counts {
    uint64_t columns, gprs, hazards;
    uint64_t ended; /* wavefronts */
    uint64_t pages; /* of memory */
    uint64_t emits;
};

/* What must be the same when the run goes on, HEAD_FIXED words, and how much there is of it. */
static void head(const struct gpu *gpu, uint64_t cycle, const struct state_counts *counts, uint64_t words[HEAD_WORDS])
{
    words[0] = little_get((const unsigned char *)magic, sizeof magic);
    words[1] = STATE_VERSION;
    words[2] = gpu->program->hash;
    words[3] = gpu->launch->hash + gpu->launch->number; /* of one in a row */
    words[4] = hash_of(&gpu->chip, sizeof gpu->chip);
    words[5] = cycle;
    words[6] = gpu->exports.threads;
    words[7] = counts->columns;
    words[8] = counts->gprs;
    words[9] = counts->hazards;
    words[10] = counts->ended;
    words[11] = counts->pages;
    words[12] = counts->emits;
    words[13] = gpu->began;
}

static size_t file_bytes(uint64_t threads, const struct state_counts *counts)
{
    return 8 * HEAD_WORDS + 2 * threads + counts->columns * (COLUMN_BYTES + THREAD_BYTES * threads) +
           (counts->gprs ? threads * (1 + GPR_BYTES * counts->gprs) : 0) + counts->hazards * 8 * HAZARD_WORDS +
           counts->emits * 8 * EMIT_WORDS + WRITES_BYTES + gpu_memory_state_bytes(counts->pages) + 8;
}

static unsigned char *put_hazard(unsigned char *to, const struct result_hazard *hazard)
{
    const uint64_t words[HAZARD_WORDS] = {hazard->address,   hazard->writer,    hazard->number,
                                          hazard->element,   hazard->global,    hazard->written_by_ar,
                                          hazard->old_value, hazard->new_value, hazard->late};
    for (unsigned i = 0; i < HAZARD_WORDS; i++, to += 8)
        little_put(to, 8, words[i]);
    return to;
}

static void get_hazard(const unsigned char *from, struct result_hazard *hazard)
{
    *hazard = (struct result_hazard){.address = (uint32_t)little_get(from, 8),
                                     .writer = (uint32_t)little_get(from + 8, 8),
                                     .number = (uint32_t)little_get(from + 16, 8),
                                     .element = (uint8_t)little_get(from + 24, 8),
                                     .global = little_get(from + 32, 8) != 0,
                                     .written_by_ar = little_get(from + 40, 8) != 0,
                                     .old_value = little_get(from + 48, 8),
                                     .new_value = little_get(from + 56, 8),
                                     .late = little_get(from + 64, 8)};
}

static unsigned char *put_emit(unsigned char *to, const struct result_emit *emit)
{
    const uint64_t words[EMIT_WORDS] = {emit->cycle, emit->wave,    emit->address,
                                        emit->first, emit->threads, emit->vertex | (uint64_t)emit->cut << 1};
    for (unsigned i = 0; i < EMIT_WORDS; i++, to += 8)
        little_put(to, 8, words[i]);
    return to;
}

static unsigned char *put_writes(unsigned char *to, const struct gpu *gpu)
{
    for (unsigned target = 0; target < MEMORY_TARGETS; target++, to += 24) {
        little_put(to, 8, gpu->writes[target].asked);
        little_put(to + 8, 8, gpu->writes[target].written);
        little_put(to + 16, 8, gpu->writes[target].end);
    }
    return to;
}

static void get_writes(const unsigned char *from, struct gpu *gpu)
{
    for (unsigned target = 0; target < MEMORY_TARGETS; target++, from += 24)
        gpu->writes[target] = (struct result_writes){
            .asked = little_get(from, 8), .written = little_get(from + 8, 8), .end = little_get(from + 16, 8)};
}

static void get_emit(const unsigned char *from, struct result_emit *emit)
{
    const uint64_t how = little_get(from + 40, 8);
    *emit = (struct result_emit){.cycle = little_get(from, 8),
                                 .wave = (uint32_t)little_get(from + 8, 8),
                                 .address = (uint32_t)little_get(from + 16, 8),
                                 .first = (uint32_t)little_get(from + 24, 8),
                                 .threads = little_get(from + 32, 8),
                                 .vertex = how & 1,
                                 .cut = how >> 1 & 1};
}

static unsigned char *put_column(unsigned char *to, const struct result_column *column, unsigned threads)
{
    little_put(to, 4, (uint64_t)column->type);
    little_put(to + 4, 4, column->array_base);
    to += COLUMN_BYTES;
    for (unsigned thread = 0; thread < threads; thread++)
        for (unsigned c = 0; c < 4; c++, to += 4)
            little_put(to, 4, column->values[thread][c]);
    memcpy(to, column->written, threads);
    return to + threads;
}

/* Of threads that have not ended the machine's snapshot has the registers. */
static unsigned char *put_gprs(unsigned char *to, const struct gpu *gpu)
{
    const size_t words = (size_t)gpu->setup.simd.num_gprs * GPR_ELEMENTS;
    for (unsigned thread = 0; thread < gpu->exports.threads; thread++)
        *to++ = gpu->gprs.state[thread] == RESULT_GPRS_ENDED ? RESULT_GPRS_ENDED : RESULT_GPRS_NONE;
    for (size_t i = 0; i < gpu->exports.threads * words; i++, to += 4)
        little_put(to, 4, gpu->gprs.words[i]);
    return to;
}

static struct state_counts counts_in(const struct gpu *gpu)
{
    return (struct state_counts){gpu->exports.column_count, gpu->gprs.words ? gpu->setup.simd.num_gprs : 0,
                                 gpu->hazards.count,        gpu_waves_ended(gpu),
                                 gpu->setup.memory.written, gpu->exports.emit_count};
}

size_t gpu_collected_bytes(const struct gpu *gpu)
{
    const struct state_counts counts = counts_in(gpu);
    return file_bytes(gpu->exports.threads, &counts);
}

void gpu_collected_put(unsigned char *to, const struct gpu *gpu)
{
    const struct result_exports *exports = &gpu->exports;
    const struct state_counts    counts = counts_in(gpu);
    unsigned char *const         data = to;
    uint64_t                     words[HEAD_WORDS];
    head(gpu, gpu->cycle, &counts, words);
    for (unsigned i = 0; i < HEAD_WORDS; i++, to += 8)
        little_put(to, 8, words[i]);
    memcpy(to, exports->killed, exports->threads);
    memcpy(to + exports->threads, exports->valid, exports->threads);
    to += 2 * (size_t)exports->threads;
    for (unsigned c = 0; c < exports->column_count; c++)
        to = put_column(to, &exports->columns[c], exports->threads);
    if (counts.gprs)
        to = put_gprs(to, gpu);
    for (unsigned i = 0; i < gpu->hazards.count; i++)
        to = put_hazard(to, &gpu->hazards.list[i]);
    for (size_t i = 0; i < counts.emits; i++)
        to = put_emit(to, &exports->emits[i]);
    to = put_writes(to, gpu);
    gpu_memory_state_put(to, &gpu->setup.memory);
    to += gpu_memory_state_bytes(counts.pages);
    little_put(to, 8, hash_of(data, (size_t)(to - data)));
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

static struct state_counts counts_of(const unsigned char *data)
{
    const unsigned char *from = data + 8 * HEAD_FIXED;
    return (struct state_counts){little_get(from, 8),      little_get(from + 8, 8),  little_get(from + 16, 8),
                                 little_get(from + 24, 8), little_get(from + 32, 8), little_get(from + 40, 8)};
}

/* Their threads are there. */
static bool good_emits(const unsigned char *from, const struct state_counts *counts, unsigned threads)
{
    for (uint64_t i = 0; i < counts->emits; i++, from += 8 * (size_t)EMIT_WORDS) {
        const uint64_t first = little_get(from + 24, 8), mask = little_get(from + 32, 8);
        if (!mask || first >= threads || 63 - (unsigned)__builtin_clzll(mask) >= threads - first)
            return false;
    }
    return true;
}

bool gpu_collected_check(const char *path, const unsigned char *data, size_t size, const struct gpu *gpu,
                         uint64_t cycle, struct diag *diag)
{
    static const char *const what[HEAD_FIXED] = {"no exports behind the snapshot of the machine",
                                                 "of another version",
                                                 "of another program",
                                                 "of another launch file",
                                                 "of another chip configuration",
                                                 "not of the snapshot's cycle",
                                                 "of another number of threads"};
    uint64_t                 words[HEAD_WORDS];
    if (size < 8 * HEAD_WORDS + 8)
        return diag_set(diag, path, 0, "too short for collected exports: %zu bytes", size);
    const struct state_counts counts = counts_of(data);
    head(gpu, cycle, &counts, words);
    for (unsigned i = 0; i < HEAD_FIXED; i++)
        if (little_get(data + 8 * i, 8) != words[i])
            return diag_set(diag, path, 0, "%s", what[i]);
    if (counts.columns > COLUMNS_MAX || counts.hazards > HAZARDS_MAX || counts.pages > PAGES_MAX ||
        counts.emits > EMITS_MAX || (counts.gprs && counts.gprs != gpu->setup.simd.num_gprs) ||
        size != file_bytes(words[6], &counts))
        return diag_set(diag, path, 0,
                        "%zu bytes, expected another size for its %llu columns, %llu GPRs, %llu hazards, %llu pages",
                        size, (unsigned long long)counts.columns, (unsigned long long)counts.gprs,
                        (unsigned long long)counts.hazards, (unsigned long long)counts.pages);
    if (little_get(data + size - 8, 8) != hash_of(data, size - 8))
        return diag_set(diag, path, 0, "damaged: the checksum is wrong");
    if (!gpu_memory_state_check(data + size - 8 - gpu_memory_state_bytes(counts.pages), counts.pages,
                                &gpu->setup.memory))
        return diag_set(diag, path, 0, "pages that are not of the launch's memory");
    if (gpu->gprs.words && !counts.gprs && counts.ended)
        return diag_set(diag, path, 0,
                        "%llu of %u wavefronts ended before the snapshot, and their registers are not in it: expected "
                        "one that was saved with --dump-gprs",
                        (unsigned long long)counts.ended, gpu_waves(gpu));
    return good_emits(data + size - 8 - gpu_memory_state_bytes(counts.pages) - WRITES_BYTES -
                          counts.emits * 8 * EMIT_WORDS,
                      &counts, gpu->exports.threads) ||
           diag_set(diag, path, 0, "emitted vertices of threads that the launch does not have");
}

static bool get_column(const unsigned char *from, struct result_exports *exports)
{
    struct result_column *column =
        results_column(exports, (enum launch_export_type)little_get(from, 4), (unsigned)little_get(from + 4, 4));
    if (!column)
        return false;
    from += COLUMN_BYTES;
    for (unsigned thread = 0; thread < exports->threads; thread++)
        for (unsigned c = 0; c < 4; c++, from += 4)
            column->values[thread][c] = (uint32_t)little_get(from, 4);
    memcpy(column->written, from, exports->threads);
    return true;
}

/* The registers of the threads that ended before the snapshot: with none in it, nobody had. */
static void get_gprs(const unsigned char *from, uint64_t gprs, struct gpu *gpu)
{
    const size_t words = gpu->exports.threads * (size_t)gprs * GPR_ELEMENTS;
    if (!gpu->gprs.words)
        return;
    for (unsigned thread = 0; thread < gpu->exports.threads; thread++)
        gpu->gprs.state[thread] = gprs && from[thread] == RESULT_GPRS_ENDED ? RESULT_GPRS_ENDED : RESULT_GPRS_NONE;
    from += gpu->exports.threads;
    for (size_t i = 0; i < words; i++, from += 4)
        gpu->gprs.words[i] = (uint32_t)little_get(from, 4);
}

/* A machine that is further than the bytes keeps nothing of its own. */
bool gpu_collected_take(const char *path, const unsigned char *data, struct gpu *gpu, struct diag *diag)
{
    const struct state_counts counts = counts_of(data);
    const unsigned            threads = gpu->exports.threads;
    const unsigned char      *from = data + 8 * HEAD_WORDS;
    struct result_exports     exports;
    struct result_hazards     hazards = {0};
    if (!results_init(&exports, threads, diag))
        return false;
    memcpy(exports.killed, from, threads);
    memcpy(exports.valid, from + threads, threads);
    from += 2 * (size_t)threads;
    bool good = true;
    for (unsigned c = 0; c < counts.columns && good; c++, from += COLUMN_BYTES + THREAD_BYTES * (size_t)threads)
        good = get_column(from, &exports) || diag_set(diag, path, 0, "not enough memory");
    const unsigned char *const gprs = from;
    from += counts.gprs ? threads * (1 + GPR_BYTES * (size_t)counts.gprs) : 0;
    for (unsigned i = 0; i < counts.hazards && good; i++, from += 8 * (size_t)HAZARD_WORDS) {
        struct result_hazard hazard;
        get_hazard(from, &hazard);
        good = results_hazard(&hazards, &hazard) || diag_set(diag, path, 0, "not enough memory");
    }
    for (uint64_t i = 0; i < counts.emits && good; i++, from += 8 * (size_t)EMIT_WORDS) {
        struct result_emit emit;
        get_emit(from, &emit);
        good = results_emit(&exports, &emit) || diag_set(diag, path, 0, "not enough memory");
    }
    results_free(good ? &gpu->exports : &exports);
    free(good ? gpu->hazards.list : hazards.list);
    if (good) {
        gpu->exports = exports;
        gpu->hazards = hazards;
        gpu->out_of_memory = false;
        gpu->began = little_get(data + 8 * (size_t)(HEAD_WORDS - 1), 8);
        get_gprs(gprs, counts.gprs, gpu);
        get_writes(from, gpu);
        from += WRITES_BYTES;
        if (!gpu_memory_state_take(from, counts.pages, &gpu->setup.memory))
            gpu->out_of_memory = true;
    }
    return good;
}
