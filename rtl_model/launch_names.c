/* launch_names.c - words of launch files: which name a mistyped one probably means, and numbers like "0x2880c". */
#include "rtl_model/launch_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 48, LIST_MAX = 12 };

/* Letters to insert, delete, replace or swap with their neighbour, case aside. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][WORD_MAX + 1];
    size_t   a_length = strlen(a), b_length = strlen(b);
    for (unsigned j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *now = rows[i % 3], *before = rows[(i + 2) % 3], *two_before = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            int      x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            unsigned best = before[j - 1] + (x != y);
            best = before[j] + 1 < best ? before[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && y == tolower((unsigned char)a[i - 2]) &&
                two_before[j - 2] + 1 < best)
                best = two_before[j - 2] + 1;
            now[j] = best;
        }
    }
    return rows[a_length % 3][b_length];
}

const char *launch_similar(const char *word, const char *const *names, size_t count)
{
    const char *similar = NULL;
    size_t      length = strlen(word);
    if (length > WORD_MAX)
        return NULL;
    /* A slip in every three letters is still a slip; more is another word. */
    unsigned best = (length < 3 ? 1 : (unsigned)length / 3) + 1;
    for (size_t i = 0; i < count; i++) {
        if (!names[i] || strlen(names[i]) > WORD_MAX)
            continue;
        unsigned apart = distance(word, names[i]);
        if (apart < best) {
            best = apart;
            similar = names[i];
        }
    }
    return similar;
}

const char *launch_advice(const char *word, const char *const *names, size_t count, char *text, size_t size)
{
    const char *similar = launch_similar(word, names, count);
    text[0] = 0;
    if (similar) {
        snprintf(text, size, "; did you mean \"%s\"", similar);
        return text;
    }
    size_t named = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        named += names[i] != NULL;
    if (named > LIST_MAX)
        return text;
    for (size_t i = 0, shown = 0; i < count && used < size; i++)
        if (names[i]) {
            const char *before = !shown ? "; expected " : shown + 1 == named ? " or " : ", ";
            used += (size_t)snprintf(text + used, size - used, "%s%s", before, names[i]);
            shown++;
        }
    return text;
}

bool launch_hex(const char *text, int64_t *number)
{
    uint64_t value = 0;
    if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X') || !text[2])
        return false;
    for (const char *c = text + 2; *c; c++) {
        if (!isxdigit((unsigned char)*c) || value >> 59)
            return false;
        value = value << 4 | (unsigned)(isdigit((unsigned char)*c) ? *c - '0' : tolower((unsigned char)*c) - 'a' + 10);
    }
    *number = (int64_t)value;
    return true;
}
