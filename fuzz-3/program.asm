; wavefront 1 ends before CF 0
; made from seed 3; replay: wekiva fuzz --chip fuzz-3/chip.json --replay fuzz-3/launch.json
00 PUSH ADDR(4) BARRIER
01 LOOP_START ADDR(4) POP_COUNT(1) CF_CONST(2) COND(BOOL) BARRIER
02 LOOP_END ADDR(2) CF_CONST(2) COND(BOOL) BARRIER
03 POP ADDR(4) POP_COUNT(1) BARRIER
04 EXPORT_DONE PARAM0, R0.xyzw ELEM_SIZE(3) EOP BARRIER
.size 12
