; Nested loops of 16 million turns: where CF fetch serves older wavefronts first and a few of them take all its clocks,
; the others get none.
LOOP_START @out CF_CONST(0) BARRIER
outer: LOOP_START @inner_out CF_CONST(0) BARRIER
inner: NOP
LOOP_END @inner BARRIER
inner_out: LOOP_END @outer BARRIER
out: ALU BARRIER
        0 x: MOV              R0.x, 1.0
EXPORT_DONE PIX0, R0.xyzw EOP BARRIER
