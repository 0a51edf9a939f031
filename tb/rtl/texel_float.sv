// texel_float.sv - a number with an exponent as a float32, exactly.  Combinational.
module texel_float (
    input  logic        sign,
    input  logic [20:0] number,
    input  logic [7:0]  exponent, // biased, of the number's highest bit
    output logic [31:0] result
);
    function automatic logic [27:0] normal(input logic [20:0] value, input logic [7:0] of_top);
        logic [20:0] moved;
        logic [7:0]  lower;
        moved = value;
        lower = of_top;
        for (int i = 0; i < 20; i++)
            if (!moved[20]) begin
                moved = {moved[19:0], 1'b0};
                lower = lower - 8'd1;
            end
        normal = {lower, moved[19:0]};
    endfunction

    assign result = {sign, number == 0 ? 31'd0 : {normal(number, exponent), 3'b0}};
endmodule
