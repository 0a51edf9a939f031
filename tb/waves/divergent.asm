; divergent.asm - threads of one wavefront go different ways and around a loop: what `make waves` shows of many wavefronts.
; R0.x is the thread's number.
    ALU_PUSH_BEFORE @odd BARRIER
    JUMP @else POP_COUNT(0) BARRIER
    ALU @first BARRIER
else:
    ELSE @join POP_COUNT(1) BARRIER
    ALU @second BARRIER
    POP @join POP_COUNT(1) BARRIER
join:
    LOOP_START_DX10 @out BARRIER
top:
    ALU_BREAK @step BARRIER
    LOOP_END @top BARRIER
out:
    EXPORT_DONE PIX0, R1.xyzw EOP BARRIER

odd:
0   x: AND_INT R1.x, R0.x, 1
    y: AND_INT R1.y, R0.x, 3
    z: MOV R1.z, R0.x
    w: MOV R1.w, 0
1   x: PRED_SETNE_INT ____, R1.x, 0.0 UPDATE_EXEC
first:
0   x: ADD_INT R1.x, R1.x, R0.x
1   t: MULLO_INT R1.x, R1.x, R0.x
2   x: ADD_INT R1.x, R1.x, 1
second:
0   x: SUB_INT R1.x, R1.x, R0.x
1   x: LSHL_INT R1.x, R1.x, 1
step:
0   w: ADD_INT R1.w, R1.w, 1
1   x: ADD_INT R1.x, R1.x, R1.w
2   x: PRED_SETGE_INT ____, R1.y, R1.w UPDATE_EXEC
