/* source.c - a program from a file or from the standard input. */
#include "tools/source.h"

#include <stdlib.h>
#include <string.h>

#include "isa/r580/us_text.h"
#include "rtl_model/machine.h"
#include "tools/options.h"
#include "tools/output.h"

bool source_load(const char *chip, const char *path, struct program *program, struct diag *diag)
{
    const struct machine_family *family;
    size_t                       size;
    if (!machine_family_choose(chip, &family, diag))
        return false;
    if (strcmp(path, "-") != 0)
        return machine_program(family, path, NULL, 0, program, diag);
    void *bytes = input_load(path, PROGRAM_FILE_MAX, &size, diag);
    if (!bytes)
        return false;
    const bool good = machine_program(family, "standard input", bytes, size, program, diag);
    free(bytes);
    return good;
}

struct launch *source_launch(const char *path, struct diag *diag)
{
    size_t size;
    if (strcmp(path, "-") != 0)
        return launch_load_row(path, diag);
    char *text = input_load(path, LAUNCH_TEXT_BYTES_MAX, &size, diag);
    if (!text)
        return NULL;
    struct launch *launch = launch_parse_row("standard input", text, size, diag);
    free(text);
    return launch;
}

/* What has no name for dwords of its own is given one: they change hands. */
static bool us_dwords(const char *name, const char *text, size_t size, uint32_t **dwords, unsigned *count,
                      struct diag *diag)
{
    struct program program = {0};
    const bool     hex = program_recognise(text, size) == PROGRAM_HEX;
    if (!(hex ? program_from_hex(name, text, size, &program, diag)
              : program_from_dwords(name, "file", text, size, &program, diag)))
        return false;
    if (program.count % US_WORDS != 0 || program.count / US_WORDS > US_STORE) {
        diag_set(diag, name, 0, "%u dwords: expected %u for each of at most %u instructions", program.count, US_WORDS,
                 US_STORE);
        program_free(&program);
        return false;
    }
    *dwords = program.dwords;
    *count = program.count / US_WORDS;
    program.dwords = NULL;
    program_free(&program);
    return true;
}

bool source_is_launch(const char *path)
{
    const char *const end = strrchr(path, '.');
    return end && strcmp(end, ".json") == 0;
}

bool source_load_us(const char *path, uint32_t **dwords, unsigned *count, struct diag *diag)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    size_t      size;
    char       *text = input_load(path, PROGRAM_FILE_MAX, &size, diag);
    bool        good = text;
    if (good && program_recognise(text, size) == PROGRAM_ELF)
        good = diag_set(diag, name, 0, "is an ELF object: expected a hex dump, raw dwords or assembly of r580");
    else if (good && program_recognise(text, size) == PROGRAM_ASM)
        good = us_assemble(name, text, size, 0, dwords, count, NULL, diag);
    else if (good)
        good = us_dwords(name, text, size, dwords, count, diag);
    free(text);
    return good;
}

const char *source_isa_name(enum source_isa isa)
{
    static const char *const names[SOURCE_ISAS] = {
        [SOURCE_R700] = "r700", [SOURCE_R580] = "r580", [SOURCE_NV30] = "nv30"};
    return names[isa];
}

static const char *isa_name(const void *unused, unsigned i)
{
    (void)unused;
    return i < SOURCE_ISAS ? source_isa_name(i) : NULL;
}

bool source_isa(const char *name, enum source_isa *isa, struct diag *diag)
{
    for (unsigned i = 0; i < SOURCE_ISAS; i++)
        if (strcmp(source_isa_name(i), name) == 0) {
            *isa = i;
            return true;
        }
    const char *const near = nearest_name(name, isa_name, NULL);
    return diag_set(diag, NULL, 0, "--isa: expected r700, r580 or nv30, got '%s'%s%s%s", name,
                    near ? ", did you mean " : "", near ? near : "", near ? "?" : "");
}
