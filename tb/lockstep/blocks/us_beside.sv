// R580: what goes beside the numbers, a clock later.
module us_beside (
    input  logic             clk, rst,
    input  logic             i_valid,
    input  logic [6:0]       i_slot,
    input  logic [31:0]      i_group,
    input  logic [8:0]       i_address,
    input  logic [5:0][31:0] i_words,
    input  logic [5:0]       i_quad,
    input  logic [3:0]       i_count,
    input  logic             i_ends,
    input  logic [6:0]       i_place,
    input  logic [47:0]      i_writes,
    input  logic [3:0][47:0] i_predicated,
    input  logic [6:0]       i_rgb_register, i_alpha_register,
    output logic             o_now,
    output logic [6:0]       o_at_slot,
    output logic [31:0]      o_at_group,
    output logic [8:0]       o_at_address,
    output logic [5:0][31:0] o_at_words,
    output logic [5:0]       o_at_quad,
    output logic [3:0]       o_at_count,
    output logic             o_at_ends,
    output logic [6:0]       o_at_place,
    output logic [47:0]      o_at_writes,
    output logic [3:0][47:0] o_at_predicated,
    output logic [6:0]       o_at_rgb, o_at_alpha
);
    always_ff @(posedge clk)
        if (rst)
            {o_now, o_at_slot, o_at_group, o_at_address, o_at_words, o_at_quad, o_at_count, o_at_ends, o_at_place,
             o_at_writes, o_at_predicated, o_at_rgb, o_at_alpha} <= '0;
        else begin
            o_now     <= i_valid;
            o_at_ends <= i_valid && i_ends;
            if (i_valid)
                {o_at_slot, o_at_group, o_at_address, o_at_words, o_at_quad, o_at_count, o_at_place, o_at_writes,
                 o_at_predicated, o_at_rgb, o_at_alpha} <=
                {i_slot, i_group, i_address, i_words, i_quad, i_count, i_place, i_writes,
                 i_predicated, i_rgb_register, i_alpha_register};
        end
endmodule
