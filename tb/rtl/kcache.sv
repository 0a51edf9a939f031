// kcache.sv - locks of the constant cache: an ALU clause gets its lines of 16 constants, and they stay until it ends.
//
// Sections: ISA 3.3.1 (locks are taken before a clause runs and held to its end), 4.6.4.1 (a line is 16 constants of
// one of 16 buffers, 4.6.4.6: or of those of another stage), 10.1 KCACHE_BANK, KCACHE_ADDR, KCACHE_MODE.  What the manual leaves open is as docs/ports/kcache.md
// says: fully associative, least recently used, one look-up a clock, a tracker for each requester's miss.
//
// The block holds tags, locks and ages; the lines' words lie in a RAM beside it, which takes line `o_fill_tag` into way
// `o_answer_way` when `o_fill` is set.
//
//   clock n    look, tag compare, choice of a way     (a look-up that hits goes before any miss)
//   clock n+1  o_answer: the line is locked           (a miss: i_miss_clk clocks later, when a way can be had)
module kcache #(
    parameter int LINES      = 192,  // ways built; i_lines of them are used
    parameter int REQUESTERS = 12,   // one tracker each
    parameter int RETURNS    = 4     // locks given back in a clock
) (
    input  logic                         clk,
    input  logic                         rst,
    input  logic                         i_look,
    input  logic [3:0]                   i_look_id,
    input  logic [4:0]                   i_look_bank,
    input  logic [9:0]                   i_look_line,
    input  logic [RETURNS-1:0]           i_unlock,
    input  logic [8*RETURNS-1:0]         i_unlock_way,
    input  logic [7:0]                   i_lines,
    input  logic [15:0]                  i_miss_clk,
    output logic                         o_answer,
    output logic [3:0]                   o_answer_id,
    output logic [7:0]                   o_answer_way,
    output logic [3:0]                   o_missing,
    output logic [7:0]                   o_locked,
    output logic                         o_fill,
    output logic [14:0]                  o_fill_tag,
    output logic [31:0]                  o_use_clock,
    output logic [31:0]                  o_hits,
    output logic [31:0]                  o_misses,
    output logic [32*REQUESTERS-1:0]     o_miss_tag,   // tag + 1, 0: idle
    output logic [32*REQUESTERS-1:0]     o_miss_wait
);
    // ---- the ways -------------------------------------------------------------------------------------------------

    logic [14:0]      tag  [LINES];
    logic [LINES-1:0] present;
    logic [LINES-1:0] held;                             // by some clause
    logic [31:0]      used [LINES];                     // o_use_clock of its last answer

    // The strap, decoded: a cache of i_lines ways.  It may grow while nothing is locked; the new ways are there a clock
    // later, before any miss can need them.
    logic [LINES-1:0] usable;

    always_ff @(posedge clk)
        for (int way = 0; way < LINES; way++)
            usable[way] <= 8'(way) < i_lines;

    // ---- tag compare: the line that is looked for, and the line of a miss that is due -----------------------------

    function automatic logic [LINES-1:0] match(input logic [14:0] wanted);
        for (int way = 0; way < LINES; way++)
            match[way] = present[way] && usable[way] && tag[way] == wanted;
    endfunction

    function automatic logic [7:0] encode(input logic [LINES-1:0] one_hot);
        encode = '0;
        for (int way = 0; way < LINES; way++)
            if (one_hot[way])
                encode |= 8'(way);
    endfunction

    logic [14:0]      look_tag;
    logic [LINES-1:0] look_match;
    logic             look_hit;

    assign look_tag   = {i_look_bank, i_look_line};
    assign look_match = match(look_tag);
    assign look_hit   = i_look && |look_match;

    // ---- the way that a new line takes: of those without a lock an empty one, else the longest unused -------------
    //
    // A knock-out tree over the least {cannot be had, holds a line, age, way}.

    localparam int LEAVES = 256;                        // ways, rounded up

    logic [41:0] tree [1:2*LEAVES-1];                   // node n has the children 2n and 2n + 1
    logic [7:0]  victim;
    logic        room;

    assign victim = tree[1][7:0];
    assign room   = !tree[1][41];

    always_comb begin
        for (int way = LINES; way < LEAVES; way++)
            tree[LEAVES + way] = '1;
        for (int way = 0; way < LINES; way++)
            tree[LEAVES + way] = {held[way] || !usable[way], present[way], present[way] ? used[way] : 32'd0, 8'(way)};
        for (int node = LEAVES - 1; node >= 1; node--)
            tree[node] = tree[2*node] <= tree[2*node+1] ? tree[2*node] : tree[2*node+1];
    end

    // ---- trackers -------------------------------------------------------------------------------------------------
    //
    // A due miss whose line is there by now takes that way; another needs a way without a lock.  In a clock in which no
    // look-up hits, the lowest requester that can be served is.  All that need a new way compete for the same one.

    logic [REQUESTERS-1:0] busy, due, found;
    logic [14:0]           miss_tag  [REQUESTERS];
    logic [15:0]           miss_wait [REQUESTERS];
    logic [7:0]            found_way [REQUESTERS];
    logic [LINES-1:0]      miss_match;                  // of one requester

    always_comb
        for (int r = 0; r < REQUESTERS; r++) begin
            due[r]       = busy[r] && miss_wait[r] <= 16'd1;
            miss_match   = due[r] ? match(miss_tag[r]) : '0;
            found[r]     = |miss_match;
            found_way[r] = encode(miss_match);
        end

    always_comb
        for (int r = 0; r < REQUESTERS; r++) begin
            o_miss_tag[32*r +: 32]  = busy[r] ? {17'd0, miss_tag[r]} + 32'd1 : '0;
            o_miss_wait[32*r +: 32] = {16'd0, miss_wait[r]};
        end

    // ---- the answer of the next clock -----------------------------------------------------------------------------

    logic        answer, fill;
    logic [3:0]  answer_id;
    logic [7:0]  answer_way;
    logic [14:0] answer_tag;

    always_comb begin
        answer     = look_hit;
        fill       = 1'b0;
        answer_id  = i_look_id;
        answer_way = encode(look_match);
        answer_tag = look_tag;
        if (!look_hit)
            for (int r = REQUESTERS - 1; r >= 0; r--)
                if (due[r] && (room || found[r])) begin
                    answer     = 1'b1;
                    fill       = !found[r];
                    answer_id  = 4'(r);
                    answer_way = found[r] ? found_way[r] : victim;
                    answer_tag = miss_tag[r];
                end
    end

    // ---- locks: some clauses give back, one takes -----------------------------------------------------------------

    logic [LINES-1:0] held_next;

    for (genvar way = 0; way < LINES; way++) begin : g_locks
        logic               takes;
        logic [RETURNS-1:0] gives;
        logic [7:0]         locks, locks_next;          // clauses that hold the line

        always_comb begin
            takes = answer && answer_way == 8'(way);
            for (int i = 0; i < RETURNS; i++)
                gives[i] = i_unlock[i] && i_unlock_way[8*i +: 8] == 8'(way);
            locks_next = locks + 8'(takes);
            for (int i = 0; i < RETURNS; i++)
                locks_next = locks_next - 8'(gives[i]);
            held_next[way] = locks_next != '0;
        end

        always_ff @(posedge clk)
            if (rst)
                locks <= '0;
            else
                locks <= locks_next;
    end

    // ---- the edge -------------------------------------------------------------------------------------------------

    always_ff @(posedge clk)
        if (rst) begin
            present <= '0;
            held    <= '0;
        end else begin
            held <= held_next;
            if (fill)
                present[answer_way] <= 1'b1;
        end

    always_ff @(posedge clk)
        if (answer) begin
            used[answer_way] <= o_use_clock + 32'd1;
            if (fill)
                tag[answer_way] <= answer_tag;
        end

    always_ff @(posedge clk) begin
        if (rst) begin
            o_answer     <= 1'b0;
            o_answer_id  <= '0;
            o_answer_way <= '0;
            o_fill       <= 1'b0;
            o_fill_tag   <= '0;
            o_missing    <= '0;
            o_locked     <= '0;
            o_use_clock  <= '0;
            o_hits       <= '0;
            o_misses     <= '0;
        end else begin
            o_answer  <= answer;
            o_fill    <= fill;
            o_locked  <= 8'($countones(held_next));
            o_missing <= o_missing + 4'(i_look && !look_hit) - 4'(answer && !look_hit);
            o_hits    <= o_hits + 32'(look_hit);
            o_misses  <= o_misses + 32'(i_look && !look_hit);
            if (answer) begin
                o_answer_id  <= answer_id;
                o_answer_way <= answer_way;
                o_fill_tag   <= answer_tag;
                o_use_clock  <= o_use_clock + 32'd1;
            end
        end
    end

    always_ff @(posedge clk)
        for (int r = 0; r < REQUESTERS; r++) begin
            if (rst || (answer && !look_hit && answer_id == 4'(r))) begin
                busy[r]      <= 1'b0;
                miss_wait[r] <= '0;
            end else if (i_look && !look_hit && i_look_id == 4'(r)) begin
                busy[r]      <= 1'b1;
                miss_tag[r]  <= look_tag;
                miss_wait[r] <= i_miss_clk;
            end else if (busy[r] && !due[r]) begin
                miss_wait[r] <= miss_wait[r] - 16'd1;
            end
        end
endmodule
