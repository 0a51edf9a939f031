; 30 fetches behind 20 groups each (make.py)
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
ALU @chain BARRIER
VTX @fetch BARRIER
EXPORT_DONE PIX0, R1.xyzw EOP BARRIER
chain:
  0 x: ADD R1.x, R1.x, 1.0
  1 x: ADD R1.x, R1.x, 1.0
  2 x: ADD R1.x, R1.x, 1.0
  3 x: ADD R1.x, R1.x, 1.0
  4 x: ADD R1.x, R1.x, 1.0
  5 x: ADD R1.x, R1.x, 1.0
  6 x: ADD R1.x, R1.x, 1.0
  7 x: ADD R1.x, R1.x, 1.0
  8 x: ADD R1.x, R1.x, 1.0
  9 x: ADD R1.x, R1.x, 1.0
  10 x: ADD R1.x, R1.x, 1.0
  11 x: ADD R1.x, R1.x, 1.0
  12 x: ADD R1.x, R1.x, 1.0
  13 x: ADD R1.x, R1.x, 1.0
  14 x: ADD R1.x, R1.x, 1.0
  15 x: ADD R1.x, R1.x, 1.0
  16 x: ADD R1.x, R1.x, 1.0
  17 x: ADD R1.x, R1.x, 1.0
  18 x: ADD R1.x, R1.x, 1.0
  19 x: ADD R1.x, R1.x, 1.0
fetch: FETCH R0.x___, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_FLOAT) MEGA_FETCH
