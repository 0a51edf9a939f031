; Groups that never end and take every clock of the ALU: of the twenty clocks of a turn it is taken in twelve.
loop:
  ALU
        rgb   [] MAD R1.r, src0.000, src0.111, src0.000
        alpha [] MAD R0._, src0.0, src0.0, src0.0
  ALU
        rgb   [] MAD R1.r, src0.000, src0.111, src0.000
        alpha [] MAD R0._, src0.0, src0.0, src0.0
  ALU
        rgb   [] MAD R1.r, src0.000, src0.111, src0.000
        alpha [] MAD R0._, src0.0, src0.0, src0.0
  FC JUMP JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(@loop)
  OUT TEX_SEM_WAIT
        rgb   [R1] MAD R0._, src0.r00, src0.100, src0.000 OUT(A.rgb)
        alpha [] MAD R0._, src0.0, src0.0, src0.1 OUT(A.a)
