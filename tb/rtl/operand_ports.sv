// operand_ports.sv - which read port of the element memories each operand of an instruction group uses, and whether all
// operands can be had at once.
//
// Sections: ISA 4.7.4 (three read cycles, a row of each element memory in each), 4.7.7 (ALU.[X,Y,Z,W]; src1 shares the
// read of an equal src0), 4.7.8 with 4.7.8.1 (ALU.Trans; its constants take cycles), 4.7.5 (two element pairs of the
// constant file), 4.7.9 with table 4.3 (the order of the checks, the cycle that BANK_SWIZZLE names).
//
// Registered: the answer is there one clock after the group.  Of several violations the first in the manual's order is
// named: vector slots X Y Z W, operand by operand; constants of Trans; then its other operands.  A group with a
// violation reads nothing.
//
// Operand p = 3 * slot + number; a read port is 4 * cycle + element.  GPRs are compared by the number that is encoded,
// and the first operand's row is read for all of a port's; constants by their address after the index is applied.  A
// src1 with src0's number shares its read when their indices agree too, or always when i_number_alone is set;
// o_same_number marks operands whose index is another one than that of what they share, or would share, a read with.
module operand_ports (
    input  logic              clk,
    input  logic              rst,
    input  logic [4:0]        i_slots,        // X Y Z W T that have an instruction
    input  logic [5*2-1:0]    i_operands,     // of each: how many operands it has
    input  logic [5*3-1:0]    i_bank_swizzle,
    input  logic [15*2-1:0]   i_kind,         // of each operand: FORWARD, GPR, FILE, OTHER
    input  logic [15*7-1:0]   i_number,       // GPR operands: as encoded
    input  logic [15*16-1:0]  i_row,
    input  logic [15*2-1:0]   i_chan,
    input  logic [14:0]       i_relative,
    input  logic [5*3-1:0]    i_index_mode,
    input  logic              i_number_alone,
    output logic [2:0]        o_violation,    // as named below; 0: none
    output logic [2:0]        o_slot,         // where
    output logic [1:0]        o_operand,
    output logic [11:0]       o_read,         // read ports in use
    output logic [12*16-1:0]  o_port_row,     // their rows, 0 where nothing is read
    output logic [15*2-1:0]   o_cycle,        // of each GPR operand: the cycle that brings it
    output logic [14:0]       o_same_number
);
    localparam int OPERANDS = 15;            // of five slots
    localparam int TRANS    = 12;            // the first of ALU.Trans
    localparam int PORTS    = 12;
    localparam int CHECKS   = OPERANDS + 3;  // the operands of Trans are looked at twice

    localparam logic [1:0] GPR   = 2'd1;     // 0: PV or PS
    localparam logic [1:0] FILE  = 2'd2;     // constant file
    localparam logic [1:0] OTHER = 2'd3;     // any other constant

    localparam logic [2:0] NONE             = 3'd0;
    localparam logic [2:0] GPR_TAKEN        = 3'd1;  // another row of the element is read in that cycle
    localparam logic [2:0] BANK_SWIZZLE     = 3'd2;  // a reserved value
    localparam logic [2:0] TRANS_CONSTANTS  = 3'd3;  // three constants in ALU.Trans
    localparam logic [2:0] TRANS_CYCLE      = 3'd4;  // an operand in a cycle that the constants of Trans take
    localparam logic [2:0] FILE_TAKEN       = 3'd5;  // a third element pair of the constant file

    // ---- table 4.3: cycles of operands 2, 1, 0 --------------------------------------------------------------------

    function automatic logic [5:0] cycles(input logic trans, input logic [2:0] bank_swizzle);
        case ({trans, bank_swizzle})
            4'b0_000: cycles = {2'd2, 2'd1, 2'd0};
            4'b0_001: cycles = {2'd1, 2'd2, 2'd0};
            4'b0_010: cycles = {2'd0, 2'd2, 2'd1};
            4'b0_011: cycles = {2'd2, 2'd0, 2'd1};
            4'b0_100: cycles = {2'd1, 2'd0, 2'd2};
            4'b0_101: cycles = {2'd0, 2'd1, 2'd2};
            4'b1_000: cycles = {2'd0, 2'd1, 2'd2};
            4'b1_001: cycles = {2'd2, 2'd2, 2'd1};
            4'b1_010: cycles = {2'd2, 2'd1, 2'd2};
            4'b1_011: cycles = {2'd1, 2'd2, 2'd2};
            default:  cycles = '0;
        endcase
    endfunction

    // ---- each operand by itself -----------------------------------------------------------------------------------

    logic [OPERANDS-1:0] here, gpr, file, constant, reserved, shares, reads;
    logic [1:0]          kind      [OPERANDS];
    logic [6:0]          number    [OPERANDS];
    logic [15:0]         row       [OPERANDS];
    logic [1:0]          chan      [OPERANDS];
    logic [1:0]          cycle     [OPERANDS];
    logic [3:0]          read_port [OPERANDS];
    logic [16:0]         pair      [OPERANDS]; // of the constant file
    logic [2:0]          index     [OPERANDS]; // of a GPR: none, AR.x, aL, global, global and AR.x
    logic [OPERANDS-1:0] unlike_src0;          // src0's number, another index

    for (genvar s = 0; s < 5; s++) begin : g_slot
        logic [2:0] swizzle;
        logic [5:0] slot_cycles;
        logic [2:0] index_mode;
        assign index_mode  = i_index_mode[3*s +: 3];
        assign swizzle     = i_bank_swizzle[3*s +: 3];
        assign slot_cycles = cycles(s == 4, swizzle);
        for (genvar n = 0; n < 3; n++) begin : g_operand
            localparam int P = 3 * s + n;
            assign kind[P]     = i_kind[2*P +: 2];
            assign number[P]   = i_number[7*P +: 7];
            assign row[P]      = i_row[16*P +: 16];
            assign chan[P]     = i_chan[2*P +: 2];
            assign here[P]     = i_slots[s] && i_operands[2*s +: 2] > 2'(n);
            assign gpr[P]      = here[P] && kind[P] == GPR;
            assign file[P]     = here[P] && kind[P] == FILE;
            assign constant[P] = here[P] && (kind[P] == FILE || kind[P] == OTHER);
            assign pair[P]     = {row[P], chan[P][1]};
            assign index[P]    = !i_relative[P] ? 3'd0 : !index_mode[2] ? 3'd1
                               : index_mode[1] ? 3'd4 : {1'b0, 1'b1, index_mode[0]};
            if (s < 4) begin : g_vector
                assign reserved[P] = gpr[P] && swizzle > 3'd5;
            end else begin : g_trans
                assign reserved[P] = here[P] && !constant[P] && swizzle > 3'd3;
            end
            if (s < 4 && n == 1) begin : g_square
                logic square;
                assign square         = gpr[P] && gpr[P-1] && number[P] == number[P-1] && chan[P] == chan[P-1];
                assign unlike_src0[P] = square && index[P] != index[P-1];
                assign shares[P]      = square && (index[P] == index[P-1] || i_number_alone);
                assign cycle[P]       = shares[P] ? slot_cycles[1:0] : slot_cycles[2*n +: 2];
            end else begin : g_alone
                assign shares[P]      = 1'b0;
                assign unlike_src0[P] = 1'b0;
                assign cycle[P]       = slot_cycles[2*n +: 2];
            end
            assign reads[P]     = gpr[P] && !shares[P];
            assign read_port[P] = {cycle[P], chan[P]};
        end
    end

    // ---- operands against those before them -----------------------------------------------------------------------

    logic [OPERANDS-1:0] taken;        // its read port has another register
    logic [OPERANDS-1:0] second;       // it has this one already
    logic [OPERANDS-1:0] unlike_port;  // with another index
    logic [OPERANDS-1:0] fresh;        // the first that needs this element pair of the constant file
    logic [OPERANDS-1:0] third;        // and two others are needed already

    for (genvar p = 0; p < OPERANDS; p++) begin : g_before
        logic [p:0] earlier, clashes, unlike, pairs_alike;
        for (genvar e = 0; e <= p; e++) begin : g_with
            if (e < p) begin : g_other
                assign earlier[e]     = reads[e] && read_port[e] == read_port[p];
                assign clashes[e]     = earlier[e] && number[e] != number[p];
                assign unlike[e]      = earlier[e] && !second[e] && index[e] != index[p];
                assign pairs_alike[e] = file[e] && pair[e] == pair[p];
            end else begin : g_self
                assign earlier[e]     = 1'b0;
                assign clashes[e]     = 1'b0;
                assign unlike[e]      = 1'b0;
                assign pairs_alike[e] = 1'b0;
            end
        end
        assign taken[p]  = reads[p] && |clashes;
        assign second[p] = |earlier;
        assign unlike_port[p] = reads[p] && |unlike;
        assign fresh[p]  = file[p] && ~|pairs_alike;
        if (p > 1) begin : g_third
            assign third[p] = fresh[p] && $countones(fresh[p-1:0]) >= 2;
        end else begin : g_first
            assign third[p] = 1'b0;
        end
    end

    // ---- the checks in the manual's order -------------------------------------------------------------------------

    logic [1:0] trans_constants;
    logic [2:0] verdict [CHECKS];

    assign trans_constants = 2'($countones(constant[OPERANDS-1:TRANS]));

    for (genvar p = 0; p < TRANS; p++) begin : g_check_vector
        assign verdict[p] = reserved[p] ? BANK_SWIZZLE : taken[p] ? GPR_TAKEN : third[p] ? FILE_TAKEN : NONE;
    end
    for (genvar n = 0; n < 3; n++) begin : g_check_trans
        localparam int P = TRANS + n;
        assign verdict[P]     = n == 2 && trans_constants == 2'd3 ? TRANS_CONSTANTS : third[P] ? FILE_TAKEN : NONE;
        assign verdict[P + 3] = reserved[P] ? BANK_SWIZZLE
                              : here[P] && !constant[P] && cycle[P] < trans_constants ? TRANS_CYCLE
                              : taken[P] ? GPR_TAKEN : NONE;
    end

    logic [2:0] violation, slot;
    logic [1:0] operand;

    always_comb begin
        violation = NONE;
        slot      = '0;
        operand   = '0;
        for (int c = CHECKS - 1; c >= 0; c--)
            if (verdict[c] != NONE) begin
                violation = verdict[c];
                slot      = c < TRANS ? 3'(c / 3) : 3'd4;
                operand   = 2'(c % 3);
            end
    end

    // ---- the registers --------------------------------------------------------------------------------------------

    for (genvar port = 0; port < PORTS; port++) begin : g_port
        logic [OPERANDS-1:0] users;
        logic [15:0]         used_row;
        for (genvar p = 0; p < OPERANDS; p++) begin : g_user
            assign users[p] = reads[p] && read_port[p] == 4'(port);
        end
        always_comb begin
            used_row = '0;
            for (int p = 0; p < OPERANDS; p++)
                if (users[p] && !second[p])
                    used_row = row[p];
        end
        always_ff @(posedge clk) begin
            o_read[port]              <= !rst && violation == NONE && |users;
            o_port_row[16*port +: 16] <= rst || violation != NONE ? '0 : used_row;
        end
    end

    for (genvar p = 0; p < OPERANDS; p++) begin : g_cycle
        always_ff @(posedge clk) begin
            o_cycle[2*p +: 2] <= rst || violation != NONE || !gpr[p] ? '0 : cycle[p];
            o_same_number[p]  <= !rst && violation == NONE && (unlike_src0[p] || unlike_port[p]);
        end
    end

    always_ff @(posedge clk) begin
        o_violation <= rst ? NONE : violation;
        o_slot      <= rst ? '0 : slot;
        o_operand   <= rst ? '0 : operand;
    end
endmodule
