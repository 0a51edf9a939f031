/* run_state.c - saves and loads a run.
 *
 * FILE.exports: "WKEXPORT", version, hashes of program, launch file and chip, the clock, threads, columns, GPRs per
 * thread; then killed and valid, a byte per thread, and for every column its type and array base (4 bytes each), the
 * values (16 bytes per thread) and the written masks (1 byte per thread); with GPRs those of the threads that have
 * ended: enum result_gprs, a byte per thread, and 16 bytes for each GPR of each thread; then an FNV-1a checksum.
 * Numbers are little-endian, of 8 bytes unless said otherwise. */
#include "tools/run_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/snapshot.h"
#include "tools/output.h"

enum {
    STATE_VERSION = 2,
    HEAD_WORDS = 9,
    HEAD_FIXED = 7,
    COLUMN_BYTES = 8,
    THREAD_BYTES = 17,
    COLUMNS_MAX = 256,
    GPR_BYTES = 16
};
static const char magic[8] = {'W', 'K', 'E', 'X', 'P', 'O', 'R', 'T'};

static void put(unsigned char *to, unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get(const unsigned char *from, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

static char *beside(const char *path)
{
    char *name = malloc(strlen(path) + sizeof ".exports");
    return name ? strcat(strcpy(name, path), ".exports") : NULL;
}

/* What must be the same when the run goes on, HEAD_FIXED words, and how much there is of it. */
static void head(const struct gpu *gpu, uint64_t cycle, uint64_t columns, uint64_t gprs, uint64_t words[HEAD_WORDS])
{
    words[0] = get((const unsigned char *)magic, sizeof magic);
    words[1] = STATE_VERSION;
    words[2] = gpu->program->hash;
    words[3] = gpu->launch->hash;
    words[4] = launch_hash(&gpu->chip, sizeof gpu->chip);
    words[5] = cycle;
    words[6] = gpu->exports.threads;
    words[7] = columns;
    words[8] = gprs;
}

static size_t file_bytes(uint64_t threads, uint64_t columns, uint64_t gprs)
{
    return 8 * HEAD_WORDS + 2 * threads + columns * (COLUMN_BYTES + THREAD_BYTES * threads) +
           (gprs ? threads * (1 + GPR_BYTES * gprs) : 0) + 8;
}

static unsigned char *put_column(unsigned char *to, const struct result_column *column, unsigned threads)
{
    put(to, 4, (uint64_t)column->type);
    put(to + 4, 4, column->array_base);
    to += COLUMN_BYTES;
    for (unsigned thread = 0; thread < threads; thread++)
        for (unsigned c = 0; c < 4; c++, to += 4)
            put(to, 4, column->values[thread][c]);
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
        put(to, 4, gpu->gprs.words[i]);
    return to;
}

static bool save_exports(const char *path, const struct gpu *gpu, struct diag *diag)
{
    const struct result_exports *exports = &gpu->exports;
    const unsigned               gprs = gpu->gprs.words ? gpu->setup.simd.num_gprs : 0;
    const size_t                 bytes = file_bytes(exports->threads, exports->column_count, gprs);
    unsigned char               *data = malloc(bytes), *to = data;
    uint64_t                     words[HEAD_WORDS];
    if (!data)
        return diag_set(diag, path, 0, "not enough memory");
    head(gpu, gpu->cycle, exports->column_count, gprs, words);
    for (unsigned i = 0; i < HEAD_WORDS; i++, to += 8)
        put(to, 8, words[i]);
    memcpy(to, exports->killed, exports->threads);
    memcpy(to + exports->threads, exports->valid, exports->threads);
    to += 2 * (size_t)exports->threads;
    for (unsigned c = 0; c < exports->column_count; c++)
        to = put_column(to, &exports->columns[c], exports->threads);
    if (gprs)
        to = put_gprs(to, gpu);
    put(to, 8, launch_hash(data, bytes - 8));
    const bool good = output_save(path, data, bytes, diag);
    free(data);
    return good;
}

bool run_state_save(const char *path, const struct gpu *gpu, struct diag *diag)
{
    char *name = beside(path), temporary[4096];
    bool  good = name || diag_set(diag, path, 0, "not enough memory");
    if (good && (size_t)snprintf(temporary, sizeof temporary, "%s.%ld.tmp", name, (long)getpid()) >= sizeof temporary)
        good = diag_set(diag, path, 0, "the path is too long");
    good = good && save_exports(temporary, gpu, diag);
    if (good && !snapshot_save(path, gpu->instances, gpu->instance_count, gpu->cycle, diag)) {
        unlink(temporary);
        good = false;
    }
    if (good && rename(temporary, name) != 0) {
        good = diag_set(diag, name, 0, "cannot write: %s", strerror(errno));
        unlink(temporary);
        unlink(path); /* it would be continued without its exports */
    }
    free(name);
    return good;
}

bool run_state_take_files(const char *path, struct path_set *paths, enum path_use use, const char *what,
                          struct diag *diag)
{
    return paths_take(paths, use, path, what, diag) && paths_take_beside(paths, use, path, ".exports", what, diag);
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

static bool check_head(const char *path, const unsigned char *data, size_t size, const struct gpu *gpu,
                       struct diag *diag)
{
    static const char *const what[HEAD_FIXED] = {"not a file of collected exports",
                                                 "of another version",
                                                 "of another program",
                                                 "of another launch file",
                                                 "of another chip configuration",
                                                 "not of the snapshot's cycle",
                                                 "of another number of threads"};
    uint64_t                 words[HEAD_WORDS];
    if (size < 8 * HEAD_WORDS + 8)
        return diag_set(diag, path, 0, "too short for collected exports: %zu bytes", size);
    const uint64_t columns = get(data + 8 * HEAD_FIXED, 8), gprs = get(data + 8 * HEAD_FIXED + 8, 8);
    head(gpu, gpu->cycle, columns, gprs, words);
    for (unsigned i = 0; i < HEAD_FIXED; i++)
        if (get(data + 8 * i, 8) != words[i])
            return diag_set(diag, path, 0, "%s", what[i]);
    if (columns > COLUMNS_MAX || (gprs && gprs != gpu->setup.simd.num_gprs) ||
        size != file_bytes(words[6], columns, gprs))
        return diag_set(diag, path, 0, "%zu bytes, expected another size for its %llu columns and %llu GPRs", size,
                        (unsigned long long)columns, (unsigned long long)gprs);
    if (get(data + size - 8, 8) != launch_hash(data, size - 8))
        return diag_set(diag, path, 0, "damaged: the checksum is wrong");
    return true;
}

static bool get_column(const unsigned char *from, struct result_exports *exports)
{
    struct result_column *column =
        results_column(exports, (enum launch_export_type)get(from, 4), (unsigned)get(from + 4, 4));
    if (!column)
        return false;
    from += COLUMN_BYTES;
    for (unsigned thread = 0; thread < exports->threads; thread++)
        for (unsigned c = 0; c < 4; c++, from += 4)
            column->values[thread][c] = (uint32_t)get(from, 4);
    memcpy(column->written, from, exports->threads);
    return true;
}

/* The registers of the threads that ended before the snapshot: in the file, unless there are none of them. */
static bool get_gprs(const char *path, const unsigned char *from, uint64_t gprs, struct gpu *gpu, struct diag *diag)
{
    const uint32_t ended = gpu->simd.waves.q.finished, waves = dispatcher_waves(&gpu->simd.dispatcher.in);
    const size_t   words = gpu->exports.threads * (size_t)gprs * GPR_ELEMENTS;
    if (!gpu->gprs.words || (!gprs && !ended))
        return true;
    if (!gprs)
        return diag_set(diag, path, 0,
                        "--dump-gprs: %u of %u wavefronts ended before the snapshot, and their registers are not here: "
                        "expected a snapshot that was saved with --dump-gprs",
                        ended, waves);
    for (unsigned thread = 0; thread < gpu->exports.threads; thread++)
        gpu->gprs.state[thread] = from[thread] == RESULT_GPRS_ENDED ? RESULT_GPRS_ENDED : RESULT_GPRS_NONE;
    from += gpu->exports.threads;
    for (size_t i = 0; i < words; i++, from += 4)
        gpu->gprs.words[i] = (uint32_t)get(from, 4);
    return true;
}

static bool load_exports(const char *path, struct gpu *gpu, struct diag *diag)
{
    struct result_exports *exports = &gpu->exports;
    size_t                 size;
    unsigned char         *data = input_load(path, SIZE_MAX / 2, &size, diag);
    bool                   good = data && check_head(path, data, size, gpu, diag);
    if (good) {
        const unsigned char *from = data + 8 * HEAD_WORDS;
        const unsigned       columns = (unsigned)get(from - 16, 8);
        const uint64_t       gprs = get(from - 8, 8);
        memcpy(exports->killed, from, exports->threads);
        memcpy(exports->valid, from + exports->threads, exports->threads);
        from += 2 * (size_t)exports->threads;
        for (unsigned c = 0; c < columns && good; c++, from += COLUMN_BYTES + THREAD_BYTES * (size_t)exports->threads)
            good = get_column(from, exports) || diag_set(diag, path, 0, "not enough memory");
        good = good && get_gprs(path, from, gprs, gpu, diag);
    }
    free(data);
    return good;
}

bool run_state_load(const char *path, struct gpu *gpu, struct diag *diag)
{
    char *name = beside(path);
    bool  good = name || diag_set(diag, path, 0, "not enough memory");
    good = good && snapshot_load(path, gpu->instances, gpu->instance_count, &gpu->cycle, diag);
    good = good && load_exports(name, gpu, diag);
    simd_touch(&gpu->simd);
    free(name);
    return good;
}
