/* make.c - writes inputs and expected results of the compute programs beside it, from the folder tb/corpus/compute:
 *
 *     cc -std=c11 -o make make.c && ./make && rm make
 *
 * Nothing here comes from the model: results are computed as the programs' comments say what they are. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 256, GROUP = 64, SIDE = 16 };

static uint32_t seed = 1;

static uint32_t number(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* Little-endian words. */
static void write_words(const char *path, const uint32_t *words, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        exit(1);
    for (size_t i = 0; i < count; i++)
        for (unsigned byte = 0; byte < 4; byte++)
            fputc((int)(words[i] >> 8 * byte & 255), file);
    fclose(file);
}

static void vector_add(void)
{
    static uint32_t in[THREADS][3][4], out[THREADS][4];
    for (unsigned t = 0; t < THREADS; t++) {
        in[t][0][0] = 4 * t;
        for (unsigned e = 0; e < 4; e++) {
            const float a = (float)(number() % 4096), b = (float)(number() % 4096) / 16;
            in[t][1][e] = bits(a);
            in[t][2][e] = bits(b);
            out[t][e] = bits(a + b);
        }
    }
    write_words("vector_add/in.bin", &in[0][0][0], sizeof in / 4);
    write_words("vector_add/golden.bin", &out[0][0], sizeof out / 4);
}

static void transpose(void)
{
    static uint32_t in[THREADS][2][4], out[THREADS / GROUP][SIDE][SIDE];
    for (unsigned t = 0; t < THREADS; t++) {
        in[t][0][0] = t % GROUP;
        in[t][0][1] = 4 * t;
        for (unsigned e = 0; e < 4; e++) {
            in[t][1][e] = number();
            out[t / GROUP][4 * (t % 4) + e][t % GROUP / 4] = in[t][1][e];
        }
    }
    write_words("transpose/in.bin", &in[0][0][0], sizeof in / 4);
    write_words("transpose/golden.bin", &out[0][0][0], sizeof out / 4);
}

static void reduce(void)
{
    static uint32_t in[THREADS][2][4], out[4 * THREADS], sum[THREADS / GROUP];
    for (unsigned t = 0; t < THREADS; t++) {
        in[t][0][0] = t % GROUP;
        in[t][0][1] = 4 * t;
        in[t][1][0] = number();
        sum[t / GROUP] += in[t][1][0];
    }
    for (unsigned t = 0; t < THREADS; t++)
        out[4 * t] = sum[t / GROUP];
    write_words("reduce/in.bin", &in[0][0][0], sizeof in / 4);
    write_words("reduce/golden.bin", out, sizeof out / 4);
}

int main(void)
{
    vector_add();
    transpose();
    reduce();
    return 0;
}
