/* same_bytes.h - whether two files, of waveforms, say, are the same; one that is not there is like no other. */
#ifndef TB_UNIT_SAME_BYTES_H
#define TB_UNIT_SAME_BYTES_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static inline bool same_bytes(const char *left, const char *right)
{
    FILE *a = fopen(left, "rb"), *b = fopen(right, "rb");
    char  block[2][4096];
    bool  same = a && b;
    for (size_t got = 1; same && got;) {
        got = fread(block[0], 1, sizeof block[0], a);
        same = fread(block[1], 1, sizeof block[1], b) == got && memcmp(block[0], block[1], got) == 0;
    }
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    return same;
}

#endif
