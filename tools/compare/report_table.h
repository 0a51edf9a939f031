/* report_table.h - several reports (`wekiva report`) as a table: a row for each, of a program on a chip. */
#ifndef TOOLS_COMPARE_REPORT_TABLE_H
#define TOOLS_COMPARE_REPORT_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

struct report_table {
    json_t *rows;    /* an array of objects: names with dots between them ("clocks.ALU.avg") and what they are */
    json_t *columns; /* names in the order in which they were met */
};

/* Adds what a report is as JSON; false: not enough memory, or no JSON. */
bool report_table_add(struct report_table *table, const char *text, size_t size);
/* The columns that one looks at first, as far as a row has them; all of them as CSV. */
void report_table_print(FILE *out, const struct report_table *table);
void report_table_csv(FILE *out, const struct report_table *table);
void report_table_free(struct report_table *table);

#endif
