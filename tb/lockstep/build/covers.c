/* A line of the file is C '...' COUNT; between the quotes stand fields KEY, 2, VALUE, each behind a 1: page
 * v_user/MODULE is a cover statement, f and l its place, h its instance, with the label. */
#include "tb/lockstep/build/covers.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The value of a field, up to the next one or the quote; empty when there is none. */
static const char *field(const char *line, const char *key, int *length)
{
    char mark[16];
    snprintf(mark, sizeof mark, "\001%s\002", key);
    const char *at = strstr(line, mark);
    at = at ? at + strlen(mark) : "";
    *length = (int)strcspn(at, "\001'");
    return at;
}

static bool print_line(FILE *out, const char *line, uint64_t *hits)
{
    static const char page_of_covers[] = "v_user";
    int               length, name_length, number_length;
    const char *const quote = strrchr(line, '\'');
    if (strncmp(line, "C '", 3) != 0 || !quote ||
        strncmp(field(line, "page", &length), page_of_covers, sizeof page_of_covers - 1) != 0)
        return false;
    const char *const file = field(line, "f", &name_length), *const number = field(line, "l", &number_length);
    const char *instance = field(line, "h", &length);
    if (strncmp(instance, "TOP.", 4) == 0) {
        instance += 4;
        length -= 4;
    }
    *hits = strtoull(quote + 1, NULL, 10);
    fprintf(out, "cover %.*s:%.*s: %.*s: %" PRIu64 " hit%s\n", name_length, file, number_length, number, length,
            instance, *hits, *hits == 1 ? "" : "s");
    return true;
}

bool covers_print(FILE *out, const char *module, const char *path, struct diag *diag)
{
    FILE    *file = fopen(path, "r");
    char     line[4096];
    unsigned covers = 0, hit = 0;
    uint64_t hits;
    if (!file)
        return diag_set(diag, path, 0, "cannot read: %s", strerror(errno));
    while (fgets(line, sizeof line, file))
        if (print_line(out, line, &hits)) {
            covers++;
            hit += hits > 0;
        }
    fclose(file);
    fprintf(out, "%s: %u cover statement%s, %u of them hit\n", module, covers, covers == 1 ? "" : "s", hit);
    return true;
}
