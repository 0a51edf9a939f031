; A geometry program that emits as many vertices as R0.y says, one strip in each thread.  R0: thread, vertices, four times
; the thread.  Vertex v is (thread, v, 4 thread + v, vertices), four dwords of the ring, where sixteen belong to a thread.
        ALU @start BARRIER
        LOOP_START_DX10 @done BARRIER
again:  ALU_BREAK @vertex BARRIER
        MEM_RING WRITE_IND[0+R1], R2.xyzw ELEM_SIZE(3) ARRAY_SIZE(3) BARRIER
        EMIT_VERTEX BARRIER
        LOOP_END @again BARRIER
done:   CUT_VERTEX BARRIER
        NOP EOP BARRIER

start:  0 x: MOV R1.x, -1
vertex: 0 x: ADD_INT R1.x, R1.x, 1
        1 x: MOV R2.x, R0.x
          y: MOV R2.y, PV.x
          z: ADD_INT R2.z, R0.z, PV.x
          w: MOV R2.w, R0.y
        2 x: PRED_SETGT_INT ____, R0.y, R1.x UPDATE_EXEC
