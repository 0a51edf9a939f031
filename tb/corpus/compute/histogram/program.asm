; How many of the words have each value of their upper three bits: four words a thread, eight counts.
; R0.x: number in the group, R0.y: thread of the launch, R0.z: the group; CB0[0].x: threads of the launch less 1, which are one group.
; SIMD-global register k has a counter for value k in every lane, which that lane of all wavefronts adds to; register 8 counts
; the wavefronts.  A read and its write are one instruction, so nothing that another wavefront adds is lost.  When all have counted
; the lanes give their counters to the data share, and thread t sums those of value t mod 8.
        VTX @load BARRIER
        ALU @start KC0[CB0:0-15] BARRIER
        ALU @count BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have counted
        ALU @counts BARRIER
        TEX @give BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have given
        LOOP_START_DX10 @store BARRIER
lane:   TEX @take BARRIER
        ALU_BREAK @sum KC0[CB0:0-15] BARRIER
        LOOP_END @lane BARRIER
store:  MEM_EXPORT WRITE_IND[0+R4], R7.x___ ARRAY_SIZE(4095) BARRIER
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
        1 x: LSHL_INT R8.x, PV.x, 8
          y: ADD_INT  R8.y, PV.y, R0.x
        2 x: LSHR_INT R1.x, R1.x, 29
          y: AND_INT  R8.y, PV.y, KC0[0].x
        3 y: LSHR_INT R1.y, R1.y, 29
          z: AND_INT  R8.z, PV.y, -4
          w: LSHR_INT R1.w, R1.w, 29
        4 x: AND_INT  R4.x, R0.x, 7
          z: LSHR_INT R1.z, R1.z, 29
          w: LSHL_INT R8.w, PV.z, 1
        5 x: MOV      R2.x, 0
          y: MOV      R2.y, PV.x
          z: ADD_INT  R8.z, R8.z, PV.w
        6 x: MOV      R7.x, 0
          z: MOV      R2.z, 0
count:  0 x: ADD_INT  R[GLOBAL+8].x, R[GLOBAL+8].x, 1
        1 x: MOVA_INT ____, R1.x
        2 x: ADD_INT  R[GLOBAL+AR.x+0].x, R[GLOBAL+AR.x+0].x, 1
        3 x: MOVA_INT ____, R1.y
        4 x: ADD_INT  R[GLOBAL+AR.x+0].x, R[GLOBAL+AR.x+0].x, 1
        5 x: MOVA_INT ____, R1.z
        6 x: ADD_INT  R[GLOBAL+AR.x+0].x, R[GLOBAL+AR.x+0].x, 1
        7 x: MOVA_INT ____, R1.w
        8 x: ADD_INT  R[GLOBAL+AR.x+0].x, R[GLOBAL+AR.x+0].x, 1
; one register in each of the three read cycles
counts: 0 x: MOV      R5.x, R[GLOBAL+0].x
          y: MOV      R5.y, R[GLOBAL+1].x VEC_120
          z: MOV      R5.z, R[GLOBAL+2].x VEC_201
        1 x: MOV      R6.x, R[GLOBAL+4].x
          y: MOV      R6.y, R[GLOBAL+5].x VEC_120
          w: MOV      R5.w, R[GLOBAL+3].x VEC_201
        2 y: MOV      R4.y, R[GLOBAL+8].x
          z: MOV      R6.z, R[GLOBAL+6].x VEC_120
          w: MOV      R6.w, R[GLOBAL+7].x VEC_201
; R2.x: the lane, R2.y: the dword of its counter, R2.z: lanes so far times wavefronts, which ends with the group's threads.
sum:    0 x: ADD_INT  R2.x, R2.x, 1
          z: ADD_INT  R2.z, R2.z, R4.y
          t: ADD_INT  R7.x, R7.x, R3.x
        1 y: AND_INT  R2.y, PV.x, -4
        2 x: LSHL_INT R9.x, PV.y, 1
          y: ADD_INT  R2.y, PV.y, R4.x
        3 x: PRED_SETGE_INT ____, KC0[0].x, R2.z UPDATE_EXEC
          y: ADD_INT  R2.y, PV.x, PV.y
give:   LOCAL_DS_WRITE R5.xyzw DST_STRIDE(12) SIMD_WAVE_REL
        LOCAL_DS_WRITE R6.xyzw DST_STRIDE(12) DST_INDEX(4) SIMD_WAVE_REL
take:   LOCAL_DS_READ  R3.x___, R2.xy MUX_CNTL(WORD_SELECT)
next:   0 x: ADD_INT  R8.x, R8.x, 1
late:   0 x: SUB_INT  R9.x, R9.x, R8.x
        1 x: PRED_SETGE_UINT ____, PV.x, 256 UPDATE_EXEC
meet:   LOCAL_DS_WRITE R8.x___ DST_STRIDE(12) DST_INDEX(8) SIMD_WAVE_REL
        LOCAL_DS_READ  R9.x___, R8.yz RD_OFFSET(8) MUX_CNTL(WORD_SELECT)
