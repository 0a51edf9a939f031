// fp_add.sv - binary32 adder: ADD (ISA 9.2), the second half of MULADD, and the sums of FRACT, MOVA and the branch
// counters (ISA 4.10).
//
// Swap, align with guard, round and sticky bit, add or subtract, count leading zeros, normalise, round to nearest even.
// Denormal operands are zeros; a denormal result, always exact, is a zero of its sign.  A NaN result is the first NaN
// operand made quiet, or 0xffc00000 of infinity minus infinity.
module fp_add (
    input  logic        subtract, // x - y
    input  logic [31:0] x,
    input  logic [31:0] y,
    output logic [31:0] sum
);
    wire        zero_x     = x[30:23] == 8'h00;
    wire        zero_y     = y[30:23] == 8'h00;
    wire        infinite_x = x[30:0] == 31'h7f800000;
    wire        infinite_y = y[30:0] == 31'h7f800000;
    wire        nan_x      = x[30:0] > 31'h7f800000;
    wire        nan_y      = y[30:0] > 31'h7f800000;
    wire        sign_x     = x[31];
    wire        sign_y     = y[31] ^ subtract;
    wire        differ     = sign_x ^ sign_y;

    // The operand of larger magnitude, and the other one moved to its exponent
    wire        swap     = y[30:0] > x[30:0];
    wire        sign     = swap ? sign_y : sign_x;
    wire [7:0]  exponent = swap ? y[30:23] : x[30:23];
    wire [7:0]  distance = swap ? y[30:23] - x[30:23] : x[30:23] - y[30:23];
    wire [23:0] whole_x  = zero_x ? 24'h0 : {1'b1, x[22:0]};
    wire [23:0] whole_y  = zero_y ? 24'h0 : {1'b1, y[22:0]};
    wire [23:0] larger   = swap ? whole_y : whole_x;
    wire [23:0] smaller  = swap ? whole_x : whole_y;
    wire [4:0]  places   = distance > 8'd26 ? 5'd26 : distance[4:0]; // beyond, only the sticky bit
    wire [49:0] moved    = {smaller, 26'b0} >> places;
    wire [26:0] aligned  = {moved[49:24], moved[23:0] != 0};

    // 27 bits and a carry
    wire [27:0] total = differ ? {1'b0, larger, 3'b0} - {1'b0, aligned} : {1'b0, larger, 3'b0} + {1'b0, aligned};

    // Leading zeros below the carry, by halves; where nothing is left the count does not matter
    wire [30:0] count0 = {total[26:0], 4'b0};
    wire        zeros4 = count0[30:15] == 0;
    wire [14:0] count1 = zeros4 ? count0[14:0] : count0[30:16];
    wire        zeros3 = count1[14:7] == 0;
    wire [6:0]  count2 = zeros3 ? count1[6:0] : count1[14:8];
    wire        zeros2 = count2[6:3] == 0;
    wire [2:0]  count3 = zeros2 ? count2[2:0] : count2[6:4];
    wire        zeros1 = count3[2:1] == 0;
    wire        zeros0 = !(zeros1 ? count3[0] : count3[2]);
    wire [4:0]  zeros  = {zeros4, zeros3, zeros2, zeros1, zeros0};

    wire        carry      = total[27];
    // Without the leading one
    wire [25:0] normal     = carry ? {total[26:2], total[1] || total[0]} : total[25:0] << zeros;
    wire [9:0]  normal_exp = carry ? {2'b0, exponent} + 10'd1 : {2'b0, exponent} - {5'b0, zeros};

    wire        up      = normal[2] && (normal[1:0] != 0 || normal[3]);
    wire [30:0] rounded = {normal_exp[7:0], normal[25:3]} + {30'b0, up};
    wire        tiny    = normal_exp[9] || normal_exp == 10'd0;

    always_comb
        if (nan_x)
            sum = x | 32'h00400000;
        else if (nan_y)
            sum = y | 32'h00400000;
        else if (infinite_x && infinite_y && differ)
            sum = 32'hffc00000;
        else if (infinite_x || infinite_y || normal_exp == 10'd255)
            sum = {sign, 31'h7f800000};
        else if (total == 0)
            sum = {sign_x && sign_y, 31'h0};
        else if (tiny)
            sum = {sign, 31'h0};
        else
            sum = {sign, rounded};
endmodule
