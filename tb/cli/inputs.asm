; Uses a constant buffer, a boolean, a loop constant and a register that launch.json does not give.
ALU KC0[CB3:0-15] BARRIER
0 x: MOV R0.x, KC0[1].x
  y: MOV R0.y, KC0[2].x
JUMP @loop CF_CONST(5) COND(BOOL) BARRIER
loop: LOOP_START @end CF_CONST(6) BARRIER
again: NOP BARRIER
LOOP_END @again CF_CONST(6) BARRIER
end: EXPORT PIX1, R3.xyzw BARRIER
EXPORT_DONE PIX0, R0.xyzw EOP BARRIER
