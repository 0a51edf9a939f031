// alu_trans_round.sv - the rounder: a magnitude of 53 bits to binary32, to nearest even.  LOG, SIN, COS
// (docs/transcendental.md), INT_TO_FLT and UINT_TO_FLT (ISA 9.2).  None of them has a result that is not normal, save zero.
module alu_trans_round (
    input  logic [52:0] magnitude,
    input  logic [ 7:0] top,     // exponent field of a number whose leading one is bit 52
    output logic [30:0] rounded  // without a sign
);
    logic [ 5:0] zeros;
    logic [52:0] shifted;
    logic        up;
    logic [ 7:0] exponent;

    alu_trans_normalise #(.WIDTH(53), .STAGES(6)) normalise (.number(magnitude), .zeros(zeros), .shifted(shifted));

    // The leading one itself adds 1 to the exponent, and so does a carry out of the mantissa.
    assign exponent = top - {2'd0, zeros} - 8'd1;
    assign up       = shifted[28] & (shifted[29] | (|shifted[27:0]));
    assign rounded  = shifted[52] ? {exponent, 23'd0} + {7'd0, shifted[52:29]} + {30'd0, up} : 31'd0;
endmodule
