; The sum of the words of each group of 64 threads, in every one of them: six exchanges with the thread whose number
; differs in one bit.  R0.x: number in the group, R0.y: 4 x thread of the launch, R1.x: the word.
        ALU @place0 BARRIER
        TEX @swap0 BARRIER
        ALU @place1 BARRIER
        TEX @swap1 BARRIER
        ALU @place2 BARRIER
        TEX @swap2 BARRIER
        ALU @place3 BARRIER
        TEX @swap3 BARRIER
        ALU @place4 BARRIER
        TEX @swap4 BARRIER
        ALU @place5 BARRIER
        TEX @swap5 BARRIER
        ALU @last BARRIER
        MEM_EXPORT WRITE_IND[0+R3], R1.x___ ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER
place0: 0 x: XOR_INT  R2.x, R0.x, (1).x
        1 y: LSHR_INT R2.y, PV.x, 2
        2 y: LSHL_INT R2.y, PV.y, 2
place1: 0 x: XOR_INT  R2.x, R0.x, (2).x
          t: ADD_INT  R1.x, R1.x, R4.x
        1 y: LSHR_INT R2.y, PV.x, 2
        2 y: LSHL_INT R2.y, PV.y, 2
place2: 0 x: XOR_INT  R2.x, R0.x, (4).x
          t: ADD_INT  R1.x, R1.x, R4.x
        1 y: LSHR_INT R2.y, PV.x, 2
        2 y: LSHL_INT R2.y, PV.y, 2
place3: 0 x: XOR_INT  R2.x, R0.x, (8).x
          t: ADD_INT  R1.x, R1.x, R4.x
        1 y: LSHR_INT R2.y, PV.x, 2
        2 y: LSHL_INT R2.y, PV.y, 2
place4: 0 x: XOR_INT  R2.x, R0.x, (16).x
          t: ADD_INT  R1.x, R1.x, R4.x
        1 y: LSHR_INT R2.y, PV.x, 2
        2 y: LSHL_INT R2.y, PV.y, 2
place5: 0 x: XOR_INT  R2.x, R0.x, (32).x
          t: ADD_INT  R1.x, R1.x, R4.x
        1 y: LSHR_INT R2.y, PV.x, 2
        2 y: LSHL_INT R2.y, PV.y, 2
last:   0 x: ADD_INT  R1.x, R1.x, R4.x
          y: MOV      R3.y, R0.y
          t: MOV      R3.x, R0.y
swap0:  LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT)
swap1:  LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT)
swap2:  LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT)
swap3:  LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT)
swap4:  LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT)
swap5:  LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT)
