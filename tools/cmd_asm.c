/* cmd_asm.c - `wekiva asm`: assembly text to microcode (isa/r700/asm/asm.h, isa/r580/us_text.h, isa/nv30/nv30.h). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/nv30/nv30.h"
#include "isa/r580/us_text.h"
#include "isa/r700/asm/asm.h"
#include "kit/bytes.h"
#include "rtl_model/program/program.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/source.h"

enum { OPTION_OUTPUT, OPTION_HEX, OPTION_ISA, SOURCE_BYTES_MAX = 1 << 28 };

static const struct option_row asm_options[] = {
    [OPTION_OUTPUT] = {"output", 'o', "OUT", "the file to write; - is the standard output", OPTION_OWN},
    [OPTION_HEX] = {"hex", 0, NULL, "a hex dump, one dword a line, in place of raw little-endian dwords", OPTION_OWN},
    [OPTION_ISA] = {"isa", 0, "r700|r580|nv30", "r700 when nothing is said", OPTION_OWN},
};

static void print_dwords(FILE *out, const uint32_t *dwords, unsigned count, bool hex)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned char bytes[4];
        little_put(bytes, sizeof bytes, dwords[i]);
        if (hex)
            fprintf(out, "%08x\n", dwords[i]);
        else
            fwrite(bytes, 1, sizeof bytes, out);
    }
}

static bool assemble_text(enum source_isa isa, const char *name, const char *text, size_t size, uint32_t **dwords,
                          unsigned *count, struct diag *diag)
{
    if (isa == SOURCE_R700)
        return isa_assemble(name, text, size, dwords, count, NULL, diag);
    if (isa == SOURCE_NV30)
        return nv30_assemble(name, text, size, dwords, count, NULL, diag);
    const bool good = us_assemble(name, text, size, 0, dwords, count, NULL, diag);
    *count *= US_WORDS;
    return good;
}

/* That another assembler reads a text is worth more than what this one stumbles over. */
static bool assemble_or_advise(enum source_isa isa, const char *name, const char *text, size_t size, uint32_t **dwords,
                               unsigned *count, struct diag *diag)
{
    struct diag why = {0};
    if (assemble_text(isa, name, text, size, dwords, count, &why))
        return true;
    for (enum source_isa other = 0; other < SOURCE_ISAS; other++) {
        if (other == isa || !assemble_text(other, name, text, size, dwords, count, NULL))
            continue;
        free(*dwords);
        *dwords = NULL;
        diag_set(diag, why.file, why.line, "%.800s; it reads as assembly of %s: expected --isa %s", why.what,
                 source_isa_name(other), source_isa_name(other));
        return diag_at(diag, why.column);
    }
    diag_set(diag, why.file, why.line, "%s", why.what);
    return diag_at(diag, why.column);
}

static bool assemble(enum source_isa isa, const char *source, const char *path, bool hex, struct diag *diag)
{
    size_t        size;
    uint32_t     *dwords = NULL;
    unsigned      count = 0;
    struct output out;
    const char   *name = strcmp(source, "-") == 0 ? "standard input" : source;
    if (!output_spares(path, source, "the source", diag))
        return false;
    char *text = input_load(source, SOURCE_BYTES_MAX, &size, diag);
    if (!text)
        return false;
    if (program_recognise(text, size) == PROGRAM_ELF || memchr(text, 0, size)) {
        free(text);
        return diag_set(diag, name, 0, "is no text: expected assembly as wekiva dis prints it");
    }
    bool good = assemble_or_advise(isa, name, text, size, &dwords, &count, diag);
    free(text);
    if (!good)
        return false;
    good = output_open(&out) || diag_set(diag, path, 0, "not enough memory");
    if (good) {
        print_dwords(out.file, dwords, count, hex);
        good = fclose(out.file) == 0 ? output_save(path, out.text, out.size, diag)
                                     : diag_set(diag, path, 0, "not enough memory");
        free(out.text);
    }
    free(dwords);
    return good;
}

static int asm_run(const struct command *command, int argc, char **argv)
{
    const char     *path = NULL;
    bool            hex = false;
    int             option;
    option_set_t    given = 0;
    struct diag     diag = {0};
    enum source_isa isa = SOURCE_R700;
    while ((option = options_next(command, argc, argv, &given)) >= 0) {
        if (option == OPTION_OUTPUT)
            path = optarg;
        else if (option == OPTION_HEX)
            hex = true;
        else if (!source_isa(optarg, &isa, &diag))
            return complain(&diag, STATUS_BAD_INPUT);
    }
    if (option != OPTION_END)
        return options_status(option);
    if (argc - optind != 1)
        return usage_error(command, "expected one SOURCE, got %d operands", argc - optind);
    if (!path)
        return usage_error(command, "--output is missing: expected -o OUT, or -o - for the standard output");
    return assemble(isa, argv[optind], path, hex, &diag) ? STATUS_DONE : complain(&diag, STATUS_BAD_INPUT);
}

const struct command asm_command = {
    .name = "asm",
    .operands = "SOURCE -o OUT [--hex] [--isa ISA]",
    .summary = "assembles a program",
    .text = "SOURCE is assembly text as wekiva dis prints it; - reads it from the standard input.\n"
            "\n"
            "examples:\n"
            "  wekiva asm prog.s -o prog.bin\n"
            "  wekiva asm prog.s --hex -o - | head\n"
            "  wekiva dis prog.o | wekiva asm - -o prog.bin\n"
            "  wekiva asm --isa r580 prog.s --hex -o code.hex\n",
    .options = asm_options,
    .option_count = sizeof asm_options / sizeof asm_options[0],
    .run = asm_run,
};
