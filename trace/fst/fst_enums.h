/* fst_enums.h - the enumerations of a .fst file: a table of names for each type and width, before the first signal that
 * has it, by which a viewer shows words without a view file. */
#ifndef TRACE_FST_ENUMS_H
#define TRACE_FST_ENUMS_H

#include "trace/fst/fst_bytes.h"
#include "trace/views.h"

enum { FST_ENUMS = 64, FST_ENUMS_KNOWN = 1024 };

/* The type and width of each table, which has its place, plus 1, for a number; what signals have, by their addresses.
 */
struct fst_enums {
    const struct trace_view *views; /* of the types that are enumerations; may be NULL */
    unsigned                 view_count, count;
    struct {
        const char *type;
        unsigned    bits;
    } of[FST_ENUMS];
    struct {
        const struct rtl_signal *signal;
        unsigned                 number;
    } known[FST_ENUMS_KNOWN];
};

/* Before a variable: which table it has, if it has one, and that table if it is the first. */
void fst_enums_put(struct fst_enums *enums, struct fst_bytes *names, const struct rtl_signal *signal);

/* An attribute of what follows: a miscellaneous one of this kind, with a text and a number. */
enum { FST_COMMENT = 0, FST_ENUM_TABLE = 7 };
void fst_put_attribute(struct fst_bytes *names, unsigned kind, const char *text, uint64_t number);

#endif
