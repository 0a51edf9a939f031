/* gnuplot.h - gnuplot as a child process. */
#ifndef TOOLS_GNUPLOT_H
#define TOOLS_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs it on a script; the first line of what it says goes to `said`.  False: it cannot be started, or has failed. */
bool gnuplot_run(const char *script, char *said, size_t size);

#endif
