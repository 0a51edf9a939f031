; C = A B of N x N floats without the local data share: each thread reads what it needs.  R0.y: thread of the launch;
; CB0[0]: N / 4 - 1, log2 of N / 4, N / 4, N.  Loop constant 0: N / 4.
; Thread t has the block of 4 x 4 in block row i = t / (N / 4), block column j = t mod (N / 4).  R1: which vec4s of A are
; next, of rows 4 i to 4 i + 3; R2: which of B.  R3 to R6 have 4 x 4 of A, R7 to R10 of B, R11 to R14 C.
        ALU @start KC0[CB0:0-15] BARRIER
        LOOP_START_NO_AL @store CF_CONST(0) BARRIER
block:  VTX @load BARRIER
        ALU @rows BARRIER
        ALU @next KC0[CB0:0-15] BARRIER
        LOOP_END @block CF_CONST(0) BARRIER
store:  MEM_EXPORT WRITE_IND[0+R15], R11.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        MEM_EXPORT WRITE_IND[0+R16], R12.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        MEM_EXPORT WRITE_IND[0+R17], R13.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        MEM_EXPORT WRITE_IND[0+R18], R14.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

start:  0 x: LSHR_INT R0.x, R0.y, KC0[0].y
          y: AND_INT  R0.y, R0.y, KC0[0].x
        1 x: LSHL_INT R0.x, PV.x, 2
          y: LSHL_INT R15.y, PV.y, 2
        2 x: LSHL_INT R1.x, PV.x, KC0[0].y
        3 x: LSHL_INT R15.x, R1.x, 2
          y: ADD_INT  R1.y, R1.x, KC0[0].z
        4 x: ADD_INT  R15.x, R15.x, R15.y
          z: ADD_INT  R1.z, R1.y, KC0[0].z
        5 x: ADD_INT  R16.x, R15.x, KC0[0].w
          w: ADD_INT  R1.w, R1.z, KC0[0].z
        6 x: ADD_INT  R17.x, R16.x, KC0[0].w
        7 x: ADD_INT  R18.x, R17.x, KC0[0].w
        8 x: MOV      R2.x, R0.y
          y: ADD_INT  R2.y, R0.y, KC0[0].z
        9 x: MOV      R11.x, 0.0
          y: MOV      R11.y, 0.0
          z: ADD_INT  R2.z, R2.y, KC0[0].z
          w: MOV      R11.w, 0.0
        10 x: MOV     R12.x, 0.0
          y: MOV      R12.y, 0.0
          z: MOV      R12.z, 0.0
          w: ADD_INT  R2.w, R2.z, KC0[0].z
        11 x: MOV     R13.x, 0.0
          y: MOV      R13.y, 0.0
          z: MOV      R13.z, 0.0
          w: MOV      R13.w, 0.0
        12 x: MOV     R14.x, 0.0
          y: MOV      R14.y, 0.0
          z: MOV      R14.z, 0.0
          w: MOV      R14.w, 0.0
        13 z: MOV     R11.z, 0.0
          w: MOV      R12.w, 0.0
load:   FETCH R3.xyzw, R1.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R4.xyzw, R1.y, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R5.xyzw, R1.z, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R6.xyzw, R1.w, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R7.xyzw, R2.x, fc1 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R8.xyzw, R2.y, fc1 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R9.xyzw, R2.z, fc1 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R10.xyzw, R2.w, fc1 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
next:   0 x: ADD_INT  R1.x, R1.x, 1
          y: ADD_INT  R1.y, R1.y, 1
          z: ADD_INT  R1.z, R1.z, 1
          w: ADD_INT  R1.w, R1.w, 1
        1 x: ADD_INT  R2.x, R2.x, KC0[0].w
          y: ADD_INT  R2.y, R2.y, KC0[0].w
          z: ADD_INT  R2.z, R2.z, KC0[0].w
          w: ADD_INT  R2.w, R2.w, KC0[0].w
rows:   0  x: MULADD_IEEE R11.x, R3.x, R7.x, R11.x
           y: MULADD_IEEE R11.y, R3.x, R7.y, R11.y
           z: MULADD_IEEE R11.z, R3.x, R7.z, R11.z
           w: MULADD_IEEE R11.w, R3.x, R7.w, R11.w
        1  x: MULADD_IEEE R11.x, R3.y, R8.x, PV.x
           y: MULADD_IEEE R11.y, R3.y, R8.y, PV.y
           z: MULADD_IEEE R11.z, R3.y, R8.z, PV.z
           w: MULADD_IEEE R11.w, R3.y, R8.w, PV.w
        2  x: MULADD_IEEE R11.x, R3.z, R9.x, PV.x
           y: MULADD_IEEE R11.y, R3.z, R9.y, PV.y
           z: MULADD_IEEE R11.z, R3.z, R9.z, PV.z
           w: MULADD_IEEE R11.w, R3.z, R9.w, PV.w
        3  x: MULADD_IEEE R11.x, R3.w, R10.x, PV.x
           y: MULADD_IEEE R11.y, R3.w, R10.y, PV.y
           z: MULADD_IEEE R11.z, R3.w, R10.z, PV.z
           w: MULADD_IEEE R11.w, R3.w, R10.w, PV.w
        4  x: MULADD_IEEE R12.x, R4.x, R7.x, R12.x
           y: MULADD_IEEE R12.y, R4.x, R7.y, R12.y
           z: MULADD_IEEE R12.z, R4.x, R7.z, R12.z
           w: MULADD_IEEE R12.w, R4.x, R7.w, R12.w
        5  x: MULADD_IEEE R12.x, R4.y, R8.x, PV.x
           y: MULADD_IEEE R12.y, R4.y, R8.y, PV.y
           z: MULADD_IEEE R12.z, R4.y, R8.z, PV.z
           w: MULADD_IEEE R12.w, R4.y, R8.w, PV.w
        6  x: MULADD_IEEE R12.x, R4.z, R9.x, PV.x
           y: MULADD_IEEE R12.y, R4.z, R9.y, PV.y
           z: MULADD_IEEE R12.z, R4.z, R9.z, PV.z
           w: MULADD_IEEE R12.w, R4.z, R9.w, PV.w
        7  x: MULADD_IEEE R12.x, R4.w, R10.x, PV.x
           y: MULADD_IEEE R12.y, R4.w, R10.y, PV.y
           z: MULADD_IEEE R12.z, R4.w, R10.z, PV.z
           w: MULADD_IEEE R12.w, R4.w, R10.w, PV.w
        8  x: MULADD_IEEE R13.x, R5.x, R7.x, R13.x
           y: MULADD_IEEE R13.y, R5.x, R7.y, R13.y
           z: MULADD_IEEE R13.z, R5.x, R7.z, R13.z
           w: MULADD_IEEE R13.w, R5.x, R7.w, R13.w
        9  x: MULADD_IEEE R13.x, R5.y, R8.x, PV.x
           y: MULADD_IEEE R13.y, R5.y, R8.y, PV.y
           z: MULADD_IEEE R13.z, R5.y, R8.z, PV.z
           w: MULADD_IEEE R13.w, R5.y, R8.w, PV.w
        10 x: MULADD_IEEE R13.x, R5.z, R9.x, PV.x
           y: MULADD_IEEE R13.y, R5.z, R9.y, PV.y
           z: MULADD_IEEE R13.z, R5.z, R9.z, PV.z
           w: MULADD_IEEE R13.w, R5.z, R9.w, PV.w
        11 x: MULADD_IEEE R13.x, R5.w, R10.x, PV.x
           y: MULADD_IEEE R13.y, R5.w, R10.y, PV.y
           z: MULADD_IEEE R13.z, R5.w, R10.z, PV.z
           w: MULADD_IEEE R13.w, R5.w, R10.w, PV.w
        12 x: MULADD_IEEE R14.x, R6.x, R7.x, R14.x
           y: MULADD_IEEE R14.y, R6.x, R7.y, R14.y
           z: MULADD_IEEE R14.z, R6.x, R7.z, R14.z
           w: MULADD_IEEE R14.w, R6.x, R7.w, R14.w
        13 x: MULADD_IEEE R14.x, R6.y, R8.x, PV.x
           y: MULADD_IEEE R14.y, R6.y, R8.y, PV.y
           z: MULADD_IEEE R14.z, R6.y, R8.z, PV.z
           w: MULADD_IEEE R14.w, R6.y, R8.w, PV.w
        14 x: MULADD_IEEE R14.x, R6.z, R9.x, PV.x
           y: MULADD_IEEE R14.y, R6.z, R9.y, PV.y
           z: MULADD_IEEE R14.z, R6.z, R9.z, PV.z
           w: MULADD_IEEE R14.w, R6.z, R9.w, PV.w
        15 x: MULADD_IEEE R14.x, R6.w, R10.x, PV.x
           y: MULADD_IEEE R14.y, R6.w, R10.y, PV.y
           z: MULADD_IEEE R14.z, R6.w, R10.z, PV.z
           w: MULADD_IEEE R14.w, R6.w, R10.w, PV.w
