; y[i] = a x[i] + y[i], four floats a thread.  R0.y: thread of the launch; CB0[0].x: a.
        VTX @load BARRIER
        ALU @saxpy KC0[CB0:0-15] BARRIER
        MEM_EXPORT WRITE_IND[0+R0], R2.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

load:   FETCH R1.xyzw, R0.y, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R2.xyzw, R0.y, fc1 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
saxpy:  0 x: MULADD_IEEE R2.x, R1.x, KC0[0].x, R2.x
          y: MULADD_IEEE R2.y, R1.y, KC0[0].x, R2.y
          z: MULADD_IEEE R2.z, R1.z, KC0[0].x, R2.z
          w: MULADD_IEEE R2.w, R1.w, KC0[0].x, R2.w
          t: LSHL_INT    R0.x, R0.y, 2 SCL_122
