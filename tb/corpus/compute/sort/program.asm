; Bitonic sort of the signed words of each group, one a thread.  R0.x: number in the group, R0.y: thread of the launch, R0.z: the group;
; CB0[0].x: threads of a group less 1.
; Loop constant 0: m (m + 1) / 2, m being log2 of a group's threads.
; Stage k = 2, 4, ... of steps j = k / 2, ... 1: threads that differ in bit j compare; upwards where bit k of the number is 0.
; R1.x: the word, R4: k, j.
        VTX @load BARRIER
        ALU @start KC0[CB0:0-15] BARRIER
        LOOP_START_NO_AL @store CF_CONST(0) BARRIER
step:   ALU @whom BARRIER
        TEX @give BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have given
        TEX @take BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have taken
        ALU @keep BARRIER
        LOOP_END @step CF_CONST(0) BARRIER
store:  MEM_EXPORT WRITE_IND[0+R5], R1.x___ ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

; The barrier of docs/compute.md: each wavefront posts a number that grows, and thread t waits for that of thread 33 t mod
; group size, so that the threads of any wavefront wait for all of them.
barrier: ALU @next BARRIER
        LOOP_START_DX10 @met BARRIER
again:  TEX @meet BARRIER
        ALU_BREAK @late BARRIER
        LOOP_END @again BARRIER
met:    RETURN BARRIER

load:   FETCH R1.x___, R0.y, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(3) DATA_FORMAT(FMT_32) NUM_FORMAT_ALL(INT)
start:  0 x: ADD_INT  R8.x, R0.z, 1
          y: LSHL_INT R8.y, R0.x, 5
          t: MOV      R5.x, R0.y
        1 x: LSHL_INT R8.x, PV.x, 8
          y: ADD_INT  R8.y, PV.y, R0.x
          t: MOV      R4.y, 1
        2 x: MOV      R4.x, 2
          y: AND_INT  R8.y, PV.y, KC0[0].x
        3 z: AND_INT  R8.z, PV.y, -4
; R6.z, R6.w: bits k and j of the number
whom:   0 x: XOR_INT  R2.x, R0.x, R4.y
          z: AND_INT  R6.z, R0.x, R4.x
          w: AND_INT  R6.w, R0.x, R4.y
        1 y: AND_INT  R2.y, PV.x, -4
; R6.z is 0 for the thread that keeps the smaller word; then the next j, and after j = 1 the next k.
keep:   0 x: MIN_INT  R6.x, R1.x, R3.x
          y: MAX_INT  R6.y, R1.x, R3.x
          z: SETE_INT R6.z, R6.z, 0
          w: SETE_INT R6.w, R6.w, 0
        1 x: LSHL_INT R7.x, R4.x, 1
          y: LSHR_INT R7.y, R4.y, 1
          z: XOR_INT  R6.z, PV.z, PV.w
        2 x: CNDE_INT R4.x, PV.y, PV.x, R4.x
          y: CNDE_INT R4.y, PV.y, R4.x, PV.y
        3 x: CNDE_INT R1.x, R6.z, R6.x, R6.y
give:   LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
take:   LOCAL_DS_READ  R3.x___, R2.xy MUX_CNTL(WORD_SELECT)
next:   0 x: ADD_INT  R8.x, R8.x, 1
late:   0 x: SUB_INT  R9.x, R9.x, R8.x
        1 x: PRED_SETGE_UINT ____, PV.x, 256 UPDATE_EXEC
meet:   LOCAL_DS_WRITE R8.___x DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R9.x___, R8.yz RD_OFFSET(3) MUX_CNTL(WORD_SELECT)
