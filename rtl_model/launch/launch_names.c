/* launch_names.c - words of launch files: which name a mistyped one probably means, and numbers like "0x2880c". */
#include "kit/near.h"
#include "rtl_model/launch/launch_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LIST_MAX = 12 };

const char *launch_similar(const char *word, const char *const *names, size_t count)
{
    const char *similar = NULL;
    size_t      length = strlen(word);
    /* A slip in every three letters is still a slip; more is another word. */
    unsigned best = (length < 3 ? 1 : (unsigned)length / 3) + 1;
    for (size_t i = 0; i < count; i++) {
        if (!names[i])
            continue;
        unsigned apart = near_distance(word, length, names[i]);
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
