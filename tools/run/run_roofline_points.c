/* run_roofline_points.c - `wekiva run --roofline-points FILE.csv`: points of runs before, drawn with those of this one,
 * which are added to the file; one of the same name is replaced. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/output.h"
#include "tools/run/run_loop.h"

enum { POINTS_BYTES_MAX = 1 << 24 };
static const char head[] = "chip,flops,memory_bytes,l2_bytes,clocks,name";

/* The rest of a line: quotes of output_csv taken away. */
static void take_name(const char *text, char name[static ROOFLINE_NAME])
{
    const bool quoted = *text == '"';
    size_t     used = 0;
    for (text += quoted; *text && used < ROOFLINE_NAME - 1; text++) {
        if (quoted && *text == '"' && *++text != '"')
            break;
        name[used++] = *text;
    }
    name[used] = '\0';
}

static bool read_line(const struct run *run, const char *line, struct roofline_point *point)
{
    char chip[64];
    int  used = 0;
    return sscanf(line, "%63[^,],%lf,%lf,%lf,%" SCNu64 ",%n", chip, &point->flops, &point->moved[0], &point->moved[1],
                  &point->clocks, &used) == 5 &&
           used && line[used] && point->clocks && point->flops >= 0 && point->moved[0] >= 0 && point->moved[1] >= 0 &&
           strcmp(chip, run->chip->name) == 0 && (take_name(line + used, point->name), true);
}

static bool add_point(struct run_roofline *roofline, const struct roofline_point *point)
{
    struct roofline_point *const points = realloc(roofline->points, (roofline->count + 1) * sizeof *points);
    if (!points)
        return false;
    roofline->points = points;
    points[roofline->count++] = *point;
    return true;
}

bool run_roofline_read(struct run *run, struct diag *diag)
{
    const char *const path = run->options->roofline_points;
    size_t            size;
    if (!path || (access(path, F_OK) != 0 && errno == ENOENT))
        return true;
    char *const text = input_load(path, POINTS_BYTES_MAX, &size, diag);
    char *const copy = text ? strndup(text, size) : NULL; /* which ends with a 0 */
    bool        good = text && (copy || diag_set(diag, NULL, 0, "not enough memory for the roofline"));
    unsigned    number = 0;
    for (char *line = copy, *next; good && line && *line; line = next) {
        struct roofline_point point;
        const size_t          length = strcspn(line, "\r\n");
        next = line + length + strspn(line + length, "\r\n");
        line[length] = '\0';
        if (!number++)
            good = strcmp(line, head) == 0 || diag_set(diag, path, 1, "expected the head %s", head);
        else if (!read_line(run, line, &point))
            good = diag_set(diag, path, number, "expected a point of %s: %s", run->chip->name, head);
        else
            good = add_point(&run->roofline, &point) || diag_set(diag, NULL, 0, "not enough memory for the roofline");
    }
    run->roofline.before = run->roofline.count;
    free(copy);
    free(text);
    return good;
}

/* A later point of the same name stands for it. */
static bool is_replaced(const struct run_roofline *roofline, unsigned n)
{
    for (unsigned i = n + 1; i < roofline->count; i++)
        if (strcmp(roofline->points[i].name, roofline->points[n].name) == 0)
            return true;
    return false;
}

void run_roofline_replace(struct run_roofline *roofline)
{
    unsigned kept = 0, before = roofline->before;
    for (unsigned i = 0; i < roofline->count; i++) {
        if (i < roofline->before && is_replaced(roofline, i))
            before--;
        else
            roofline->points[kept++] = roofline->points[i];
    }
    roofline->count = kept;
    roofline->before = before;
}

bool run_roofline_save(const struct run *run, struct diag *diag)
{
    const char *const path = run->options->roofline_points;
    char             *text = NULL;
    size_t            size = 0;
    FILE *const       out = path ? open_memstream(&text, &size) : NULL;
    if (!path)
        return true;
    if (out)
        fprintf(out, "%s\r\n", head);
    for (unsigned i = 0; out && i < run->roofline.count; i++) {
        const struct roofline_point *const point = &run->roofline.points[i];
        fprintf(out, "%s,%.17g,%.17g,%.17g,%" PRIu64 ",", run->chip->name, point->flops, point->moved[0],
                point->moved[1], point->clocks);
        output_csv(out, point->name);
        fputs("\r\n", out);
    }
    const bool good = out && fclose(out) == 0 ? output_save(path, text, size, diag)
                                              : diag_set(diag, NULL, 0, "not enough memory for the roofline");
    free(text);
    return good;
}
