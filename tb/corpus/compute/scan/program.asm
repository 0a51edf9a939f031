; Inclusive scan: each thread gets the sum of its word and all before it in the group.  In step k it adds the sum of the
; thread 2^k before it.  R0.x: number in the group, R0.y: thread of the launch, R0.z: the group;
; CB0[0].x: threads of a group less 1.
; Loop constant 0: log2 of a group's threads.  R1.x: the sum so far, R2.w: 1, 2, 4, ...
        VTX @load BARRIER
        ALU @start KC0[CB0:0-15] BARRIER
        LOOP_START_NO_AL @store CF_CONST(0) BARRIER
step:   ALU @whom KC0[CB0:0-15] BARRIER
        TEX @give BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have given
        TEX @take BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have taken
        ALU @add BARRIER
        LOOP_END @step CF_CONST(0) BARRIER
store:  MEM_EXPORT WRITE_IND[0+R4], R1.x___ ARRAY_SIZE(4095) BARRIER
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
          w: MOV      R2.w, 1
          t: MOV      R4.x, R0.y
        1 x: LSHL_INT R8.x, PV.x, 8
          y: ADD_INT  R8.y, PV.y, R0.x
        2 y: AND_INT  R8.y, PV.y, KC0[0].x
        3 z: AND_INT  R8.z, PV.y, -4
; R2.z: the thread whose sum is added, negative where there is none
whom:   0 z: SUB_INT  R2.z, R0.x, R2.w
          w: LSHL_INT R2.w, R2.w, 1
        1 x: AND_INT  R2.x, PV.z, KC0[0].x
        2 y: AND_INT  R2.y, PV.x, -4
add:    0 x: CNDGE_INT R3.x, R2.z, R3.x, 0
        1 x: ADD_INT  R1.x, R1.x, PV.x
give:   LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
take:   LOCAL_DS_READ  R3.x___, R2.xy MUX_CNTL(WORD_SELECT)
next:   0 x: ADD_INT  R8.x, R8.x, 1
late:   0 x: SUB_INT  R9.x, R9.x, R8.x
        1 x: PRED_SETGE_UINT ____, PV.x, 256 UPDATE_EXEC
meet:   LOCAL_DS_WRITE R8.___x DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R9.x___, R8.yz RD_OFFSET(3) MUX_CNTL(WORD_SELECT)
