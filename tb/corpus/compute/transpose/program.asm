; A matrix of 16 x 16 words for each group of 64 threads.  Thread t has row t / 4, columns 4 (t mod 4) and on, in R1, and
; writes the same place of the transposed matrix.  R0.x: t, R0.y: 4 x thread of the launch.
; Word (i, j) is in the part of thread 4 i + j / 4: bank j / 4, dword 4 i + j mod 4.
        ALU @place BARRIER
        TEX @share BARRIER
        MEM_EXPORT WRITE_IND[0+R3], R4.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER
place:  0 x: LSHR_INT R2.x, R0.x, 4
          z: LSHR_INT R2.z, R0.x, 2
          w: AND_INT  R2.w, R0.x, 3
          t: MOV      R3.x, R0.y
        1 z: AND_INT  R2.z, PV.z, 3
          w: LSHL_INT R2.w, PV.w, 4
        2 y: ADD_INT  R2.y, PV.z, PV.w
share:  LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT) WATERFALL
        LOCAL_DS_READ  R4._y__, R2.xy RD_OFFSET(4) MUX_CNTL(WORD_SELECT) WATERFALL
        LOCAL_DS_READ  R4.__z_, R2.xy RD_OFFSET(8) MUX_CNTL(WORD_SELECT) WATERFALL
        LOCAL_DS_READ  R4.___w, R2.xy RD_OFFSET(12) MUX_CNTL(WORD_SELECT) WATERFALL
