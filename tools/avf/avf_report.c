/* avf_report.c - the table of a campaign, with intervals, and a line for each flip. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/avf/avf.h"
#include "tools/output.h"

const char *const avf_class_names[AVF_CLASSES] = {
    [AVF_MASKED] = "masked", [AVF_RETIMED] = "other time", [AVF_WRONG] = "wrong",
    [AVF_HANG] = "hang",     [AVF_RULE] = "rule broken",   [AVF_UNDEFINED] = "undefined"};

/* ---- shares ------------------------------------------------------------------------------------------------------ */

/* Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927. */
struct avf_share avf_share(unsigned hits, unsigned flips)
{
    static const double z = 1.959963984540054; /* 95 % of the normal distribution */
    if (!flips)
        return (struct avf_share){0, 0, 1};
    const double n = flips, p = hits / n, scale = 1 + z * z / n;
    const double middle = (p + z * z / (2 * n)) / scale;
    const double half = z / scale * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct avf_share){p, hits ? middle - half : 0, hits < flips ? middle + half : 1};
}

static unsigned unmasked(const struct avf_row *row)
{
    return row->flips - row->of[AVF_MASKED] - row->of[AVF_RETIMED];
}

struct avf_share avf_row_share(const struct avf_row *row)
{
    return avf_share(unmasked(row), row->flips);
}

/* The interval of a weighted sum from those of its parts: Zou, Huang and Zhang, Confidence interval estimation for
 * linear contrasts in settings involving Wilson's, Computational Statistics & Data Analysis 53, 2009. */
struct avf_share avf_all_share(const struct avf *avf)
{
    struct avf_share all = {0, 0, 0};
    double           bits = 0;
    for (unsigned i = 0; i < avf->row_count; i++)
        bits += (double)avf->rows[i].bits;
    for (unsigned i = 0; i < avf->row_count; i++) {
        const struct avf_share share = avf_row_share(&avf->rows[i]);
        const double           weight = (double)avf->rows[i].bits / bits;
        all.value += weight * share.value;
        all.low += pow(weight * (share.value - share.low), 2);
        all.high += pow(weight * (share.high - share.value), 2);
    }
    all.low = all.value - sqrt(all.low);
    all.high = all.value + sqrt(all.high);
    return all;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void put_share(FILE *out, struct avf_share share)
{
    fprintf(out, "  %5.1f   %5.1f to %5.1f\n", 100 * share.value, 100 * share.low, 100 * share.high);
}

void avf_print(const struct avf *avf, FILE *out)
{
    int            width = (int)strlen("all, by bits");
    uint64_t       bits = 0;
    struct avf_row all = {.flips = 0};
    for (unsigned i = 0; i < avf->row_count; i++) {
        const int length = (int)strlen(avf->rows[i].name);
        width = length > width ? length : width;
    }
    fprintf(out, "%-*s %9s %6s", width, "", "bits", "flips");
    for (unsigned c = 0; c < AVF_CLASSES; c++)
        fprintf(out, "  %s", avf_class_names[c]);
    fprintf(out, "  AVF %%   95 %% interval\n");
    for (unsigned i = 0; i < avf->row_count; i++) {
        const struct avf_row *row = &avf->rows[i];
        fprintf(out, "%-*s %9" PRIu64 " %6u", width, row->name, row->bits, row->flips);
        for (unsigned c = 0; c < AVF_CLASSES; c++) {
            fprintf(out, "  %*u", (int)strlen(avf_class_names[c]), row->of[c]);
            all.of[c] += row->of[c];
        }
        put_share(out, avf_row_share(row));
        all.flips += row->flips;
        bits += row->bits;
    }
    fprintf(out, "%-*s %9" PRIu64 " %6u", width, "all, by bits", bits, all.flips);
    for (unsigned c = 0; c < AVF_CLASSES; c++)
        fprintf(out, "  %*u", (int)strlen(avf_class_names[c]), all.of[c]);
    put_share(out, avf_all_share(avf));
}

void avf_print_csv(const struct avf *avf, FILE *out)
{
    char text[FLIP_TEXT];
    fputs("flip,block,class,cycles,message\r\n", out);
    for (unsigned i = 0; i < avf->flip_count; i++) {
        const struct avf_flip *flip = &avf->flips[i];
        output_csv(out, flip_text(&avf->names, &flip->of, text));
        fputc(',', out);
        output_csv(out, avf->rows[flip->row].name);
        fprintf(out, ",%s,", avf_class_names[flip->outcome.class]);
        if (flip->outcome.cycles)
            fprintf(out, "%" PRIu64, flip->outcome.cycles);
        fputc(',', out);
        output_csv(out, flip->outcome.message);
        fputs("\r\n", out);
    }
}
