// line_cache.sv - a cache whose ways are replaced by a policy of its own, written from docs/ports/line_cache.md with other names
// of ports (line_cache.ports): the least recently used way, the way that came first, or any.
module line_cache #(
    parameter int POLICY = 1 // 0: least recently used, 1: first in first out, 2: random
) (
    input  logic             clock, reset_n,
    input  logic [3:0]       req,
    input  logic [3:0][33:0] req_line,
    input  logic [31:0]      keep_from,
    input  logic             mem_taken, mem_fill,
    input  logic [8:0]       mem_fill_way,
    input  logic [63:0][7:0] mem_fill_data,
    input  logic             flush,
    input  logic [9:0]       sets, ways,
    input  logic [7:0]       trackers,
    output logic [3:0][9:0]  now_way,
    output logic [3:0]       ans, ans_ok,
    output logic [3:0][8:0]  ans_way,
    output logic [31:0]      ans_stamp,
    output logic             mem_req,
    output logic [33:0]      mem_line,
    output logic [8:0]       mem_way,
    output logic [7:0]       pending,
    output logic [511:0]     coming,
    output logic [31:0]      n_hit, n_late, n_miss, n_retry,
    input  logic [63:0][8:0] rd_way,
    output logic [63:0][7:0] rd_data
);
    typedef struct packed {
        logic [33:0] line;
        logic [31:0] looked, came; // stamps
    } way_t;
    way_t           store [512];
    logic [511:0]   there, seen; // a line, stamps
    logic [63:0][7:0] bytes [512];
    logic [42:0]    fifo [128]; // way, line
    logic [6:0]     rd, wr;
    logic [15:0]    chance; // an LFSR, never 0
    logic [42:0]    last;   // request

    for (genvar b = 0; b < 64; b++) begin : g_read
        assign rd_data[b] = bytes[rd_way[b]][b];
    end

    // Requests in their order: those that are there, then a way for each that is not.
    logic [3:0]  hit, miss;
    logic [511:0] mine;   // ways that this clock has named
    logic [3:0][8:0] got;
    logic [7:0]  free;
    logic [31:0] least;
    logic [8:0]  w;

    function automatic logic [8:0] base(input logic [33:0] line);
        base = 9'(10'(line[9:0] & (sets - 10'd1)) * ways);
    endfunction
    function automatic logic kept(input logic [8:0] w);
        kept = coming[w] || (seen[w] && keep_from != 0 && store[w].looked >= keep_from) ||
               (seen[w] && ans != 0 && store[w].looked == ans_stamp);
    endfunction
    // What is smallest goes.
    function automatic logic [31:0] worth(input logic [8:0] w, input int i);
        case (POLICY)
            0:       worth = seen[w] ? store[w].looked : '0;
            1:       worth = seen[w] ? store[w].came : '0;
            default: worth = 32'((chance ^ 16'(i * 40503)) >> 3);
        endcase
    endfunction

    always_comb begin
        hit  = '0;
        miss = '0;
        got  = '0;
        mine = '0;
        free = trackers - pending;
        least = '1;
        w     = '0;
        now_way = '0;
        for (int n = 0; n < 4; n++)
            for (int i = 0; i < 512; i++)
                if (10'(i) < ways && req[n] && there[base(req_line[n]) + 9'(i)] &&
                    store[base(req_line[n]) + 9'(i)].line == req_line[n]) begin
                    hit[n]                           = 1'b1;
                    got[n]                           = base(req_line[n]) + 9'(i);
                    mine[base(req_line[n]) + 9'(i)]  = 1'b1;
                end
        for (int n = 0; n < 4; n++)
            if (req[n] && !hit[n] && free != 0) begin
                least = '1;
                for (int i = 0; i < 512; i++) begin
                    w = base(req_line[n]) + 9'(i);
                    if (10'(i) < ways && !kept(w) && !mine[w] && worth(w, i) < least) begin
                        least   = worth(w, i);
                        miss[n] = 1'b1;
                        got[n]  = w;
                    end
                end
                if (miss[n]) begin
                    mine[got[n]] = 1'b1;
                    free         = free - 8'd1;
                end
            end
        for (int n = 0; n < 4; n++)
            now_way[n] = hit[n] || miss[n] ? 10'(got[n]) + 10'd1 : '0;
    end

    logic [3:0] late;
    always_comb
        for (int n = 0; n < 4; n++)
            late[n] = hit[n] && coming[got[n]];

    always_ff @(posedge clock)
        if (!reset_n) begin
            {ans, ans_ok, ans_way, ans_stamp, pending, coming, n_hit, n_late, n_miss, n_retry, rd, wr, last} <= '0;
            {there, seen} <= '0;
            bytes <= '{default: '0};
            chance <= 16'hace1;
        end else begin
            automatic logic [6:0] at = wr;
            chance  <= {chance[14:0], chance[15] ^ chance[13] ^ chance[12] ^ chance[10]};
            ans     <= req;
            pending <= pending + 8'($countones(miss)) - 8'(mem_fill);
            if (req != 0) begin
                ans_ok    <= hit | miss;
                ans_way   <= got;
                ans_stamp <= ans_stamp + 1;
                n_hit     <= n_hit + $countones(hit & ~late);
                n_late    <= n_late + $countones(late);
                n_miss    <= n_miss + $countones(miss);
                n_retry   <= n_retry + $countones(req & ~hit & ~miss);
            end
            for (int n = 0; n < 4; n++) begin
                if (hit[n])
                    store[got[n]].looked <= ans_stamp + 1;
                if (miss[n]) begin
                    store[got[n]]  <= '{req_line[n], ans_stamp + 1, ans_stamp + 1};
                    there[got[n]]  <= 1'b1;
                    seen[got[n]]   <= 1'b1;
                    coming[got[n]] <= 1'b1;
                    fifo[at]       <= {got[n], req_line[n]};
                    at = at + 1;
                end
            end
            if (mem_fill) begin
                coming[mem_fill_way] <= 1'b0;
                bytes[mem_fill_way]  <= mem_fill_data;
            end
            if (flush)
                there <= '0;
            last <= {mem_way, mem_line};
            wr <= at;
            if (mem_req && mem_taken)
                rd <= rd + 1;
        end
    // The request at the head of the queue.
    assign mem_req             = rd != wr;
    assign {mem_way, mem_line} = mem_req ? fifo[rd] : last;
endmodule
