// ports_bench.sv - a bench of another simulator for tb/lockstep/tests/stimulus.sh: the twin of `predicate` under other names in a
// design of its own, with inputs that are a sum each, and a waveform of it.
module flags (
    input  logic        clock, reset_n, first, given, kills,
    input  logic [63:0] lanes,
    input  logic [ 1:0] quarter, update,
    input  logic [15:0] mask, flags,
    output logic [63:0] predicate, active, killed
);
    predicate core (
        .clk(clock), .rst(!reset_n), .i_start(first), .i_start_active(lanes), .i_set(given), .i_quarter(quarter),
        .i_update(update), .i_kills(kills), .i_mask(mask), .i_flags(flags), .o_predicate(predicate), .o_active(active),
        .o_killed(killed)
    );
endmodule

module bench;
    logic        clock = 0, reset_n = 0, first, given, kills;
    logic [63:0] lanes, predicate, active, killed;
    logic [ 1:0] quarter, update;
    logic [15:0] mask, flags;
    flags dut (.*);
    always #5 clock = !clock;

    initial begin
        $dumpfile("icarus.vcd");
        $dumpvars(0, bench);
        repeat (3) @(posedge clock);
        reset_n <= 1;
        for (int n = 0; n < 200; n++) begin
            first <= n % 7 == 0;
            lanes <= 64'(n) * 64'h0123456789abcdef;
            given <= n % 3 != 0;
            quarter <= 2'(n);
            update <= 2'(n / 5);
            kills <= n % 11 < 4;
            mask <= 16'(n * 257);
            flags <= 16'(n * 4099);
            @(posedge clock);
        end
        $finish;
    end
endmodule
