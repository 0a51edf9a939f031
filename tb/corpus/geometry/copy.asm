; The copy program (VS): an emitted vertex in each thread, R0.x, from the geometry program's ring to the rasteriser and, x y z
; of it, to stream 0.
        VTX @load BARRIER
        MEM_STREAM0 WRITE[0], R1.xyz_ ELEM_SIZE(3) BARRIER
        EXPORT_DONE POS0, R1.xyzw BARRIER
        EXPORT_DONE PARAM0, R1.xyzw BARRIER
        NOP EOP BARRIER

load:   FETCH R1.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
