; The vertex program (VS): a vertex in each thread, R0.x, moved and sent on.  CB0[0]: what it is moved by.
        VTX @load BARRIER
        ALU @move KC0[CB0:0-15] BARRIER
        EXPORT_DONE POS0, R1.xyzw BARRIER
        EXPORT_DONE PARAM0, R2.xyzw BARRIER
        NOP EOP BARRIER

load:   FETCH R2.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
move:   0 x: ADD R1.x, R2.x, KC0[0].x
          y: ADD R1.y, R2.y, KC0[0].y
          z: ADD R1.z, R2.z, KC0[0].z
          w: MOV R1.w, R2.w
