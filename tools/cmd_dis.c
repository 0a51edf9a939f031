/* cmd_dis.c - `wekiva dis`: a program as text (isa/r700/dis.h). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/r700/dis.h"
#include "rtl_model/program.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/source.h"

enum { OPTION_RAW };

static const struct option_row dis_options[] = {
    [OPTION_RAW] = {"raw", 0, NULL, "the dwords of each line in a comment"},
};

static int dis_run(const struct command *command, int argc, char **argv)
{
    struct isa_dis_options options = {0};
    struct program         program = {0};
    struct diag            diag = {0};
    struct output          out;
    int                    option;
    uint32_t               given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0)
        options.raw_words = true;
    if (option != OPTION_END)
        return options_status(option);
    if (argc - optind != 1)
        return usage_error(command, "expected one PROGRAM, got %d operands", argc - optind);
    if (!output_spares(NULL, argv[optind], "the program", &diag) || !source_load(argv[optind], &program, &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    if (!output_open(&out)) {
        program_free(&program);
        return STATUS_BAD_INPUT;
    }
    const bool good = isa_disassemble(program.dwords, program.count, &options, out.file, &diag);
    program_free(&program);
    if (good)
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(&diag, STATUS_BAD_INPUT);
}

const struct command dis_command = {
    .name = "dis",
    .operands = "PROGRAM [--raw]",
    .summary = "prints a program as assembly text",
    .text = "PROGRAM is an ELF object as LLVM writes it for r600, raw little-endian dwords, a hex dump\n"
            "or assembly text, told apart by content; - reads it from the standard input.  The text\n"
            "assembles to the same bits (wekiva asm).  The number before a CF instruction or a group is\n"
            "its address in 64-bit words, as in messages and waveforms.\n"
            "\n"
            "examples:\n"
            "  wekiva dis prog.o\n"
            "  wekiva dis --raw prog.hex | less\n",
    .options = dis_options,
    .option_count = sizeof dis_options / sizeof dis_options[0],
    .run = dis_run,
};
