; A program that every launch can run.
00 ALU ADDR(4) COUNT(2) BARRIER
        0 x: MOV              R0.x, 1.0
          y: MOV              R0.y, 0.5
01 EXPORT_DONE PIX0, R0.xyzw ELEM_SIZE(3) EOP BARRIER
