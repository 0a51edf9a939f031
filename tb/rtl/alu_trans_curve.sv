// alu_trans_curve.sv - table and polynomial, shared by all functions: c0 + c1 u + c2 u^2 with exact products, rounded
// down to 30 fraction bits (docs/transcendental.md, Table, Polynomial).
module alu_trans_curve (
    input  logic [ 2:0] table_id,
    input  logic [25:0] argument,
    output logic [30:0] value
);
    logic        [30:0] c0;
    logic        [23:0] c1;
    logic        [13:0] c2;
    logic signed [18:0] u;
    logic signed [41:0] slope;
    logic signed [31:0] lean;
    logic signed [49:0] bend;
    logic signed [58:0] sum;

    alu_tables tables (.address({table_id, argument[25:18]}), .c0(c0), .c1(c1), .c2(c2));

    assign u     = $signed({1'b0, argument[17:0]});
    assign slope = $signed({{18{c1[23]}}, c1}) * $signed({{23{u[18]}}, u});
    assign lean  = $signed({{18{c2[13]}}, c2}) * $signed({{13{u[18]}}, u});
    assign bend  = $signed({{18{lean[31]}}, lean}) * $signed({{31{u[18]}}, u});
    assign sum   = $signed({slope[41], slope, 16'd0}) + $signed({{9{bend[49]}}, bend});
    assign value = c0 + {{6{sum[58]}}, sum[58:34]};

    logic unused;
    assign unused = &{1'b0, sum[33:0]};
endmodule
