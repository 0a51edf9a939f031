; r = x < y ? x * x + y : y * y + x, with a branch: each pixel has an active bit and a counter.
  ALU ALU_RESULT_OP(LESS)
        rgb   [R0] MAD R0._, src0.r00, src0.111, -src0.g00 ALU_WMASK
        alpha [] MAD R0._, src0.r, src0.r, src0.r
  FC JUMP JUMP_FUNC(0x0f) B_OP0(INCR) B_OP1(INCR) IGNORE_UNCOVERED JUMP_ADDR(@else) ALU_WAIT
  ALU
        rgb   [R0] MAD R1.r, src0.r00, src0.r00, src0.g00
        alpha [] MAD R0._, src0.r, src0.r, src0.r
  FC JUMP B_ELSE B_POP_CNT(1) B_OP1(DECR) JUMP_ADDR(@end) ALU_WAIT
else:
  ALU
        rgb   [R0] MAD R1.r, src0.g00, src0.g00, src0.r00
        alpha [] MAD R0._, src0.r, src0.r, src0.r
  FC JUMP JUMP_ANY B_POP_CNT(1) B_OP0(DECR) JUMP_ADDR(@end) ALU_WAIT
end:
  OUT TEX_SEM_WAIT
        rgb   [R1] MAD R0._, src0.r00, src0.100, src0.000 OUT(A.rgb)
        alpha [] MAD R0._, src0.0, src0.0, src0.1 OUT(A.a)
