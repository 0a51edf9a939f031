// icache.sv - an instruction cache: one for control flow, one for ALU and one for fetch clauses of a SIMD (ISA 2.4; RV770
// timing S14, S15).
//
// The block holds tags, ages and the trackers of misses; the lines' words lie in a RAM beside it, which takes line
// o_fill_line of the program into way o_fill_way when o_fill is set.
//
//   clock n    look, tag compare                 (a tracker that is due fills a line in the same clock)
//   clock n+1  o_answer: hit and way, or a miss has begun, or refused: ask again
//
// A miss takes the lowest free tracker unless one brings the line already.  The tracker waits i_miss_clk clocks, fills the
// longest unused way of the set, empty ones first, and goes on, a line a clock, with those lines behind it that are not
// there: i_lines in all, to the program's end.  Set s has the ways from s * i_ways on.
module icache #(
    parameter int LINES    = 1024,                      // built; i_sets * i_ways of them are used
    parameter int WAYS     = 16,                        // most of a set
    parameter int TRACKERS = 15,
    parameter int BEHIND   = 14                         // most lines that a tracker brings behind its first
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        i_look,
    input  logic [19:0] i_look_line,
    input  logic [3:0]  i_look_id,
    input  logic [20:0] i_program_lines,
    input  logic [10:0] i_sets,                         // a power of two
    input  logic [10:0] i_ways,
    input  logic [15:0] i_miss_clk,
    input  logic [3:0]  i_misses,                       // trackers that are used
    input  logic [3:0]  i_lines,
    output logic        o_answer,
    output logic        o_hit,
    output logic        o_refused,
    output logic [3:0]  o_answer_id,
    output logic [9:0]  o_way,
    output logic        o_fill,
    output logic [19:0] o_fill_line,
    output logic [9:0]  o_fill_way,
    output logic [3:0]  o_missing,
    output logic [9:0]  o_touched,
    output logic [31:0] o_use_clock,
    output logic [31:0] o_hits,
    output logic [31:0] o_misses,
    input  logic [9:0]  i_tag_row,
    output logic [31:0] o_tag,                          // line + 1, 0: empty
    input  logic [9:0]  i_used_row,
    output logic [31:0] o_used                          // o_use_clock of the last look-up
);
    // ---- the ways -------------------------------------------------------------------------------------------------

    logic [19:0]      tag  [LINES];
    logic [31:0]      used [LINES];
    logic [LINES-1:0] present;

    assign o_tag  = present[i_tag_row] ? {12'b0, tag[i_tag_row]} + 32'd1 : '0;
    assign o_used = present[i_used_row] ? used[i_used_row] : '0;

    function automatic logic [9:0] set_of(input logic [10:0] low);
        set_of = 10'((low & (i_sets - 11'd1)) * i_ways);
    endfunction

    // {there, way} of a line.
    function automatic logic [10:0] find(input logic [19:0] line);
        logic [9:0] way;
        find = '0;
        for (int w = 0; w < WAYS; w++) begin
            way = set_of(line[10:0]) + 10'(w);
            if (11'(w) < i_ways && present[way] && tag[way] == line)
                find = {1'b1, way};
        end
    endfunction

    // The way that a line takes which is not there, by the low bits of its number: an empty one, else the longest unused; of several the lowest.
    function automatic logic [9:0] victim(input logic [10:0] low);
        logic [9:0]  way;
        logic [32:0] age, least;                        // {present, used}
        victim = set_of(low);
        least  = {present[victim], used[victim]};
        for (int w = 1; w < WAYS; w++) begin
            way = set_of(low) + 10'(w);
            age = {present[way], present[way] ? used[way] : 32'd0};
            if (11'(w) < i_ways && least[32] && age < least) begin
                victim = way;
                least  = age;
            end
        end
    endfunction

    // ---- trackers: the first that is due fills --------------------------------------------------------------------

    logic [TRACKERS-1:0] busy, due;
    logic [19:0]         line [TRACKERS];
    logic [3:0]          more [TRACKERS];               // lines behind it
    logic [15:0]         left [TRACKERS];               // clocks

    logic        fill;
    logic [3:0]  filler;
    logic [19:0] fill_line;
    logic [10:0] there;                                 // two trackers may have brought it
    logic [9:0]  fill_way;

    for (genvar t = 0; t < TRACKERS; t++) begin : g_due
        assign due[t] = busy[t] && 4'(t) < i_misses && left[t] <= 16'd1;
    end

    always_comb begin
        fill   = due != '0;
        filler = '0;
        for (int t = TRACKERS - 1; t >= 0; t--)
            if (due[t])
                filler = 4'(t);
        fill_line = line[filler];
        there     = find(fill_line);
        fill_way  = there[10] ? there[9:0] : victim(fill_line[10:0]);
    end

    // The next of its lines that is not there.
    logic       goes_on, behind;
    logic [3:0] step;

    always_comb begin
        goes_on = 1'b0;
        step    = '0;
        for (int n = BEHIND; n >= 1; n--) begin
            behind = 1'(find(fill_line + 20'(n)) >> 10);
            if (4'(n) <= more[filler] && !behind) begin
                goes_on = 1'b1;
                step    = 4'(n);
            end
        end
    end

    // ---- the look-up ----------------------------------------------------------------------------------------------

    logic [10:0]         found;
    logic                replaced, hit, late, begins;
    logic [TRACKERS-1:0] coming;
    logic                is_free;
    logic [3:0]          free;

    assign found    = find(i_look_line);
    assign replaced = found[10] && fill && found[9:0] == fill_way; // by the line that comes
    assign hit      = found[10] && !replaced;
    assign late     = replaced || (fill && fill_line == i_look_line); // announced before its requester waits
    assign begins   = i_look && !hit && !late && coming == '0 && is_free;

    for (genvar t = 0; t < TRACKERS; t++) begin : g_coming
        assign coming[t] = busy[t] && 4'(t) < i_misses && i_look_line >= line[t] &&
                           i_look_line - line[t] <= {16'b0, more[t]};
    end

    always_comb begin
        is_free = 1'b0;
        free    = '0;
        for (int t = TRACKERS - 1; t >= 0; t--)
            if (4'(t) < i_misses && !busy[t]) begin
                is_free = 1'b1;
                free    = 4'(t);
            end
    end

    wire [3:0]  most   = i_lines > 4'd1 ? i_lines - 4'd1 : '0;
    wire [20:0] next   = {1'b0, i_look_line} + 21'd1;
    wire [20:0] rest   = next < i_program_lines ? i_program_lines - next : '0;
    wire [3:0]  brings = rest < {17'b0, most} ? rest[3:0] : most;

    // ---- the edge -------------------------------------------------------------------------------------------------

    wire [31:0] use_clock = o_use_clock + 32'(i_look);

    always_ff @(posedge clk)
        if (rst)
            present <= '0;
        else if (fill)
            present[fill_way] <= 1'b1;

    always_ff @(posedge clk) begin
        if (i_look && hit)
            used[found[9:0]] <= use_clock;
        if (fill) begin
            tag[fill_way]  <= fill_line;
            used[fill_way] <= use_clock;
        end
    end

    for (genvar t = 0; t < TRACKERS; t++) begin : g_tracker
        always_ff @(posedge clk)
            if (rst)
                busy[t] <= 1'b0;
            else if (begins && free == 4'(t)) begin
                busy[t] <= 1'b1;
                line[t] <= i_look_line;
                more[t] <= brings;
                left[t] <= i_miss_clk;
            end else if (fill && filler == 4'(t)) begin
                busy[t] <= goes_on;
                line[t] <= line[t] + {16'b0, step};
                more[t] <= more[t] - step;
            end else if (left[t] > 16'd1)
                left[t] <= left[t] - 16'd1;
    end

    always_ff @(posedge clk)
        if (rst) begin
            o_answer    <= 1'b0;
            o_hit       <= 1'b0;
            o_refused   <= 1'b0;
            o_answer_id <= '0;
            o_way       <= '0;
            o_fill      <= 1'b0;
            o_fill_line <= '0;
            o_fill_way  <= '0;
            o_missing   <= '0;
            o_touched   <= '0;
            o_use_clock <= '0;
            o_hits      <= '0;
            o_misses    <= '0;
        end else begin
            o_answer    <= i_look;
            o_fill      <= fill;
            o_refused   <= i_look && !hit && (late || (coming == '0 && !is_free));
            o_use_clock <= use_clock;
            o_missing   <= o_missing + 4'(begins) - 4'(fill && !goes_on);
            if (fill) begin
                o_fill_line <= fill_line;
                o_fill_way  <= fill_way;
            end
            if (i_look) begin
                o_hit       <= hit;
                o_answer_id <= i_look_id;
                o_way       <= hit ? found[9:0] : '0;
                o_touched   <= hit ? found[9:0] : '0;
                o_hits      <= o_hits + 32'(hit);
                o_misses    <= o_misses + 32'(!hit);
            end
        end
endmodule
