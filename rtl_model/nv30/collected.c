/* collected.c - the bytes: "WKNV30EX", hashes of program, launch and chip, the clock, that of the launch's begin,
 * threads, columns; killed pixels, a byte each; of each column 16 bytes and a mask for each pixel; a checksum. */
#include "rtl_model/nv30/collected.h"

#include <string.h>

#include "kit/bytes.h"
#include "kit/hash.h"

enum { HEAD_WORDS = 8, VALUE_BYTES = 16 };

static void head(const struct nv30 *nv30, uint64_t cycle, uint64_t words[HEAD_WORDS])
{
    words[0] = little_get((const unsigned char *)"WKNV30EX", 8);
    words[1] = nv30->program->hash;
    words[2] = nv30->launch->hash + nv30->launch->number;
    words[3] = hash_of(&nv30->chip, sizeof nv30->chip);
    words[4] = cycle;
    words[5] = nv30->exports.threads;
    words[6] = nv30->exports.column_count;
    words[7] = nv30->began;
}

size_t nv30_collected_bytes(const struct nv30 *nv30)
{
    const size_t threads = nv30->exports.threads;
    return 8 * HEAD_WORDS + threads + nv30->exports.column_count * threads * (VALUE_BYTES + 1) + 8;
}

void nv30_collected_put(unsigned char *to, const struct nv30 *nv30)
{
    const struct result_exports *exports = &nv30->exports;
    unsigned char *const         data = to;
    uint64_t                     words[HEAD_WORDS];
    head(nv30, nv30->cycle, words);
    for (unsigned i = 0; i < HEAD_WORDS; i++, to += 8)
        little_put(to, 8, words[i]);
    memcpy(to, exports->killed, exports->threads);
    to += exports->threads;
    for (unsigned c = 0; c < exports->column_count; c++) {
        for (unsigned thread = 0; thread < exports->threads; thread++)
            for (unsigned e = 0; e < 4; e++, to += 4)
                little_put(to, 4, exports->columns[c].values[thread][e]);
        memcpy(to, exports->columns[c].written, exports->threads);
        to += exports->threads;
    }
    little_put(to, 8, hash_of(data, (size_t)(to - data)));
}

bool nv30_collected_check(const char *name, const unsigned char *data, size_t bytes, const struct nv30 *nv30,
                          uint64_t cycle, struct diag *diag)
{
    static const char *const what[HEAD_WORDS] = {"state of an NV30", "program", "launch", "chip", "clock",
                                                 "number of pixels", "results", NULL};
    uint64_t                 words[HEAD_WORDS];
    head(nv30, cycle, words);
    if (bytes < 8 * HEAD_WORDS)
        return diag_set(diag, name, 0, "is too short for the results of an NV30");
    for (unsigned i = 0; i < HEAD_WORDS; i++)
        if (what[i] && little_get(data + 8 * (size_t)i, 8) != words[i])
            return diag_set(diag, name, 0, "is of another %s", what[i]);
    if (bytes != nv30_collected_bytes(nv30) || little_get(data + bytes - 8, 8) != hash_of(data, bytes - 8))
        return diag_set(diag, name, 0, "is damaged: its results are not whole");
    return true;
}

void nv30_collected_take(const unsigned char *data, struct nv30 *nv30)
{
    struct result_exports *exports = &nv30->exports;
    nv30->began = little_get(data + 56, 8);
    data += 8 * HEAD_WORDS;
    memcpy(exports->killed, data, exports->threads);
    data += exports->threads;
    for (unsigned c = 0; c < exports->column_count; c++) {
        for (unsigned thread = 0; thread < exports->threads; thread++)
            for (unsigned e = 0; e < 4; e++, data += 4)
                exports->columns[c].values[thread][e] = (uint32_t)little_get(data, 4);
        memcpy(exports->columns[c].written, data, exports->threads);
        data += exports->threads;
    }
}
