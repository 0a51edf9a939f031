; Matrices of 16 x 16 words, each of 64 threads, which write the same place of the transposed matrix: thread t has row t / 4,
; columns 4 (t mod 4) and on.  R0.x: number in the group, a multiple of 64 threads, R0.y: thread of the launch, R0.z: the group;
; CB0[0].x: threads of a group less 1.
; R1: four words of the row, R4: four of the column.  Word (i, j) is in the part of thread 4 i + j / 4: bank j / 4, dword
; 8 i + j mod 4 and, of matrix m of the group, 128 m.  R2.xy: bank and dword of the column's first word.
        VTX @load BARRIER
        ALU @start KC0[CB0:0-15] BARRIER
        TEX @give BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER
        TEX @take BARRIER
        MEM_EXPORT WRITE_IND[0+R3], R4.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

; The barrier of docs/compute.md: each wavefront posts a number that grows, and thread t waits for that of thread 33 t mod
; group size, so that the threads of any wavefront wait for all of them.
barrier: ALU @next BARRIER
        LOOP_START_DX10 @met BARRIER
again:  TEX @meet BARRIER
        ALU_BREAK @late BARRIER
        LOOP_END @again BARRIER
met:    RETURN BARRIER

load:   FETCH R1.xyzw, R0.y, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)
start:  0 x: ADD_INT  R8.x, R0.z, 1
          y: LSHL_INT R8.y, R0.x, 5
          z: LSHR_INT R2.z, R0.x, 2
          w: AND_INT  R2.w, R0.x, 3
          t: LSHL_INT R3.x, R0.y, 2
        1 x: LSHL_INT R8.x, PV.x, 8
          y: ADD_INT  R8.y, PV.y, R0.x
          z: AND_INT  R2.z, PV.z, 3
          w: LSHL_INT R2.w, PV.w, 5
        2 x: LSHR_INT R2.x, R0.x, 4
          y: AND_INT  R8.y, PV.y, KC0[0].x
          z: ADD_INT  R2.z, PV.z, PV.w
        3 y: AND_INT  R2.y, R0.x, -64
          z: LSHL_INT R8.z, PV.y, 1
        4 y: LSHL_INT R2.y, PV.y, 1
          z: AND_INT  R8.z, PV.z, -8
        5 y: ADD_INT  R2.y, PV.y, R2.z
give:   LOCAL_DS_WRITE R1.xyzw DST_STRIDE(8) SIMD_WAVE_REL
; the four threads that pass together want four entries of one bank
take:   LOCAL_DS_READ  R4.x___, R2.xy MUX_CNTL(WORD_SELECT) WATERFALL
        LOCAL_DS_READ  R4._y__, R2.xy RD_OFFSET(8) MUX_CNTL(WORD_SELECT) WATERFALL
        LOCAL_DS_READ  R4.__z_, R2.xy RD_OFFSET(16) MUX_CNTL(WORD_SELECT) WATERFALL
        LOCAL_DS_READ  R4.___w, R2.xy RD_OFFSET(24) MUX_CNTL(WORD_SELECT) WATERFALL
next:   0 x: ADD_INT  R8.x, R8.x, 1
late:   0 x: SUB_INT  R9.x, R9.x, R8.x
        1 x: PRED_SETGE_UINT ____, PV.x, 256 UPDATE_EXEC
meet:   LOCAL_DS_WRITE R8.x___ DST_STRIDE(8) DST_INDEX(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R9.x___, R8.yz RD_OFFSET(4) MUX_CNTL(WORD_SELECT)
