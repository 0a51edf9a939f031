/* cmd_isa.c - `wekiva isa`: the instruction set as a table (isa/ops_*.def). */
#include <unistd.h>

#include "isa/isa.h"
#include "tools/commands.h"
#include "tools/output.h"

enum { OPTION_LIST };

static const struct option_row isa_options[] = {
    [OPTION_LIST] = {"list", 0, NULL, "every opcode: number, slots, unit, section of the manual, meaning"},
};

static const char *unit_name(enum isa_alu_unit unit)
{
    return unit == ISA_UNIT_ANY ? "any" : unit == ISA_UNIT_VECTOR ? "vector" : "trans";
}

static void print_line(FILE *out, const char *name, const char *format, unsigned opcode, const char *slots,
                       const char *unit, const char *section, const char *doc)
{
    fprintf(out, "%-24s %-12s %5u 0x%03x %5s  %-7s %-5s %s\n", name, format, opcode, opcode, slots, unit, section, doc);
}

static void print_list(FILE *out)
{
    fprintf(out, "%-24s %-12s %11s %5s  %-7s %-5s %s\n", "name", "format", "opcode", "slots", "unit", "ISA", "meaning");
    for (unsigned i = 0; i < isa_cf_op_count; i++) {
        const struct isa_cf_op *op = &isa_cf_ops[i];
        print_line(out, op->name, isa_formats[op->format].name, op->opcode, "-", "CF", op->section, op->doc);
    }
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++) {
        const struct isa_alu_op *op = &isa_alu_ops[i];
        const char               slots[2] = {(char)('0' + op->slots), '\0'};
        print_line(out, op->name, op->op3 ? "ALU_OP3" : "ALU_OP2", op->opcode, slots, unit_name(op->unit), op->section,
                   op->doc);
    }
    for (unsigned i = 0; i < isa_fetch_op_count; i++) {
        const struct isa_fetch_op *op = &isa_fetch_ops[i];
        const bool                 memory =
            op->format == ISA_FORMAT_MEM_RD || op->format == ISA_FORMAT_MEM_DSW || op->format == ISA_FORMAT_MEM_DSR;
        char sub[16] = "-";
        if (memory)
            snprintf(sub, sizeof sub, "op %u", op->sub_opcode);
        print_line(out, op->name, isa_formats[op->format].name, op->opcode, sub, "fetch", op->section, op->doc);
    }
}

static int isa_run(const struct command *command, int argc, char **argv)
{
    struct output out;
    bool          list = false;
    int           option;
    while ((option = options_next(command, argc, argv)) >= 0)
        list = true;
    if (option != OPTION_END)
        return options_status(option);
    if (argc != optind)
        return usage_error(command, "expected no operand, got '%s'", argv[optind]);
    if (!list)
        return usage_error(command, "expected --list");
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    print_list(out.file);
    return output_print(&out, STATUS_DONE);
}

const struct command isa_command = {
    .name = "isa",
    .operands = "--list",
    .summary = "lists the instruction set",
    .text = "Slots is the number of ALU slots that one operation takes; \"op N\" is the MEM_OP field of\n"
            "a memory read.  ISA is the section of the R700 instruction set manual.\n"
            "\n"
            "examples:\n"
            "  wekiva isa --list\n"
            "  wekiva isa --list | grep trans\n",
    .options = isa_options,
    .option_count = sizeof isa_options / sizeof isa_options[0],
    .run = isa_run,
};
