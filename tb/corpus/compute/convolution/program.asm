; A picture filtered by 5 x 5 weights, a pixel of four floats in each thread; beyond the edge the nearest pixel counts.
; R0.y: thread of the launch; the picture, texture 0, is 16 wide.  CB0[0].x to CB0[24].x: the weights, row by row.
; R1.xy: the middle of the pixel, R2 to R6: a row of five neighbours, R7: the sum.
        ALU @start BARRIER
        TEX @row0 BARRIER
        ALU @sum0 KC0[CB0:0-31] BARRIER
        TEX @row1 BARRIER
        ALU @sum1 KC0[CB0:0-31] BARRIER
        TEX @row2 BARRIER
        ALU @sum2 KC0[CB0:0-31] BARRIER
        TEX @row3 BARRIER
        ALU @sum3 KC0[CB0:0-31] BARRIER
        TEX @row4 BARRIER
        ALU @sum4 KC0[CB0:0-31] BARRIER
        ALU @place BARRIER
        MEM_EXPORT WRITE_IND[0+R0], R7.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

start:  0 x: AND_INT    R1.x, R0.y, 15
          y: LSHR_INT   R1.y, R0.y, 4
        1 t: INT_TO_FLT R1.x, PV.x
        2 x: ADD        R1.x, PS, 0.5
          t: INT_TO_FLT R1.y, R1.y
        3 y: ADD        R1.y, PS, 0.5
place:  0 x: LSHL_INT   R0.x, R0.y, 2
row0:   SAMPLE_LZ R2.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-2.0) OFFSET_Y(-2.0)
        SAMPLE_LZ R3.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-1.0) OFFSET_Y(-2.0)
        SAMPLE_LZ R4.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_Y(-2.0)
        SAMPLE_LZ R5.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(1.0) OFFSET_Y(-2.0)
        SAMPLE_LZ R6.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(2.0) OFFSET_Y(-2.0)
row1:   SAMPLE_LZ R2.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-2.0) OFFSET_Y(-1.0)
        SAMPLE_LZ R3.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-1.0) OFFSET_Y(-1.0)
        SAMPLE_LZ R4.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_Y(-1.0)
        SAMPLE_LZ R5.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(1.0) OFFSET_Y(-1.0)
        SAMPLE_LZ R6.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(2.0) OFFSET_Y(-1.0)
row2:   SAMPLE_LZ R2.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-2.0)
        SAMPLE_LZ R3.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-1.0)
        SAMPLE_LZ R4.xyzw, R1.xy00, t0, s0 CT(UUNN)
        SAMPLE_LZ R5.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(1.0)
        SAMPLE_LZ R6.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(2.0)
row3:   SAMPLE_LZ R2.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-2.0) OFFSET_Y(1.0)
        SAMPLE_LZ R3.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-1.0) OFFSET_Y(1.0)
        SAMPLE_LZ R4.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_Y(1.0)
        SAMPLE_LZ R5.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(1.0) OFFSET_Y(1.0)
        SAMPLE_LZ R6.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(2.0) OFFSET_Y(1.0)
row4:   SAMPLE_LZ R2.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-2.0) OFFSET_Y(2.0)
        SAMPLE_LZ R3.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(-1.0) OFFSET_Y(2.0)
        SAMPLE_LZ R4.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_Y(2.0)
        SAMPLE_LZ R5.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(1.0) OFFSET_Y(2.0)
        SAMPLE_LZ R6.xyzw, R1.xy00, t0, s0 CT(UUNN) OFFSET_X(2.0) OFFSET_Y(2.0)
sum0:   0 x: MUL_IEEE    R7.x, R2.x, KC0[0].x
          y: MUL_IEEE    R7.y, R2.y, KC0[0].x
          z: MUL_IEEE    R7.z, R2.z, KC0[0].x
          w: MUL_IEEE    R7.w, R2.w, KC0[0].x
        1 x: MULADD_IEEE R7.x, R3.x, KC0[1].x, PV.x
          y: MULADD_IEEE R7.y, R3.y, KC0[1].x, PV.y
          z: MULADD_IEEE R7.z, R3.z, KC0[1].x, PV.z
          w: MULADD_IEEE R7.w, R3.w, KC0[1].x, PV.w
        2 x: MULADD_IEEE R7.x, R4.x, KC0[2].x, PV.x
          y: MULADD_IEEE R7.y, R4.y, KC0[2].x, PV.y
          z: MULADD_IEEE R7.z, R4.z, KC0[2].x, PV.z
          w: MULADD_IEEE R7.w, R4.w, KC0[2].x, PV.w
        3 x: MULADD_IEEE R7.x, R5.x, KC0[3].x, PV.x
          y: MULADD_IEEE R7.y, R5.y, KC0[3].x, PV.y
          z: MULADD_IEEE R7.z, R5.z, KC0[3].x, PV.z
          w: MULADD_IEEE R7.w, R5.w, KC0[3].x, PV.w
        4 x: MULADD_IEEE R7.x, R6.x, KC0[4].x, PV.x
          y: MULADD_IEEE R7.y, R6.y, KC0[4].x, PV.y
          z: MULADD_IEEE R7.z, R6.z, KC0[4].x, PV.z
          w: MULADD_IEEE R7.w, R6.w, KC0[4].x, PV.w
sum1:   0 x: MULADD_IEEE R7.x, R2.x, KC0[5].x, R7.x
          y: MULADD_IEEE R7.y, R2.y, KC0[5].x, R7.y
          z: MULADD_IEEE R7.z, R2.z, KC0[5].x, R7.z
          w: MULADD_IEEE R7.w, R2.w, KC0[5].x, R7.w
        1 x: MULADD_IEEE R7.x, R3.x, KC0[6].x, PV.x
          y: MULADD_IEEE R7.y, R3.y, KC0[6].x, PV.y
          z: MULADD_IEEE R7.z, R3.z, KC0[6].x, PV.z
          w: MULADD_IEEE R7.w, R3.w, KC0[6].x, PV.w
        2 x: MULADD_IEEE R7.x, R4.x, KC0[7].x, PV.x
          y: MULADD_IEEE R7.y, R4.y, KC0[7].x, PV.y
          z: MULADD_IEEE R7.z, R4.z, KC0[7].x, PV.z
          w: MULADD_IEEE R7.w, R4.w, KC0[7].x, PV.w
        3 x: MULADD_IEEE R7.x, R5.x, KC0[8].x, PV.x
          y: MULADD_IEEE R7.y, R5.y, KC0[8].x, PV.y
          z: MULADD_IEEE R7.z, R5.z, KC0[8].x, PV.z
          w: MULADD_IEEE R7.w, R5.w, KC0[8].x, PV.w
        4 x: MULADD_IEEE R7.x, R6.x, KC0[9].x, PV.x
          y: MULADD_IEEE R7.y, R6.y, KC0[9].x, PV.y
          z: MULADD_IEEE R7.z, R6.z, KC0[9].x, PV.z
          w: MULADD_IEEE R7.w, R6.w, KC0[9].x, PV.w
sum2:   0 x: MULADD_IEEE R7.x, R2.x, KC0[10].x, R7.x
          y: MULADD_IEEE R7.y, R2.y, KC0[10].x, R7.y
          z: MULADD_IEEE R7.z, R2.z, KC0[10].x, R7.z
          w: MULADD_IEEE R7.w, R2.w, KC0[10].x, R7.w
        1 x: MULADD_IEEE R7.x, R3.x, KC0[11].x, PV.x
          y: MULADD_IEEE R7.y, R3.y, KC0[11].x, PV.y
          z: MULADD_IEEE R7.z, R3.z, KC0[11].x, PV.z
          w: MULADD_IEEE R7.w, R3.w, KC0[11].x, PV.w
        2 x: MULADD_IEEE R7.x, R4.x, KC0[12].x, PV.x
          y: MULADD_IEEE R7.y, R4.y, KC0[12].x, PV.y
          z: MULADD_IEEE R7.z, R4.z, KC0[12].x, PV.z
          w: MULADD_IEEE R7.w, R4.w, KC0[12].x, PV.w
        3 x: MULADD_IEEE R7.x, R5.x, KC0[13].x, PV.x
          y: MULADD_IEEE R7.y, R5.y, KC0[13].x, PV.y
          z: MULADD_IEEE R7.z, R5.z, KC0[13].x, PV.z
          w: MULADD_IEEE R7.w, R5.w, KC0[13].x, PV.w
        4 x: MULADD_IEEE R7.x, R6.x, KC0[14].x, PV.x
          y: MULADD_IEEE R7.y, R6.y, KC0[14].x, PV.y
          z: MULADD_IEEE R7.z, R6.z, KC0[14].x, PV.z
          w: MULADD_IEEE R7.w, R6.w, KC0[14].x, PV.w
sum3:   0 x: MULADD_IEEE R7.x, R2.x, KC0[15].x, R7.x
          y: MULADD_IEEE R7.y, R2.y, KC0[15].x, R7.y
          z: MULADD_IEEE R7.z, R2.z, KC0[15].x, R7.z
          w: MULADD_IEEE R7.w, R2.w, KC0[15].x, R7.w
        1 x: MULADD_IEEE R7.x, R3.x, KC0[16].x, PV.x
          y: MULADD_IEEE R7.y, R3.y, KC0[16].x, PV.y
          z: MULADD_IEEE R7.z, R3.z, KC0[16].x, PV.z
          w: MULADD_IEEE R7.w, R3.w, KC0[16].x, PV.w
        2 x: MULADD_IEEE R7.x, R4.x, KC0[17].x, PV.x
          y: MULADD_IEEE R7.y, R4.y, KC0[17].x, PV.y
          z: MULADD_IEEE R7.z, R4.z, KC0[17].x, PV.z
          w: MULADD_IEEE R7.w, R4.w, KC0[17].x, PV.w
        3 x: MULADD_IEEE R7.x, R5.x, KC0[18].x, PV.x
          y: MULADD_IEEE R7.y, R5.y, KC0[18].x, PV.y
          z: MULADD_IEEE R7.z, R5.z, KC0[18].x, PV.z
          w: MULADD_IEEE R7.w, R5.w, KC0[18].x, PV.w
        4 x: MULADD_IEEE R7.x, R6.x, KC0[19].x, PV.x
          y: MULADD_IEEE R7.y, R6.y, KC0[19].x, PV.y
          z: MULADD_IEEE R7.z, R6.z, KC0[19].x, PV.z
          w: MULADD_IEEE R7.w, R6.w, KC0[19].x, PV.w
sum4:   0 x: MULADD_IEEE R7.x, R2.x, KC0[20].x, R7.x
          y: MULADD_IEEE R7.y, R2.y, KC0[20].x, R7.y
          z: MULADD_IEEE R7.z, R2.z, KC0[20].x, R7.z
          w: MULADD_IEEE R7.w, R2.w, KC0[20].x, R7.w
        1 x: MULADD_IEEE R7.x, R3.x, KC0[21].x, PV.x
          y: MULADD_IEEE R7.y, R3.y, KC0[21].x, PV.y
          z: MULADD_IEEE R7.z, R3.z, KC0[21].x, PV.z
          w: MULADD_IEEE R7.w, R3.w, KC0[21].x, PV.w
        2 x: MULADD_IEEE R7.x, R4.x, KC0[22].x, PV.x
          y: MULADD_IEEE R7.y, R4.y, KC0[22].x, PV.y
          z: MULADD_IEEE R7.z, R4.z, KC0[22].x, PV.z
          w: MULADD_IEEE R7.w, R4.w, KC0[22].x, PV.w
        3 x: MULADD_IEEE R7.x, R5.x, KC0[23].x, PV.x
          y: MULADD_IEEE R7.y, R5.y, KC0[23].x, PV.y
          z: MULADD_IEEE R7.z, R5.z, KC0[23].x, PV.z
          w: MULADD_IEEE R7.w, R5.w, KC0[23].x, PV.w
        4 x: MULADD_IEEE R7.x, R6.x, KC0[24].x, PV.x
          y: MULADD_IEEE R7.y, R6.y, KC0[24].x, PV.y
          z: MULADD_IEEE R7.z, R6.z, KC0[24].x, PV.z
          w: MULADD_IEEE R7.w, R6.w, KC0[24].x, PV.w
