; C = A B, 4 x 4 floats in each thread.  R0.y: thread of the launch.  A row of C is the sum of B's rows, each times an
; element of A's row.  R1 to R4 have the rows of A, R5 to R8 those of B, R9 to R12 those of C.
        VTX @load BARRIER
        ALU @rows BARRIER
        ALU @place BARRIER
        MEM_EXPORT WRITE_IND[0+R0], R9.xyzw BURST(4) ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

load:   FETCH R1.xyzw, R0.y, fc0 OFFSET(0) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R2.xyzw, R0.y, fc0 OFFSET(16) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R3.xyzw, R0.y, fc0 OFFSET(32) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R4.xyzw, R0.y, fc0 OFFSET(48) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R5.xyzw, R0.y, fc1 OFFSET(0) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R6.xyzw, R0.y, fc1 OFFSET(16) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R7.xyzw, R0.y, fc1 OFFSET(32) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R8.xyzw, R0.y, fc1 OFFSET(48) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
place:  0 x: LSHL_INT R0.x, R0.y, 4
rows:   0  x: MUL_IEEE    R9.x, R1.x, R5.x
           y: MUL_IEEE    R9.y, R1.x, R5.y
           z: MUL_IEEE    R9.z, R1.x, R5.z
           w: MUL_IEEE    R9.w, R1.x, R5.w
        1  x: MULADD_IEEE R9.x, R1.y, R6.x, PV.x
           y: MULADD_IEEE R9.y, R1.y, R6.y, PV.y
           z: MULADD_IEEE R9.z, R1.y, R6.z, PV.z
           w: MULADD_IEEE R9.w, R1.y, R6.w, PV.w
        2  x: MULADD_IEEE R9.x, R1.z, R7.x, PV.x
           y: MULADD_IEEE R9.y, R1.z, R7.y, PV.y
           z: MULADD_IEEE R9.z, R1.z, R7.z, PV.z
           w: MULADD_IEEE R9.w, R1.z, R7.w, PV.w
        3  x: MULADD_IEEE R9.x, R1.w, R8.x, PV.x
           y: MULADD_IEEE R9.y, R1.w, R8.y, PV.y
           z: MULADD_IEEE R9.z, R1.w, R8.z, PV.z
           w: MULADD_IEEE R9.w, R1.w, R8.w, PV.w
        4  x: MUL_IEEE    R10.x, R2.x, R5.x
           y: MUL_IEEE    R10.y, R2.x, R5.y
           z: MUL_IEEE    R10.z, R2.x, R5.z
           w: MUL_IEEE    R10.w, R2.x, R5.w
        5  x: MULADD_IEEE R10.x, R2.y, R6.x, PV.x
           y: MULADD_IEEE R10.y, R2.y, R6.y, PV.y
           z: MULADD_IEEE R10.z, R2.y, R6.z, PV.z
           w: MULADD_IEEE R10.w, R2.y, R6.w, PV.w
        6  x: MULADD_IEEE R10.x, R2.z, R7.x, PV.x
           y: MULADD_IEEE R10.y, R2.z, R7.y, PV.y
           z: MULADD_IEEE R10.z, R2.z, R7.z, PV.z
           w: MULADD_IEEE R10.w, R2.z, R7.w, PV.w
        7  x: MULADD_IEEE R10.x, R2.w, R8.x, PV.x
           y: MULADD_IEEE R10.y, R2.w, R8.y, PV.y
           z: MULADD_IEEE R10.z, R2.w, R8.z, PV.z
           w: MULADD_IEEE R10.w, R2.w, R8.w, PV.w
        8  x: MUL_IEEE    R11.x, R3.x, R5.x
           y: MUL_IEEE    R11.y, R3.x, R5.y
           z: MUL_IEEE    R11.z, R3.x, R5.z
           w: MUL_IEEE    R11.w, R3.x, R5.w
        9  x: MULADD_IEEE R11.x, R3.y, R6.x, PV.x
           y: MULADD_IEEE R11.y, R3.y, R6.y, PV.y
           z: MULADD_IEEE R11.z, R3.y, R6.z, PV.z
           w: MULADD_IEEE R11.w, R3.y, R6.w, PV.w
        10 x: MULADD_IEEE R11.x, R3.z, R7.x, PV.x
           y: MULADD_IEEE R11.y, R3.z, R7.y, PV.y
           z: MULADD_IEEE R11.z, R3.z, R7.z, PV.z
           w: MULADD_IEEE R11.w, R3.z, R7.w, PV.w
        11 x: MULADD_IEEE R11.x, R3.w, R8.x, PV.x
           y: MULADD_IEEE R11.y, R3.w, R8.y, PV.y
           z: MULADD_IEEE R11.z, R3.w, R8.z, PV.z
           w: MULADD_IEEE R11.w, R3.w, R8.w, PV.w
        12 x: MUL_IEEE    R12.x, R4.x, R5.x
           y: MUL_IEEE    R12.y, R4.x, R5.y
           z: MUL_IEEE    R12.z, R4.x, R5.z
           w: MUL_IEEE    R12.w, R4.x, R5.w
        13 x: MULADD_IEEE R12.x, R4.y, R6.x, PV.x
           y: MULADD_IEEE R12.y, R4.y, R6.y, PV.y
           z: MULADD_IEEE R12.z, R4.y, R6.z, PV.z
           w: MULADD_IEEE R12.w, R4.y, R6.w, PV.w
        14 x: MULADD_IEEE R12.x, R4.z, R7.x, PV.x
           y: MULADD_IEEE R12.y, R4.z, R7.y, PV.y
           z: MULADD_IEEE R12.z, R4.z, R7.z, PV.z
           w: MULADD_IEEE R12.w, R4.z, R7.w, PV.w
        15 x: MULADD_IEEE R12.x, R4.w, R8.x, PV.x
           y: MULADD_IEEE R12.y, R4.w, R8.y, PV.y
           z: MULADD_IEEE R12.z, R4.w, R8.z, PV.z
           w: MULADD_IEEE R12.w, R4.w, R8.w, PV.w
