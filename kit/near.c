#include "kit/near.h"

#include <ctype.h>
#include <string.h>

static int same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned near_distance(const char *word, size_t length, const char *name)
{
    unsigned     rows[3][NEAR_LONGEST + 1]; /* of the last two letters and this one, in turn */
    const size_t name_length = strlen(name);
    if (length > NEAR_LONGEST || name_length > NEAR_LONGEST)
        return NEAR_LONGEST + 1;
    for (unsigned j = 0; j <= name_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= length; i++) {
        const unsigned *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        unsigned       *row = rows[i % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= name_length; j++) {
            row[j] = above[j - 1] + !same(word[i - 1], name[j - 1]);
            row[j] = least(row[j], least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same(word[i - 1], name[j - 2]) && same(word[i - 2], name[j - 1]))
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[length % 3][name_length];
}

bool near_try(struct near *near, const char *name)
{
    const unsigned away = near_distance(near->word, near->length, name);
    if (away >= near->away || away > NEAR_LONGEST)
        return false;
    near->away = away;
    memcpy(near->name, name, strlen(name) + 1); /* not longer than NEAR_LONGEST: it has a distance */
    return true;
}
