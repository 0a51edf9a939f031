/* launch_file.c - the files that a launch file names: found, read whole and measured. */
#include "rtl_model/launch/launch_internal.h"
#include "rtl_model/program/program.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *launch_join(const char *launch_path, const char *path)
{
    const char *slash = strrchr(launch_path, '/');
    size_t      folder = path[0] == '/' || !slash ? 0 : (size_t)(slash - launch_path) + 1;
    size_t      length = strlen(path);
    char       *joined = malloc(folder + length + 1);
    if (!joined)
        return NULL;
    memcpy(joined, launch_path, folder);
    memcpy(joined + folder, path, length + 1);
    return joined;
}

/* Opens a regular file; a folder, a pipe or a device has no size to check, and could hang the reader. */
static FILE *open_regular(const char *path, uint64_t *bytes, char *reason, size_t reason_size)
{
    struct stat status;
    FILE       *stream = NULL;
    /* A pipe without a writer blocks in fopen, so its kind is asked first. */
    if (stat(path, &status) != 0)
        snprintf(reason, reason_size, "%s", strerror(errno));
    else if (!S_ISREG(status.st_mode))
        snprintf(reason, reason_size, "not a regular file");
    else if (!(stream = fopen(path, "rb")))
        snprintf(reason, reason_size, "%s", strerror(errno));
    else
        *bytes = (uint64_t)status.st_size;
    return stream;
}

char *launch_slurp(const char *path, size_t most, size_t *length, char *reason, size_t reason_size)
{
    uint64_t bytes = 0;
    FILE    *stream = open_regular(path, &bytes, reason, reason_size);
    char    *data = NULL;
    if (!stream)
        return NULL;
    if (bytes > most)
        snprintf(reason, reason_size, "%" PRIu64 " bytes, at most %zu are accepted", bytes, most);
    else if (!(data = malloc((size_t)bytes + 1)))
        snprintf(reason, reason_size, "out of memory");
    else if (fread(data, 1, (size_t)bytes, stream) != bytes) {
        snprintf(reason, reason_size, "cannot be read whole");
        free(data);
        data = NULL;
    } else {
        data[bytes] = 0;
        *length = (size_t)bytes;
    }
    fclose(stream);
    return data;
}

bool launch_budget(struct launch_reader *reader, const struct launch_node *node, uint64_t bytes)
{
    reader->total_bytes += bytes;
    return reader->total_bytes <= LAUNCH_TOTAL_BYTES_MAX ||
           launch_fail(reader, node, "all files and buffers together have more than %d bytes", LAUNCH_TOTAL_BYTES_MAX);
}

static const struct launch_given *find_given(const struct launch_reader *reader, const char *name)
{
    for (unsigned i = 0; i < reader->given_count; i++)
        if (strcmp(reader->given[i].name, name) == 0)
            return &reader->given[i];
    return NULL;
}

static char *copy_given(const struct launch_given *given, size_t *length, char *reason, size_t reason_size)
{
    char *data = given->length <= LAUNCH_FILE_BYTES_MAX ? malloc(given->length + 1) : NULL;
    if (!data) {
        snprintf(reason, reason_size, "%zu bytes: too long, or out of memory", given->length);
        return NULL;
    }
    if (given->length)
        memcpy(data, given->bytes, given->length);
    data[given->length] = 0;
    *length = given->length;
    return data;
}

bool launch_file(struct launch_reader *reader, const struct launch_node *node, struct launch_file *file)
{
    const char *name;
    char        reason[160];
    if (!launch_string(reader, node, &name))
        return false;
    const struct launch_given *given = find_given(reader, name);
    file->line = node->line;
    file->path = launch_join(reader->path, name);
    if (!file->path)
        return launch_out_of_memory(reader);
    file->data =
        (uint8_t *)(given ? copy_given(given, &file->bytes, reason, sizeof reason)
                          : launch_slurp(file->path, LAUNCH_FILE_BYTES_MAX, &file->bytes, reason, sizeof reason));
    if (!file->data)
        return launch_fail(reader, node, "%.300s: %s", name, reason);
    return launch_budget(reader, node, file->bytes);
}

bool launch_file_exact(const struct launch_reader *reader, const struct launch_node *node,
                       const struct launch_file *file, uint64_t bytes, const char *why)
{
    return file->bytes == bytes || launch_fail(reader, node, "%.300s has %zu bytes, expected %" PRIu64 " (%s)",
                                               json_string_value(node->value), file->bytes, bytes, why);
}

bool launch_file_fit(struct launch_reader *reader, const struct launch_node *node, struct launch_file *file,
                     uint64_t bytes)
{
    if (!file->bytes || file->bytes == bytes)
        return true;
    if (!launch_budget(reader, node, bytes))
        return false;
    uint8_t *const data = malloc(bytes + 1);
    if (!data)
        return launch_out_of_memory(reader);
    for (uint64_t at = 0; at < bytes; at += file->bytes)
        memcpy(data + at, file->data, bytes - at < file->bytes ? bytes - at : file->bytes);
    free(file->data);
    file->data = data;
    file->bytes = bytes;
    return true;
}

bool launch_file_units(const struct launch_reader *reader, const struct launch_node *node,
                       const struct launch_file *file, unsigned unit_bytes, const char *unit, uint64_t least,
                       uint64_t most)
{
    uint64_t units = file->bytes / unit_bytes;
    if (file->bytes % unit_bytes == 0 && units >= least && units <= most)
        return true;
    if (least == most) {
        char why[64];
        snprintf(why, sizeof why, "%" PRIu64 " %s", most, unit);
        return launch_file_exact(reader, node, file, most * unit_bytes, why);
    }
    return launch_fail(reader, node,
                       "%.300s has %zu bytes, expected a multiple of %u from %" PRIu64 " to %" PRIu64 " (%" PRIu64
                       " to %" PRIu64 " %s)",
                       json_string_value(node->value), file->bytes, unit_bytes, least * unit_bytes, most * unit_bytes,
                       least, most, unit);
}

bool launch_program_file(const struct launch_reader *reader, const struct launch_node *node, bool now,
                         struct launch_program *program)
{
    const char *name;
    char        reason[160];
    uint64_t    bytes;
    FILE       *stream = NULL;
    if (!launch_string(reader, node, &name))
        return false;
    const struct launch_given *given = find_given(reader, name);
    program->line = node->line;
    program->path = launch_join(reader->path, name);
    if (!program->path)
        return launch_out_of_memory(reader);
    if (!given && !(stream = open_regular(program->path, &bytes, reason, sizeof reason)))
        return launch_fail(reader, node, "%.300s: %s", name, reason);
    if (stream)
        fclose(stream);
    if (given && !now) {
        program->bytes = (uint8_t *)copy_given(given, &program->length, reason, sizeof reason);
        return program->bytes || launch_fail(reader, node, "%.300s: %s", name, reason);
    }
    if (!now)
        return true;
    program->loaded = program->own = calloc(1, sizeof *program->own);
    if (!program->own)
        return launch_out_of_memory(reader);
    return given ? program_parse(name, given->bytes, given->length, program->own, reader->diag)
                 : program_load(program->path, program->own, reader->diag);
}
