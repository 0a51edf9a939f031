; The vertex program before a geometry program (ES): a vertex in each thread, to the ring that the geometry program reads.
; R0.x: vertex; CB0[0]: what it is moved by.
        CALL_FS BARRIER
        ALU @move KC0[CB0:0-15] BARRIER
        MEM_RING WRITE[0], R1.xyzw ELEM_SIZE(3) BARRIER
        NOP EOP BARRIER

move:   0 x: ADD R1.x, R1.x, KC0[0].x
          y: ADD R1.y, R1.y, KC0[0].y
          z: ADD R1.z, R1.z, KC0[0].z
