// line_cache.sv - a read-only cache of memory lines with four look-ups a clock: texture L1 and vertex cache of a SIMD (RV770
// timing T16 to T20, V6; tags early, data late: Igehy, Eldridge, Proudfoot 1998).
//
//   clock n    up to four different lines are looked up; each that is not there takes a way at once
//   clock n+1  o_answer, o_taken, o_way; those not taken ask again
//   later      o_ask: requests leave in the order of the misses; i_fill: their data, in any order
//
// A way is held, so that no other line takes it, while its data are to come, from the look-up i_oldest on, while the answer
// that stands names it, and when a line of this clock has it.  Set s has the ways from s * i_ways on.  Ports of several
// values have the first in the lowest bits.
module line_cache #(
    parameter int LINES    = 512,                       // built; i_sets * i_ways of them are used
    parameter int LOOKS    = 4,
    parameter int REQUESTS = 128
) (
    input  logic                clk,
    input  logic                rst,
    input  logic [LOOKS-1:0]    i_look,
    input  logic [34*LOOKS-1:0] i_look_line,
    input  logic [31:0]         i_oldest,               // stamp; 0: none
    input  logic                i_ask_taken,
    input  logic                i_fill,
    input  logic [8:0]          i_fill_way,
    input  logic [511:0]        i_fill_data,
    input  logic                i_invalidate,
    input  logic [9:0]          i_sets,                 // a power of two
    input  logic [9:0]          i_ways,
    input  logic [7:0]          i_misses,               // lines that can be waited for
    output logic [LOOKS-1:0]    o_answer,
    output logic [LOOKS-1:0]    o_taken,
    output logic [9*LOOKS-1:0]  o_way,
    output logic [31:0]         o_stamp,
    output logic                o_ask,
    output logic [33:0]         o_ask_line,
    output logic [8:0]          o_ask_way,
    output logic [7:0]          o_missing,
    output logic [LINES-1:0]    o_waiting,
    output logic [LOOKS-1:0]    o_hit,
    output logic [7:0]          o_asking,
    output logic [31:0]         o_hits,
    output logic [31:0]         o_merged,
    output logic [31:0]         o_missed,
    output logic [31:0]         o_refused,
    // in the clock of the look-ups: way + 1, or 0
    output logic [10*LOOKS-1:0] o_found,
    // tags, stamps and data, which others read
    input  logic [8:0]          i_tag_row,
    output logic [34:0]         o_tag,                  // line + 1, 0: empty
    input  logic [8:0]          i_used_row,
    output logic [31:0]         o_used,
    input  logic [9*64-1:0]     i_data_row,
    output logic [511:0]        o_data
);
    // ---- the ways -------------------------------------------------------------------------------------------------

    logic [33:0]      tag  [LINES];
    logic [31:0]      used [LINES];                     // stamp of the last look-up
    logic [511:0]     data [LINES];
    logic [LINES-1:0] present;
    logic [LINES-1:0] seen, filled;                     // since reset: it has a stamp, it has data

    assign o_tag  = present[i_tag_row] ? {1'b0, tag[i_tag_row]} + 35'd1 : '0;
    assign o_used = seen[i_used_row] ? used[i_used_row] : '0;

    for (genvar b = 0; b < 64; b++) begin : g_byte
        wire [8:0] row = i_data_row[9*b +: 9];
        assign o_data[8*b +: 8] = filled[row] ? data[row][8*b +: 8] : '0;
    end

    // ---- what becomes of the look-ups: hits first, then each miss takes a way -------------------------------------

    // Ways of a line's set: first to first + i_ways - 1.
    function automatic logic [8:0] first_of(input logic [8:0] low);
        first_of = 9'({1'b0, low} & (i_sets - 10'd1)) * i_ways[8:0];
    endfunction

    logic [LINES-1:0] held;                             // by what is to come, to be read, or in the answer

    always_comb
        for (int w = 0; w < LINES; w++)
            held[w] = o_waiting[w] || (seen[w] && ((i_oldest != '0 && used[w] >= i_oldest) ||
                                                   (o_answer != '0 && used[w] == o_stamp)));

    logic [LOOKS-1:0]   hit, taken;
    logic [9*LOOKS-1:0] way;
    logic [LINES-1:0]   named;                          // by a line of this clock
    logic [7:0]         room;
    logic [8:0]         first, w;
    logic [32:0]        age, least;                     // {held, stamp}

    always_comb begin
        hit   = '0;
        way   = '0;
        named = '0;
        first = '0;
        w     = '0;
        for (int n = 0; n < LOOKS; n++) begin
            first = first_of(i_look_line[34*n +: 9]);
            for (int i = 0; i < LINES; i++) begin
                w = first + 9'(i);
                if (10'(i) < i_ways && i_look[n] && present[w] && tag[w] == i_look_line[34*n +: 34]) begin
                    hit[n]         = 1'b1;
                    way[9*n +: 9]  = w;
                    named[w]       = 1'b1;
                end
            end
        end
        taken = hit;
        room  = i_misses - o_missing;
        age   = '0;
        least = '0;
        for (int n = 0; n < LOOKS; n++)
            if (i_look[n] && !hit[n] && room != '0) begin
                first = first_of(i_look_line[34*n +: 9]);
                least = {1'b1, 32'd0};
                for (int i = 0; i < LINES; i++) begin
                    w   = first + 9'(i);
                    age = {held[w] || named[w], seen[w] ? used[w] : 32'd0};
                    if (10'(i) < i_ways && age < least) begin
                        least         = age;
                        taken[n]      = 1'b1;
                        way[9*n +: 9] = w;
                    end
                end
                if (taken[n]) begin
                    named[way[9*n +: 9]] = 1'b1;
                    room                 = room - 8'd1;
                end
            end
    end

    for (genvar n = 0; n < LOOKS; n++) begin : g_found
        assign o_found[10*n +: 10] = taken[n] ? 10'(way[9*n +: 9]) + 10'd1 : '0;
    end

    wire [LOOKS-1:0] fresh = taken & ~hit;

    logic [LOOKS-1:0] merged;                           // hits whose data are to come

    always_comb
        for (int n = 0; n < LOOKS; n++)
            merged[n] = hit[n] && o_waiting[way[9*n +: 9]];

    function automatic logic [2:0] count(input logic [LOOKS-1:0] set);
        count = '0;
        for (int n = 0; n < LOOKS; n++)
            count += 3'(set[n]);
    endfunction

    // ---- the edge: ways -------------------------------------------------------------------------------------------

    wire [31:0] stamp = o_stamp + 32'(i_look != '0);

    logic [LINES-1:0] seen_now, present_now, waiting_now;

    always_comb begin
        seen_now    = seen;
        present_now = present;
        waiting_now = o_waiting;
        for (int n = 0; n < LOOKS; n++) begin
            if (taken[n])
                seen_now[way[9*n +: 9]] = 1'b1;
            if (fresh[n]) begin
                present_now[way[9*n +: 9]] = 1'b1;
                waiting_now[way[9*n +: 9]] = 1'b1;
            end
        end
        if (i_fill)
            waiting_now[i_fill_way] = 1'b0;
        if (i_invalidate)
            present_now = '0;
    end

    always_ff @(posedge clk)
        if (rst) begin
            seen      <= '0;
            present   <= '0;
            o_waiting <= '0;
            filled    <= '0;
        end else begin
            seen      <= seen_now;
            present   <= present_now;
            o_waiting <= waiting_now;
            if (i_fill)
                filled[i_fill_way] <= 1'b1;
        end

    always_ff @(posedge clk) begin
        if (i_fill)
            data[i_fill_way] <= i_fill_data;
        for (int n = 0; n < LOOKS; n++) begin
            if (taken[n])
                used[way[9*n +: 9]] <= stamp;
            if (fresh[n])
                tag[way[9*n +: 9]] <= i_look_line[34*n +: 34];
        end
    end

    always_ff @(posedge clk)
        if (rst) begin
            o_answer  <= '0;
            o_taken   <= '0;
            o_way     <= '0;
            o_hit     <= '0;
            o_stamp   <= '0;
            o_missing <= '0;
            o_hits    <= '0;
            o_merged  <= '0;
            o_missed  <= '0;
            o_refused <= '0;
        end else begin
            o_answer  <= i_look;
            o_stamp   <= stamp;
            o_missing <= o_missing + 8'(count(fresh)) - 8'(i_fill);
            o_hits    <= o_hits + 32'(count(hit & ~merged));
            o_merged  <= o_merged + 32'(count(merged));
            o_missed  <= o_missed + 32'(count(fresh));
            o_refused <= o_refused + 32'(count(i_look & ~taken));
            if (i_look != '0) begin
                o_taken <= taken;
                o_way   <= way;
                o_hit   <= hit;
            end
        end

    // ---- requests: a ring; the first stands in o_ask_line ---------------------------------------------------------

    logic [42:0] request [REQUESTS];                    // {way, line}
    logic [6:0]  oldest;                                // row
    logic [6:0]  row [LOOKS];                           // of each fresh line

    wire [6:0] oldest_now = oldest + 7'(i_ask_taken);
    wire [7:0] left       = o_asking - 8'(i_ask_taken);

    always_comb begin
        row[0] = oldest_now + left[6:0];
        for (int n = 1; n < LOOKS; n++)
            row[n] = row[n-1] + 7'(fresh[n-1]);
    end

    wire [1:0] lowest = fresh[0] ? 2'd0 : fresh[1] ? 2'd1 : fresh[2] ? 2'd2 : 2'd3;

    always_ff @(posedge clk)
        for (int n = 0; n < LOOKS; n++)
            if (fresh[n])
                request[row[n]] <= {way[9*n +: 9], i_look_line[34*n +: 34]};

    always_ff @(posedge clk)
        if (rst) begin
            oldest     <= '0;
            o_asking   <= '0;
            o_ask      <= 1'b0;
            o_ask_line <= '0;
            o_ask_way  <= '0;
        end else begin
            oldest   <= oldest_now;
            o_asking <= left + 8'(count(fresh));
            o_ask    <= left != '0 || fresh != '0;
            if (left != '0)
                {o_ask_way, o_ask_line} <= request[oldest_now];
            else if (fresh != '0)
                {o_ask_way, o_ask_line} <= {way[9*lowest +: 9], i_look_line[34*lowest +: 34]};
        end
endmodule
