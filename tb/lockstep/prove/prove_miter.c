#include "tb/lockstep/prove/prove_miter.h"

#include <inttypes.h>
#include <string.h>

const char prove_shiftx[] = "(* techmap_celltype = \"$shiftx\" *)\n"
                            "module wekiva_shiftx (A, B, Y);\n"
                            "    parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;\n"
                            "    input [A_WIDTH - 1:0] A;\n"
                            "    input [B_WIDTH - 1:0] B;\n"
                            "    output [Y_WIDTH - 1:0] Y;\n"
                            "    wire [Y_WIDTH - 1:0] value, inside;\n"
                            "    (* anyseq *) wire [Y_WIDTH - 1:0] other;\n"
                            "    \\$shift #(.A_SIGNED(0), .B_SIGNED(B_SIGNED), .A_WIDTH(A_WIDTH), .B_WIDTH(B_WIDTH),\n"
                            "        .Y_WIDTH(Y_WIDTH)) of_value (.A(A), .B(B), .Y(value));\n"
                            "    \\$shift #(.A_SIGNED(0), .B_SIGNED(B_SIGNED), .A_WIDTH(A_WIDTH), .B_WIDTH(B_WIDTH),\n"
                            "        .Y_WIDTH(Y_WIDTH)) of_inside (.A({A_WIDTH{1'b1}}), .B(B), .Y(inside));\n"
                            "    assign Y = value | (other & ~inside);\n"
                            "endmodule\n";

static bool twin_has(const struct prove *prove, const char *name)
{
    for (unsigned i = 0; i < prove->twin.count; i++)
        if (strcmp(prove->twin.port[i].name, name) == 0)
            return true;
    return false;
}

bool prove_compares(const struct prove *prove, const struct port *port)
{
    return port->out && port->there && twin_has(prove, port->name);
}

static void write_head(FILE *file, const struct prove_order *order, const struct prove *prove)
{
    fputs("module wekiva_miter (\n    input clk", file);
    for (unsigned i = 0; i < order->ports->count; i++) {
        const struct port *port = &order->ports->port[i];
        if (!port->out)
            fprintf(file, ",\n    input [%u:0] %s", port->width - 1, port->name);
        else if (prove_compares(prove, port))
            fprintf(file, ",\n    output differs_%s", port->name);
    }
    fputs(");\n", file);
    /* Two clocks of reset; sides without a register need none, and are looked at in one clock. */
    fputs(prove->stateless ? "    reg after = 1'b0;\n"
                             "    wire rst = after;\n"
                             "    always @(posedge clk) after <= 1'b1;\n"
                           : "    reg [1:0] phase = 2'd0;\n"
                             "    wire rst = phase < 2'd2, first = phase == 2'd0;\n"
                             "    always @(posedge clk) if (rst) phase <= phase + 2'd1;\n",
          file);
}

/* Any of the values, of each element: the first in place of one that is none of them. */
static void write_held(FILE *file, const struct port *port, const struct limit *limit)
{
    const unsigned bits = port->signal->bits;
    fprintf(file, "    wire [%u:0] held_%s;\n", port->width - 1, port->name);
    for (unsigned e = 0; e < port->signal->count; e++) {
        fprintf(file, "    assign held_%s[%u+:%u] = ", port->name, e * bits, bits);
        for (unsigned v = 1; v < limit->count; v++)
            fprintf(file, "%s[%u+:%u] == %u'd%" PRIu64 " ? %u'd%" PRIu64 " : ", port->name, e * bits, bits, bits,
                    limit->value[v], bits, limit->value[v]);
        fprintf(file, "%u'd%" PRIu64 ";\n", bits, limit->value[0]);
    }
}

/* Straps keep the value that they have first; other inputs are 0 in the reset. */
static void write_input(FILE *file, const struct prove_order *order, const struct prove *prove, const struct port *port)
{
    const unsigned      top = port->width - 1;
    const struct limit *limit = limits_of(order->limits, port->name);
    const char *const name = port->name, *const held = limit ? "held_" : "";
    if (limit)
        write_held(file, port, limit);
    if (port->signal->kind == RTL_STRAP && !prove->stateless)
        fprintf(file,
                "    reg [%u:0] kept_%s;\n"
                "    wire [%u:0] now_%s = first ? %s%s : kept_%s;\n"
                "    always @(posedge clk) kept_%s <= now_%s;\n",
                top, name, top, name, held, name, name, name, name);
    else if (prove->stateless)
        fprintf(file, "    wire [%u:0] now_%s = %s%s;\n", top, name, held, name);
    else
        fprintf(file, "    wire [%u:0] now_%s = %s%s & {%u{!rst}};\n", top, name, held, name, port->width);
}

static void write_twin(FILE *file, const struct prove_order *order, const struct prove *prove)
{
    fprintf(file, "    wekiva_twin twin (.clk(clk), .rst(%s)", prove->stateless ? "1'b0" : "rst");
    for (unsigned i = 0; i < order->ports->count; i++) {
        const struct port *port = &order->ports->port[i];
        if (twin_has(prove, port->name) && (!port->out || port->there))
            fprintf(file, ",\n        .%s(%s_%s)", port->name, port->out ? "twin" : "now", port->name);
    }
    fputs(");\n", file);
}

static void write_block(FILE *file, const struct prove_order *order, const struct prove *prove)
{
    const char *mark = ".";
    fputs("    wekiva_block block (", file);
    for (unsigned i = 0; i < order->found->count; i++) {
        const struct found_port *found = &order->found->port[i];
        const bool               clock = strcmp(found->name, "clk") == 0 || strcmp(found->name, "rst") == 0;
        if (found->constant) {
            fprintf(file, "%s\\%s (%u'd%" PRIu64 ")", mark, found->theirs, found->width, found->value);
        } else if (clock) {
            fprintf(file, "%s\\%s (%s%s)", mark, found->theirs, found->low ? "~" : "",
                    prove->stateless && found->name[0] == 'r' ? "1'b0" : found->name);
        } else if (found->direction == 'i') {
            fprintf(file, "%s\\%s (now_%s)", mark, found->theirs, found->name);
        } else if (twin_has(prove, found->name)) {
            fprintf(file, "%s\\%s (block_%s)", mark, found->theirs, found->name);
        } else {
            continue;
        }
        mark = ",\n        .";
    }
    fputs(");\n", file);
}

void prove_write_miter(FILE *file, const struct prove_order *order, const struct prove *prove)
{
    write_head(file, order, prove);
    for (unsigned i = 0; i < order->ports->count; i++) {
        const struct port *port = &order->ports->port[i];
        if (!port->out)
            write_input(file, order, prove, port);
        else if (prove_compares(prove, port))
            fprintf(file,
                    "    wire [%u:0] twin_%s, block_%s;\n"
                    "    assign differs_%s = !rst && twin_%s != block_%s;\n",
                    port->width - 1, port->name, port->name, port->name, port->name, port->name);
    }
    write_twin(file, order, prove);
    write_block(file, order, prove);
    fputs("endmodule\n", file);
}
