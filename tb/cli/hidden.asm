; Group 1 writes R1.x by an index, group 2 reads it: the old value on RV770 (ISA 4.11).
ALU BARRIER
        0 x: MOVA_INT         ____.x, 0.0
        1 x: MOV              R[AR.x+1].x, 1.0
        2 x: MOV              R0.x, R1.x
EXPORT_DONE PIX0, R0.xyzw EOP BARRIER
