// texture_filter.sv - the filter of a quad: in each clock the texels of a pass, four of each lane, are added up with their
// weights; the last pass makes the result (docs/texture.md, "Filter"; 3D 7, 8; ISA 10.4).
//
// Texels come decoded, in two forms: as the number that is added up, and as what a register gets of it alone, which
// counts for a sample of one texel, for integers and for FETCH4.  So does the border, one for each lane, for a compare
// depends on the lane's reference.  Values of lanes and elements: X Y Z W of lane 0 in the lowest bits; those of taps: X Y
// Z W of lane 0's first one.
module texture_filter (
    input  logic             clk,
    input  logic             rst,
    input  logic             i_pass,           // there is one in this clock
    input  logic             i_first,          // of the quad
    input  logic             i_last,
    input  logic             i_alone,          // it is no pass: the answer is there
    input  logic [3:0]       i_is_float,       // elements
    input  logic [3:0]       i_integer,
    input  logic [4*32-1:0]  i_divisor,
    input  logic [4*6-1:0]   i_shift,
    input  logic [4*6-1:0]   i_box,            // lanes: what the weights add up to
    input  logic [15:0]      i_used,           // taps
    input  logic [15:0]      i_border,
    input  logic [15:0]      i_keyed,          // a texel of the key's colour
    input  logic [16*32-1:0] i_weight,
    input  logic [64*32-1:0] i_number,
    input  logic [64*32-1:0] i_texel_single,
    input  logic [16*32-1:0] i_border_number,
    input  logic [16*32-1:0] i_border_single,
    input  logic             i_gathers,        // FETCH4: this element of the four texels
    input  logic [1:0]       i_gathered,
    input  logic             i_kills,          // CHROMA_KEY
    input  logic [4*3-1:0]   i_select,         // the resource's DST_SEL
    input  logic [4*3-1:0]   i_dst_select,     // the instruction's
    input  logic [31:0]      i_one,            // what DST_SEL 1 is
    input  logic [16*32-1:0] i_answer,
    output logic [16*64-1:0] o_sum,
    output logic [16*10-1:0] o_exponent,
    output logic [16*3-1:0]  o_special,
    output logic [16*32-1:0] o_single,
    output logic [4*16-1:0]  o_taps,
    output logic [3:0]       o_whole,
    output logic [3:0]       o_killed,
    output logic [16*32-1:0] o_result
);
    localparam logic [31:0] WHOLE = 32'h10000000, MINUS_ONE = 32'hbf800000;
    localparam logic [2:0]  SEL_1 = 3'd5;

    wire adds = i_pass && !i_alone;

    for (genvar lane = 0; lane < 4; lane++) begin : g_lane
        // ---- texels one after the other ---------------------------------------------------------------------------
        logic [4*32-1:0]  single;
        logic [16*32-1:0] own;    // each texel's, or the border's
        logic [3:0]       used, keyed, summed, all;
        logic             whole, killed;
        logic [15:0]      taps;

        assign used   = i_used[4*lane +: 4];
        assign keyed  = i_gathers ? 4'd0 : i_used[4*lane +: 4] & i_keyed[4*lane +: 4];
        assign summed = i_gathers ? 4'd0 : used & ~keyed;
        assign killed = (!i_first && o_killed[lane]) || keyed != 0;

        for (genvar t = 0; t < 4; t++) begin : g_tap
            assign all[t] = i_box[6*lane +: 6] == 6'd1 && i_weight[32*(4*lane+t) +: 32] == WHOLE;
            assign own[128*t +: 128] = i_border[4*lane+t] ? i_border_single[128*lane +: 128]
                                                          : i_texel_single[128*(4*lane+t) +: 128];
        end

        always_comb begin
            single = i_first ? 128'd0 : o_single[128*lane +: 128];
            whole  = !i_first && o_whole[lane];
            for (int t = 0; t < 4; t++) begin
                if (keyed[t])
                    single = '0;
                if (summed[t])
                    whole = all[t];
                for (int e = 0; e < 4; e++) begin
                    if (summed[t] && (all[t] || i_integer[e]))
                        single[32*e +: 32] = own[128*t + 32*e +: 32];
                    // FETCH4: X Y Z W are the texels (1,0) (0,1) (1,1) (0,0)
                    if (used[t] && i_gathers && e == (t + 3) % 4)
                        single[32*e +: 32] = own[128*t + 32*i_gathered +: 32];
                end
            end
        end

        assign taps = (i_first ? 16'd0 : o_taps[16*lane +: 16]) + 16'($countones(i_used[4*lane +: 4]));

        // ---- sums, and what they are at the end -------------------------------------------------------------------
        logic [4*32-1:0] quotient, value, straight, swizzled;
        logic            plain;

        assign plain = i_gathers || (taps == 16'd1 && whole);

        for (genvar e = 0; e < 4; e++) begin : g_element
            localparam int AT = 4 * lane + e;
            logic [4*32-1:0] numbers;
            logic [63:0]     sum;
            logic [9:0]      exponent;
            logic [2:0]      special, from, to;
            for (genvar t = 0; t < 4; t++) begin : g_number
                assign numbers[32*t +: 32] = i_number[128*(4*lane+t) + 32*e +: 32];
            end
            texture_sum sums (
                .starts(i_first), .is_float(i_is_float[e]), .used(i_integer[e] ? 4'd0 : summed),
                .border(i_border[4*lane +: 4]), .weight(i_weight[128*lane +: 128]), .number(numbers),
                .border_number(i_border_number[32*AT +: 32]), .divisor(i_divisor[32*e +: 32]),
                .shift(i_shift[6*e +: 6]), .box(i_box[6*lane +: 6]), .sum(o_sum[64*AT +: 64]),
                .exponent(o_exponent[10*AT +: 10]), .special(o_special[3*AT +: 3]), .next_sum(sum),
                .next_exponent(exponent), .next_special(special), .result(quotient[32*e +: 32]));

            assign straight[32*e +: 32] = killed && i_kills    ? MINUS_ONE
                                          : taps == 0             ? 32'd0
                                          : plain || i_integer[e] ? single[32*e +: 32]
                                                                  : quotient[32*e +: 32];
            assign from = i_select[3*e +: 3];
            assign to   = i_dst_select[3*e +: 3];
            assign swizzled[32*e +: 32] = i_gathers       ? straight[32*e +: 32]
                                          : !from[2]      ? straight[{from[1:0], 5'b0} +: 32]
                                          : from == SEL_1 ? i_one
                                                          : 32'd0;
            assign value[32*e +: 32] = !to[2]      ? (i_alone ? i_answer[{2'(lane), to[1:0], 5'b0} +: 32]
                                                              : swizzled[{to[1:0], 5'b0} +: 32])
                                       : to == SEL_1 ? i_one
                                                     : 32'd0;

            always_ff @(posedge clk)
                if (rst) begin
                    o_sum[64*AT +: 64]      <= '0;
                    o_exponent[10*AT +: 10] <= '0;
                    o_special[3*AT +: 3]    <= '0;
                    o_single[32*AT +: 32]   <= '0;
                    o_result[32*AT +: 32]   <= '0;
                end else begin
                    if (adds) begin
                        o_sum[64*AT +: 64]      <= sum;
                        o_exponent[10*AT +: 10] <= exponent;
                        o_special[3*AT +: 3]    <= special;
                        o_single[32*AT +: 32]   <= single[32*e +: 32];
                    end
                    if (i_pass && (i_alone || i_last))
                        o_result[32*AT +: 32] <= value[32*e +: 32];
                end
        end

        always_ff @(posedge clk)
            if (rst) begin
                o_taps[16*lane +: 16] <= '0;
                o_whole[lane]         <= '0;
                o_killed[lane]        <= '0;
            end else if (adds) begin
                o_taps[16*lane +: 16] <= taps;
                o_whole[lane]         <= whole;
                o_killed[lane]        <= killed;
            end
    end
endmodule
