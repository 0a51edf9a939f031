/* cmd_isa.c - `wekiva isa`: the instruction set as a table (isa/r700/ops_*.def), with what is tested. */
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "isa/r700/isa.h"
#include "rtl_model/machine.h"
#include "tools/commands.h"
#include "tools/output.h"

enum { OPTION_LIST };

static const struct option_row isa_options[] = {
    [OPTION_LIST] = {"list", 0, NULL, "every opcode: number, slots, latency, unit, section of the manual, tests",
                     OPTION_OWN},
};

struct test_count {
    unsigned vectors, trips;
};
enum { KIND_ISA_CF_INST = 0, KIND_ISA_FETCH = ISA_CF_INST_COUNT, KIND_ISA_ALU = KIND_ISA_FETCH + ISA_FETCH_COUNT };
enum { KIND_ISA_OP2 = KIND_ISA_ALU, KIND_ISA_OP3 = KIND_ISA_ALU };
static const struct test_count test_counts[KIND_ISA_ALU + ISA_ALU_COUNT] = {
#define TEST_COUNT(kind, name, vectors, trips) [KIND_##kind + kind##_##name] = {vectors, trips},
#include "tools/test_counts.def"
#undef TEST_COUNT
};

static const char *unit_name(enum isa_alu_unit unit)
{
    return unit == ISA_UNIT_ANY ? "any" : unit == ISA_UNIT_VECTOR ? "vector" : "trans";
}

struct line {
    const char              *name, *format, *slots, *latency, *unit, *section, *doc;
    unsigned                 opcode;
    const struct test_count *count;
};

/* What is printed: all of it, or the instructions of one name. */
struct list {
    FILE       *out;
    const char *only; /* NULL: all */
    unsigned    lines;
};

static void print_line(struct list *list, const struct line *line)
{
    if (list->only && strcasecmp(list->only, line->name) != 0)
        return;
    list->lines++;
    char vectors[16] = "-"; /* of ALU instructions */
    if (line->count->vectors)
        snprintf(vectors, sizeof vectors, "%u", line->count->vectors);
    fprintf(list->out, "%-24s %-12s %5u 0x%03x %5s %7s  %-7s %-5s %8s %6u  %s\n", line->name, line->format,
            line->opcode, line->opcode, line->slots, line->latency, line->unit, line->section, vectors,
            line->count->trips, line->doc);
}

static void print_cf(struct list *list)
{
    for (unsigned i = 0; i < isa_cf_op_count; i++) {
        const struct isa_cf_op *op = &isa_cf_ops[i];
        const struct line       line = {.name = op->name,
                                        .format = isa_formats[op->format].name,
                                        .slots = "-",
                                        .latency = "-",
                                        .unit = "CF",
                                        .section = op->section,
                                        .doc = op->doc,
                                        .opcode = op->opcode,
                                        .count = &test_counts[KIND_ISA_CF_INST + i]};
        print_line(list, &line);
    }
}

static void print_alu(struct list *list, unsigned latency)
{
    char clocks[16];
    snprintf(clocks, sizeof clocks, "%u", latency);
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++) {
        const struct isa_alu_op *op = &isa_alu_ops[i];
        const char               slots[2] = {(char)('0' + op->slots), '\0'};
        const struct line        line = {.name = op->name,
                                         .format = op->op3 ? "ALU_OP3" : "ALU_OP2",
                                         .slots = slots,
                                         .latency = clocks,
                                         .unit = unit_name(op->unit),
                                         .section = op->section,
                                         .doc = op->doc,
                                         .opcode = op->opcode,
                                         .count = &test_counts[KIND_ISA_ALU + i]};
        print_line(list, &line);
    }
}

static void print_fetch(struct list *list)
{
    for (unsigned i = 0; i < isa_fetch_op_count; i++) {
        const struct isa_fetch_op *op = &isa_fetch_ops[i];
        const bool                 memory =
            op->format == ISA_FORMAT_MEM_RD || op->format == ISA_FORMAT_MEM_DSW || op->format == ISA_FORMAT_MEM_DSR;
        char sub[16] = "-";
        if (memory)
            snprintf(sub, sizeof sub, "op %u", op->sub_opcode);
        const struct line line = {.name = op->name,
                                  .format = isa_formats[op->format].name,
                                  .slots = sub,
                                  .latency = "-",
                                  .unit = "fetch",
                                  .section = op->section,
                                  .doc = op->doc,
                                  .opcode = op->opcode,
                                  .count = &test_counts[KIND_ISA_FETCH + i]};
        print_line(list, &line);
    }
}

static bool print_list(struct list *list)
{
    struct machine_chip chip;
    struct diag         diag = {0};
    if (!machine_chip_choose(NULL, NULL, "", NULL, 0, &chip, &diag))
        return false;
    fprintf(list->out, "%-24s %-12s %11s %5s %7s  %-7s %-5s %8s %6s  %s\n", "name", "format", "opcode", "slots",
            "latency", "unit", "ISA", "vectors", "trips", "meaning");
    print_cf(list);
    print_alu(list, machine_chip_number(&chip, "alu_latency"));
    print_fetch(list);
    machine_chip_free(&chip);
    return true;
}

static const char *instruction_name(const void *unused, unsigned i)
{
    (void)unused;
    if (i < isa_cf_op_count)
        return isa_cf_ops[i].name;
    i -= isa_cf_op_count;
    if (i < ISA_ALU_COUNT)
        return isa_alu_ops[i].name;
    i -= ISA_ALU_COUNT;
    return i < isa_fetch_op_count ? isa_fetch_ops[i].name : NULL;
}

static int unknown(const struct command *command, const char *name)
{
    const char *const near = nearest_name(name, instruction_name, NULL);
    return usage_error(command, "no instruction '%s'%s%s%s", name, near ? ", did you mean " : "", near ? near : "",
                       near ? "?" : "");
}

static int isa_run(const struct command *command, int argc, char **argv)
{
    struct output out;
    struct list   list = {.only = NULL};
    bool          all = false;
    int           option;
    option_set_t  given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0)
        all = true;
    if (option != OPTION_END)
        return options_status(option);
    if (argc - optind != !all)
        return usage_error(command, "expected --list, or one INSTRUCTION");
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    list.out = out.file;
    list.only = all ? NULL : argv[optind];
    const bool good = print_list(&list);
    if (good && list.lines)
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return good ? unknown(command, list.only) : STATUS_BAD_INPUT;
}

const struct command isa_command = {
    .name = "isa",
    .operands = "--list | INSTRUCTION",
    .summary = "lists the instruction set, or one instruction",
    .text = "Slots is the number of ALU slots that one operation takes; \"op N\" is the MEM_OP field of\n"
            "a memory read.  Latency is in clocks, from an ALU group to the next one of its wavefront, on\n"
            "the rv770 (chip parameter alu_latency).  ISA is the section of the R700 instruction set\n"
            "manual.  Vectors counts the operands of a lane whose results `make test` compares with an\n"
            "oracle or the numbers of a page; trips counts the words that became text and the same words\n"
            "again.  Programs with any of them run.\n"
            "\n"
            "examples:\n"
            "  wekiva isa --list\n"
            "  wekiva isa MULADD\n"
            "  wekiva isa --list | grep trans\n",
    .options = isa_options,
    .option_count = sizeof isa_options / sizeof isa_options[0],
    .run = isa_run,
};
