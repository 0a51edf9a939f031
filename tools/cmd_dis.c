/* cmd_dis.c - `wekiva dis`: a program as text (isa/r700/dis/dis.h, isa/r580/us_text.h, isa/nv30/nv30.h). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/nv30/nv30.h"
#include "isa/r580/us_text.h"
#include "isa/r700/dis/dis.h"
#include "rtl_model/program/program.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/source.h"

enum { OPTION_RAW, OPTION_ISA };

static const struct option_row dis_options[] = {
    [OPTION_RAW] = {"raw", 0, NULL, "the dwords of each line in a comment", OPTION_OWN},
    [OPTION_ISA] = {"isa", 0, "r700|r580|nv30", "r700 when nothing is said", OPTION_OWN},
};

static bool print_r700(const char *path, const struct isa_dis_options *options, FILE *out, struct diag *diag)
{
    struct program program = {0};
    struct diag    fault = {0};
    const bool     good =
        source_load(NULL, path, &program, diag) && isa_disassemble(program.dwords, program.count, options, out, diag);
    if (good &&
        isa_leads_outside(strcmp(path, "-") == 0 ? "standard input" : path, program.dwords, program.count, &fault))
        complain(&fault, STATUS_DONE);
    program_free(&program);
    return good;
}

static bool print_r580(const char *path, FILE *out, struct diag *diag)
{
    uint32_t *dwords = NULL;
    unsigned  count;
    if (!source_load_us(path, &dwords, &count, diag))
        return false;
    us_disassemble(dwords, count, 0, out);
    free(dwords);
    return true;
}

static bool print_nv30(const char *path, FILE *out, struct diag *diag)
{
    struct program program = {0};
    const bool     good =
        source_load("nv30", path, &program, diag) && nv30_disassemble(path, program.dwords, program.count, out, diag);
    program_free(&program);
    return good;
}

static int dis_run(const struct command *command, int argc, char **argv)
{
    struct isa_dis_options options = {0};
    enum source_isa        isa = SOURCE_R700;
    struct diag            diag = {0};
    struct output          out;
    int                    option;
    option_set_t           given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0)
        if (option == OPTION_RAW)
            options.raw_words = true;
        else if (!source_isa(optarg, &isa, &diag))
            return complain(&diag, STATUS_BAD_INPUT);
    if (option != OPTION_END)
        return options_status(option);
    if (argc - optind != 1)
        return usage_error(command, "expected one PROGRAM, got %d operands", argc - optind);
    if (isa != SOURCE_R700 && options.raw_words)
        return usage_error(command, "--raw is for r700");
    if (!output_spares(NULL, argv[optind], "the program", &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (isa == SOURCE_R580   ? print_r580(argv[optind], out.file, &diag)
        : isa == SOURCE_NV30 ? print_nv30(argv[optind], out.file, &diag)
                             : print_r700(argv[optind], &options, out.file, &diag))
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(&diag, STATUS_BAD_INPUT);
}

const struct command dis_command = {
    .name = "dis",
    .operands = "PROGRAM [--raw] [--isa ISA]",
    .summary = "prints a program as assembly text",
    .text = "PROGRAM is an ELF object as LLVM writes it for r600, raw little-endian dwords, a hex dump\n"
            "or assembly text, told apart by content; - reads it from the standard input.  The text\n"
            "assembles to the same bits (wekiva asm).  The number before a CF instruction or a group is\n"
            "its address in 64-bit words, as in messages and waveforms.\n"
            "With --isa r580 it is a program of the fragment shader processor of R580, six dwords an\n"
            "instruction in the order of GA_US_VECTOR_DATA, or its assembly.\n"
            "What cannot be all of a program of r700, a jump that leads out of it for one, is printed all the\n"
            "same; a line on the standard error says so.\n"
            "\n"
            "examples:\n"
            "  wekiva dis prog.o\n"
            "  wekiva dis --raw prog.hex | less\n"
            "  wekiva dis --isa r580 code.hex\n",
    .options = dis_options,
    .option_count = sizeof dis_options / sizeof dis_options[0],
    .run = dis_run,
};
