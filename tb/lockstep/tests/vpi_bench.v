// vpi_bench.v - modules for Icarus Verilog (`wekiva export-sv --vpi`): a predicate beside its twin with random inputs, and a
// register file whose rows follow what is asked for within a clock.
module vpi_bench;
    reg     clk = 0, rst = 1;
    integer wrong = 0, n;
    always #5 clk = !clk;

    reg         start = 0, set = 0, kills = 0;
    reg  [63:0] active = 0;
    reg  [ 1:0] quarter = 0, update = 0;
    reg  [15:0] mask = 0, flags = 0;
    wire [63:0] predicate, alive, killed, twin_predicate, twin_alive, twin_killed;
    wekiva_predicate dut (.clk(clk), .rst(rst), .i_start(start), .i_start_active(active), .i_set(set), .i_quarter(quarter),
                          .i_update(update), .i_kills(kills), .i_mask(mask), .i_flags(flags), .o_predicate(predicate),
                          .o_active(alive), .o_killed(killed));
    predicate twin (.clk(clk), .rst(rst), .i_start(start), .i_start_active(active), .i_set(set), .i_quarter(quarter),
                    .i_update(update), .i_kills(kills), .i_mask(mask), .i_flags(flags), .o_predicate(twin_predicate),
                    .o_active(twin_alive), .o_killed(twin_killed));

    reg           load = 0;
    reg  [8191:0] row = 0;
    reg  [ 511:0] asked = 0;
    wire [2047:0] x, w;
    wekiva_gpr_file gprs (
        .clk(clk), .rst(rst), .i_write(5'b0), .i_write_row(40'b0), .i_write_relative(5'b0), .i_write_global(5'b0),
        .i_write_base(8'b0), .i_num_gprs(7'd16), .i_shared_row(9'b0), .i_shared_count(8'b0), .i_write_chan_t(2'b0),
        .i_write_lanes(320'b0), .i_load(load), .i_load_row(8'd5), .i_clear(1'b0), .i_clear_row(8'b0), .i_clear_count(8'b0),
        .i_fetch(1'b0), .i_fetch_row(8'b0), .i_fetch_elements(4'b0), .i_fetch_lanes(64'b0), .i_write_data(10240'b0),
        .i_ar_x(2048'b0), .i_fetch_data(8192'b0), .i_load_data(row), .i_x_row(asked), .i_y_row(512'b0), .i_z_row(512'b0),
        .i_w_row(asked), .o_writes(), .o_x(x), .o_y(), .o_z(), .o_w(w));

    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        for (n = 0; n < 1000; n = n + 1) begin
            start = $random % 8 == 0;
            active = {$random, $random};
            set = $random;
            quarter = $random;
            update = $random;
            kills = $random;
            mask = $random;
            flags = n % 5 == 0 ? 16'bx : $random;
            if (n % 5 == 0)
                mask = 0;
            @(negedge clk);
            if ({predicate, alive, killed} !== {twin_predicate, twin_alive, twin_killed})
                wrong = wrong + 1;
        end
        $wekiva_peek(dut.model, "predicate.o_killed", active);
        $display("predicate: %0d wrong of 1000, the model's own %0d", wrong, active === killed && killed != 0);

        for (n = 0; n < 256; n = n + 1)
            row[32*n+:32] = 32'h01010101 * n;
        load = 1;
        @(negedge clk);
        load = 0;
        asked = {64{8'd5}};
        #1 $display("row 5: %0d %0d", x === row[2047:0], w === row[8191:6144]);
        asked = {8'd5, {63{8'd6}}};
        #1 $display("of the last lane alone: %0d", x[2047:2016] === row[2047:2016] && x[31:0] !== row[31:0]);
        $finish;
    end
endmodule
