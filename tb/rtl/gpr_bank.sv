// gpr_bank.sv - one element of one lane's registers: ROWS words with four write ports and a read port (ISA 4.7.4).
//
// A row that was not written since it was cleared reads as UNDEFINED: the words need no reset, only a bit for each.
// Of several writes of a row in one clock the later port's stands: load, fetch, vector slot, trans; each stands over
// the clear.
// Reads are combinational: what the row holds before the edge.  While `rst` is high loads are taken, too, so that a loader
// can fill the rows.
module gpr_bank #(
    parameter int          ROWS      = 256,
    parameter logic [31:0] UNDEFINED = 32'h7fedca00
) (
    input  logic            clk,
    input  logic            rst,
    input  logic            clear,
    input  logic [ROWS-1:0] clear_rows,
    input  logic            load,
    input  logic [7:0]      load_row,
    input  logic [31:0]     load_data,
    input  logic            fetch,
    input  logic [7:0]      fetch_row,
    input  logic [31:0]     fetch_data,
    input  logic            slot,
    input  logic [7:0]      slot_row,
    input  logic [31:0]     slot_data,
    input  logic            trans,
    input  logic [7:0]      trans_row,
    input  logic [31:0]     trans_data,
    input  logic [7:0]      read_row,
    output logic [31:0]     read_data
);
    /* verilator no_inline_module */
    logic [31:0]     word [ROWS];
    logic [ROWS-1:0] written;

    always_ff @(posedge clk) begin
        if (load)
            word[load_row] <= load_data;
        if (fetch)
            word[fetch_row] <= fetch_data;
        if (slot)
            word[slot_row] <= slot_data;
        if (trans)
            word[trans_row] <= trans_data;
    end

    always_ff @(posedge clk)
        if (rst && !load) begin
            written <= '0;
        end else begin
            if (clear)
                written <= written & ~clear_rows;
            if (load)
                written[load_row] <= 1'b1;
            if (fetch)
                written[fetch_row] <= 1'b1;
            if (slot)
                written[slot_row] <= 1'b1;
            if (trans)
                written[trans_row] <= 1'b1;
        end

    assign read_data = written[read_row] ? word[read_row] : UNDEFINED;
endmodule
