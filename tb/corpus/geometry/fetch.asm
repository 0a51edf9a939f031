; The fetch program: vertex R0.x to R1.
        VTX @load BARRIER
        RETURN BARRIER

load:   FETCH R1.xyzw, R0.x, fc160 FETCH_TYPE(VERTEX_DATA) MEGA_FETCH MEGA_FETCH_COUNT(15) USE_CONST_FIELDS
