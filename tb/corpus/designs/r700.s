; r = x < y ? x * x + y : y * y + x, with a branch: the stack keeps who waits.
        ALU_PUSH_BEFORE BARRIER
        0 x: PRED_SETGT   ____, R0.y, R0.x UPDATE_EXEC
        JUMP @else BARRIER
        ALU BARRIER
        0 x: MULADD_IEEE  R1.x, R0.x, R0.x, R0.y
else:   ELSE @end POP_COUNT(1) BARRIER
        ALU_POP_AFTER BARRIER
        0 x: MULADD_IEEE  R1.x, R0.y, R0.y, R0.x
end:    EXPORT_DONE PIX0, R1.x001 EOP BARRIER
