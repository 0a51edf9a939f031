/* views.h - how R580's signals look in a waveform: names of enumerations, what a viewer opens on, and rows that say at
 * once what is issued and what flow control does (scope us.view). */
#ifndef RTL_MODEL_R580_VIEWS_H
#define RTL_MODEL_R580_VIEWS_H

#include "rtl_model/machine.h"
#include "rtl_model/r580/fragment.h"

extern const struct machine_looks r580_looks;

/* What a group of pixels is at: enum us_type of its next instruction, or: */
enum { US_AT_END = 4, US_AT_NOTHING };
enum { US_VIEW_NO_OP = 16 }; /* of the rows of operations: none */

/* The value of the row of statements: of one by its name in the table of 8.6.4, of another one (""), of none (NULL). */
unsigned us_view_statement(const char *name);

/* With registers of pixels that are watched (rtl_model/watched.h). */
struct machine_rows *us_rows_open(const struct fragment *fragment, const char *const *watches, unsigned watch_count,
                                  struct diag *diag);
struct machine_rows *us_rows_recall(const struct header *header);

#endif
