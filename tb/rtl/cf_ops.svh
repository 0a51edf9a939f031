// cf_ops.svh - control-flow instruction words: fields, opcodes, classes (ISA 10.1 field tables, opcodes of ISA 9.1);
// included in the modules that decode them.
//
// Written from the manual's tables, apart from isa/r700/*.def, so that each checks the other.

// A module needs some of the names, not all.
// verilator lint_off UNUSEDPARAM
// CF_WORD1, CF_WORD0: branches, loops, calls, fetch clauses.
typedef struct packed {
    logic        barrier;
    logic        whole_quad_mode;
    logic [6:0]  cf_inst;
    logic        valid_pixel_mode;
    logic        end_of_program;
    logic        reserved_20;
    logic        count_3;
    logic [5:0]  call_count;
    logic [2:0]  count;
    logic [1:0]  cond;
    logic [4:0]  cf_const;
    logic [2:0]  pop_count;
    logic [31:0] addr;
} cf_word_t;

// COND, ISA 3.6.3 and 10.1
localparam logic [1:0] COND_ACTIVE = 2'd0, COND_FALSE = 2'd1, COND_BOOL = 2'd2, COND_NOT_BOOL = 2'd3;

// CF_INST, seven bits
localparam logic [6:0] CF_NOP = 7'd0, CF_TEX = 7'd1, CF_VTX = 7'd2, CF_VTX_TC = 7'd3, CF_LOOP_START = 7'd4,
                       CF_LOOP_END = 7'd5, CF_LOOP_START_DX10 = 7'd6, CF_LOOP_START_NO_AL = 7'd7,
                       CF_LOOP_CONTINUE = 7'd8, CF_LOOP_BREAK = 7'd9, CF_JUMP = 7'd10, CF_PUSH = 7'd11,
                       CF_PUSH_ELSE = 7'd12, CF_ELSE = 7'd13, CF_POP = 7'd14, CF_POP_JUMP = 7'd15,
                       CF_POP_PUSH = 7'd16, CF_POP_PUSH_ELSE = 7'd17, CF_CALL = 7'd18, CF_CALL_FS = 7'd19,
                       CF_RETURN = 7'd20, CF_EMIT_VERTEX = 7'd21, CF_EMIT_CUT_VERTEX = 7'd22,
                       CF_CUT_VERTEX = 7'd23, CF_KILL = 7'd24, CF_WAIT_ACK = 7'd26, CF_MEM_STREAM0 = 7'd32,
                       CF_MEM_STREAM1 = 7'd33, CF_MEM_STREAM2 = 7'd34, CF_MEM_STREAM3 = 7'd35,
                       CF_MEM_SCRATCH = 7'd36, CF_MEM_REDUCTION = 7'd37, CF_MEM_RING = 7'd38, CF_EXPORT = 7'd39,
                       CF_EXPORT_DONE = 7'd40, CF_MEM_EXPORT = 7'd58;
// CF_INST of CF_ALU_WORD1: the upper four bits of the field, the lower three belong to ALT_CONST and COUNT
localparam logic [3:0] ALU = 4'd8, ALU_PUSH_BEFORE = 4'd9, ALU_POP_AFTER = 4'd10, ALU_POP2_AFTER = 4'd11,
                       ALU_CONTINUE = 4'd13, ALU_BREAK = 4'd14, ALU_ELSE_AFTER = 4'd15;

typedef enum logic [2:0] {
    CLASS_NONE,    // reserved
    CLASS_FETCH,   // starts a fetch clause (ISA 3.3.2, 3.3.3)
    CLASS_BRANCH,  // ISA 3.7, table 3.7
    CLASS_OTHER,   // NOP, KILL, synchronisation (ISA 3.5)
    CLASS_MEM,     // memory writes (ISA 3.4.2)
    CLASS_EXPORT,  // ISA 3.4.1
    CLASS_ALU      // starts an ALU clause (ISA 3.3.1)
} cf_class_t;

function automatic cf_class_t cf_class(input logic [6:0] inst);
    if (inst[6])
        case (inst[6:3])
            4'd12:   cf_class = CLASS_NONE;
            default: cf_class = CLASS_ALU;
        endcase
    else
        case (inst)
            CF_TEX, CF_VTX, CF_VTX_TC:
                cf_class = CLASS_FETCH;
            CF_LOOP_START, CF_LOOP_END, CF_LOOP_START_DX10, CF_LOOP_START_NO_AL, CF_LOOP_CONTINUE, CF_LOOP_BREAK,
            CF_JUMP, CF_PUSH, CF_PUSH_ELSE, CF_ELSE, CF_POP, CF_POP_JUMP, CF_POP_PUSH, CF_POP_PUSH_ELSE, CF_CALL,
            CF_CALL_FS, CF_RETURN:
                cf_class = CLASS_BRANCH;
            CF_NOP, CF_EMIT_VERTEX, CF_EMIT_CUT_VERTEX, CF_CUT_VERTEX, CF_KILL, CF_WAIT_ACK:
                cf_class = CLASS_OTHER;
            CF_MEM_STREAM0, CF_MEM_STREAM1, CF_MEM_STREAM2, CF_MEM_STREAM3, CF_MEM_SCRATCH, CF_MEM_REDUCTION,
            CF_MEM_RING, CF_MEM_EXPORT:
                cf_class = CLASS_MEM;
            CF_EXPORT, CF_EXPORT_DONE:
                cf_class = CLASS_EXPORT;
            default:
                cf_class = CLASS_NONE;
        endcase
endfunction

// verilator lint_on UNUSEDPARAM
