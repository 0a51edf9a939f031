// memory_export.sv - memory writes on their way out of a SIMD: the lines of the export buffer, and what memory takes of
// them, 32 bytes a clock (ISA 3.4.2, 7.1; docs/ports/memory_export.md).
//
//   a quarter arrives    its addresses are calculated, and it is stored as a line
//   the oldest line      offers all that it has in one block, that of its lowest thread first, until nothing is left
//   memory has written   an instruction is acknowledged when all blocks up to its last one are, in order
//
// Ports of several values have the first in the lowest bits.
module memory_export (
    input  logic             clk,
    input  logic             rst,
    input  logic             i_write,
    input  logic [63:0]      i_write_word,
    input  logic [3:0]       i_write_step,
    input  logic [1:0]       i_write_quarter,
    input  logic [15:0]      i_write_lanes,
    input  logic             i_write_last,
    input  logic [7:0]       i_write_slot,
    input  logic [31:0]      i_write_number,
    input  logic [11:0]      i_write_area,
    input  logic             i_taken,
    input  logic             i_answer,
    input  logic [8:0]       i_answer_own,
    input  logic [16*32-1:0] i_write_indices,
    input  logic [16*32-1:0] i_write_x,
    input  logic [16*32-1:0] i_write_y,
    input  logic [16*32-1:0] i_write_z,
    input  logic [16*32-1:0] i_write_w,
    input  logic [8*40-1:0]  i_base,
    input  logic [8*38-1:0]  i_size,
    input  logic [8*15-1:0]  i_item,
    input  logic [6:0]       i_wave_size,
    input  logic [10:0]      i_group,
    input  logic [4:0]       i_wave_lanes,
    input  logic [4:0]       i_simds,
    input  logic [6:0]       i_lines,
    output logic [6:0]       o_used,
    output logic             o_ask,
    output logic [33:0]      o_ask_line,
    output logic             o_ask_half,
    output logic [31:0]      o_ask_mask,
    output logic [8:0]       o_ask_own,
    output logic [32*8-1:0]  o_sector,
    output logic [6:0]       o_unanswered,
    output logic             o_ack,
    output logic [7:0]       o_ack_slot,
    output logic             o_stray,
    output logic [2:0]       o_stray_target,
    output logic [39:0]      o_stray_thread,
    output logic [40:0]      o_stray_address,
    output logic [5:0]       o_first,
    output logic             o_begun,
    output logic [63:0]      o_left,
    output logic             o_due,
    output logic [6:0]       o_acks,
    output logic [5:0]       o_first_ack,
    output logic [64*8-1:0]  o_ack_slots,
    output logic [64*7-1:0]  o_ack_blocks,
    output logic [31:0]      o_quarters,
    output logic [31:0]      o_blocks,
    input  logic [16*6-1:0]  i_line_address_row,
    output logic [16*40-1:0] o_line_address,
    input  logic [5:0]       i_line_dwords_row,
    output logic [63:0]      o_line_dwords,
    input  logic [16*6-1:0]  i_line_x_row,
    output logic [16*32-1:0] o_line_x,
    input  logic [16*6-1:0]  i_line_y_row,
    output logic [16*32-1:0] o_line_y,
    input  logic [16*6-1:0]  i_line_z_row,
    output logic [16*32-1:0] o_line_z,
    input  logic [16*6-1:0]  i_line_w_row,
    output logic [16*32-1:0] o_line_w,
    input  logic [5:0]       i_line_slot_row,
    output logic [7:0]       o_line_slot,
    input  logic [5:0]       i_line_ack_row,
    output logic             o_line_ack
);
    localparam logic [6:0] BLOCKS_MAX = 7'd64; // without an answer
    localparam logic [6:0] ACKS_MAX   = 7'd63;
    localparam logic [2:0] SCATTER    = 3'd7;

    // ---- the instruction ------------------------------------------------------------------------------------------
    // CF_INST is 32 to 38, MEM_STREAM0..3, MEM_SCRATCH, MEM_REDUCTION, MEM_RING, or 58, MEM_EXPORT
    wire [6:0] cf_inst = i_write_word[61:55];
    wire [2:0] target  = cf_inst[4] ? SCATTER : cf_inst[2:0];
    wire [1:0] kind    = i_write_word[14:13];
    wire [1:0] size    = i_write_word[31:30];
    wire [3:0] limit   = size == 2'd3 ? 4'b1111 : size == 2'd2 ? 4'b0111 : size == 2'd1 ? 4'b0011 : 4'b0001;
    wire [3:0] mask    = i_write_word[47:44] & (target == SCATTER ? limit : 4'b1111);

    wire [39:0] base   = i_base[40*target +: 40];
    wire [37:0] length = i_size[38*target +: 38];
    wire [14:0] item   = i_item[15*target +: 15];

    // ---- its threads ----------------------------------------------------------------------------------------------
    // A group begins with a new wavefront; without groups each wavefront is one
    wire [10:0] wave     = i_wave_size == 0 ? 11'd1 : {4'b0, i_wave_size};
    wire [10:0] group    = i_group == 0 ? wave : i_group;
    wire [10:0] each     = (group + wave - 11'd1) / wave;
    wire [31:0] waves    = each == 0 ? 32'd1 : {21'b0, each};
    wire [31:0] first_of = i_write_number / waves * {21'b0, group} + i_write_number % waves * {21'b0, wave};
    wire [5:0]  quarter  = {4'b0, i_write_quarter} * {1'b0, i_wave_lanes};

    // ---- the line -------------------------------------------------------------------------------------------------
    logic [16*40-1:0] address;
    logic [63:0]      dwords;
    logic [15:0]      strays;
    logic [16*41-1:0] stray_address;

    for (genvar lane = 0; lane < 16; lane++) begin : g_place
        logic [47:0] dword;
        logic        dropped, stray, there;
        logic [5:0]  in_wave;
        logic [48:0] left;
        logic [40:0] at;
        logic [3:0]  in_buffer;

        assign in_wave = quarter + 6'(lane);
        memory_place place (
            .target, .indexed(kind[0]), .elem_size(size), .array_base(i_write_word[12:0]),
            .array_size(i_write_word[43:32]), .mask, .step(i_write_step), .index(i_write_indices[32*lane +: 32]),
            .item, .area(i_write_area), .wave_size(i_wave_size), .in_wave,
            .in_launch(first_of + {26'b0, in_wave}), .dword, .dropped, .strays(stray));
        assign there  = i_write_lanes[lane] && 5'(lane) < i_wave_lanes && !dropped;
        assign left   = {11'b0, length} - {1'b0, dword};
        assign in_buffer = left[48] || left == 0 ? 4'b0000
                        : left == 49'd1       ? 4'b0001
                        : left == 49'd2       ? 4'b0011
                        : left == 49'd3       ? 4'b0111
                                              : 4'b1111;
        assign at = {1'b0, base} + {dword[38:0], 2'b0};
        assign address[40*lane +: 40]       = there ? at[39:0] : 40'd0;
        assign dwords[4*lane +: 4]          = there && !stray ? mask & in_buffer : 4'd0;
        assign strays[lane]                 = there && stray;
        assign stray_address[41*lane +: 41] = at;

        logic unused;
        assign unused = &{1'b0, dword[47:39]};
    end

    logic [3:0] first_stray;

    always_comb begin
        first_stray = 4'd0;
        for (int lane = 15; lane >= 0; lane--)
            if (strays[lane])
                first_stray = 4'(lane);
    end

    // ---- the buffer -----------------------------------------------------------------------------------------------
    logic [5:0]       end_at;
    logic [63:0]      line_dwords [64];
    logic [7:0]       line_slot [64];
    logic [63:0]      line_ack;
    logic [16*40-1:0] first_address;
    logic [16*128-1:0] first_data;

    assign end_at        = o_first + o_used[5:0];
    assign o_line_dwords = line_dwords[i_line_dwords_row];
    assign o_line_slot   = line_slot[i_line_slot_row];
    assign o_line_ack    = line_ack[i_line_ack_row];

    always_ff @(posedge clk)
        if (i_write) begin
            line_dwords[end_at] <= dwords;
            line_slot[end_at]   <= i_write_slot;
            line_ack[end_at]    <= kind[1] && i_write_last;
        end

    for (genvar lane = 0; lane < 16; lane++) begin : g_lane
        export_lane words (
            .clk, .write(i_write), .line(end_at), .address(address[40*lane +: 40]),
            .data({i_write_w[32*lane +: 32], i_write_z[32*lane +: 32], i_write_y[32*lane +: 32],
                   i_write_x[32*lane +: 32]}),
            .first(o_first), .first_address(first_address[40*lane +: 40]),
            .first_data(first_data[128*lane +: 128]), .address_row(i_line_address_row[6*lane +: 6]),
            .address_word(o_line_address[40*lane +: 40]),
            .data_row({i_line_w_row[6*lane +: 6], i_line_z_row[6*lane +: 6], i_line_y_row[6*lane +: 6],
                       i_line_x_row[6*lane +: 6]}),
            .data_word({o_line_w[32*lane +: 32], o_line_z[32*lane +: 32], o_line_y[32*lane +: 32],
                        o_line_x[32*lane +: 32]}));
    end

    // ---- the oldest line's next block -----------------------------------------------------------------------------
    logic [63:0]     left, others;
    logic [34:0]     block;       // its address / 32
    logic [32*8-1:0] sector;
    logic [7:0]      sector_dwords;

    assign left = o_begun ? o_left : line_dwords[o_first];

    logic [64*40-1:0] place;      // of each dword of the line

    for (genvar lane = 0; lane < 16; lane++) begin : g_dword
        for (genvar e = 0; e < 4; e++) begin : g_element
            assign place[160*lane + 40*e +: 40] = first_address[40*lane +: 40] + 40'(4 * e);
        end
    end

    always_comb begin
        block = place[39:5];
        for (int dword = 63; dword >= 0; dword--)
            if (left[dword])
                block = place[40*dword+5 +: 35];
    end

    always_comb begin
        others        = '0;
        sector        = '0;
        sector_dwords = '0;
        for (int dword = 0; dword < 64; dword++)
            if (left[dword] && place[40*dword+5 +: 35] == block) begin
                sector[{place[40*dword+2 +: 3], 5'b0} +: 32] = first_data[32*dword +: 32];
                sector_dwords[place[40*dword+2 +: 3]]        = 1'b1;
            end else
                others[dword] = left[dword];
    end

    // ---- what happens in this clock -------------------------------------------------------------------------------
    logic        offers, ends, runs, sends_ack;
    logic [6:0]  acks_left, unanswered_left;
    logic [5:0]  first_ack_next, going;
    logic [6:0]  acks_next;

    assign acks_left       = o_acks - {6'b0, o_due};
    assign first_ack_next  = o_first_ack + {5'b0, o_due};
    assign going           = first_ack_next + acks_left[5:0];
    assign unanswered_left = o_unanswered - {6'b0, i_answer};
    assign sends_ack       = line_ack[o_first];
    assign runs            = o_used != 0 && !(o_ask && !i_taken) && !(sends_ack && acks_left == ACKS_MAX) &&
                             !(left != 0 && unanswered_left == BLOCKS_MAX);
    assign offers          = runs && left != 0;
    assign ends            = runs && (left == 0 || others == 0);
    assign acks_next       = acks_left + {6'b0, ends && sends_ack};

    // Blocks that are not written, of each acknowledgement
    logic [64*7-1:0] blocks_next;

    always_comb
        for (int i = 0; i < 64; i++)
            blocks_next[7*i +: 7] = o_ack_blocks[7*i +: 7] - {6'b0, i_answer && i_answer_own[5:0] == 6'(i)} +
                                    {6'b0, offers && going == 6'(i)};

    always_ff @(posedge clk)
        if (rst) begin
            o_used       <= '0;
            o_unanswered <= '0;
            o_first      <= '0;
            o_begun      <= '0;
            o_left       <= '0;
            o_quarters   <= '0;
        end else begin
            o_used       <= o_used + {6'b0, i_write} - {6'b0, ends};
            o_unanswered <= unanswered_left + {6'b0, offers};
            o_first      <= o_first + {5'b0, ends};
            if (runs) begin
                o_begun <= others != 0 && offers;
                o_left  <= others;
            end
            o_quarters <= o_quarters + {31'b0, i_write};
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_ask      <= '0;
            o_ask_line <= '0;
            o_ask_half <= '0;
            o_ask_mask <= '0;
            o_ask_own  <= '0;
            o_sector   <= '0;
            o_blocks   <= '0;
        end else begin
            o_ask <= offers || (o_ask && !i_taken);
            if (offers) begin
                o_ask_line <= block[34:1];
                o_ask_half <= block[0];
                for (int i = 0; i < 8; i++)
                    o_ask_mask[4*i +: 4] <= {4{sector_dwords[i]}};
                o_ask_own <= {3'b0, going};
                o_sector  <= sector;
                o_blocks  <= o_blocks + 32'd1;
            end
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_ack        <= '0;
            o_ack_slot   <= '0;
            o_due        <= '0;
            o_acks       <= '0;
            o_first_ack  <= '0;
            o_ack_slots  <= '0;
            o_ack_blocks <= '0;
        end else begin
            o_ack <= o_due;
            if (o_due)
                o_ack_slot <= o_ack_slots[{o_first_ack, 3'b0} +: 8];
            o_due        <= acks_next != 0 && blocks_next[7*first_ack_next +: 7] == 0;
            o_acks       <= acks_next;
            o_first_ack  <= first_ack_next;
            o_ack_blocks <= blocks_next;
            if (ends && sends_ack)
                o_ack_slots[{going, 3'b0} +: 8] <= line_slot[o_first];
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_stray         <= '0;
            o_stray_target  <= '0;
            o_stray_thread  <= '0;
            o_stray_address <= '0;
        end else if (i_write && strays != 0 && !o_stray) begin
            o_stray         <= 1'b1;
            o_stray_target  <= target;
            o_stray_thread  <= {8'b0, first_of + {26'b0, quarter + {2'b0, first_stray}}};
            o_stray_address <= stray_address[41*first_stray +: 41];
        end

    logic unused;
    assign unused = &{1'b0, i_simds, i_lines, i_write_word[63:62], i_write_word[54:48], i_write_word[29:15],
                      cf_inst[6:5], cf_inst[3], i_answer_own[8:6]};
endmodule
