; A step of N bodies that attract one another, a body in each thread, a group for each set of bodies.
; R0.x: number in the group, R0.y: thread of the launch, R0.z: the group;
; CB0[0].x: threads of a group less 1.  CB0[1]: softening of distances, time step.
; Loop constant 0: a quarter of a group's threads.
; R1: place and mass, R2.xyz: velocity, R10.xyz: acceleration, R3: the dword of the next four bodies in the data share, 1, 2, 3.
        VTX @load BARRIER
        ALU @start KC0[CB0:0-15] BARRIER
        TEX @give BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER
        LOOP_START_NO_AL @move CF_CONST(0) BARRIER
four:   TEX @take BARRIER
        ALU @pull KC0[CB0:0-15] BARRIER
        LOOP_END @four CF_CONST(0) BARRIER
move:   ALU @go KC0[CB0:0-15] BARRIER
        MEM_EXPORT WRITE_IND[0+R0], R1.xyzw BURST(2) ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

; The barrier of docs/compute.md: each wavefront posts a number that grows, and thread t waits for that of thread 33 t mod
; group size, so that the threads of any wavefront wait for all of them.
barrier: ALU @next BARRIER
        LOOP_START_DX10 @met BARRIER
again:  TEX @meet BARRIER
        ALU_BREAK @late BARRIER
        LOOP_END @again BARRIER
met:    RETURN BARRIER

load:   FETCH R1.xyzw, R0.y, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R2.xyzw, R0.y, fc0 OFFSET(16) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
give:   LOCAL_DS_WRITE R1.xyzw DST_STRIDE(8) SIMD_WAVE_REL
; a bank each; one address for all threads
take:   LOCAL_DS_READ  R4.xyzw, R3.0x BROADCAST
        LOCAL_DS_READ  R5.xyzw, R3.yx BROADCAST
        LOCAL_DS_READ  R6.xyzw, R3.zx BROADCAST
        LOCAL_DS_READ  R7.xyzw, R3.wx BROADCAST
start:  0 x: ADD_INT  R8.x, R0.z, 1
          y: LSHL_INT R8.y, R0.x, 5
        1 x: LSHL_INT R8.x, PV.x, 8
          y: ADD_INT  R8.y, PV.y, R0.x
        2 y: AND_INT  R8.y, PV.y, KC0[0].x
        3 x: MOV      R3.x, 0
          y: MOV      R3.y, 1
          z: AND_INT  R8.z, PV.y, -4
        4 z: LSHL_INT R8.z, R8.z, 1
          w: MOV      R3.w, 3
        5 x: MOV      R10.x, 0.0
          y: MOV      R10.y, 0.0
          z: MOV      R10.z, 0.0
          t: LSHL_INT R0.x, R0.y, 3
        6 z: MOV      R3.z, 2
; acceleration += (place - R1) mass / distance^3
pull:   0  x: ADD        R11.x, R4.x, -R1.x
           y: ADD        R11.y, R4.y, -R1.y
           z: ADD        R11.z, R4.z, -R1.z
           w: MOV        R11.w, KC0[1].x
        1  x: DOT4_IEEE  ____, PV.x, PV.x
           y: DOT4_IEEE  ____, PV.y, PV.y
           z: DOT4_IEEE  ____, PV.z, PV.z
           w: DOT4_IEEE  ____, PV.w, PV.w
        2  t: RECIPSQRT_IEEE R12.w, PV.x
        3  x: MUL_IEEE   R12.x, PS, PS
           y: MUL_IEEE   R12.y, R4.w, PS
        4  x: MUL_IEEE   R12.x, PV.x, PV.y
        5  x: MULADD_IEEE R10.x, R11.x, PV.x, R10.x
           y: MULADD_IEEE R10.y, R11.y, PV.x, R10.y
           z: MULADD_IEEE R10.z, R11.z, PV.x, R10.z
        6  x: ADD        R11.x, R5.x, -R1.x
           y: ADD        R11.y, R5.y, -R1.y
           z: ADD        R11.z, R5.z, -R1.z
           w: MOV        R11.w, KC0[1].x
        7  x: DOT4_IEEE  ____, PV.x, PV.x
           y: DOT4_IEEE  ____, PV.y, PV.y
           z: DOT4_IEEE  ____, PV.z, PV.z
           w: DOT4_IEEE  ____, PV.w, PV.w
        8  t: RECIPSQRT_IEEE R12.w, PV.x
        9  x: MUL_IEEE   R12.x, PS, PS
           y: MUL_IEEE   R12.y, R5.w, PS
        10 x: MUL_IEEE   R12.x, PV.x, PV.y
        11 x: MULADD_IEEE R10.x, R11.x, PV.x, R10.x
           y: MULADD_IEEE R10.y, R11.y, PV.x, R10.y
           z: MULADD_IEEE R10.z, R11.z, PV.x, R10.z
        12 x: ADD        R11.x, R6.x, -R1.x
           y: ADD        R11.y, R6.y, -R1.y
           z: ADD        R11.z, R6.z, -R1.z
           w: MOV        R11.w, KC0[1].x
        13 x: DOT4_IEEE  ____, PV.x, PV.x
           y: DOT4_IEEE  ____, PV.y, PV.y
           z: DOT4_IEEE  ____, PV.z, PV.z
           w: DOT4_IEEE  ____, PV.w, PV.w
        14 t: RECIPSQRT_IEEE R12.w, PV.x
        15 x: MUL_IEEE   R12.x, PS, PS
           y: MUL_IEEE   R12.y, R6.w, PS
        16 x: MUL_IEEE   R12.x, PV.x, PV.y
        17 x: MULADD_IEEE R10.x, R11.x, PV.x, R10.x
           y: MULADD_IEEE R10.y, R11.y, PV.x, R10.y
           z: MULADD_IEEE R10.z, R11.z, PV.x, R10.z
        18 x: ADD        R11.x, R7.x, -R1.x
           y: ADD        R11.y, R7.y, -R1.y
           z: ADD        R11.z, R7.z, -R1.z
           w: MOV        R11.w, KC0[1].x
        19 x: DOT4_IEEE  ____, PV.x, PV.x
           y: DOT4_IEEE  ____, PV.y, PV.y
           z: DOT4_IEEE  ____, PV.z, PV.z
           w: DOT4_IEEE  ____, PV.w, PV.w
        20 t: RECIPSQRT_IEEE R12.w, PV.x
        21 x: MUL_IEEE   R12.x, PS, PS
           y: MUL_IEEE   R12.y, R7.w, PS
        22 x: MUL_IEEE   R12.x, PV.x, PV.y
        23 x: MULADD_IEEE R10.x, R11.x, PV.x, R10.x
           y: MULADD_IEEE R10.y, R11.y, PV.x, R10.y
           z: MULADD_IEEE R10.z, R11.z, PV.x, R10.z
        24 x: ADD_INT    R3.x, R3.x, 8
go:     0 x: MULADD_IEEE R2.x, R10.x, KC0[1].y, R2.x
          y: MULADD_IEEE R2.y, R10.y, KC0[1].y, R2.y
          z: MULADD_IEEE R2.z, R10.z, KC0[1].y, R2.z
        1 x: MULADD_IEEE R1.x, PV.x, KC0[1].y, R1.x
          y: MULADD_IEEE R1.y, PV.y, KC0[1].y, R1.y
          z: MULADD_IEEE R1.z, PV.z, KC0[1].y, R1.z
next:   0 x: ADD_INT  R8.x, R8.x, 1
late:   0 x: SUB_INT  R9.x, R9.x, R8.x
        1 x: PRED_SETGE_UINT ____, PV.x, 256 UPDATE_EXEC
meet:   LOCAL_DS_WRITE R8.x___ DST_STRIDE(8) DST_INDEX(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R9.x___, R8.yz RD_OFFSET(4) MUX_CNTL(WORD_SELECT)
