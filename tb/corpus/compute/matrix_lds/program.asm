; C = A B of floats through the local data share.  With P = square root of a group's threads (4, 8, 16) B has 4 P x 4 P
; elements, A and C 4 P rows for each group, a block of 4 x 4 of C in each thread: block row i = t / P, block column j = t mod P.
; R0.x: number in the group, R0.y: thread of the launch, R0.z: the group;
; CB0[0].x: threads of a group less 1.  Further: log2 P, log2 P - 2, P - 1; CB0[1]: P / 4 - 1, P / 4, P / 2, 3 P / 4;
; CB0[2]: 3 P, 6 P, 9 P, 12 P.
; Loop constant 0: 4; 1: P / 4.
; Four times the group gets P columns of A and P rows of B, a vec4 of each in each thread's part, and multiplies them.
; R1.x, R1.y: which vec4 of A and B is next.  R4 to R7: bank and dword of what is read, see below.  R16 to R19: 4 x 4 of A, R20 to R23:
; of B, R11 to R14: C.
        ALU @start KC0[CB0:0-15] BARRIER
        ALU @zero KC0[CB0:0-15] BARRIER
        LOOP_START_NO_AL @store CF_CONST(0) BARRIER
step:   VTX @load BARRIER
        TEX @give BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have given
        ALU @first KC0[CB0:0-15] BARRIER
        LOOP_START_NO_AL @done CF_CONST(1) BARRIER
block:  ALU @dwords BARRIER
        TEX @take BARRIER
        ALU @rows BARRIER
        ALU @onward KC0[CB0:0-15] BARRIER
        LOOP_END @block CF_CONST(1) BARRIER
done:   CALL @barrier CALL_COUNT(1) BARRIER ; all have taken
        LOOP_END @step CF_CONST(0) BARRIER
store:  ALU @places KC0[CB0:0-15] BARRIER
        MEM_EXPORT WRITE_IND[0+R4], R11.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        MEM_EXPORT WRITE_IND[0+R5], R12.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        MEM_EXPORT WRITE_IND[0+R6], R13.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        MEM_EXPORT WRITE_IND[0+R7], R14.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

; The barrier of docs/compute.md: each wavefront posts a number that grows, and thread t waits for that of thread 33 t mod
; group size, so that the threads of any wavefront wait for all of them.
barrier: ALU @next BARRIER
        LOOP_START_DX10 @met BARRIER
again:  TEX @meet BARRIER
        ALU_BREAK @late BARRIER
        LOOP_END @again BARRIER
met:    RETURN BARRIER

load:   FETCH R2.xyzw, R1.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R3.xyzw, R1.y, fc1 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
give:   LOCAL_DS_WRITE R2.xyzw DST_STRIDE(12) SIMD_WAVE_REL
        LOCAL_DS_WRITE R3.xyzw DST_STRIDE(12) DST_INDEX(4) SIMD_WAVE_REL
; Vec4 k of row r of A's columns is of thread r P / 4 + k, vec4 k of row r of B of thread r P + k.  Four threads that pass together have one i
; and four neighbouring j: they want the same entry of A, and of B one in each bank.
take:   LOCAL_DS_READ  R16.xyzw, R4.xy
        LOCAL_DS_READ  R17.xyzw, R4.zw
        LOCAL_DS_READ  R18.xyzw, R5.xy
        LOCAL_DS_READ  R19.xyzw, R5.zw
        LOCAL_DS_READ  R20.xyzw, R6.xy RD_OFFSET(4)
        LOCAL_DS_READ  R21.xyzw, R6.xz RD_OFFSET(4)
        LOCAL_DS_READ  R22.xyzw, R7.xy RD_OFFSET(4)
        LOCAL_DS_READ  R23.xyzw, R7.xz RD_OFFSET(4)
meet:   LOCAL_DS_WRITE R8.x___ DST_STRIDE(12) DST_INDEX(8) SIMD_WAVE_REL
        LOCAL_DS_READ  R9.x___, R8.yz RD_OFFSET(8) MUX_CNTL(WORD_SELECT)
next:   0 x: ADD_INT  R8.x, R8.x, 1
late:   0 x: SUB_INT  R9.x, R9.x, R8.x
        1 x: PRED_SETGE_UINT ____, PV.x, 256 UPDATE_EXEC
; R15.z: j, R15.w: i P
start:  0 x: ADD_INT  R8.x, R0.z, 1
          y: LSHL_INT R8.y, R0.x, 5
          z: AND_INT  R15.z, R0.x, KC0[0].w
          w: AND_INT  R15.w, R0.x, KC0[1].x
          t: SUB_INT  R1.x, R0.y, R0.x
        1 x: LSHL_INT R8.x, PV.x, 8
          y: ADD_INT  R8.y, PV.y, R0.x
          z: LSHR_INT R1.z, R0.x, KC0[0].z
          t: LSHL_INT R1.x, R1.x, 2
        2 x: ADD_INT  R1.x, R1.x, R15.w
          y: AND_INT  R8.y, PV.y, KC0[0].x
          z: LSHL_INT R1.z, PV.z, KC0[0].y
        3 x: ADD_INT  R1.x, PV.x, PV.z
          y: MOV      R1.y, R0.x
          z: AND_INT  R8.z, PV.y, -4
          w: SUB_INT  R15.w, R0.x, R15.z
        4 w: LSHL_INT R8.w, R8.z, 1
        5 z: ADD_INT  R8.z, R8.z, PV.w
zero:   0 x: MOV R11.x, 0.0
          y: MOV R11.y, 0.0
          z: MOV R11.z, 0.0
          w: MOV R11.w, 0.0
        1 x: MOV R12.x, 0.0
          y: MOV R12.y, 0.0
          z: MOV R12.z, 0.0
          w: MOV R12.w, 0.0
        2 x: MOV R13.x, 0.0
          y: MOV R13.y, 0.0
          z: MOV R13.z, 0.0
          w: MOV R13.w, 0.0
        3 x: MOV R14.x, 0.0
          y: MOV R14.y, 0.0
          z: MOV R14.z, 0.0
          w: MOV R14.w, 0.0
; threads that have A's rows 4 i to 4 i + 3, dwords of B's four rows; the next vec4s of A and B
first:  0 x: MOV      R4.x, R15.w
          y: AND_INT  R6.y, R15.z, -4
          z: ADD_INT  R4.z, R15.w, KC0[1].y
        1 x: ADD_INT  R5.x, R15.w, KC0[1].z
          y: LSHL_INT R7.y, PV.y, 1
          z: ADD_INT  R5.z, R15.w, KC0[1].w
        2 x: MOV      R6.x, R15.z
          y: ADD_INT  R6.y, R6.y, PV.y
        3 x: MOV      R7.x, R15.z
          y: ADD_INT  R7.y, PV.y, KC0[2].y
          z: ADD_INT  R6.z, PV.y, KC0[2].x
        4 x: ADD_INT  R1.x, R1.x, KC0[1].y
          y: ADD_INT  R1.y, R1.y, KC0[0].x
        5 y: ADD_INT  R1.y, PV.y, 1
          z: ADD_INT  R7.z, R6.y, KC0[2].z
; dword of thread T's part: 12 (T / 4)
dwords: 0 y: AND_INT  R4.y, R4.x, -4
          w: AND_INT  R4.w, R4.z, -4
        1 y: AND_INT  R5.y, R5.x, -4
          w: AND_INT  R5.w, R5.z, -4
        2 x: LSHL_INT R2.x, R4.y, 1
          y: LSHL_INT R2.y, R4.w, 1
          z: LSHL_INT R2.z, PV.y, 1
          w: LSHL_INT R2.w, PV.w, 1
        3 y: ADD_INT  R4.y, R4.y, PV.x
          w: ADD_INT  R4.w, R4.w, PV.y
        4 y: ADD_INT  R5.y, R5.y, R2.z
          w: ADD_INT  R5.w, R5.w, R2.w
onward: 0 x: ADD_INT  R4.x, R4.x, 1
          y: ADD_INT  R6.y, R6.y, KC0[2].w
          z: ADD_INT  R4.z, R4.z, 1
          t: ADD_INT  R6.z, R6.z, KC0[2].w
        1 x: ADD_INT  R5.x, R5.x, 1
          y: ADD_INT  R7.y, R7.y, KC0[2].w
          z: ADD_INT  R5.z, R5.z, 1
          t: ADD_INT  R7.z, R7.z, KC0[2].w
places: 0 x: SUB_INT  R4.x, R0.y, R15.z
          y: LSHL_INT R2.y, R15.z, 2
          z: LSHL_INT R2.z, KC0[1].y, 4
        1 x: LSHL_INT R4.x, PV.x, 4
        2 x: ADD_INT  R4.x, PV.x, R2.y
        3 x: ADD_INT  R5.x, PV.x, R2.z
        4 x: ADD_INT  R6.x, PV.x, R2.z
        5 x: ADD_INT  R7.x, PV.x, R2.z
rows:   0  x: MULADD_IEEE R11.x, R16.x, R20.x, R11.x
           y: MULADD_IEEE R11.y, R16.x, R20.y, R11.y
           z: MULADD_IEEE R11.z, R16.x, R20.z, R11.z
           w: MULADD_IEEE R11.w, R16.x, R20.w, R11.w
        1  x: MULADD_IEEE R11.x, R16.y, R21.x, PV.x
           y: MULADD_IEEE R11.y, R16.y, R21.y, PV.y
           z: MULADD_IEEE R11.z, R16.y, R21.z, PV.z
           w: MULADD_IEEE R11.w, R16.y, R21.w, PV.w
        2  x: MULADD_IEEE R11.x, R16.z, R22.x, PV.x
           y: MULADD_IEEE R11.y, R16.z, R22.y, PV.y
           z: MULADD_IEEE R11.z, R16.z, R22.z, PV.z
           w: MULADD_IEEE R11.w, R16.z, R22.w, PV.w
        3  x: MULADD_IEEE R11.x, R16.w, R23.x, PV.x
           y: MULADD_IEEE R11.y, R16.w, R23.y, PV.y
           z: MULADD_IEEE R11.z, R16.w, R23.z, PV.z
           w: MULADD_IEEE R11.w, R16.w, R23.w, PV.w
        4  x: MULADD_IEEE R12.x, R17.x, R20.x, R12.x
           y: MULADD_IEEE R12.y, R17.x, R20.y, R12.y
           z: MULADD_IEEE R12.z, R17.x, R20.z, R12.z
           w: MULADD_IEEE R12.w, R17.x, R20.w, R12.w
        5  x: MULADD_IEEE R12.x, R17.y, R21.x, PV.x
           y: MULADD_IEEE R12.y, R17.y, R21.y, PV.y
           z: MULADD_IEEE R12.z, R17.y, R21.z, PV.z
           w: MULADD_IEEE R12.w, R17.y, R21.w, PV.w
        6  x: MULADD_IEEE R12.x, R17.z, R22.x, PV.x
           y: MULADD_IEEE R12.y, R17.z, R22.y, PV.y
           z: MULADD_IEEE R12.z, R17.z, R22.z, PV.z
           w: MULADD_IEEE R12.w, R17.z, R22.w, PV.w
        7  x: MULADD_IEEE R12.x, R17.w, R23.x, PV.x
           y: MULADD_IEEE R12.y, R17.w, R23.y, PV.y
           z: MULADD_IEEE R12.z, R17.w, R23.z, PV.z
           w: MULADD_IEEE R12.w, R17.w, R23.w, PV.w
        8  x: MULADD_IEEE R13.x, R18.x, R20.x, R13.x
           y: MULADD_IEEE R13.y, R18.x, R20.y, R13.y
           z: MULADD_IEEE R13.z, R18.x, R20.z, R13.z
           w: MULADD_IEEE R13.w, R18.x, R20.w, R13.w
        9  x: MULADD_IEEE R13.x, R18.y, R21.x, PV.x
           y: MULADD_IEEE R13.y, R18.y, R21.y, PV.y
           z: MULADD_IEEE R13.z, R18.y, R21.z, PV.z
           w: MULADD_IEEE R13.w, R18.y, R21.w, PV.w
        10 x: MULADD_IEEE R13.x, R18.z, R22.x, PV.x
           y: MULADD_IEEE R13.y, R18.z, R22.y, PV.y
           z: MULADD_IEEE R13.z, R18.z, R22.z, PV.z
           w: MULADD_IEEE R13.w, R18.z, R22.w, PV.w
        11 x: MULADD_IEEE R13.x, R18.w, R23.x, PV.x
           y: MULADD_IEEE R13.y, R18.w, R23.y, PV.y
           z: MULADD_IEEE R13.z, R18.w, R23.z, PV.z
           w: MULADD_IEEE R13.w, R18.w, R23.w, PV.w
        12 x: MULADD_IEEE R14.x, R19.x, R20.x, R14.x
           y: MULADD_IEEE R14.y, R19.x, R20.y, R14.y
           z: MULADD_IEEE R14.z, R19.x, R20.z, R14.z
           w: MULADD_IEEE R14.w, R19.x, R20.w, R14.w
        13 x: MULADD_IEEE R14.x, R19.y, R21.x, PV.x
           y: MULADD_IEEE R14.y, R19.y, R21.y, PV.y
           z: MULADD_IEEE R14.z, R19.y, R21.z, PV.z
           w: MULADD_IEEE R14.w, R19.y, R21.w, PV.w
        14 x: MULADD_IEEE R14.x, R19.z, R22.x, PV.x
           y: MULADD_IEEE R14.y, R19.z, R22.y, PV.y
           z: MULADD_IEEE R14.z, R19.z, R22.z, PV.z
           w: MULADD_IEEE R14.w, R19.z, R22.w, PV.w
        15 x: MULADD_IEEE R14.x, R19.w, R23.x, PV.x
           y: MULADD_IEEE R14.y, R19.w, R23.y, PV.y
           z: MULADD_IEEE R14.z, R19.w, R23.z, PV.z
           w: MULADD_IEEE R14.w, R19.w, R23.w, PV.w
