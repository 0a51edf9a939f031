/* one_core_bytes.c - "WKPIXELS", version, hashes of program, launch and chip, cycle, pixels; columns, parts that have
 * ended, when the launch began, registers of a pixel that are kept; then killed and valid, a byte each; the columns:
 * array base (8 bytes), values (16 a pixel) and written masks; the kept registers' state and words; a checksum. Numbers
 * have eight bytes, little-endian, unless it is said otherwise. */
#include <string.h>

#include "kit/bytes.h"
#include "kit/hash.h"
#include "rtl_model/one_core.h"

enum { HEAD = 11, FIXED = 7, VERSION = 1, PIXEL_BYTES = 17, COLUMNS_MOST = 5 };

static void head(const struct one_core *core, uint64_t cycle, uint64_t words[HEAD])
{
    words[0] = little_get((const unsigned char *)"WKPIXELS", 8);
    words[1] = VERSION;
    words[2] = core->program->hash;
    words[3] = core->launch->hash + core->launch->number;
    words[4] = hash_of(core->chip, core->chip_bytes);
    words[5] = cycle;
    words[6] = core->exports.threads;
    words[7] = core->exports.column_count;
    words[8] = core->ended;
    words[9] = core->began;
    words[10] = core->kept.words ? core->kept.per_thread : 0;
}

static size_t bytes_of(uint64_t pixels, uint64_t columns, uint64_t registers)
{
    return 8 * HEAD + 2 * pixels + columns * (8 + PIXEL_BYTES * pixels) +
           (registers ? pixels * (1 + 16 * registers) : 0) + 8;
}

size_t one_core_bytes(const void *machine)
{
    const struct one_core *core = machine;
    return bytes_of(core->exports.threads, core->exports.column_count, core->kept.words ? core->kept.per_thread : 0);
}

static unsigned char *put_words(unsigned char *to, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++, to += 4)
        little_put(to, 4, words[i]);
    return to;
}

static unsigned char *put_bytes(unsigned char *to, const uint8_t *bytes, size_t count)
{
    memcpy(to, bytes, count);
    return to + count;
}

void one_core_put(unsigned char *to, const void *machine)
{
    const struct one_core *core = machine;
    const size_t           pixels = core->exports.threads;
    unsigned char *const   data = to;
    uint64_t               words[HEAD];
    head(core, core->cycle, words);
    for (unsigned i = 0; i < HEAD; i++, to += 8)
        little_put(to, 8, words[i]);
    to = put_bytes(to, core->exports.killed, pixels);
    to = put_bytes(to, core->exports.valid, pixels);
    for (unsigned c = 0; c < core->exports.column_count; c++) {
        const struct result_column *column = &core->exports.columns[c];
        little_put(to, 8, column->array_base);
        to = put_words(to + 8, column->values[0], 4 * pixels);
        to = put_bytes(to, column->written, pixels);
    }
    if (core->kept.words) {
        to = put_bytes(to, core->kept.state, pixels);
        to = put_words(to, core->kept.words, pixels * core->kept.per_thread * 4);
    }
    little_put(to, 8, hash_of(data, (size_t)(to - data)));
}

bool one_core_check(const char *name, const unsigned char *data, size_t bytes, const void *machine, uint64_t cycle,
                    struct diag *diag)
{
    static const char *const what[FIXED] = {"no colours behind the snapshot of the machine",
                                            "of another version",
                                            "of another program",
                                            "of another launch file",
                                            "of another chip configuration",
                                            "not of the snapshot's cycle",
                                            "of another number of pixels"};
    const struct one_core   *core = machine;
    uint64_t                 words[HEAD];
    if (bytes < 8 * HEAD + 8)
        return diag_set(diag, name, 0, "too short for collected colours: %zu bytes", bytes);
    head(core, cycle, words);
    for (unsigned i = 0; i < FIXED; i++)
        if (little_get(data + 8 * i, 8) != words[i])
            return diag_set(diag, name, 0, "%s", what[i]);
    const uint64_t columns = little_get(data + 56, 8), registers = little_get(data + 80, 8);
    if (columns > COLUMNS_MOST || (registers && registers != core->kept.per_thread) ||
        bytes != bytes_of(words[6], columns, registers))
        return diag_set(diag, name, 0, "%zu bytes, expected another size for its colours", bytes);
    if (little_get(data + bytes - 8, 8) != hash_of(data, bytes - 8))
        return diag_set(diag, name, 0, "damaged: the checksum is wrong");
    if (core->kept.words && !registers && little_get(data + 64, 8))
        return diag_set(diag, name, 0, "expected a snapshot that was saved with --dump-gprs");
    return true;
}

static const unsigned char *get_words(const unsigned char *from, uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++, from += 4)
        words[i] = (uint32_t)little_get(from, 4);
    return from;
}

bool one_core_take(const char *name, const unsigned char *data, void *machine, struct diag *diag)
{
    struct one_core      *core = machine;
    const size_t          pixels = core->exports.threads;
    const uint64_t        columns = little_get(data + 56, 8), registers = little_get(data + 80, 8);
    const unsigned char  *from = data + 8 * (size_t)HEAD;
    struct result_exports exports;
    if (!results_init(&exports, (unsigned)pixels, diag))
        return false;
    memcpy(exports.killed, from, pixels);
    memcpy(exports.valid, from + pixels, pixels);
    from += 2 * pixels;
    for (unsigned c = 0; c < columns; c++) {
        struct result_column *column = results_column(&exports, LAUNCH_EXPORT_PIXEL, (unsigned)little_get(from, 8));
        if (!column) {
            results_free(&exports);
            return diag_set(diag, name, 0, "not enough memory");
        }
        from = get_words(from + 8, column->values[0], 4 * pixels);
        memcpy(column->written, from, pixels);
        from += pixels;
    }
    results_free(&core->exports);
    core->exports = exports;
    core->ended = (uint32_t)little_get(data + 64, 8);
    core->began = little_get(data + 72, 8);
    core->out_of_memory = false;
    if (core->kept.words && registers) {
        memcpy(core->kept.state, from, pixels);
        get_words(from + pixels, core->kept.words, pixels * (size_t)registers * 4);
    }
    return true;
}
