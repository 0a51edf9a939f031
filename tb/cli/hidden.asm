; Group 1 writes a register by an index, group 2 may read it: the old value (ISA 4.11).
ALU BARRIER
        0 x: MOVA_INT         ____.x, R0.x
        1 x: MOV              R[AR.x+1].x, 1.0
        2 x: MOV              R0.x, R1.x
EXPORT_DONE PIX0, R0.xyzw EOP BARRIER
