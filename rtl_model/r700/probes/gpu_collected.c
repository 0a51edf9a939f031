/* gpu_collected.c - what has been collected outside the machine, as bytes and back.
 *
 * "WKEXPORT", version, hashes of program, launch file and chip, the clock, threads, columns, GPRs per thread, hazards,
 * wavefronts that have ended, pages of memory that have been written, instructions that emitted vertices or cut
 * strips, the clock at which the launch began; then killed
 * and valid, a byte per thread, and for every column its type and array base (4 bytes each), the values (16 bytes per
 * thread) and the written masks (1 byte per thread); with GPRs those of the threads that have ended: enum result_gprs,
 * a byte per thread, and 16 bytes for each GPR of each thread; the hazards so far, seventeen numbers each; what
 * was emitted, six each; what memory writes have done, three for each buffer; the pages (mem/gpu_memory.h); then an
 * FNV-1a checksum.  Numbers are little-endian, of 8 bytes unless said otherwise.
 *
 * Of several launches at once the first one has all of this, with the pages; behind it come the others, without; at
 * last, of SIMDS_MAX SIMDs, the clock since which each has nothing left. */
#include "rtl_model/r700/probes/gpu_collected.h"
#include "kit/bytes.h"
#include "kit/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    STATE_VERSION = 7,
    HEAD_WORDS = 14,
    HEAD_FIXED = 7, /* of the head: what must be the same */
    COLUMN_BYTES = 8,
    THREAD_BYTES = 17,
    GPR_BYTES = 16,
    HAZARD_WORDS = 17,
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
static void head(const struct gpu *gpu, const struct gpu_part *part, uint64_t cycle, const struct state_counts *counts,
                 uint64_t words[HEAD_WORDS])
{
    words[0] = little_get((const unsigned char *)magic, sizeof magic);
    words[1] = STATE_VERSION;
    words[2] = part->program->hash;
    words[3] = part->launch->hash + part->launch->number; /* of one of several */
    words[4] = hash_of(&gpu->chip, sizeof gpu->chip);
    words[5] = cycle;
    words[6] = part->exports.threads;
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
    const uint64_t words[HAZARD_WORDS] = {
        hazard->address,     hazard->writer,    hazard->number, hazard->element, hazard->global,  hazard->written_by_ar,
        hazard->old_value,   hazard->new_value, hazard->late,   hazard->kind,    hazard->operand, hazard->index,
        hazard->other_index, hazard->chosen,    hazard->own,    hazard->shared,  hazard->differ};
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
                                     .late = little_get(from + 64, 8),
                                     .kind = little_get(from + 72, 8) ? HAZARD_NUMBER : HAZARD_WRITE,
                                     .operand = (uint8_t)little_get(from + 80, 8),
                                     .index = (uint8_t)little_get(from + 88, 8),
                                     .other_index = (uint8_t)little_get(from + 96, 8),
                                     .chosen = little_get(from + 104, 8) != 0,
                                     .own = little_get(from + 112, 8),
                                     .shared = little_get(from + 120, 8),
                                     .differ = little_get(from + 128, 8)};
}

static unsigned char *put_emit(unsigned char *to, const struct result_emit *emit)
{
    const uint64_t words[EMIT_WORDS] = {emit->cycle, emit->wave,    emit->address,
                                        emit->first, emit->threads, emit->vertex | (uint64_t)emit->cut << 1};
    for (unsigned i = 0; i < EMIT_WORDS; i++, to += 8)
        little_put(to, 8, words[i]);
    return to;
}

static unsigned char *put_writes(unsigned char *to, const struct gpu_part *part)
{
    for (unsigned target = 0; target < MEMORY_TARGETS; target++, to += 24) {
        little_put(to, 8, part->writes[target].asked);
        little_put(to + 8, 8, part->writes[target].written);
        little_put(to + 16, 8, part->writes[target].end);
    }
    return to;
}

static void get_writes(const unsigned char *from, struct gpu_part *part)
{
    for (unsigned target = 0; target < MEMORY_TARGETS; target++, from += 24)
        part->writes[target] = (struct result_writes){
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
static unsigned char *put_gprs(unsigned char *to, const struct gpu_part *part)
{
    const size_t words = (size_t)part->setup.simd.num_gprs * GPR_ELEMENTS;
    for (unsigned thread = 0; thread < part->exports.threads; thread++)
        *to++ = part->gprs.state[thread] == RESULT_GPRS_ENDED ? RESULT_GPRS_ENDED : RESULT_GPRS_NONE;
    for (size_t i = 0; i < part->exports.threads * words; i++, to += 4)
        little_put(to, 4, part->gprs.words[i]);
    return to;
}

static uint32_t ended_in(const struct gpu *gpu, const struct gpu_part *part)
{
    uint32_t ended = 0;
    for (unsigned i = part->first_simd; i < part->first_simd + part->own_simds; i++)
        ended += simd_finished(&gpu->simd[i]);
    return ended;
}

static struct state_counts counts_in(const struct gpu *gpu, const struct gpu_part *part)
{
    return (struct state_counts){part->exports.column_count, part->gprs.words ? part->setup.simd.num_gprs : 0,
                                 part->hazards.count,        ended_in(gpu, part),
                                 part->setup.memory.written, part->exports.emit_count};
}

static size_t part_bytes(const struct gpu *gpu, const struct gpu_part *part)
{
    const struct state_counts counts = counts_in(gpu, part);
    return file_bytes(part->exports.threads, &counts);
}

size_t gpu_collected_bytes(const struct gpu *gpu)
{
    size_t bytes = gpu->parts > 1 ? sizeof gpu->idle : 0;
    for (unsigned n = 0; n < gpu->parts; n++)
        bytes += part_bytes(gpu, gpu->part[n]);
    return bytes;
}

static unsigned char *put_part(unsigned char *to, const struct gpu *gpu, const struct gpu_part *part)
{
    const struct result_exports *exports = &part->exports;
    const struct state_counts    counts = counts_in(gpu, part);
    unsigned char *const         data = to;
    uint64_t                     words[HEAD_WORDS];
    head(gpu, part, gpu->cycle, &counts, words);
    for (unsigned i = 0; i < HEAD_WORDS; i++, to += 8)
        little_put(to, 8, words[i]);
    memcpy(to, exports->killed, exports->threads);
    memcpy(to + exports->threads, exports->valid, exports->threads);
    to += 2 * (size_t)exports->threads;
    for (unsigned c = 0; c < exports->column_count; c++)
        to = put_column(to, &exports->columns[c], exports->threads);
    if (counts.gprs)
        to = put_gprs(to, part);
    for (unsigned i = 0; i < part->hazards.count; i++)
        to = put_hazard(to, &part->hazards.list[i]);
    for (size_t i = 0; i < counts.emits; i++)
        to = put_emit(to, &exports->emits[i]);
    to = put_writes(to, part);
    gpu_memory_state_put(to, &part->setup.memory);
    to += gpu_memory_state_bytes(counts.pages);
    little_put(to, 8, hash_of(data, (size_t)(to - data)));
    return to + 8;
}

void gpu_collected_put(unsigned char *to, const struct gpu *gpu)
{
    for (unsigned n = 0; n < gpu->parts; n++)
        to = put_part(to, gpu, gpu->part[n]);
    for (unsigned i = 0; gpu->parts > 1 && i < SIMDS_MAX; i++, to += 8)
        little_put(to, 8, gpu->idle[i]);
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

/* Its bytes are the first ones of `size`; how many they are. */
static bool check_part(const char *path, const unsigned char *data, size_t size, const struct gpu *gpu,
                       const struct gpu_part *part, uint64_t cycle, size_t *bytes, struct diag *diag)
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
    head(gpu, part, cycle, &counts, words);
    for (unsigned i = 0; i < HEAD_FIXED; i++)
        if (little_get(data + 8 * i, 8) != words[i])
            return diag_set(diag, path, 0, "%s", what[i]);
    const bool sane = counts.columns <= COLUMNS_MAX && counts.hazards <= HAZARDS_MAX && counts.pages <= PAGES_MAX &&
                      counts.emits <= EMITS_MAX && (!counts.gprs || counts.gprs == part->setup.simd.num_gprs);
    const size_t own = sane ? file_bytes(words[6], &counts) : 0;
    if (!sane || (gpu->parts == 1 ? own != size : own > size))
        return diag_set(diag, path, 0,
                        "%zu bytes, expected another size for its %llu columns, %llu GPRs, %llu hazards, %llu pages",
                        size, (unsigned long long)counts.columns, (unsigned long long)counts.gprs,
                        (unsigned long long)counts.hazards, (unsigned long long)counts.pages);
    if (little_get(data + own - 8, 8) != hash_of(data, own - 8))
        return diag_set(diag, path, 0, "damaged: the checksum is wrong");
    if (!gpu_memory_state_check(data + own - 8 - gpu_memory_state_bytes(counts.pages), counts.pages,
                                &part->setup.memory))
        return diag_set(diag, path, 0, "pages that are not of the launch's memory");
    if (part->gprs.words && !counts.gprs && counts.ended)
        return diag_set(diag, path, 0,
                        "%llu of %u wavefronts ended before the snapshot, and their registers are not in it: expected "
                        "one that was saved with --dump-gprs",
                        (unsigned long long)counts.ended, gpu_part_waves(gpu, part));
    *bytes = own;
    return good_emits(data + own - 8 - gpu_memory_state_bytes(counts.pages) - WRITES_BYTES -
                          counts.emits * 8 * EMIT_WORDS,
                      &counts, part->exports.threads) ||
           diag_set(diag, path, 0, "emitted vertices of threads that the launch does not have");
}

bool gpu_collected_check(const char *path, const unsigned char *data, size_t size, const struct gpu *gpu,
                         uint64_t cycle, struct diag *diag)
{
    size_t at = 0;
    for (unsigned n = 0; n < gpu->parts; n++) {
        size_t bytes = 0;
        if (!check_part(path, data + at, size - at, gpu, gpu->part[n], cycle, &bytes, diag))
            return false;
        at += bytes;
    }
    return gpu->parts == 1 || size - at == sizeof gpu->idle ||
           diag_set(diag, path, 0, "%zu bytes, expected another size for %u launches", size, gpu->parts);
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

/* The registers of the threads that ended before the snapshot: with none in it, none had ended. */
static void get_gprs(const unsigned char *from, uint64_t gprs, struct gpu_part *part)
{
    const size_t words = part->exports.threads * (size_t)gprs * GPR_ELEMENTS;
    if (!part->gprs.words)
        return;
    for (unsigned thread = 0; thread < part->exports.threads; thread++)
        part->gprs.state[thread] = gprs && from[thread] == RESULT_GPRS_ENDED ? RESULT_GPRS_ENDED : RESULT_GPRS_NONE;
    from += part->exports.threads;
    for (size_t i = 0; i < words; i++, from += 4)
        part->gprs.words[i] = (uint32_t)little_get(from, 4);
}

/* A machine that is further than the bytes keeps nothing of its own. */
static bool take_part(const char *path, const unsigned char *data, struct gpu *gpu, struct gpu_part *part,
                      struct diag *diag)
{
    const struct state_counts counts = counts_of(data);
    const unsigned            threads = part->exports.threads;
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
    results_free(good ? &part->exports : &exports);
    free(good ? part->hazards.list : hazards.list);
    if (good) {
        part->exports = exports;
        part->hazards = hazards;
        get_gprs(gprs, counts.gprs, part);
        get_writes(from, part);
        from += WRITES_BYTES;
        if (!gpu_memory_state_take(from, counts.pages, &part->setup.memory))
            gpu->out_of_memory = true;
    }
    return good;
}

bool gpu_collected_take(const char *path, const unsigned char *data, struct gpu *gpu, struct diag *diag)
{
    gpu->out_of_memory = false;
    for (unsigned n = 0; n < gpu->parts; n++) {
        const struct state_counts counts = counts_of(data);
        if (!take_part(path, data, gpu, gpu->part[n], diag))
            return false;
        gpu->began = little_get(data + 8 * (size_t)(HEAD_WORDS - 1), 8);
        data += file_bytes(gpu->part[n]->exports.threads, &counts);
    }
    for (unsigned i = 0; gpu->parts > 1 && i < SIMDS_MAX; i++, data += 8)
        gpu->idle[i] = little_get(data, 8);
    return true;
}
