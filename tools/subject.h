/* subject.h - what a command is about: a program, its launch and a chip, as the command line names them. */
#ifndef TOOLS_SUBJECT_H
#define TOOLS_SUBJECT_H

#include "kit/paths.h"
#include "rtl_model/machine.h"
#include "tools/options.h"

/* Rows of such a command's options, of the subject in its own struct: the first SUBJECT_OPTIONS, or only those of the
 * chip. */
enum { SUBJECT_OPTIONS = 3 };
#define SUBJECT_ROWS(type, subject, launch_meaning)                                                                    \
    {"launch", 'l', "FILE", launch_meaning, OPTION_TEXT(type, subject.launch_path)}, SUBJECT_CHIP_ROWS(type, subject)
#define SUBJECT_CHIP_ROWS(type, subject)                                                                               \
    {"chip", 'c', "NAME|FILE",                                                                                         \
     "a preset (wekiva chips) or a chip file (default: that of the\nlaunch, of the object, rv770)",                    \
     OPTION_TEXT(type, subject.chip_name)},                                                                            \
    {                                                                                                                  \
        "set", 's', "NAME=VALUE...", "a chip parameter",                                                               \
            OPTION_LIST(type, subject.sets, subject.set_count, SUBJECT_SETS)                                           \
    }

/* Another file of the command: nothing that is written destroys what is read. */
struct subject_file {
    enum path_use use;
    const char   *path, *what; /* path NULL: not wanted */
};

enum { SUBJECT_SETS = 64 };

struct subject {
    const char  *program_path; /* NULL: the launch says it */
    const char  *launch_path;  /* NULL: there is none */
    char *const *launch_keys;  /* that have other values, "num_gprs=8" */
    unsigned     launch_key_count;
    const char  *chip_name, *sets[SUBJECT_SETS];
    unsigned     set_count;
    const char  *one_for; /* several launches are refused: "for a report", or NULL, */
    bool         at_once; /* but for those at once (`together`), which have their programs then */
    /* From subject_load on: */
    struct program      program;
    struct launch      *launch;
    struct machine_chip chip;
    const char         *name; /* of the program's file, for messages */
};

/* The operands: at most one PROGRAM, and one at least when no launch can name it; false after a message. */
bool subject_operands(const struct command *command, struct subject *subject, int count, char **operands);

/* Reads launch, program and chip, in this order, and warns when the program was made for another chip.  Messages about
 * the launch's program name the one of the command line. */
bool subject_load(struct subject *subject, const struct subject_file *files, unsigned file_count, struct diag *diag);
/* A machine of it that runs the launch. */
bool subject_machine(const struct subject *subject, struct rtl_machine *machine, struct diag *diag);
/* An empty one is allowed. */
void subject_free(struct subject *subject);

#endif
