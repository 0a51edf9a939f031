// simd_bench.sv - a whole SIMD beside a closed form: of thread t, 64 of them, PIX0.x is 3 * t + 1.
module simd_bench;
    logic        clk = 0, rst = 1;
    logic        finished, broken, valid;
    logic [63:0] cycle;
    logic [31:0] number;
    logic [ 1:0] quarter;
    logic [15:0] lanes;
    logic [15:0][31:0] x;
    int          right = 0, wrong = 0, runs = 0;
    longint      cycles [2];
    string       first;
    always #5 clk <= !clk;

    wekiva_simd simd (
        .clk, .rst, .o_finished(finished), .o_broken(broken), .o_cycle(cycle), .o_valid(valid), .o_number(number),
        .o_quarter(quarter), .o_lanes(lanes), .o_x(x), .o_free(), .o_wants_room(), .o_read(), .o_read_row(), .o_write(),
        .o_type(), .o_index(), .o_done_bit(), .o_elements(), .o_y(), .o_z(), .o_w(), .o_word(), .o_step(), .o_indices(),
        .o_slot(), .o_last(), .o_report(), .o_report_slot(), .o_bad_gpr());

    // A small whole number as a float.
    function automatic logic [31:0] float_of(input int value);
        int top = 31;
        while (!value[top])
            top--;
        return {1'b0, 8'(127 + top), 23'(value << (23 - top))};
    endfunction

    always @(negedge clk) if (!rst) begin
        for (int lane = 0; lane < 16 && valid; lane++)
            if (lanes[lane] && number == 0 && x[lane] == float_of(3 * (16 * int'(quarter) + lane) + 1))
                right++;
            else
                wrong++;
        if (broken)
            $fatal(1, "the program has broken a rule");
        rst <= finished && runs == 0; // the launch once more
        if (finished) begin
            cycles[runs] = cycle;
            runs++;
            if (runs == 2) begin
                $display("%0d right, %0d wrong, %s, twice %0d cycles: %0d", right, wrong, simd.agrees(first) ? "match" : first,
                         cycles[0], cycles[0] == cycles[1]);
                $finish;
            end
        end
    end else if (runs == 1)
        rst <= 0;

    initial begin
        repeat (2) @(negedge clk);
        rst = 0;
    end
endmodule
