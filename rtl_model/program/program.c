/* program.c - reads a program file, recognises its form and hands it to the reader of that form. */
#include "rtl_model/program/program.h"

#include "isa/r700/asm/asm.h"
#include "kit/bytes.h"
#include "kit/hash.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *program_form_name(enum program_form form)
{
    static const char *const names[] = {"elf", "raw", "hex", "assembly"};
    return names[form];
}

/* ---- recognition ---------------------------------------------------------------------------------------------- */

/* Nothing but printable ASCII, tabs, line ends, form feeds, and bytes from 0x80 on: comments may hold any language in
 * any encoding. */
static bool is_text(const unsigned char *bytes, size_t length)
{
    for (size_t at = 0; at < length; at++)
        if ((bytes[at] < ' ' && (bytes[at] < '\t' || bytes[at] > '\r')) || bytes[at] == 0x7f)
            return false;
    return true;
}

enum program_form program_recognise(const void *bytes, size_t length)
{
    if (length >= 4 && memcmp(bytes, "\177ELF", 4) == 0)
        return PROGRAM_ELF;
    if (!is_text(bytes, length))
        return PROGRAM_RAW;
    return program_is_hex(bytes, length) ? PROGRAM_HEX : PROGRAM_ASM;
}

/* ---- dwords and hashes ---------------------------------------------------------------------------------------- */

uint64_t program_hash(const uint32_t *dwords, size_t count)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4];
        little_put(bytes, sizeof bytes, dwords[i]);
        hash = hash_bytes(hash, bytes, sizeof bytes);
    }
    return hash;
}

const struct program_rules program_r700 = {.instructions = "R700",
                                           .dwords = 2,
                                           .dwords_text = "two dwords (ISA 10.1)",
                                           .most = PROGRAM_DWORDS_MAX,
                                           .most_text = "what the ADDR field can name (ISA 10.1)",
                                           .objects = true,
                                           .assemble = isa_assemble};

static bool too_many_dwords(const struct program *program, const char *name, size_t count, struct diag *diag)
{
    return diag_set(diag, name, 0, "%zu dwords: expected at most %u, %s", count, program->rules->most,
                    program->rules->most_text);
}

bool program_from_dwords(const char *name, const char *what, const void *bytes, size_t length, struct program *program,
                         struct diag *diag)
{
    if (length % 4)
        return diag_set(diag, name, 0, "%s: %zu bytes, not a multiple of 4: expected little-endian dwords", what,
                        length);
    if (program->rules && length / 4 > program->rules->most)
        return too_many_dwords(program, name, length / 4, diag);
    const size_t count = length / 4;
    program->dwords = malloc(count ? length : 1);
    if (!program->dwords)
        return diag_set(diag, name, 0, "out of memory for %zu dwords", count);
    for (size_t i = 0; i < count; i++)
        program->dwords[i] = little_dword(bytes, i);
    program->count = (unsigned)count;
    return true;
}

/* ---- programs ------------------------------------------------------------------------------------------------- */

static bool check_size(const char *name, const struct program *program, struct diag *diag)
{
    if (program->count == 0)
        return diag_set(diag, name, 0, "no instructions: expected a program");
    const struct program_rules *rules = program->rules;
    if (program->count % rules->dwords)
        return diag_set(diag, name, 0, "%u dwords: expected whole instructions of %s", program->count,
                        rules->dwords_text);
    if (program->count > rules->most)
        return too_many_dwords(program, name, program->count, diag);
    return true;
}

static bool parse_form(const char *name, const void *bytes, size_t length, struct program *program, struct diag *diag)
{
    switch (program->form) {
    case PROGRAM_ELF:
        if (!program->rules->objects)
            return diag_set(diag, name, 0, "is an ELF object: expected assembly, a hex dump or raw dwords of %s",
                            program->rules->instructions);
        return program_from_elf(name, bytes, length, program, diag);
    case PROGRAM_RAW:
        return program_from_dwords(name, "binary", bytes, length, program, diag);
    case PROGRAM_HEX:
        return program_from_hex(name, bytes, length, program, diag);
    case PROGRAM_ASM:
        return program->rules->assemble(name, bytes, length, &program->dwords, &program->count, &program->places, diag);
    }
    return false;
}

bool program_parse_as(const struct program_rules *rules, const char *name, const void *bytes, size_t length,
                      struct program *program, struct diag *diag)
{
    *program = (struct program){.rules = rules};
    if (length == 0)
        return diag_set(diag, name, 0, "empty file: expected a program");
    program->form = program_recognise(bytes, length);
    if (!parse_form(name, bytes, length, program, diag) || !check_size(name, program, diag)) {
        program_free(program);
        return false;
    }
    program->hash = program_hash(program->dwords, program->count);
    return true;
}

/* Reads a whole file, a pipe too; NULL with a diagnosis on failure. */
static unsigned char *read_whole(const char *path, FILE *file, size_t *length, struct diag *diag)
{
    unsigned char *bytes = NULL;
    size_t         room = 0;
    *length = 0;
    for (;;) {
        if (*length == room) {
            if (room >= PROGRAM_FILE_MAX) {
                diag_set(diag, path, 0, "%zu bytes and more: expected a program", room);
                break;
            }
            room = room ? 2 * room : 65536;
            unsigned char *more = realloc(bytes, room);
            if (!more) {
                diag_set(diag, path, 0, "out of memory for %zu bytes", room);
                break;
            }
            bytes = more;
        }
        size_t got = fread(bytes + *length, 1, room - *length, file);
        *length += got;
        if (got)
            continue;
        if (!ferror(file))
            return bytes;
        diag_set(diag, path, 0, "cannot read: %s", strerror(errno));
        break;
    }
    free(bytes);
    return NULL;
}

void *program_bytes(const char *path, size_t *length, struct diag *diag)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        diag_set(diag, path, 0, "cannot open: %s", strerror(errno));
        return NULL;
    }
    struct stat status;
    const bool  folder = fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode);
    if (folder)
        diag_set(diag, path, 0, "is a directory: expected a program file");
    void *bytes = folder ? NULL : read_whole(path, file, length, diag);
    fclose(file);
    return bytes;
}

bool program_load_as(const struct program_rules *rules, const char *path, struct program *program, struct diag *diag)
{
    size_t length;
    void  *bytes = program_bytes(path, &length, diag);
    memset(program, 0, sizeof *program);
    if (!bytes)
        return false;
    bool ok = program_parse_as(rules, path, bytes, length, program, diag);
    free(bytes);
    return ok;
}

bool program_parse(const char *name, const void *bytes, size_t length, struct program *program, struct diag *diag)
{
    return program_parse_as(&program_r700, name, bytes, length, program, diag);
}

bool program_load(const char *path, struct program *program, struct diag *diag)
{
    return program_load_as(&program_r700, path, program, diag);
}

void program_free(struct program *program)
{
    free(program->dwords);
    free(program->config);
    free(program->places);
    memset(program, 0, sizeof *program);
}

struct asm_place program_place(const struct program *program, size_t dword)
{
    return program->places && dword < program->count ? program->places[dword] : (struct asm_place){0};
}

bool program_locate(const struct program *program, size_t dword, struct diag *diag)
{
    const struct asm_place place = program_place(program, dword);
    if (diag && place.line) {
        diag->line = place.line;
        diag->column = place.column;
    }
    return false;
}
