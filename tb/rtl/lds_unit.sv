// lds_unit.sv - LOCAL_DS_WRITE and LOCAL_DS_READ: data of GPRs to the local data share and back (ISA 2.6.2, ch. 8, 9.6,
// 10.6; docs/ports/lds_unit.md).
//
//   front    takes an instruction; each GPR of it is latched in a spare access of the GPR file, on one of two sides
//   pass     goes through the wavefront, a quad in i_quad_clk clocks; the entries that it asks for are read, or
//            written, in the clock behind
//   flight   what has passed waits for its latency, and ends in order at the GPR file's write port
//
// A read enters the pass when all writes before it are posted.  Ports of several values have the first in the lowest bits.
module lds_unit (
    input  logic                   clk,
    input  logic                   rst,
    input  logic                   i_offer,
    input  logic [63:0]            i_offer_low,
    input  logic [63:0]            i_offer_high,
    input  logic [7:0]             i_offer_base,
    input  logic [12:0]            i_offer_index,
    input  logic [63:0]            i_offer_lanes,
    input  logic [63:0]            i_offer_valid,
    input  logic [31:0]            i_offer_number,
    input  logic [7:0]             i_offer_slot,
    input  logic                   i_offer_last,
    input  logic [7:0]             i_offer_first,
    input  logic [9:0]             i_offer_thread,
    input  logic                   i_spare,
    input  logic [64*32-1:0]       i_row_x,
    input  logic [64*32-1:0]       i_row_y,
    input  logic [64*32-1:0]       i_row_z,
    input  logic [64*32-1:0]       i_row_w,
    input  logic [4*32-1:0]        i_bank0,
    input  logic [4*32-1:0]        i_bank1,
    input  logic [4*32-1:0]        i_bank2,
    input  logic [4*32-1:0]        i_bank3,
    input  logic                   i_written,
    input  logic [6:0]             i_num_gprs,
    input  logic [8:0]             i_shared_row,
    input  logic [7:0]             i_shared_count,
    input  logic [4:0]             i_wave_lanes,
    input  logic [2:0]             i_quad_clk,
    input  logic [15:0]            i_read_clk,
    input  logic [15:0]            i_write_clk,
    input  logic [8:0]             i_entries,
    input  logic                   i_broadcast,   // the address is that of thread 0, not of the first valid thread
    output logic                   o_free,
    output logic                   o_held,
    output logic [7:0]             o_holder,
    output logic                   o_read,
    output logic [7:0]             o_read_row,
    output logic [3:0]             o_get,
    output logic [3:0]             o_put,
    output logic [4*8-1:0]         o_entry,
    output logic [3:0]             o_put_dwords,
    output logic [16*32-1:0]       o_put_data,
    output logic                   o_write,
    output logic [7:0]             o_write_row,
    output logic [3:0]             o_write_elements,
    output logic [63:0]            o_write_lanes,
    output logic [7:0]             o_write_slot,
    output logic                   o_write_whole,
    output logic                   o_write_last,
    output logic [31:0]            o_write_number,
    output logic [3:0]             o_oldest,
    output logic [1:0]             o_error,
    output logic [31:0]            o_error_number,
    output logic [5:0]             o_error_thread,
    output logic [1:0]             o_error_bank,
    output logic [31:0]            o_error_dword,
    output logic [63:0]            o_front_word,
    output logic                   o_full,
    output logic                   o_side,
    output logic [63:0]            o_pass_word,
    output logic [3:0]             o_pass_step,
    output logic                   o_passing,
    output logic                   o_pass_side,
    output logic [3:0]             o_pass_quad,
    output logic [1:0]             o_pass_turn,
    output logic [2:0]             o_pass_wait,
    output logic [3:0]             o_got_flight,
    output logic [3:0]             o_got_quad,
    output logic [3:0]             o_got_threads,
    output logic [4*2-1:0]         o_got_bank,
    output logic [4*2-1:0]         o_got_dword,
    output logic [2:0]             o_got_mux,
    output logic                   o_got_for_all,
    output logic [4:0]             o_flying,
    output logic [16*16-1:0]       o_f_wait,
    output logic [15:0]            o_f_write,
    output logic [16*8-1:0]        o_f_row,
    output logic [16*4-1:0]        o_f_elements,
    output logic [16*64-1:0]       o_f_lanes,
    output logic [16*32-1:0]       o_f_number,
    output logic [16*8-1:0]        o_f_slot,
    output logic [15:0]            o_f_whole,
    output logic [15:0]            o_f_last,
    output logic [31:0]            o_reads,
    output logic [31:0]            o_writes,
    input  logic [64*3-1:0]        i_latch_row,
    output logic [64*32-1:0]       o_latch,
    input  logic [64*6-1:0]        i_result_row,
    output logic [64*32-1:0]       o_result
);
    localparam logic [1:0] REL_LOOP = 2'd1, REL_GLOBAL = 2'd2;             // SRC_REL_MODE, DST_REL_MODE
    localparam logic [2:0] MUX_FFT_PERMUTE = 3'd1, MUX_WORD_SELECT = 3'd2; // MUX_CNTL
    localparam logic [2:0] SEL_1 = 3'd5, SEL_MASK = 3'd7;
    localparam logic [1:0] OUTSIDE = 2'd1, CONFLICT = 2'd2;
    localparam logic [2:0] BROADCAST_CLK = 3'd4;

    typedef struct packed {
        logic [63:0] word;
        logic [3:0]  burst;
        logic [3:0]  step;
        logic [7:0]  base;
        logic [12:0] index;
        logic [63:0] lanes;
        logic [63:0] valid;
        logic [31:0] number;
        logic [7:0]  slot;
        logic        last;
        logic [7:0]  first;
        logic [9:0]  thread;
    } instruction_t;
    instruction_t front, pass;
    logic [63:0]  pass_lanes, pass_valid;

    assign o_front_word = front.word;
    assign o_pass_word  = pass.word;
    assign o_pass_step  = pass.step;
    assign pass_lanes   = pass.lanes;
    assign pass_valid   = pass.valid;

    localparam logic [2:0] LOCAL_DS_WRITE = 3'd4; // MEM_OP

    // ---- lanes of threads -----------------------------------------------------------------------------------------
    // A quarter of the wavefront has i_wave_lanes threads and 16 lanes.
    logic [6:0] two, three;
    assign two   = {1'b0, i_wave_lanes, 1'b0};
    assign three = two + {2'b0, i_wave_lanes};

    function automatic logic [5:0] lane_of(input logic [5:0] thread, input logic [6:0] one_, input logic [6:0] two_,
                                           input logic [6:0] three_);
        logic [6:0] at;
        at = {1'b0, thread};
        if (at >= three_)
            lane_of = 6'd48 + (thread - three_[5:0]);
        else if (at >= two_)
            lane_of = 6'd32 + (thread - two_[5:0]);
        else if (at >= one_)
            lane_of = 6'd16 + (thread - one_[5:0]);
        else
            lane_of = thread;
    endfunction

    logic [63:0] all_lanes;
    logic [5:0]  broadcaster;

    always_comb
        for (int lane = 0; lane < 64; lane++)
            all_lanes[lane] = 5'(lane % 16) < i_wave_lanes;

    always_comb begin
        broadcaster = 6'd0;
        for (int quarter = 3; quarter >= 0; quarter--)
            for (int lane = 15; lane >= 0; lane--)
                if (!i_broadcast && pass_valid[16 * quarter + lane] && 5'(lane) < i_wave_lanes)
                    broadcaster = 6'(quarter * 32'(i_wave_lanes) + lane);
    end

    // ---- pass: what it does in this clock -------------------------------------------------------------------------
    logic       writes, broadcast, waterfall;
    logic       passes, begins, quad_over, departs, goes_on;
    logic [2:0] wait_next;
    logic [3:0] quad_next;
    logic [1:0] turn_next;

    assign writes    = pass.word[10:8] == LOCAL_DS_WRITE;
    assign broadcast = !writes && pass.word[48];
    assign waterfall = !writes && !pass.word[48] && pass.word[49];
    assign passes    = o_passing && o_flying != 5'd16;
    assign begins    = passes && o_pass_wait == 3'd0;
    assign wait_next = !begins ? o_pass_wait - 3'd1 : (broadcast ? BROADCAST_CLK : i_quad_clk) - 3'd1;
    assign quad_over = passes && wait_next == 3'd0;
    assign quad_next = broadcast || {1'b0, o_pass_quad} + 5'd1 == i_wave_lanes ? 4'd0 : o_pass_quad + 4'd1;
    assign turn_next = waterfall ? o_pass_turn + 2'd1 : 2'd0;
    assign departs   = quad_over && quad_next == 4'd0 && turn_next == 2'd0;
    assign goes_on   = departs ? !writes && pass.step < pass.burst : o_passing;

    // ---- pass: the quad's threads ---------------------------------------------------------------------------------
    logic [64*128-1:0] here;      // X Y Z W of each lane, of the pass's side of the latch
    logic [4*6-1:0]    thread;
    logic [3:0]        takes_part;
    logic [4*128-1:0]  chosen;    // X Y Z W of each thread, as SRC_SEL says
    logic [4*2-1:0]    bank;
    logic [4*32-1:0]   dword;
    logic [3:0]        outside;
    logic [11:0]       select;

    assign select = pass.word[31:20];

    for (genvar i = 0; i < 4; i++) begin : g_thread
        logic [5:0]   own, lane;
        logic [127:0] words;
        assign own           = broadcast ? {broadcaster[5:2], 2'(i)} : {o_pass_quad, 2'(i)};
        assign lane          = lane_of(own, {2'b0, i_wave_lanes}, two, three);
        assign words         = here[{lane, 7'b0} +: 128];
        assign takes_part[i] = broadcast ? broadcaster[1:0] == 2'(i)
                                         : pass_lanes[lane] && (!waterfall || o_pass_turn == 2'(i));
        assign thread[6*i +: 6] = own;
        for (genvar e = 0; e < 4; e++) begin : g_element
            assign chosen[128*i + 32*e +: 32] = !select[3*e+2]               ? words[{select[3*e +: 2], 5'b0} +: 32]
                                                : select[3*e +: 3] == SEL_1 ? 32'h3f800000
                                                                             : 32'd0;
        end
        lds_address address (
            .write(writes), .word(pass.word), .step(pass.step), .first_thread(pass.thread), .thread(own),
            .x(chosen[128*i +: 32]), .y(chosen[128*i+32 +: 32]), .entries(i_entries), .bank(bank[2*i +: 2]),
            .dword(dword[32*i +: 32]), .outside(outside[i]));
    end

    // One thread after the other: the entry of each bank, and the first that is wrong
    logic [3:0]      used, reads_well;
    logic [4*8-1:0]  entry_next;
    logic [16*32-1:0] data_next;
    logic [1:0]      error_next, error_place;

    assign reads_well = takes_part & ~outside;

    always_comb begin
        used        = '0;
        entry_next  = o_entry;
        data_next   = o_put_data;
        error_next  = '0;
        error_place = '0;
        for (int i = 0; i < 4; i++) begin
            if (takes_part[i] && error_next == 0) begin
                error_place = 2'(i);
                if (outside[i])
                    error_next = OUTSIDE;
                else if (!writes && used[bank[2*i +: 2]] &&
                         entry_next[{bank[2*i +: 2], 3'b0} +: 8] != pass.first + dword[32*i+2 +: 8])
                    error_next = CONFLICT;
            end
            if (reads_well[i]) begin
                used[bank[2*i +: 2]]                      = 1'b1;
                entry_next[{bank[2*i +: 2], 3'b0} +: 8]  = pass.first + dword[32*i+2 +: 8];
                data_next[{bank[2*i +: 2], 7'b0} +: 128] = chosen[128*i +: 128];
            end
        end
    end

    // ---- what leaves the pass -------------------------------------------------------------------------------------
    logic        to_global;
    logic [13:0] gpr;
    logic        there;
    logic [3:0]  place;

    assign to_global = pass.word[40:39] == REL_GLOBAL;
    assign gpr       = {7'b0, pass.word[38:32]} + {10'b0, pass.step} +
                       (pass.word[40:39] == REL_LOOP ? {1'b0, pass.index} : 14'd0);
    assign there     = !writes && gpr < (to_global ? {6'b0, i_shared_count} : {7'b0, i_num_gprs});
    assign place     = o_oldest + o_flying[3:0];

    // ---- under way ------------------------------------------------------------------------------------------------
    logic             ended, shows, posted;
    logic [3:0]       oldest_next;
    logic [4:0]       flying_next;
    logic [16*16-1:0] wait_left;

    assign ended       = o_write && i_written;
    assign oldest_next = o_oldest + {3'b0, ended};
    assign flying_next = o_flying + {4'b0, departs} - {4'b0, ended};
    assign shows       = !(o_write && !i_written) && o_flying != {4'b0, ended} &&
                         o_f_wait[{oldest_next, 4'b0} +: 16] <= 16'd1;

    always_comb begin
        posted = 1'b1;
        for (int at = 0; at < 16; at++) begin
            wait_left[16*at +: 16] = o_f_wait[16*at +: 16];
            if ({1'b0, 4'(at) - o_oldest} < o_flying && o_f_wait[16*at +: 16] > 16'd1)
                wait_left[16*at +: 16] = o_f_wait[16*at +: 16] - 16'd1;
            if (departs && place == 4'(at))
                wait_left[16*at +: 16] = writes ? i_write_clk : i_read_clk;
            if ({1'b0, 4'(at) - oldest_next} < flying_next && wait_left[16*at +: 16] > 16'd1 &&
                (departs && place == 4'(at) ? writes : o_f_write[at]))
                posted = 1'b0;
        end
    end

    // ---- front ----------------------------------------------------------------------------------------------------
    logic         takes, latches, enters, more, front_writes;
    instruction_t front_next;

    assign front_writes = front.word[10:8] == LOCAL_DS_WRITE;
    assign takes   = o_free && i_offer;
    assign latches = o_read && i_spare;
    assign more    = front_writes && front.step < front.burst;
    assign enters  = (o_full || latches) && !goes_on && (front_writes || posted);

    always_comb begin
        front_next = front;
        if (takes)
            front_next = {i_offer_low, i_offer_high[3:0], 4'd0, i_offer_base, i_offer_index, i_offer_lanes,
                          i_offer_valid, i_offer_number, i_offer_slot, i_offer_last, i_offer_first, i_offer_thread};
        else if (enters && more)
            front_next.step = front.step + 4'd1;
    end

    // The row of the GPR that is read next; out of bounds by aL it is GPR 0 (ISA 4.6.3)
    logic [1:0]  source_mode;
    logic [13:0] source;
    logic [7:0]  source_row;

    assign source_mode = front_next.word[19:18];
    assign source      = {7'b0, front_next.word[17:11]} + {10'b0, front_next.step} +
                         (source_mode == REL_LOOP ? {1'b0, front_next.index} : 14'd0);
    assign source_row  = source_mode == REL_GLOBAL ? i_shared_row[7:0] + source[7:0]
                         : front_next.base + (source < {7'b0, i_num_gprs} ? source[7:0] : 8'd0);

    always_ff @(posedge clk)
        if (rst) begin
            o_free     <= 1'b1;
            o_held     <= '0;
            o_holder   <= '0;
            o_read     <= '0;
            o_read_row <= '0;
            o_full     <= '0;
            o_side     <= '0;
            front      <= '0;
        end else begin
            front  <= front_next;
            o_full <= (o_full || latches) && !enters;
            o_side <= o_side ^ enters;
            if (takes) begin
                o_held   <= !i_offer_last;
                o_holder <= i_offer_slot;
            end
            if (takes || enters)
                o_free <= enters && !more;
            if (takes || (enters && more)) begin
                o_read     <= 1'b1;
                o_read_row <= source_row;
            end else if (latches)
                o_read <= 1'b0;
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_passing   <= '0;
            o_pass_side <= '0;
            o_pass_quad <= '0;
            o_pass_turn <= '0;
            o_pass_wait <= '0;
            pass        <= '0;
        end else begin
            o_passing <= goes_on || enters;
            if (passes)
                o_pass_wait <= wait_next;
            if (quad_over)
                o_pass_quad <= quad_next;
            if (quad_over && quad_next == 4'd0)
                o_pass_turn <= turn_next;
            if (departs)
                pass.step <= pass.step + 4'd1;
            if (enters) begin
                pass        <= front;
                o_pass_side <= o_side;
                o_pass_quad <= '0;
                o_pass_turn <= '0;
                o_pass_wait <= '0;
            end
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_get          <= '0;
            o_put          <= '0;
            o_entry        <= '0;
            o_put_dwords   <= '0;
            o_put_data     <= '0;
            o_got_flight   <= '0;
            o_got_quad     <= '0;
            o_got_threads  <= '0;
            o_got_bank     <= '0;
            o_got_dword    <= '0;
            o_got_mux      <= '0;
            o_got_for_all  <= '0;
            o_error        <= '0;
            o_error_number <= '0;
            o_error_thread <= '0;
            o_error_bank   <= '0;
            o_error_dword  <= '0;
        end else begin
            o_get <= begins && !writes ? used : 4'd0;
            o_put <= begins && writes ? used : 4'd0;
            if (begins)
                o_entry <= entry_next;
            if (begins && writes) begin
                o_put_data   <= data_next;
                o_put_dwords <= {select[11:9] != SEL_MASK, select[8:6] != SEL_MASK, select[5:3] != SEL_MASK,
                                 select[2:0] != SEL_MASK};
            end
            if (begins && !writes) begin
                o_got_flight  <= place;
                o_got_quad    <= o_pass_quad;
                o_got_threads <= reads_well;
                o_got_mux     <= pass.word[54:52];
                o_got_for_all <= broadcast;
                for (int i = 0; i < 4; i++)
                    if (reads_well[i]) begin
                        o_got_bank[2*i +: 2]  <= bank[2*i +: 2];
                        o_got_dword[2*i +: 2] <= dword[32*i +: 2];
                    end
            end
            if (begins && error_next != 0 && o_error == 0) begin
                o_error        <= error_next;
                o_error_number <= pass.number;
                o_error_thread <= thread[6*error_place +: 6];
                o_error_bank   <= bank[{error_place, 1'b0} +: 2];
                o_error_dword  <= dword[{error_place, 5'b0} +: 32];
            end
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_oldest <= '0;
            o_flying <= '0;
            o_f_wait <= '0;
            o_reads  <= '0;
            o_writes <= '0;
            o_f_write    <= '0;
            o_f_row      <= '0;
            o_f_elements <= '0;
            o_f_lanes    <= '0;
            o_f_number   <= '0;
            o_f_slot     <= '0;
            o_f_whole    <= '0;
            o_f_last     <= '0;
        end else begin
            o_oldest <= oldest_next;
            o_flying <= flying_next;
            o_f_wait <= wait_left;
            if (departs) begin
                o_f_write[place]                  <= writes;
                o_f_row[{place, 3'b0} +: 8]       <= there ? gpr[7:0] + (to_global ? i_shared_row[7:0] : pass.base) : 8'd0;
                o_f_elements[{place, 2'b0} +: 4]  <= there ? pass.word[44:41] : 4'd0;
                o_f_lanes[{place, 6'b0} +: 64]    <= broadcast ? all_lanes : pass.lanes;
                o_f_number[{place, 5'b0} +: 32]   <= pass.number;
                o_f_slot[{place, 3'b0} +: 8]      <= pass.slot;
                o_f_whole[place]                  <= pass.step == pass.burst;
                o_f_last[place]                   <= pass.last;
                o_reads                           <= o_reads + {31'b0, !writes};
                o_writes                          <= o_writes + {31'b0, writes};
            end
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_write          <= '0;
            o_write_row      <= '0;
            o_write_elements <= '0;
            o_write_lanes    <= '0;
            o_write_slot     <= '0;
            o_write_whole    <= '0;
            o_write_last     <= '0;
            o_write_number   <= '0;
        end else begin
            o_write <= shows || (o_write && !i_written);
            if (shows) begin
                o_write_row      <= o_f_row[{oldest_next, 3'b0} +: 8];
                o_write_elements <= o_f_elements[{oldest_next, 2'b0} +: 4];
                o_write_lanes    <= o_f_lanes[{oldest_next, 6'b0} +: 64];
                o_write_slot     <= o_f_slot[{oldest_next, 3'b0} +: 8];
                o_write_whole    <= o_f_whole[oldest_next];
                o_write_last     <= o_f_whole[oldest_next] && o_f_last[oldest_next];
                o_write_number   <= o_f_number[{oldest_next, 5'b0} +: 32];
            end
        end

    // ---- memories: the latch, and what the banks answer -----------------------------------------------------------
    logic [4*128-1:0] answer; // X Y Z W of each thread
    logic [4*128-1:0] banks;
    logic [4*6-1:0]   answer_lane;
    logic [3:0]       answered;

    assign banks    = {i_bank3, i_bank2, i_bank1, i_bank0};
    assign answered = o_get != 0 ? o_got_threads : 4'd0;

    for (genvar i = 0; i < 4; i++) begin : g_answer
        logic [127:0] own;
        assign own                     = banks[{o_got_bank[2*i +: 2], 7'b0} +: 128];
        assign answer_lane[6*i +: 6]   = lane_of({o_got_quad, 2'(i)}, {2'b0, i_wave_lanes}, two, three);
        for (genvar e = 0; e < 4; e++) begin : g_element
            assign answer[128*i + 32*e +: 32] =
                o_got_mux == MUX_FFT_PERMUTE   ? (o_get[e] ? banks[128*e + 32*i +: 32] : 32'd0)
                : o_got_mux == MUX_WORD_SELECT ? own[{o_got_dword[2*i +: 2], 5'b0} +: 32]
                                               : own[32*e +: 32];
        end
    end

    for (genvar lane = 0; lane < 64; lane++) begin : g_lane
        logic [3:0] mine;
        for (genvar i = 0; i < 4; i++) begin : g_mine
            assign mine[i] = answered[i] && (o_got_for_all ? all_lanes[lane] : answer_lane[6*i +: 6] == 6'(lane));
        end
        lds_lane memories (
            .clk, .rst, .latch(latches), .side(o_side),
            .row({i_row_w[32*lane +: 32], i_row_z[32*lane +: 32], i_row_y[32*lane +: 32], i_row_x[32*lane +: 32]}),
            .pass_side(o_pass_side), .latched(here[128*lane +: 128]), .flight(o_got_flight), .mine, .answer,
            .latch_row(i_latch_row[3*lane +: 3]), .latch_word(o_latch[32*lane +: 32]),
            .result_row(i_result_row[6*lane +: 6]), .result_word(o_result[32*lane +: 32]));
    end

    logic unused;
    assign unused = &{1'b0, i_offer_high[63:4], i_shared_row[8], gpr[13:8], three[6], two[6]};
endmodule
