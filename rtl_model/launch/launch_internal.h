/* launch_internal.h - what the parts of the launch-file reader share: JSON values that know their line and their path,
 * and the files they name.  Every function returns false with the diagnosis filled.
 *
 * jansson forgets lines once it has parsed, so the text is scanned a second time (launch_lines.c) into a table with a
 * row per value in the order of the text.  A value's children follow it, and jansson iterates in the order of the
 * text, so values and rows are walked side by side. */
#ifndef RTL_MODEL_LAUNCH_INTERNAL_H
#define RTL_MODEL_LAUNCH_INTERNAL_H

#include "rtl_model/launch/launch.h"

#include <jansson.h>

struct launch_line {
    unsigned line; /* of the key when the value has one, else of the value */
    unsigned next; /* the row after the value and all that is in it */
};

struct launch_reader {
    struct launch             *launch;
    struct diag               *diag;
    const char                *path;  /* of the launch file */
    const struct launch_given *given; /* files in memory */
    unsigned                   given_count;
    struct launch_line        *lines;
    uint64_t                   total_bytes; /* of all files and buffers so far */
    bool                       rows;        /* `launches` and `together` are welcome */
    bool                       fits;        /* texels repeat up to the size that is asked for */
    bool                       used_ids[LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES];
};

struct launch_node {
    const struct launch_node *parent;
    json_t                   *value; /* NULL: an optional key that is absent */
    const char               *key;   /* NULL for an element of an array */
    size_t                    index; /* of an element */
    unsigned                  row;   /* in lines */
    unsigned                  line;
};

/* Names of an enumeration, those of its values by their numbers (NULL: none), then other spellings in that order. */
struct launch_names {
    const char *const *names;
    unsigned           count, values;
};

#define LAUNCH_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- launch.c ---------------------------------------------------------------------------------------------- */

/* The keys that are there, in their order. */
bool launch_read_keys(struct launch_reader *reader, const struct launch_node nodes[LAUNCH_KEY_COUNT]);

/* As launch_parse_row; a texture whose file has another size gets its texels again and again. */
struct launch *launch_parse_fitting(const char *path, const char *text, size_t length, struct diag *diag);

/* ---- launch_threads.c -------------------------------------------------------------------------------------- */

/* What the file expects is of a launch as the file has it. */
void launch_expect_nothing(struct launch *launch);

/* ---- launch_row.c ------------------------------------------------------------------------------------------ */

/* `launches` or `together`; `of_file` are the keys beside it. */
bool launch_read_row(struct launch_reader *reader, const struct launch_node *row,
                     const struct launch_node of_file[LAUNCH_KEY_COUNT]);

/* ---- launch_todo.c ----------------------------------------------------------------------------------------- */

/* False, and the first one named, when something is still to be filled in. */
bool launch_todo(const struct launch_reader *reader, const struct launch_node *root);

/* ---- launch_lines.c ---------------------------------------------------------------------------------------- */

/* The rows of a text that jansson has accepted; NULL when memory runs out. */
struct launch_line *launch_lines_scan(const char *text, size_t length);

/* ---- launch_json.c: values --------------------------------------------------------------------------------- */

/* `FILE:LINE: path.of.node: what`; returns false. */
bool launch_fail(const struct launch_reader *reader, const struct launch_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* `expected WHAT, got a string` */
bool launch_wrong_type(const struct launch_reader *reader, const struct launch_node *node, const char *expected);
bool launch_out_of_memory(const struct launch_reader *reader);

/* The members of an object by name, `nodes[i]` for `keys[i]`; a key that is not in the list is an error. */
bool launch_object(const struct launch_reader *reader, const struct launch_node *node, const char *const *keys,
                   size_t count, struct launch_node *nodes);
/* The key must be there; `node` is one that launch_object filled. */
bool launch_need(const struct launch_reader *reader, const struct launch_node *node);
/* An array of least..most elements (or an object, counting its members). */
bool launch_array(const struct launch_reader *reader, const struct launch_node *node, size_t least, size_t most,
                  size_t *count);
bool launch_members(const struct launch_reader *reader, const struct launch_node *node, size_t most, size_t *count);
/* The next element or member: for (struct launch_node e = {0}; launch_each(reader, node, &e);) */
bool launch_each(const struct launch_reader *reader, const struct launch_node *node, struct launch_node *element);

/* A whole number or a string like "0x10", within low..high. */
bool launch_int(const struct launch_reader *reader, const struct launch_node *node, int64_t low, int64_t high,
                int64_t *number);
bool launch_unsigned(const struct launch_reader *reader, const struct launch_node *node, unsigned low, unsigned high,
                     unsigned *number);
bool launch_real(const struct launch_reader *reader, const struct launch_node *node, double low, double high,
                 double *number);
bool launch_bool(const struct launch_reader *reader, const struct launch_node *node, bool *value);
/* A string that is not empty; it belongs to the JSON value. */
bool launch_string(const struct launch_reader *reader, const struct launch_node *node, const char **text);
/* One of `names`; `choice` is its value. */
bool launch_choice(const struct launch_reader *reader, const struct launch_node *node, const struct launch_names *names,
                   unsigned *choice);
/* Exactly `count` 32-bit words. */
bool launch_words(const struct launch_reader *reader, const struct launch_node *node, unsigned count, uint32_t *words);

/* ---- launch_names.c: names --------------------------------------------------------------------------------- */

/* The row that a mistyped word probably means, or NULL. */
const char *launch_similar(const char *word, const char *const *names, size_t count);
/* `; did you mean "x"`, or `; expected a, b or c` when the list is short, or nothing. */
const char *launch_advice(const char *word, const char *const *names, size_t count, char *text, size_t size);
/* "0x2880c"; false when it is anything else or does not fit 63 bits. */
bool launch_hex(const char *text, int64_t *number);

/* ---- launch_file.c: files ---------------------------------------------------------------------------------- */

/* `path` as seen from the folder of the launch file; NULL when memory runs out. */
char *launch_join(const char *launch_path, const char *path);
/* Reads a whole regular file of at most `most` bytes, with a NUL behind it; NULL and a reason otherwise. */
char *launch_slurp(const char *path, size_t most, size_t *length, char *reason, size_t reason_size);
/* The file that a string names. */
bool launch_file(struct launch_reader *reader, const struct launch_node *node, struct launch_file *file);
/* The file that a string names has exactly so many bytes; `why` says where they come from: "128 threads * 16 bytes". */
bool launch_file_exact(const struct launch_reader *reader, const struct launch_node *node,
                       const struct launch_file *file, uint64_t bytes, const char *why);
/* Its bytes are repeated, or cut off, to so many; one without bytes stays as it is. */
bool launch_file_fit(struct launch_reader *reader, const struct launch_node *node, struct launch_file *file,
                     uint64_t bytes);
/* The file is units of so many bytes, least..most of them; `unit` is their name: "constants". */
bool launch_file_units(const struct launch_reader *reader, const struct launch_node *node,
                       const struct launch_file *file, unsigned unit_bytes, const char *unit, uint64_t least,
                       uint64_t most);
/* A program file: it is there, and its path is kept, or its bytes when it is in memory; with `now` it is parsed. */
bool launch_program_file(const struct launch_reader *reader, const struct launch_node *node, bool now,
                         struct launch_program *program);
/* Counts bytes against LAUNCH_TOTAL_BYTES_MAX. */
bool launch_budget(struct launch_reader *reader, const struct launch_node *node, uint64_t bytes);

/* ---- launch_rows.c: objects by the rows of launch.def -------------------------------------------------------- */

enum launch_section_number {
    LAUNCH_SECTION_FILE,
#define SECTION(section, ...) LAUNCH_SECTION_##section,
#include "rtl_model/launch/launch.def"
    LAUNCH_SECTIONS
};

/* The rows, those of the file first, by the numbers of its keys. */
enum launch_row_number {
#define LAUNCH_KEY(NAME, name, ...) LAUNCH_AT_file_##name,
#define SECTION(section, ...) LAUNCH_BEGIN_##section, LAUNCH_REWIND_##section = LAUNCH_BEGIN_##section - 1,
#define KEY(section, key, ...) LAUNCH_AT_##section##_##key,
#include "rtl_model/launch/launch.def"
    LAUNCH_ROWS
};
enum { LAUNCH_MEMBERS_MAX = LAUNCH_KEY_COUNT }; /* keys of one object */

/* The node of a key among those of its object. */
#define LAUNCH_NODE(section, key) nodes[LAUNCH_AT_##section##_##key - LAUNCH_BEGIN_##section]

/* Reads a key into its field. */
typedef bool launch_own(struct launch_reader *reader, const struct launch_node *node, void *field);
launch_own   launch_read_chip, launch_read_registers, launch_read_invalidate, launch_read_nothing,
    launch_read_buffer_name, launch_read_resource_id, launch_read_format, launch_read_swizzle, launch_read_border,
    launch_read_killed, launch_read_strips;

/* What rows cannot say of an object that has been read: keys that need or rule out others, sizes of files.  `nodes` are
 * those of the section's keys. */
typedef bool launch_check(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                          void *object);
#define SECTION(section, type, check) launch_check check;
#include "rtl_model/launch/launch.def"

/* The value of a key of the file into reader->launch. */
bool launch_read_key(struct launch_reader *reader, enum launch_key key, const struct launch_node *node);
/* The nodes of the file's keys, or of an entry's of `launches`. */
bool launch_key_nodes(const struct launch_reader *reader, const struct launch_node *node,
                      struct launch_node nodes[LAUNCH_KEY_COUNT]);
bool launch_key_needed(enum launch_key key);
enum launch_place { LAUNCH_ANYWHERE, LAUNCH_BESIDE, LAUNCH_IN_A_ROW, LAUNCH_AT_ONCE };
enum launch_place launch_key_place(enum launch_key key);

/* A number that is a multiple; one that is within narrower bounds than its row says, or absent. */
bool launch_multiple(const struct launch_reader *reader, const struct launch_node *node, unsigned step);
bool launch_within(const struct launch_reader *reader, const struct launch_node *node, int64_t low, int64_t high);
/* Ranges of `memory` do not overlap.  launch_memory.c */
bool launch_ranges_apart(const struct launch_reader *reader);

extern const struct launch_names launch_stages, launch_dims, launch_tile_modes, launch_numbers, launch_clamps,
    launch_xy_filters, launch_mip_filters, launch_compares, launch_targets, launch_export_types, launch_comparisons;

/* ---- launch_resources.c: what textures and vertex resources share ------------------------------------------ */

/* The buffer of that name. */
bool launch_buffer_named(const struct launch_reader *reader, const struct launch_node *node, unsigned *index);
/* None of these may be there; `why` says what rules them out. */
bool launch_absent(const struct launch_reader *reader, const struct launch_node *nodes, size_t count, const char *why);

#endif
