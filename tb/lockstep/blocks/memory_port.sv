// A SIMD's port to memory: one request a clock, bytes of writes in two rows.
module memory_port (
    input  logic             clk, rst,
    input  logic             i_take,
    input  logic [33:0]      i_line,
    input  logic [10:0]      i_id,
    input  logic [1:0]       i_kind,
    input  logic             i_half,
    input  logic [31:0]      i_mask,
    input  logic [31:0][7:0] i_sector,
    output logic             o_ask,
    output logic [33:0]      o_ask_line,
    output logic [10:0]      o_ask_id,
    output logic [1:0]       o_ask_kind,
    output logic             o_ask_half,
    output logic [31:0]      o_ask_mask,
    output logic             o_ask_row,
    output logic [1:0]       o_last,
    output logic [31:0]      o_reads, o_writes,
    input  logic [31:0]      i_sectors_row,
    output logic [31:0][7:0] o_sectors
);
    localparam logic [1:0] WRITE = 2'd2;
    logic [31:0][7:0] rows[2];
    always_comb
        for (int i = 0; i < 32; i++)
            o_sectors[i] = rows[i_sectors_row[i]][i];
    always_ff @(posedge clk)
        if (rst) begin
            {o_ask, o_ask_line, o_ask_id, o_ask_kind, o_ask_half, o_ask_mask, o_ask_row, o_last} <= '0;
            {o_reads, o_writes} <= '0;
            rows[0] <= '0;
            rows[1] <= '0;
        end else begin
            o_ask <= i_take;
            if (i_take) begin
                o_ask_line <= i_line;
                o_ask_id   <= i_id;
                o_ask_kind <= i_kind;
                o_last     <= i_id[10:9];
                if (i_kind == WRITE) begin
                    o_ask_half       <= i_half;
                    o_ask_mask       <= i_mask;
                    o_ask_row        <= !o_ask_row;
                    rows[!o_ask_row] <= i_sector;
                    o_writes         <= o_writes + 1;
                end else
                    o_reads <= o_reads + 1;
            end
        end
endmodule
