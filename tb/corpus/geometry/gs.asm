; The geometry program: a triangle in each thread, R0.x.  It emits the triangle of the middles of its sides, a strip of three
; vertices, which go to the ring that the copy program reads: twelve dwords of a thread.
; R1 to R3: the corners, R4 to R6: the middles.
        VTX @corners BARRIER
        ALU @middles BARRIER
        MEM_RING WRITE[0], R4.xyzw ELEM_SIZE(3) BARRIER
        EMIT_VERTEX BARRIER
        MEM_RING WRITE[4], R5.xyzw ELEM_SIZE(3) BARRIER
        EMIT_VERTEX BARRIER
        MEM_RING WRITE[8], R6.xyzw ELEM_SIZE(3) BARRIER
        EMIT_CUT_VERTEX BARRIER
        NOP EOP BARRIER

corners: FETCH R1.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R2.xyzw, R0.x, fc0 OFFSET(16) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R3.xyzw, R0.x, fc0 OFFSET(32) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
middles: 0 x: ADD R4.x, R1.x, R2.x /2
          y: ADD R4.y, R1.y, R2.y /2
          z: ADD R4.z, R1.z, R2.z /2
          w: ADD R4.w, R1.w, R2.w /2
        1 x: ADD R5.x, R2.x, R3.x /2
          y: ADD R5.y, R2.y, R3.y /2
          z: ADD R5.z, R2.z, R3.z /2
          w: ADD R5.w, R2.w, R3.w /2
        2 x: ADD R6.x, R3.x, R1.x /2
          y: ADD R6.y, R3.y, R1.y /2
          z: ADD R6.z, R3.z, R1.z /2
          w: ADD R6.w, R3.w, R1.w /2
