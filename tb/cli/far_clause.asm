; The clause lies behind the end of the program.
00 ALU ADDR(1000) COUNT(1) BARRIER
01 EXPORT_DONE PIX0, R0.xyzw ELEM_SIZE(3) EOP BARRIER
