; Fourier transforms of 16 complex points, one in every four threads.  R0.x: number in the group, R0.y: thread of the launch.
; R1: real parts of four points, R2: imaginary ones; thread c of four begins with points 4 c to 4 c + 3 and ends with those.
; FFT_PERMUTE exchanges threads and elements of four threads: point 4 a + b, in thread a, element b, comes to thread b, element a.
; There a transform of four points is done, each turned by an angle of its own (R4, R5: cosines, sines), exchanged, and
; transformed once more.  No thread waits: four threads are of one wavefront, and each clause reads what it has written.
        VTX @load BARRIER
        ALU @start BARRIER
        TEX @swap BARRIER
        ALU @dft BARRIER
        ALU @turn BARRIER
        TEX @swap BARRIER
        ALU @dft BARRIER
        TEX @swap BARRIER
        MEM_EXPORT WRITE_IND[0+R0], R1.xyzw BURST(2) ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER
        NOP EOP BARRIER

load:   FETCH R1.xyzw, R0.y, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R2.xyzw, R0.y, fc0 OFFSET(16) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R4.xyzw, R0.z, fc1 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
        FETCH R5.xyzw, R0.z, fc1 OFFSET(16) FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
start:  0 x: MOV      R3.x, R0.x
          y: AND_INT  R3.y, R0.x, -4
          t: LSHL_INT R0.x, R0.y, 3
        1 y: LSHL_INT R3.y, PV.y, 1
swap:   LOCAL_DS_WRITE R1.xyzw DST_STRIDE(8) SIMD_WAVE_REL
        LOCAL_DS_WRITE R2.xyzw DST_STRIDE(8) DST_INDEX(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R1.xyzw, R3.xy MUX_CNTL(FFT_PERMUTE)
        LOCAL_DS_READ  R2.xyzw, R3.xy RD_OFFSET(4) MUX_CNTL(FFT_PERMUTE)
dft:    0 x: ADD R6.x, R1.x, R1.z
          y: ADD R6.y, R1.y, R1.w
          z: ADD R6.z, R1.x, -R1.z
          w: ADD R6.w, R1.y, -R1.w
        1 x: ADD R7.x, R2.x, R2.z
          y: ADD R7.y, R2.y, R2.w
          z: ADD R7.z, R2.x, -R2.z
          w: ADD R7.w, R2.y, -R2.w
        2 x: ADD R1.x, R6.x, R6.y
          y: ADD R1.y, R6.z, R7.w
          z: ADD R1.z, R6.x, -R6.y
          w: ADD R1.w, R6.z, -R7.w
        3 x: ADD R2.x, R7.x, R7.y
          y: ADD R2.y, R7.z, -R6.w
          z: ADD R2.z, R7.x, -R7.y
          w: ADD R2.w, R7.z, R6.w
turn:   0 x: MUL_IEEE    R6.x, R2.x, R5.x
          y: MUL_IEEE    R6.y, R2.y, R5.y
          z: MUL_IEEE    R6.z, R2.z, R5.z
          w: MUL_IEEE    R6.w, R2.w, R5.w
        1 x: MUL_IEEE    R7.x, R2.x, R4.x
          y: MUL_IEEE    R7.y, R2.y, R4.y
          z: MUL_IEEE    R7.z, R2.z, R4.z
          w: MUL_IEEE    R7.w, R2.w, R4.w
        2 x: MULADD_IEEE R2.x, R1.x, R5.x, PV.x
          y: MULADD_IEEE R2.y, R1.y, R5.y, PV.y
          z: MULADD_IEEE R2.z, R1.z, R5.z, PV.z
          w: MULADD_IEEE R2.w, R1.w, R5.w, PV.w
        3 x: MULADD_IEEE R1.x, R1.x, R4.x, -R6.x
          y: MULADD_IEEE R1.y, R1.y, R4.y, -R6.y
          z: MULADD_IEEE R1.z, R1.z, R4.z, -R6.z
          w: MULADD_IEEE R1.w, R1.w, R4.w, -R6.w
