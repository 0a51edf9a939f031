; Five registers of element x in one group; the group can read three (ISA 4.7.4).
00 ALU ADDR(4) COUNT(2) BARRIER
        0 x: MULADD           R0.x, R0.x, R1.x, R2.x
          y: MULADD           R0.y, R3.x, R4.x, R0.x
01 EXPORT_DONE PIX0, R0.xyzw ELEM_SIZE(3) EOP BARRIER
