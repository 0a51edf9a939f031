; Samples of every filter, with levels, probes, borders, compares, and what reads nothing.
    TEX @samples BARRIER
    TEX @others BARRIER
    EXPORT PIX0, R1.xyzw ELEM_SIZE(3)
    EXPORT PIX1, R2.xyzw ELEM_SIZE(3)
    EXPORT PIX2, R3.xyzw ELEM_SIZE(3)
    EXPORT PIX3, R4.xyzw ELEM_SIZE(3)
    EXPORT PIX4, R5.xyzw ELEM_SIZE(3)
    EXPORT PIX5, R6.xyzw ELEM_SIZE(3)
    EXPORT PIX6, R7.xyzw ELEM_SIZE(3)
    EXPORT_DONE PIX7, R8.xyzw ELEM_SIZE(3) BARRIER EOP
samples:
    SAMPLE R1.xyzw, R0.xyzw, t0, s0 CT(NNNN)
    SAMPLE_L R2.wzyx, R0.xyzw, t0, s1 CT(NNNN)
    SAMPLE R3.xyzw, R0.xyzw, t1, s1 CT(NNNN)
    SAMPLE_C R4.x0w1, R0.xyzw, t2, s2 CT(NNNN)
    SAMPLE_LZ R5.xyzw, R0.xyzw, t1, s3 CT(NNNN)
others:
    FETCH4 R6.xyzw, R0.xyzw, t2, s1 CT(NNNN)
    SAMPLE_LZ R7.xyzw, R0.xyzw, t3, s4 CT(NNNN)
    GET_COMP_TEX_LOD R8.xy01, R0.xyzw, t0, s0 CT(NNNN)
