; Conway's Game of Life on a torus 32 cells wide, a row of 32 cells in each thread, as many rows as the group has threads.
; R0.x: number in the group, R0.y: thread of the launch, R0.z: the group;
; CB0[0].x: threads of a group less 1.
; Loop constant 0: generations.  R1.x: the row, a bit for each cell; R3.x, R3.y: the rows above and below.
        VTX @load BARRIER
        ALU @start KC0[CB0:0-15] BARRIER
        LOOP_START_NO_AL @store CF_CONST(0) BARRIER
step:   TEX @give BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have given
        TEX @take BARRIER
        CALL @barrier CALL_COUNT(1) BARRIER ; all have taken
        ALU @live BARRIER
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
          z: ADD_INT  R2.z, R0.x, 1
          w: ADD_INT  R2.w, R0.x, -1
          t: MOV      R4.x, R0.y
        1 x: LSHL_INT R8.x, PV.x, 8
          y: ADD_INT  R8.y, PV.y, R0.x
          z: AND_INT  R2.z, PV.z, KC0[0].x
          w: AND_INT  R2.w, PV.w, KC0[0].x
        2 x: MOV      R2.x, PV.w
          y: AND_INT  R8.y, PV.y, KC0[0].x
          w: AND_INT  R2.w, PV.z, -4
        3 y: AND_INT  R2.y, PV.x, -4
          z: AND_INT  R8.z, PV.y, -4
; The three rows, each turned left (.x) and right (.z).  Then sums of bits, of 32 cells at once.  Above and below have three
; neighbours each: ones R5.x and R6.z, twos R5.y and R6.w; the cell's own row has two: ones R11.x, twos R11.z.  In sum: ones R13.x;
; one two or three, R13.z; more than one, R13.w.  A cell lives when there is one two, and a one or the cell itself.
live:   0  x: LSHL_INT R5.x, R3.x, 1
           y: LSHR_INT R5.y, R3.x, 31
           z: LSHR_INT R5.z, R3.x, 1
           w: LSHL_INT R5.w, R3.x, 31
        1  x: OR_INT   R5.x, PV.x, PV.y
           z: OR_INT   R5.z, PV.z, PV.w
        2  x: LSHL_INT R6.x, R3.y, 1
           y: LSHR_INT R6.y, R3.y, 31
           z: LSHR_INT R6.z, R3.y, 1
           w: LSHL_INT R6.w, R3.y, 31
        3  x: OR_INT   R6.x, PV.x, PV.y
           z: OR_INT   R6.z, PV.z, PV.w
        4  x: LSHL_INT R7.x, R1.x, 1
           y: LSHR_INT R7.y, R1.x, 31
           z: LSHR_INT R7.z, R1.x, 1
           w: LSHL_INT R7.w, R1.x, 31
        5  x: OR_INT   R7.x, PV.x, PV.y
           z: OR_INT   R7.z, PV.z, PV.w
        6  x: XOR_INT  R10.x, R5.x, R5.z
           y: AND_INT  R10.y, R5.x, R5.z
           z: XOR_INT  R10.z, R6.x, R6.z VEC_120
           w: AND_INT  R10.w, R6.x, R6.z VEC_120
        7  x: XOR_INT  R5.x, PV.x, R3.x
           y: AND_INT  R5.y, PV.x, R3.x
           z: XOR_INT  R6.z, PV.z, R3.y
           w: AND_INT  R6.w, PV.z, R3.y
        8  x: XOR_INT  R11.x, R7.x, R7.z
           y: OR_INT   R5.y, PV.y, R10.y
           z: AND_INT  R11.z, R7.x, R7.z
           w: OR_INT   R6.w, PV.w, R10.w
        9  x: XOR_INT  R12.x, R5.x, R6.z
           y: AND_INT  R12.y, R5.x, R6.z
           z: XOR_INT  R12.z, R5.y, R6.w
           w: AND_INT  R12.w, R5.y, R6.w
        10 x: XOR_INT  R13.x, PV.x, R11.x
           y: AND_INT  R13.y, PV.x, R11.x
        11 x: OR_INT   R13.x, PV.x, R1.x
           y: OR_INT   R13.y, PV.y, R12.y
        12 z: XOR_INT  R13.z, R11.z, PV.y
           w: AND_INT  R13.w, R11.z, PV.y
        13 z: XOR_INT  R13.z, R12.z, PV.z
           w: OR_INT   R13.w, R12.w, PV.w
        14 z: AND_INT  R13.z, PV.z, R13.x
           w: NOT_INT  R13.w, PV.w
        15 x: AND_INT  R1.x, PV.z, PV.w
give:   LOCAL_DS_WRITE R1.x___ DST_STRIDE(4) SIMD_WAVE_REL
take:   LOCAL_DS_READ  R3.x___, R2.xy MUX_CNTL(WORD_SELECT)
        LOCAL_DS_READ  R3._y__, R2.zw MUX_CNTL(WORD_SELECT)
next:   0 x: ADD_INT  R8.x, R8.x, 1
late:   0 x: SUB_INT  R9.x, R9.x, R8.x
        1 x: PRED_SETGE_UINT ____, PV.x, 256 UPDATE_EXEC
meet:   LOCAL_DS_WRITE R8.___x DST_STRIDE(4) SIMD_WAVE_REL
        LOCAL_DS_READ  R9.x___, R8.yz RD_OFFSET(3) MUX_CNTL(WORD_SELECT)
