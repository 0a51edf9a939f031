; R100 is none of the program's registers (ISA 4.6.3); the launch gives it five.
00 ALU ADDR(4) COUNT(1) BARRIER
        0 x: MOV              R0.x, R100.x
01 EXPORT_DONE PIX0, R0.xyzw ELEM_SIZE(3) EOP BARRIER
