/* make_alu_tables.c - writes pipeline/alu/alu_tables.c or, with --verilog, tb/rtl/alu_tables.sv:
 *
 *   make build/tb/isa/make_alu_tables && build/tb/isa/make_alu_tables > pipeline/alu/alu_tables.c
 *   build/tb/isa/make_alu_tables --verilog > tb/rtl/alu_tables.sv */
#include "tb/isa/alu_table_maker.h"

#include <stdio.h>
#include <string.h>

static const char *const names[ALU_TABLE_COUNT] = {"RECIP", "RSQRT",     "SQRT", "EXP2",
                                                   "LOG2",  "LOG2_NEAR", "SINE", "SINE_NEAR"};

static void print_row(const char *name, const int32_t *values)
{
    printf("        .%s = {", name);
    for (unsigned i = 0; i < ALU_TABLE_ENTRIES; i++)
        printf("%s%d,", i % 10 ? " " : "\n            ", values[i]);
    printf("\n        },\n");
}

static void print_c(void)
{
    printf(
        "/* alu_tables.c - made by tb/isa/make_alu_tables.c, not edited; docs/transcendental.md says what it is. */\n"
        "#include \"pipeline/alu/alu_tables.h\"\n\n/* clang-format off */\n"
        "const struct alu_table alu_tables[ALU_TABLE_COUNT] = {\n");
    for (unsigned id = 0; id < ALU_TABLE_COUNT; id++) {
        struct alu_table table;
        table_make((enum alu_table_id)id, &table);
        printf("    [ALU_TABLE_%s] = {\n", names[id]);
        print_row("c0", table.c0);
        print_row("c1", table.c1);
        print_row("c2", table.c2);
        printf("    },\n");
    }
    printf("};\n");
}

/* A ROM of 2048 words: c0 in the upper 31 bits, c1 in 24, c2 in 14, the last two in two's complement. */
static void print_verilog(void)
{
    printf("// alu_tables.sv - the coefficient ROM of the transcendental datapath: 8 tables of 256 words of 69 bits\n"
           "// (docs/transcendental.md, Table).  Made by tb/isa/make_alu_tables.c --verilog, not edited.\n"
           "module alu_tables (\n"
           "    input  logic [10:0] address,  // table, entry\n"
           "    output logic [30:0] c0,\n"
           "    output logic [23:0] c1,  // two's complement, like c2\n"
           "    output logic [13:0] c2\n"
           ");\n"
           "    always_comb\n"
           "        case (address)\n");
    for (unsigned id = 0; id < ALU_TABLE_COUNT; id++) {
        struct alu_table table;
        table_make((enum alu_table_id)id, &table);
        printf("            // %s\n", names[id]);
        for (unsigned i = 0; i < ALU_TABLE_ENTRIES; i++)
            printf("            11'h%03x: {c0, c1, c2} = {31'h%08x, 24'h%06x, 14'h%04x};\n", id * ALU_TABLE_ENTRIES + i,
                   (unsigned)table.c0[i], (unsigned)table.c1[i] & 0xffffff, (unsigned)table.c2[i] & 0x3fff);
    }
    printf("        endcase\n"
           "endmodule\n");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--verilog") == 0)
        print_verilog();
    else
        print_c();
    return 0;
}
