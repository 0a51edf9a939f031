/* sweep_plot.h - plots of a sweep, drawn by gnuplot: a curve for every combination of the other axes. */
#ifndef TOOLS_SWEEP_PLOT_H
#define TOOLS_SWEEP_PLOT_H

#include "tools/sweep/sweep_report.h"

/* The name ends in .png or .svg. */
bool sweep_plot_name(const char *path);
bool sweep_plot_there(void); /* gnuplot can be found */

/* Whether x and y are columns of which a plot can be made. */
bool sweep_plot_try(const struct sweep_table *table, const struct sweep_report *report, struct diag *diag);
/* Writes the plot into a file, as its name says. */
bool sweep_plot(const struct sweep_table *table, const struct sweep_report *report, const char *path,
                struct diag *diag);
/* The same as text of SVG, which the caller frees. */
char *sweep_plot_svg(const struct sweep_table *table, const struct sweep_report *report, struct diag *diag);

#endif
