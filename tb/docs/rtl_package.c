/* rtl_package.c - tb/rtl/alu_ops_pkg.sv: the ids of ALU operations for Verilog, from isa/r700/ops_alu.def.
 *
 * usage: rtl_package [--check] tb/rtl/alu_ops_pkg.sv */
#include "isa/r700/isa.h"
#include "tb/docs/document.h"

static void print_package(FILE *out)
{
    fprintf(out, "// alu_ops_pkg.sv - ids of ALU operations, as port i_op carries them (enum isa_alu_id).\n"
                 "// Made by tb/docs/rtl_package.c from isa/r700/ops_alu.def: make docs\n"
                 "`ifndef ALU_OPS_PKG_SV\n`define ALU_OPS_PKG_SV\n"
                 "/* verilator lint_off UNUSEDPARAM */\n"
                 "package alu_ops_pkg;\n");
    for (unsigned id = 0; id < ISA_ALU_COUNT; id++)
        fprintf(out, "    localparam logic [7:0] %-19s = 8'd%u;\n", isa_alu_ops[id].name, id);
    fprintf(out, "endpackage\n"
                 "/* verilator lint_on UNUSEDPARAM */\n"
                 "`endif\n");
}

int main(int argc, char **argv)
{
    bool            check;
    const char     *path;
    struct document document;
    if (!document_arguments(argc, argv, &check, &path) || !document_open(&document, path))
        return 2;
    print_package(document.file);
    return document_close(&document, check) ? 0 : 1;
}
