/* launch_table.c - launch.def as a table, and what keys of a launch have in it. */
#include <float.h>

#include "rtl_model/launch/launch_row.h"

#define FIELD(type, field) .offset = offsetof(type, field), .size = sizeof((type *)0)->field
#define NUMBER(LOW, HIGH) .type = NUMBER, .low = LOW, .high = HIGH
#define MULTIPLE(LOW, HIGH, STEP) NUMBER(LOW, HIGH), .step = STEP
#define ID(LOW, HIGH, WHAT) NUMBER(LOW, HIGH), .once = WHAT
#define REAL(LOW, HIGH) .type = REAL, .low = LOW, .high = HIGH
#define REALS(COUNT, LOW, HIGH) REAL(LOW, HIGH), .count = COUNT
#define TRUTH .type = BOOLEAN
#define CHOICE(NAME) .type = CHOICE, .names = &launch_##NAME
#define CHOICES(COUNT, NAME) CHOICE(NAME), .count = COUNT
#define WORDS(COUNT) .type = WORDS, .count = COUNT
#define BITS(COUNT) .type = BITS, .count = COUNT
#define A_FILE(BYTES, UNIT, LEAST, MOST)                                                                               \
    .type = FILE_NAME, .unit_bytes = BYTES, .unit = UNIT, .low = LEAST, .high = MOST
#define A_PROGRAM(NOW) .type = PROGRAM, .at_once = NOW
#define A_BUFFER .type = BUFFER
#define OBJECT(SECTION) .type = OBJECT, .section = LAUNCH_SECTION_##SECTION
#define LIST(SECTION, LEAST, MOST) .type = LIST, .section = LAUNCH_SECTION_##SECTION, .low = LEAST, .high = MOST
#define OWN(FUNCTION, WHAT) .type = OWN, .own = FUNCTION, .what = WHAT
#define NEEDED .needed = true
#define OR(VALUE) .preset = VALUE
#define FREE .preset = NAN_PRESET
#define ANYWHERE LAUNCH_ANYWHERE
#define BESIDE LAUNCH_BESIDE
#define IN_A_ROW LAUNCH_IN_A_ROW
#define AT_ONCE LAUNCH_AT_ONCE
#define R700 LAUNCH_R700
#define R580 LAUNCH_R580
#define ALL LAUNCH_ALL

#define SECTION(section, struct_type, check) typedef struct_type object_##section;
#include "rtl_model/launch/launch.def"

const struct launch_row launch_rows[LAUNCH_ROWS] = {
#define LAUNCH_KEY(NAME, name_, field, TYPE, ELSE, PLACE, MACHINES, EXAMPLE, MEANING)                                  \
    {.name = #name_,                                                                                                   \
     FIELD(struct launch, field),                                                                                      \
     TYPE,                                                                                                             \
     ELSE,                                                                                                             \
     .place = PLACE,                                                                                                   \
     .machines = MACHINES,                                                                                             \
     .example = EXAMPLE,                                                                                               \
     .meaning = MEANING},
#define KEY(section_, key, field, TYPE, ELSE, MEANING)                                                                 \
    {.name = #key, .owner = LAUNCH_SECTION_##section_, FIELD(object_##section_, field), TYPE, ELSE, .meaning = MEANING},
#include "rtl_model/launch/launch.def"
};

const struct launch_section launch_sections[LAUNCH_SECTIONS + 1] = {
    {sizeof(struct launch), 0, launch_check_nothing},
#define SECTION(section, type, check) {sizeof(type), LAUNCH_BEGIN_##section, check},
#include "rtl_model/launch/launch.def"
    {0, LAUNCH_ROWS, NULL},
};

const char *launch_key_name(enum launch_key key)
{
    return launch_rows[key].name;
}

bool launch_key_needed(enum launch_key key)
{
    return launch_rows[key].needed;
}

enum launch_place launch_key_place(enum launch_key key)
{
    return launch_rows[key].place;
}

bool launch_of_machine(const struct launch *launch, enum launch_machine machine, const char *name, struct diag *diag)
{
    for (enum launch_key key = 0; key < LAUNCH_KEY_COUNT; key++)
        if (launch->line[key] && !(launch_rows[key].machines & machine))
            return diag_set(diag, launch->path, launch->line[key], "%s: %s has no such thing", launch_rows[key].name,
                            name);
    return true;
}
