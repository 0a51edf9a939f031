// lds_bank.sv - a bank of the local data share: 256 entries of four dwords, a port that writes some of an entry's dwords
// (ISA 2.6.2), and a combinational read port for each dword.
//
// A dword that was not written since the reset reads as UNDEFINED: the words need no reset, only a bit for each.
// While `rst` is high writes are taken, too, so that a loader can fill the bank.
module lds_bank #(
    parameter logic [31:0] UNDEFINED = 32'h7fedca00
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             write,
    input  logic [7:0]       entry,
    input  logic [3:0]       dwords,
    input  logic [3:0][31:0] data,
    input  logic [3:0][7:0]  read_entry,
    output logic [3:0][31:0] read_data
);
    for (genvar e = 0; e < 4; e++) begin : g_dword
        logic [31:0]  word [256];
        logic [255:0] written;

        always_ff @(posedge clk)
            if (write && dwords[e])
                word[entry] <= data[e];

        always_ff @(posedge clk)
            if (write && dwords[e])
                written[entry] <= 1'b1;
            else if (rst && !write)
                written <= '0;

        assign read_data[e] = written[read_entry[e]] ? word[read_entry[e]] : UNDEFINED;
    end
endmodule
