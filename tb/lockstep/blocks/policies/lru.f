line_cache.sv -G POLICY=0
