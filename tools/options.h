/* options.h - options of a command: one table from which the parser (getopt_long), the help text, the manual page and
 * the completions are made.
 *
 * Wrong usage is one line on the error output that names the option, says what was expected and where to read on. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { STATUS_DONE, STATUS_FAILED, STATUS_BAD_INPUT, STATUS_CYCLE_LIMIT }; /* exit status; 128 + n after signal n */

/* Where the argument of an option goes in the command's own struct: a bool becomes true, a text or a number is what has
 * been given, a list of texts gets one more; or the command takes it itself. */
enum option_kind { OPTION_IS_OWN, OPTION_IS_FLAG, OPTION_IS_TEXT, OPTION_IS_NUMBER, OPTION_IS_LIST };
struct option_field {
    enum option_kind kind;
    size_t           at, count;   /* of a list the unsigned that counts it */
    uint64_t         least, most; /* of a number; of a list most texts */
};
#define OPTION_AT(type, field, of) (offsetof(type, field) + 0 * sizeof(_Generic(((type *)0)->field, of : 1)))
#define OPTION_OWN                                                                                                     \
    {                                                                                                                  \
        OPTION_IS_OWN, 0, 0, 0, 0                                                                                      \
    }
#define OPTION_FLAG(type, field)                                                                                       \
    {                                                                                                                  \
        OPTION_IS_FLAG, OPTION_AT(type, field, bool), 0, 0, 0                                                          \
    }
#define OPTION_TEXT(type, field)                                                                                       \
    {                                                                                                                  \
        OPTION_IS_TEXT, OPTION_AT(type, field, const char *), 0, 0, 0                                                  \
    }
#define OPTION_NUMBER(type, field, least, most)                                                                        \
    {                                                                                                                  \
        OPTION_IS_NUMBER, OPTION_AT(type, field, uint64_t), 0, least, most                                             \
    }
#define OPTION_LIST(type, field, counted, most)                                                                        \
    {                                                                                                                  \
        OPTION_IS_LIST, OPTION_AT(type, field[0], const char *), OPTION_AT(type, counted, unsigned), 0, most           \
    }

struct option_row {
    const char *name;     /* "trace" */
    char        letter;   /* 'o', or 0 */
    const char *argument; /* "FILE" for the help text, or NULL; one that ends in ... may be given more than once */
    const char *meaning;  /* lines end with \n where the help text breaks them */
    struct option_field takes;
};

/* What options demand of others.  Options stand by their names, with spaces between them. */
enum option_demand {
    NEEDS,    /* one of the others, too */
    NOT_WITH, /* none of the others; true of both sides */
    ONLY_WITH /* no other than these */
};
struct option_rule {
    enum option_demand demand;
    const char        *options; /* each of these */
    const char        *others;
    const char        *because; /* for the message: "a snapshot has no Verilog block's state"; or NULL */
};

struct command {
    const char               *name;     /* "run" */
    const char               *operands; /* of the usage line */
    const char               *summary;  /* one line */
    const char               *text;     /* what follows the options in the help text: details, examples */
    const struct option_row  *options;
    unsigned                  option_count;
    const struct option_rule *rules; /* or NULL */
    unsigned                  rule_count;
    int (*run)(const struct command *command, int argc, char **argv);
};

/* A set of a command's options, bit n for row n. */
typedef uint64_t option_set_t;
enum { OPTIONS_MAX = 64 };

/* The next option: its row in command->options, OPTION_END after the last one (then the operands are argv[optind] ..,
 * and they agree as the rules demand), OPTION_HELP when help was asked for and has been printed, OPTION_WRONG
 * after a message.  Its argument is `optarg`, never empty.  Bit n of `given` says whether row n has been given; it
 * starts as 0. */
enum { OPTION_END = -1, OPTION_HELP = -2, OPTION_WRONG = -3 };
int options_next(const struct command *command, int argc, char **argv, option_set_t *given);

/* The rows that may not stand beside those given, by NOT_WITH and ONLY_WITH. */
option_set_t options_barred(const struct command *command, option_set_t given);

/* "--pipeline or --perfetto", of which row n needs one; false when it needs none. */
bool options_needs(const struct command *command, unsigned row, char *text, size_t size);

/* Reads all options: an argument goes where its row says, or to `take`, false after a message.  False: the command ends
 * with that status. */
bool options_read(const struct command *command, int argc, char **argv, option_set_t *given,
                  bool (*take)(const struct command *command, int row, void *into), void *into, int *status);

/* Puts an option's argument where its row says; false after a message, and for a row that the command takes itself. */
bool option_put(const struct command *command, int row, void *into);

/* The exit status for what options_next returned in place of a row. */
int options_status(int result);

/* Prints `wekiva: ... (see wekiva COMMAND --help)`, or `wekiva --help` without a command; returns STATUS_BAD_INPUT. */
int usage_error(const struct command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A decimal or 0x number, least..most; false and a message that names the option otherwise. */
bool option_number(const struct command *command, const char *option, const char *text, uint64_t least, uint64_t most,
                   uint64_t *value);

/* One of the words of the row's argument, "auto|json|none", by its place; false and a message otherwise. */
bool option_choice(const struct command *command, unsigned row, const char *text, unsigned *value);

/* The same as option_number without a message. */
bool number_in(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* The name nearest to a misspelt one, or NULL when none is near.  name(i) returns NULL after the last. */
const char *nearest_name(const char *word, const char *(*name)(const void *context, unsigned i), const void *context);

#endif
