; The pixel program (PS), of the draw before: a colour in each thread, R0, faded by CB0[0] from the table that R1.x names.
        VTX @load BARRIER
        ALU @fade KC0[CB0:0-15] BARRIER
        EXPORT_DONE PIX0, R3.xyzw BARRIER
        NOP EOP BARRIER

load:   FETCH R2.xyzw, R1.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
fade:   0 x: MUL_IEEE R3.x, R0.x, R2.x
          y: MUL_IEEE R3.y, R0.y, R2.y
          z: MUL_IEEE R3.z, R0.z, R2.z
          w: MUL_IEEE R3.w, R0.w, R2.w
        1 x: ADD R3.x, PV.x, KC0[0].x
          y: ADD R3.y, PV.y, KC0[0].y
          z: ADD R3.z, PV.z, KC0[0].z
          w: ADD R3.w, PV.w, KC0[0].w
