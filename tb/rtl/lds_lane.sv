// lds_lane.sv - one lane of the local data share unit's memories: the GPR that was latched on each side, and the data of
// what is under way, X Y Z W of each.
module lds_lane (
    input  logic             clk,
    input  logic             rst,
    input  logic             latch,
    input  logic             side,
    input  logic [4*32-1:0]  row,
    input  logic             pass_side,
    output logic [4*32-1:0]  latched,
    input  logic [3:0]       flight,
    input  logic [3:0]       mine,       // threads of the quad whose answer the lane takes
    input  logic [16*32-1:0] answer,     // X Y Z W of each
    input  logic [2:0]       latch_row,
    output logic [31:0]      latch_word,
    input  logic [5:0]       result_row,
    output logic [31:0]      result_word
);
    /* verilator no_inline_module */
    logic [8*32-1:0] words;

    assign latched    = pass_side ? words[8*32-1:4*32] : words[4*32-1:0];
    assign latch_word = words[{latch_row, 5'b0} +: 32];

    always_ff @(posedge clk)
        if (rst)
            words <= '0;
        else if (latch) begin
            if (side)
                words[8*32-1:4*32] <= row;
            else
                words[4*32-1:0] <= row;
        end

    // One element's data are a memory of a word for each that is under way.
    logic [4*32-1:0] read;
    logic [4*32-1:0] taken;

    always_comb begin
        taken = answer[127:0];
        for (int i = 0; i < 4; i++)
            if (mine[i])
                taken = answer[128*i +: 128];
    end

    for (genvar e = 0; e < 4; e++) begin : g_element
        logic [31:0] result [16];
        assign read[32*e +: 32] = result[result_row[5:2]];

        always_ff @(posedge clk)
            if (rst)
                for (int i = 0; i < 16; i++)
                    result[i] <= '0;
            else if (mine != 0)
                result[flight] <= taken[32*e +: 32];
    end

    assign result_word = read[{result_row[1:0], 5'b0} +: 32];
endmodule
