// texture_walker.sv - the walker and addressers of a SIMD: in a clock a pass of a quad's plan, at most 2 x 2 texels of each
// lane, becomes lines of the cache and places in them; then it waits until each line has a way and the queue has room.
//
// docs/texture.md, "Arithmetic", "Surfaces", "Structure".  Taps: those of lane 0 in the lowest bits, three pieces each.
// Levels come as texture_layout.c makes them of the resource, powers of two as their logarithms.
module texture_walker (
    input  logic              clk,
    input  logic              rst,
    input  logic              i_offer,
    input  logic [4:0]        i_offer_entry,
    input  logic [3:0]        i_offer_quad,
    input  logic [3:0]        i_offer_lanes,
    input  logic              i_offer_alone,    // nothing is read
    input  logic [15:0]       i_offer_passes,
    input  logic [4:0]        i_quads,          // of a wavefront
    input  logic [64*32-1:0]  i_plan,
    input  logic [16*32-1:0]  i_coordinate,
    input  logic [3*32-1:0]   i_tex,
    input  logic [7*32-1:0]   i_resource,
    input  logic [3*32-1:0]   i_sampler,
    input  logic [5:0]        i_kernel,
    input  logic [36*28-1:0]  i_filter4,
    input  logic              i_seams,          // DISABLE_CUBE_WRAP
    // The surface: GB_TILING_CONFIG, the mode, the format
    input  logic [1:0]        i_pipe_bits,
    input  logic              i_eight_banks,
    input  logic              i_group_512,
    input  logic [3:0]        i_split_bits,
    input  logic              i_swaps_more,
    input  logic              i_turns,
    input  logic              i_depth,
    input  logic [1:0]        i_aspect_bits,
    input  logic [2:0]        i_element_bits,
    input  logic [1:0]        i_sample_bits,
    input  logic [3:0]        i_swap_bits,
    input  logic              i_known,
    input  logic [1:0]        i_block_x_bits,
    input  logic [1:0]        i_block_y_bits,
    input  logic [1:0]        i_element_x_bits,
    input  logic              i_thirds,
    // Its sixteen levels
    input  logic [16*2-1:0]   i_level_order,
    input  logic [15:0]       i_level_swapped,
    input  logic [15:0]       i_level_thick,
    input  logic [16*40-1:0]  i_level_address,
    input  logic [16*16-1:0]  i_level_pitch,
    input  logic [16*14-1:0]  i_level_rows,
    input  logic [16*17-1:0]  i_level_slices,
    input  logic [16*14-1:0]  i_level_x,
    input  logic [16*14-1:0]  i_level_y,
    input  logic [16*17-1:0]  i_level_z,
    // Tags and queue
    input  logic [4*10-1:0]   i_looked,         // the first four lines without a way: way + 1, or 0
    input  logic [31:0]       i_stamp,
    input  logic              i_room,
    output logic              o_valid,
    output logic [4:0]        o_entry,
    output logic [3:0]        o_quad,
    output logic [3:0]        o_lanes,
    output logic              o_alone,
    output logic              o_first,
    output logic              o_last,
    output logic              o_ends,
    output logic              o_filtered,
    output logic [4*32-1:0]   o_z,
    output logic [4*32-1:0]   o_w,
    output logic [4*8-1:0]    o_box,
    output logic [15:0]       o_pass,
    output logic [5:0]        o_lines,
    output logic [48*34-1:0]  o_line,
    output logic [47:0]       o_found,
    output logic [48*9-1:0]   o_way,
    output logic [31:0]       o_oldest,
    output logic [16*32-1:0]  o_weight,
    output logic [16*8-1:0]   o_mark,
    output logic [16*5-1:0]   o_bytes,
    output logic [16*8-1:0]   o_texel,
    output logic [48*6-1:0]   o_which,
    output logic [48*6-1:0]   o_offset
);
    // ---- texels of the lanes, and their places --------------------------------------------------------------------
    wire [3:0]        filters;
    wire [15:0]       used, border, there;
    wire [16*32-1:0]  weight;
    wire [16*5-1:0]   bytes;
    wire [16*8-1:0]   texel;
    wire [48*40-1:0]  place;

    for (genvar lane = 0; lane < 4; lane++) begin : g_lane
        localparam int LANE = lane;
        wire [3:0]      level;
        wire [2:0]      sample;
        wire [4*13-1:0] x, y;
        wire [4*16-1:0] slice;
        texture_taps taps (
            .resource(i_resource), .sampler(i_sampler), .tex(i_tex), .seams(i_seams), .kernel(i_kernel), .filter4(i_filter4),
            .plan(i_plan[512*LANE +: 512]), .coordinate(i_coordinate[128*LANE +: 128]), .pass(o_pass),
            .filtered(filters[LANE]), .level(level), .sample(sample), .used(used[4*LANE +: 4]),
            .border(border[4*LANE +: 4]), .x(x), .y(y), .slice(slice), .weight(weight[128*LANE +: 128]));

        for (genvar t = 0; t < 4; t++) begin : g_tap
            localparam int TAP = t, AT = 4 * LANE + t;
            texture_locate locate (
                .order(i_level_order[2*level +: 2]), .turns(i_turns), .swapped(i_level_swapped[level]), .depth(i_depth),
                .thick(i_level_thick[level]), .aspect_bits(i_aspect_bits), .element_bits(i_element_bits),
                .sample_bits(i_sample_bits), .pipe_bits(i_pipe_bits), .eight_banks(i_eight_banks), .group_512(i_group_512),
                .split_bits(i_split_bits), .swaps_more(i_swaps_more), .address(i_level_address[40*level +: 40]),
                .pitch(i_level_pitch[16*level +: 16]), .rows(i_level_rows[14*level +: 14]),
                .slices(i_level_slices[17*level +: 17]), .swap_bits(i_swap_bits), .size_x(i_level_x[14*level +: 14]),
                .size_y(i_level_y[14*level +: 14]), .size_z(i_level_z[17*level +: 17]), .known(i_known),
                .block_x_bits(i_block_x_bits), .block_y_bits(i_block_y_bits), .element_x_bits(i_element_x_bits),
                .thirds(i_thirds), .x(x[13*TAP +: 13]), .y(y[13*TAP +: 13]), .slice(slice[16*TAP +: 16]), .sample(sample),
                .there(there[AT]), .bytes(bytes[5*AT +: 5]), .in_x(texel[8*AT +: 3]), .in_y(texel[8*AT+4 +: 3]),
                .piece(place[120*AT +: 120]));
            assign texel[8*AT+3] = 1'b0;
            assign texel[8*AT+7] = 1'b0;
        end
    end

    // ---- lines, each once -----------------------------------------------------------------------------------------
    wire [15:0]       beyond = border | ~there;
    wire [15:0]       read   = used & ~beyond & {16{!i_offer_alone}};
    logic [47:0]      leads;
    logic [5:0]       lines, number;
    logic [48*6-1:0]  which, offset;
    logic [48*34-1:0] line;

    always_comb begin
        leads  = '0;
        lines  = '0;
        which  = '0;
        offset = '0;
        line   = '0;
        number = '0;
        for (int p = 0; p < 48; p++)
            if (read[p / 3] && (p % 3 == 0 || i_thirds)) begin
                number = lines;
                for (int other = 0; other < 48; other++) // leads are before it
                    if (leads[other] && place[40*other+6 +: 34] == place[40*p+6 +: 34])
                        number = which[6*other +: 6];
                if (number == lines) begin
                    leads[p]          = 1'b1;
                    line[34*lines +: 34] = place[40*p+6 +: 34];
                    lines             = lines + 6'd1;
                end
                which[6*p +: 6]  = number;
                offset[6*p +: 6] = place[40*p +: 6];
            end
    end

    // ---- ways of the first lines that have none -------------------------------------------------------------------
    logic [47:0]     found;
    logic [48*9-1:0] way;
    logic [2:0]      looks;
    logic [5:0]      ready;

    always_comb begin
        found = o_found;
        way   = o_way;
        looks = 3'd0;
        ready = 6'($countones(o_found));
        for (int i = 0; i < 4; i++)
            if (i_looked[10*i +: 10] != 0)
                ready = ready + 6'd1;
        for (int l = 0; l < 48; l++)
            if (o_valid && 6'(l) < o_lines && !o_found[l] && looks < 3'd4) begin
                if (i_looked[10*looks[1:0] +: 10] != 0) begin
                    found[l]        = 1'b1;
                    way[9*l +: 9]   = 9'(i_looked[10*looks[1:0] +: 10] - 10'd1);
                end
                looks = looks + 3'd1;
            end
    end

    wire ends    = o_valid && i_room && ready == o_lines;
    wire accepts = i_offer && (!o_valid || ends);
    wire last    = {1'b0, o_pass} + 17'd1 >= {1'b0, i_offer_passes};

    // ---- registers ------------------------------------------------------------------------------------------------
    always_ff @(posedge clk)
        if (rst) begin
            o_valid <= '0;
            o_pass  <= '0;
            o_found <= '0;
        end else if (accepts) begin
            o_valid <= 1'b1;
            o_pass  <= last ? 16'd0 : o_pass + 16'd1;
            o_found <= '0;
        end else if (ends)
            o_valid <= 1'b0;
        else
            o_found <= found;

    always_ff @(posedge clk)
        if (rst) begin
            o_way    <= '0;
            o_oldest <= '0;
        end else if (accepts) begin
            o_way    <= '0;
            o_oldest <= '0;
        end else if (!ends) begin
            o_way <= way;
            if (found != 0 && o_oldest == 0)
                o_oldest <= i_stamp;
        end

    always_ff @(posedge clk)
        if (rst) begin
            {o_entry, o_quad, o_lanes, o_alone, o_first, o_last, o_ends, o_filtered} <= '0;
            {o_z, o_w, o_box, o_lines, o_line, o_weight, o_mark, o_bytes, o_texel, o_which, o_offset} <= '0;
        end else if (accepts) begin
            o_entry    <= i_offer_entry;
            o_quad     <= i_offer_quad;
            o_lanes    <= i_offer_lanes;
            o_alone    <= i_offer_alone;
            o_first    <= o_pass == 0;
            o_last     <= last;
            o_ends     <= last && {1'b0, i_offer_quad} + 5'd1 == i_quads;
            o_filtered <= !i_offer_alone && filters != 0;
            o_lines    <= lines;
            o_line     <= line;
            o_which    <= which;
            o_offset   <= offset;
            for (int lane = 0; lane < 4; lane++) begin
                o_z[32*lane +: 32] <= i_coordinate[128*lane + 64 +: 32];
                o_w[32*lane +: 32] <= i_coordinate[128*lane + 96 +: 32];
                o_box[8*lane +: 8] <= i_offer_alone ? 8'd0 : i_plan[512*lane + 288+24 +: 8];
            end
            o_weight <= i_offer_alone ? i_coordinate : weight;
            for (int t = 0; t < 16; t++) begin
                o_mark[8*t +: 8]  <= i_offer_alone || !used[t] ? 8'd0 : beyond[t] ? 8'd3 : i_thirds ? 8'd13 : 8'd5;
                o_bytes[5*t +: 5] <= read[t] ? bytes[5*t +: 5] : 5'd0;
                o_texel[8*t +: 8] <= read[t] ? texel[8*t +: 8] : 8'd0;
            end
        end

    logic unused;
    assign unused = &{1'b0, i_plan, place};
endmodule
