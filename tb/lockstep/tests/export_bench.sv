// export_bench.sv - exported modules in a bench of one's own: two predicates that do not know of each other beside their
// closed form, and an instruction cache whose program the bench writes.
module export_bench;
    logic clk = 0, rst = 1;
    int   checked = 0, wrong = 0;
    always #5 clk <= !clk;

    // ---- two predicates (ISA 4.8.1.1): the active mask at the start, then flags of a quarter's lanes ----------------

    logic        start = 0, set = 0;
    logic [63:0] active [2], expected [2];
    logic [1:0]  quarter = 0;
    logic [15:0] mask [2], flags [2];
    wire  [63:0] predicate [2];
    for (genvar i = 0; i < 2; i++) begin : g_predicate
        wekiva_predicate dut (.clk, .rst, .i_start(start), .i_start_active(active[i]), .i_set(set),
                              .i_quarter(quarter), .i_update(2'b01), .i_kills(1'b0), .i_mask(mask[i]),
                              .i_flags(flags[i]), .o_predicate(predicate[i]), .o_active(), .o_killed());
    end

    // ---- an instruction cache: a miss of 40 clocks ------------------------------------------------------------------

    logic              look = 0;
    wire               answer, hit, fill;
    wire  [9:0]        way, filled;
    logic [9:0]        row = 0;
    wekiva_icache cache (.clk, .rst, .i_look(look), .i_look_line(20'd3), .i_look_id(4'd0),
                         .i_sets(wekiva_pkg::ICACHE_SETS), .i_ways(wekiva_pkg::ICACHE_WAYS), .i_miss_clk(16'd40),
                         .i_misses(wekiva_pkg::ICACHE_MISSES), .i_lines(wekiva_pkg::ICACHE_LINES),
                         .i_program_lines(21'd64), .o_answer(answer), .o_hit(hit), .o_refused(), .o_answer_id(),
                         .o_way(way), .o_fill(fill), .o_fill_line(), .o_fill_way(filled), .o_missing(), .o_hits(),
                         .o_misses());

    task automatic check(input string what, input logic [63:0] got, input logic [63:0] want);
        checked++;
        if (got !== want) begin
            wrong++;
            $display("%0t: %s is %h, expected %h", $time, what, got, want);
        end
    endtask

    task automatic clock();
        @(posedge clk);
        @(negedge clk);
    endtask

    // The answer to a look-up comes at its edge; a line that was missed comes 40 clocks later.
    task automatic look_up(input logic there);
        int waited = 0;
        look = 1;
        clock();
        look = 0;
        check("answer", 64'(answer), 1);
        check("hit", 64'(hit), 64'(there));
        while (!there && !fill && waited < 100) begin
            clock();
            waited++;
        end
        check("clocks of the miss", 64'(waited), there ? 0 : 40);
    endtask

    initial begin
        for (int i = 0; i < 2; i++) begin
            mask[i] = 0;
            flags[i] = 0;
            active[i] = {$urandom(), $urandom()};
            expected[i] = active[i];
        end
        repeat (3) @(negedge clk);
        rst = 0;
        check("reset", predicate[0] | predicate[1], 0);
        start = 1;
        clock();
        start = 0;
        set = 1;
        for (int n = 0; n < 200; n++) begin
            for (int i = 0; i < 2; i++)
                check("predicate", predicate[i], expected[i]);
            quarter = 2'($urandom());
            for (int i = 0; i < 2; i++) begin
                mask[i] = 16'($urandom());
                flags[i] = 16'($urandom());
                expected[i] = (expected[i] & ~(64'(mask[i]) << (16 * quarter))) | ((64'(mask[i]) & 64'(flags[i])) << (16 * quarter));
            end
            clock();
        end
        cache.poke("outside.m_program[48]", 64'h11111111); // line 3
        cache.poke("outside.m_program[49]", 64'h22222222);
        look_up(0);
        row = filled;
        look_up(1);
        check("the way", 64'(way), 64'(row));
        check("the line in the model", cache.peek($sformatf("icache.m_data[%0d][0]", row)), 64'h2222222211111111);
        rst = 1;
        clock();
        rst = 0;
        check("the line behind a reset", cache.peek($sformatf("icache.m_data[%0d][0]", row)), 0);
        look_up(0);
        check("the line again", cache.peek($sformatf("icache.m_data[%0d][0]", filled)), 64'h2222222211111111);
        $display("%0d passed, %0d failed", checked, wrong);
        $finish;
    end
endmodule
