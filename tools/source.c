/* source.c - a program from a file or from the standard input. */
#include "tools/source.h"

#include <stdlib.h>
#include <string.h>

#include "tools/output.h"

bool source_load(const char *path, struct program *program, struct diag *diag)
{
    size_t size;
    if (strcmp(path, "-") != 0)
        return program_load(path, program, diag);
    void *bytes = input_load(path, PROGRAM_FILE_MAX, &size, diag);
    if (!bytes)
        return false;
    const bool good = program_parse("standard input", bytes, size, program, diag);
    free(bytes);
    return good;
}
