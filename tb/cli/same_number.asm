; R[AR.x+1] is R2: 1 + 0.5 where each operand is its own register, 0.5 + 0.5 where R1 is read as R[AR.x+1] (ISA 4.7.7).
ALU BARRIER
        0 x: MOVA_INT         ____.x, 1
        1 x: MOV              R1.x, 1.0
        2 x: MOV              R2.x, 0.5
        3 x: MOV              R3.x, 0.0
        4 x: ADD              R0.x, R[AR.x+1].x, R1.x
EXPORT_DONE PIX0, R0.xyzw EOP BARRIER
