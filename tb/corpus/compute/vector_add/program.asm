; c[i] = a[i] + b[i], four floats a thread.  R0.x: 4 x thread, R1: a, R2: b.
        ALU @sum BARRIER
        MEM_EXPORT WRITE_IND[0+R0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER
sum:    0 x: ADD R1.x, R1.x, R2.x
          y: ADD R1.y, R1.y, R2.y
          z: ADD R1.z, R1.z, R2.z
          w: ADD R1.w, R1.w, R2.w
