/* validation_row.h - a row of docs/validation.md. */
#ifndef TB_DOCS_VALIDATION_ROW_H
#define TB_DOCS_VALIDATION_ROW_H

#include <stdio.h>

static inline void row(FILE *out, const char *number, const char *what, const char *published, const char *source,
                       const char *ours, const char *difference, const char *parameters)
{
    fprintf(out, "| %s | %s | %s | %s | %s | %s | %s |\n", number, what, published, source, ours, difference,
            parameters);
}

/* "none", or how much more or less. */
static inline const char *difference(char *text, size_t size, double ours, double published, const char *unit)
{
    if (ours == published)
        snprintf(text, size, "none");
    else
        snprintf(text, size, "%+g %s", ours - published, unit);
    return text;
}

/* The same in per cent, to a tenth. */
static inline const char *share(char *text, size_t size, double ours, double published)
{
    const double per_mille = 1000 * (ours - published) / published;
    const int    rounded = (int)(per_mille < 0 ? per_mille - 0.5 : per_mille + 0.5);
    if (!rounded)
        snprintf(text, size, "none");
    else
        snprintf(text, size, "%+.1f %%", rounded / 10.0);
    return text;
}

#endif
