// A cache of lines with four look-ups a clock: least recently used, tags early, data late; requests leave in order.
module line_cache (
    input  logic             clk, rst,
    input  logic [3:0]       i_look,
    input  logic [3:0][33:0] i_look_line,
    input  logic [31:0]      i_oldest,
    input  logic             i_ask_taken,
    input  logic             i_fill,
    input  logic [8:0]       i_fill_way,
    input  logic [63:0][7:0] i_fill_data,
    input  logic             i_invalidate,
    input  logic [9:0]       i_sets, i_ways,
    input  logic [7:0]       i_misses,
    output logic [3:0]       o_answer, o_taken,
    output logic [3:0][8:0]  o_way,
    output logic [31:0]      o_stamp,
    output logic             o_ask,
    output logic [33:0]      o_ask_line,
    output logic [8:0]       o_ask_way,
    output logic [7:0]       o_missing,
    output logic [7:0][63:0] o_waiting,
    output logic [31:0]      o_hits, o_merged, o_missed, o_refused,
    output logic [3:0][9:0]  o_found,
    // What others read inside: the bytes of the ways.
    input  logic [63:0][8:0] i_data_row,
    output logic [63:0][7:0] o_data
);
    logic [511:0][63:0][7:0] data;
    always_comb
        for (int n = 0; n < 4; n++)
            o_found[n] = taken[n] ? 10'(way[n]) + 10'd1 : '0;
    always_comb
        for (int i = 0; i < 64; i++)
            o_data[i] = data[i_data_row[i]][i];
    always_ff @(posedge clk)
        if (rst)
            data <= '0;
        else if (i_fill)
            data[i_fill_way] <= i_fill_data;

    logic [511:0]       valid;
    logic [511:0][33:0] tag;
    logic [511:0][31:0] used;
    logic [127:0][42:0] queue; // way, line
    logic [6:0]   head;
    logic [7:0]   queued;
    logic [511:0] waiting;
    assign waiting = o_waiting;

    // The look-ups of this clock: hits first, then each miss takes a way.
    logic [3:0]      hit, taken;
    logic [3:0][8:0] way;
    int              room;
    always_comb begin
        hit  = '0;
        way  = '0;
        room = int'(i_misses) - int'(o_missing);
        for (int n = 0; n < 4; n++)
            for (int w = first(n); w < first(n) + int'(i_ways); w++)
                if (i_look[n] && valid[w] && tag[w] == i_look_line[n]) begin
                    hit[n] = 1'b1;
                    way[n] = 9'(w);
                end
        taken = hit;
        for (int n = 0; n < 4; n++)
            if (i_look[n] && !hit[n] && room > 0) begin
                automatic int best = -1;
                for (int w = first(n); w < first(n) + int'(i_ways); w++)
                    if (!is_held(w, taken, way) && (best < 0 || used[w] < used[best]))
                        best = w;
                if (best >= 0) begin
                    taken[n] = 1'b1;
                    way[n]   = 9'(best);
                    room     = room - 1;
                end
            end
    end
    function automatic int first(int n);
        first = int'(i_look_line[n][9:0] & (i_sets - 10'd1)) * int'(i_ways);
    endfunction
    function automatic logic is_held(int w, logic [3:0] named, logic [3:0][8:0] ways);
        is_held = waiting[w] || (i_oldest != 0 && used[w] >= i_oldest) || (o_answer != 0 && used[w] == o_stamp);
        for (int n = 0; n < 4; n++)
            is_held = is_held || (named[n] && ways[n] == 9'(w));
    endfunction

    logic [3:0] fresh;
    logic [7:0] left, tail;
    logic [6:0] next;
    assign fresh = taken & ~hit;
    assign left  = queued - 8'(i_ask_taken);
    assign next  = head + 7'(i_ask_taken);

    always_ff @(posedge clk)
        if (rst) begin
            {o_answer, o_taken, o_way, o_stamp, o_ask, o_ask_line, o_ask_way, o_missing, o_waiting} <= '0;
            {o_hits, o_merged, o_missed, o_refused, head, queued} <= '0;
            {valid, used} <= '0;
        end else begin
            o_answer  <= i_look;
            o_missing <= o_missing + 8'($countones(fresh)) - 8'(i_fill);
            if (i_look != 0) begin
                o_taken   <= taken;
                o_way     <= way;
                o_stamp   <= o_stamp + 1;
                o_missed  <= o_missed + $countones(fresh);
                o_refused <= o_refused + $countones(i_look & ~taken);
                o_hits    <= o_hits + $countones(hit & ~there_is(hit, way));
                o_merged  <= o_merged + $countones(there_is(hit, way));
            end
            tail = left;
            for (int n = 0; n < 4; n++) begin
                if (taken[n])
                    used[way[n]] <= o_stamp + 1;
                if (fresh[n]) begin
                    valid[way[n]] <= 1'b1;
                    tag[way[n]]   <= i_look_line[n];
                    o_waiting[way[n] / 64][way[n] % 64] <= 1'b1;
                    queue[7'(next + 7'(tail))] <= {way[n], i_look_line[n]};
                    tail = tail + 1;
                end
            end
            if (i_fill)
                o_waiting[i_fill_way / 64][i_fill_way % 64] <= 1'b0;
            if (i_invalidate)
                valid <= '0;
            head   <= next;
            queued <= tail;
            o_ask  <= tail != 0;
            if ((i_ask_taken || i_look != 0) && left != 0)
                {o_ask_way, o_ask_line} <= queue[next];
            else if (fresh != 0)
                for (int n = 3; n >= 0; n--)
                    if (fresh[n])
                        {o_ask_way, o_ask_line} <= {way[n], i_look_line[n]};
        end
    // Of hits those whose line is still to come.
    function automatic logic [3:0] there_is(logic [3:0] hits, logic [3:0][8:0] ways);
        for (int n = 0; n < 4; n++)
            there_is[n] = hits[n] && waiting[ways[n]];
    endfunction
endmodule
