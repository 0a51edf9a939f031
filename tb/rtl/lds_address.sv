// lds_address.sv - what a quad asks of the local data share: for each of its threads bank, dword, and whether that lies in
// the group's part (ISA 2.6.2, ch. 8, 9.6, 10.6).
//
// A write goes by the thread's number, four threads side by side, DST_STRIDE dwords from four to four; a read by the
// thread's own X and Y.  Combinational.
module lds_address (
    input  logic             write,
    input  logic [63:0]      word,          // the instruction
    input  logic [3:0]       step,          // of its burst
    input  logic [9:0]       first_thread,  // of the wavefront in its group
    input  logic [5:0]       thread,        // of the wavefront
    input  logic [31:0]      x,             // as SRC_SEL has chosen them
    input  logic [31:0]      y,
    input  logic [8:0]       entries,
    output logic [1:0]       bank,
    output logic [31:0]      dword,
    output logic             outside
);
    wire        relative = word[63];
    wire [8:0]  stride   = word[56:48];
    wire [7:0]  index    = word[39:32];
    wire [5:0]  offset   = word[31:26];
    wire [5:0]  burst    = {step, 2'b0};

    wire [10:0] number  = {5'b0, thread} + (relative ? {1'b0, first_thread} : 11'd0);
    wire [31:0] put     = {23'b0, number[10:2]} * {23'b0, stride} + {24'b0, index} + {26'b0, burst};
    wire [31:0] get     = y + {26'b0, offset} + {26'b0, burst};

    assign bank    = write ? number[1:0] : x[1:0];
    assign dword   = write ? put : get;
    assign outside = dword[31:2] >= {21'b0, entries};

    logic unused;
    assign unused = &{1'b0, x[31:2], word[62:57], word[47:40], word[25:0]};
endmodule
