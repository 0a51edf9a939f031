// alu_trans_normalise.sv - counts the zeros before the leading one and shifts them out, a stage for each bit of the
// count.  Of a zero every bit of the count is 1.
module alu_trans_normalise #(
    parameter int WIDTH  = 32,
    parameter int STAGES = 5
) (
    input  logic [ WIDTH-1:0] number,
    output logic [STAGES-1:0] zeros,
    output logic [ WIDTH-1:0] shifted
);
    always_comb begin
        shifted = number;
        for (int i = STAGES - 1; i >= 0; i--) begin
            zeros[i] = (shifted >> (WIDTH - (1 << i))) == '0;
            if (zeros[i]) shifted = shifted << (1 << i);
        end
    end
endmodule
