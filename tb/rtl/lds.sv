// lds.sv - the local data share of a SIMD: four banks of 256 entries, each of four dwords (ISA 2.6.2; docs/ports/lds.md).
//
// In a clock each bank takes some dwords of one entry; the read ports are combinational.
module lds (
    input  logic              clk,
    input  logic              rst,
    input  logic [3:0]        i_write,        // banks
    input  logic [3:0][7:0]   i_write_entry,
    input  logic [3:0]        i_write_dwords, // the same of all banks, bit 0 = X
    input  logic [15:0][31:0] i_write_data,   // X Y Z W of bank 0 first
    input  logic [3:0][7:0]   i_bank0_row,
    output logic [3:0][31:0]  o_bank0,
    input  logic [3:0][7:0]   i_bank1_row,
    output logic [3:0][31:0]  o_bank1,
    input  logic [3:0][7:0]   i_bank2_row,
    output logic [3:0][31:0]  o_bank2,
    input  logic [3:0][7:0]   i_bank3_row,
    output logic [3:0][31:0]  o_bank3,
    output logic [31:0]       o_writes
);
    lds_bank bank0 (.clk, .rst, .write(i_write[0]), .entry(i_write_entry[0]), .dwords(i_write_dwords),
                    .data(i_write_data[3:0]), .read_entry(i_bank0_row), .read_data(o_bank0));
    lds_bank bank1 (.clk, .rst, .write(i_write[1]), .entry(i_write_entry[1]), .dwords(i_write_dwords),
                    .data(i_write_data[7:4]), .read_entry(i_bank1_row), .read_data(o_bank1));
    lds_bank bank2 (.clk, .rst, .write(i_write[2]), .entry(i_write_entry[2]), .dwords(i_write_dwords),
                    .data(i_write_data[11:8]), .read_entry(i_bank2_row), .read_data(o_bank2));
    lds_bank bank3 (.clk, .rst, .write(i_write[3]), .entry(i_write_entry[3]), .dwords(i_write_dwords),
                    .data(i_write_data[15:12]), .read_entry(i_bank3_row), .read_data(o_bank3));

    // Entries that were written, for the statistics
    always_ff @(posedge clk)
        if (rst)
            o_writes <= '0;
        else
            o_writes <= o_writes + 32'($countones(i_write));
endmodule
