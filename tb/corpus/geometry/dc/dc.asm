; A DMA copy program (DC, ISA 2.1.3): a thread for each emitted vertex, R0.x its place in the geometry program's ring, from
; the counter of vertices.  It copies the vertex, as it is and W Z Y X, to a ring of its own by MEM_*, as the manual has it, and to
; the rasteriser by exports, as drivers have it (docs/open-questions.md).
        VTX @load BARRIER
        MEM_RING WRITE_ACK[0], R1.xyzw BURST(2) ELEM_SIZE(3) ARRAY_SIZE(7) BARRIER
        WAIT_ACK BARRIER
        EXPORT_DONE POS0, R1.xyzw BARRIER
        EXPORT_DONE PARAM0, R2.xyzw EOP BARRIER

load:   FETCH R1.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)
        FETCH R2.wzyx, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH MEGA_FETCH_COUNT(15) DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)
