/* launch_row.h - the rows of launch.def as a table: launch_table.c has it, launch_rows.c reads by it, launch_text.c
 * prints it. */
#ifndef RTL_MODEL_LAUNCH_ROW_H
#define RTL_MODEL_LAUNCH_ROW_H

#include "rtl_model/launch/launch_internal.h"

enum launch_row_type { NUMBER, REAL, BOOLEAN, CHOICE, WORDS, BITS, FILE_NAME, PROGRAM, BUFFER, OBJECT, LIST, OWN };

struct launch_row {
    const char                *name;
    enum launch_row_type       type;
    bool                       needed, at_once; /* at_once: a program is read with the launch */
    enum launch_section_number owner, section;  /* section: of OBJECT and LIST */
    size_t                     offset, size;    /* of the field */
    double                     low, high, preset;
    unsigned                   step, count, unit_bytes; /* count: elements of REAL and CHOICE; 0: one, without a list */
    const char                *unit, *once;             /* once: what has the number, each in a list another */
    const struct launch_names *names;
    launch_own                *own;
    const char                *example, *what, *meaning;
    enum launch_place          place;
    unsigned                   machines;
};

struct launch_section {
    size_t        size;
    unsigned      first; /* row */
    launch_check *check;
};

#define NAN_PRESET (-1e300) /* below every range: without the key there is no value */
enum { LAUNCH_ALL = LAUNCH_R700 | LAUNCH_R580 | LAUNCH_NV30 };

extern const struct launch_row     launch_rows[LAUNCH_ROWS];
extern const struct launch_section launch_sections[LAUNCH_SECTIONS + 1];

static inline unsigned launch_row_count(enum launch_section_number section)
{
    return launch_sections[section + 1].first - launch_sections[section].first;
}

#endif
