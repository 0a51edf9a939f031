// fp_mul.sv - binary32 multiplier: MUL and MUL_IEEE (ISA 9.2), the first half of MULADD and MUL_LIT.
//
// One 24 x 24 array, one rounding to nearest even.  Denormal operands are zeros.  A product below the smallest normal
// number is a zero of its sign, unless rounding to a denormal's last place reaches that number.  A NaN result is the
// first NaN operand made quiet, or 0xffc00000 of infinity times zero.
module fp_mul (
    input  logic        zero_wins, // MUL: zero times anything, NaN and infinity too, is +0
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic [31:0] product
);
    wire zero_a     = a[30:23] == 8'h00;
    wire zero_b     = b[30:23] == 8'h00;
    wire special_a  = a[30:23] == 8'hff;
    wire special_b  = b[30:23] == 8'hff;
    wire nan_a      = special_a && a[22:0] != 0;
    wire nan_b      = special_b && b[22:0] != 0;
    wire zero       = zero_a || zero_b;
    wire infinite   = special_a || special_b;
    wire sign       = a[31] ^ b[31];

    // The array, and its product with the leading one at the top
    wire [47:0] raw      = {25'b1, a[22:0]} * {25'b1, b[22:0]};
    wire        carry    = raw[47];
    wire [23:0] kept     = carry ? raw[47:24] : raw[46:23];
    wire        guard    = carry ? raw[23] : raw[22];
    wire        sticky   = raw[21:0] != 0 || (carry && raw[22]);
    wire [9:0]  exponent = {2'b0, a[30:23]} + {2'b0, b[30:23]} + {9'b0, carry} - 10'd127; // two's complement

    // Rounding; a carry out of the fraction goes to the exponent, and from 254 to infinity.
    wire        up      = guard && (sticky || kept[0]);
    wire [30:0] rounded = {exponent[7:0], kept[22:0]} + {30'b0, up};
    wire        tiny   = exponent[9] || exponent == 10'd0;
    wire        reaches = exponent == 10'd0 && kept == 24'hffffff;
    wire        huge   = !exponent[9] && exponent >= 10'd255;

    always_comb
        if (zero_wins && zero)
            product = 32'h00000000;
        else if (nan_a)
            product = a | 32'h00400000;
        else if (nan_b)
            product = b | 32'h00400000;
        else if (zero && infinite)
            product = 32'hffc00000;
        else if (infinite || (huge && !zero))
            product = {sign, 31'h7f800000};
        else if (zero || tiny)
            product = {sign, !zero && reaches ? 31'h00800000 : 31'h0};
        else
            product = {sign, rounded};
endmodule
