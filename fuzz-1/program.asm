; cycle 18701: gpu.simd0.alu_w.r_s1_value differs
; made from seed 1; replay: wekiva fuzz --chip fuzz-1/chip.json --replay fuzz-1/launch.json
00 ALU ADDR(284) COUNT(10) KC0[CB0:0-31] KC1[CB0:0-31] BARRIER
      284 x: MAX_UINT         R5.x, R12.y, (0x304c8000, 7.4396667e-10f).x
          y: PRED_SETGE_INT   R1.y, R12.w, 1 PRED_SEL(ZERO) UPDATE_PRED
          z: MOV              R5.z, R1.y /2 VEC_120
          t: MULHI_UINT       R124.x, (0x48efd498, 491172.75f).w, R4.w
          .literal 0x304c8000, 0x40600000, 0x64ebd629, 0x48efd498
      290 x: LSHL_INT         R6.x, R11.y, PV.z
          z: MUL              R11.z, KC0[21].y, R2.x
      292 y: PRED_SETGT_INT   R4.y, 1, R12.y UPDATE_PRED
          w: LSHR_INT         ____.w, PV.z, R11.z DST_GPR(3)
01 ALU_PUSH_BEFORE ADDR(294) COUNT(3) KC0[CB1:16-47] KC1[CB2:16-47] BARRIER
      294 x: XOR_INT          R125.x, R10.z, R9.z PRED_SEL(ZERO)
          z: PRED_SETGE_UINT  R2.z, 1, R12.w UPDATE_EXEC UPDATE_PRED
          w: XOR_INT          R127.w, 0.5, 1_DBL_M
02 JUMP ADDR(46) POP_COUNT(1) BARRIER
03 PUSH ADDR(10) WQM BARRIER
04 ALU ADDR(297) COUNT(29) KC1[CB0:32-47] KCACHE_ADDR0(2) BARRIER
      297 z: CNDGE            R8.z, R9.w, R2.x, R4.w
          w: CNDE_INT         R126.w, R11.y, R10.w, R6.x
          t: UINT_TO_FLT      R9.x, 1 PRED_SEL(ONE)
      300 x: MOVA_FLOOR       ____.x, R12.w DST_GPR(2)
          z: MAX_DX10         R2.z, (0x43d0d506, 417.66425f).z, R5.x
          w: NOP              ____.w DST_GPR(3)
          t: LOG_IEEE         R4.z, R8.z
          .literal 0x00000001, 0x0db14731, 0x43d0d506, 0x00000002
      306 x: MAX4             R124.x, -|R6.x|
          y: MAX4             R7.y, R2.z
          z: MAX4             R125.z, -|KC1[1].x|
          w: MAX4             R6.w, R2.z
      310 x: DOT4             R2.x, R[AR.x+1].x, R0.z
          y: DOT4             ____.y, PV.x, KC1[15].y DST_GPR(3)
          z: DOT4             ____.z, PV.w, -(0x00000000, 0.0f).w
          w: DOT4             ____.w, 0.0, PV.y
          t: NOP              R6.x
          .literal 0xa71e5461, 0x0000000e, 0xca9a090e, 0x00000000
      317 x: LSHL_INT         ____.x, R[AR.z+4].x, 0_5_DBL_L DST_GPR(5)
          w: PRED_SETNE_INT   R124.w, 1, R12.z PRED_SEL(ONE) UPDATE_EXEC UPDATE_PRED
      319 x: CNDGE            R10.x, KC1[6].w, R12.w, R5.y
          y: MIN              R124.y, (0x8c63e40e, -1.7556072e-31f).y, R1.y /2
          t: SETNE_INT        R[AR.x+10].x, R2.z, PV.w
          .literal 0xc78ff4a5, 0x8c63e40e
      323 z: SETNE            R125.z, R3.w, -R[AR.x+0].x
      324 y: LSHL_INT         R125.y, R13.y, R5.w
          w: CEIL             R2.w, -KC1[14].z
05 JUMP ADDR(10) POP_COUNT(1) BARRIER
06 TEX ADDR(326) COUNT(9) BARRIER
          FETCH            R3.y0zy, R6.y, fc22 MEGA_FETCH_COUNT(46) DATA_FORMAT(FMT_8_8) OFFSET(8)
          FETCH            R6._zww, R12.x, fc22 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(32) DATA_FORMAT(FMT_11_11_10) NUM_FORMAT_ALL(INT) SRF_MODE_ALL(NO_ZERO) OFFSET(9) ENDIAN_SWAP(ENDIAN_8IN32)
          FETCH            R1._y0_, R12.y, fc166 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(38) DATA_FORMAT(FMT_16) NUM_FORMAT_ALL(INT) OFFSET(19) MEGA_FETCH
          FETCH            R6.xxzz, R10.w, fc31 MEGA_FETCH_COUNT(7) DATA_FORMAT(FMT_5_9_9_9_SHAREDEXP) SRF_MODE_ALL(NO_ZERO) OFFSET(4) MEGA_FETCH
          FETCH            R1.w_xw, R12.z, fc171 FETCH_TYPE(NO_INDEX_OFFSET) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(20) USE_CONST_FIELDS DATA_FORMAT(FMT_16_16_FLOAT) NUM_FORMAT_ALL(INT) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) OFFSET(12) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R6.xyw_, R12.w, fc31 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(6) DATA_FORMAT(FMT_11_11_10_FLOAT) NUM_FORMAT_ALL(SCALED) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) OFFSET(10) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R3.zy_z, R13.x, fc31 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(55) DATA_FORMAT(FMT_8_8_8_8) NUM_FORMAT_ALL(INT) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) ENDIAN_SWAP(ENDIAN_8IN32) MEGA_FETCH
          FETCH            R1.y_wx, R12.x, fc166 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(36) DATA_FORMAT(FMT_16_16_16_16_FLOAT) NUM_FORMAT_ALL(INT) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) OFFSET(8) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
          FETCH            R8.w1y1, R12.w, fc166 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(47) USE_CONST_FIELDS DATA_FORMAT(FMT_6_5_5) SRF_MODE_ALL(NO_ZERO) OFFSET(6)
07 VTX_TC ADDR(344) COUNT(1) BARRIER
          FETCH            R1.yz1z, R12.w, fc22 FETCH_TYPE(INSTANCE_DATA) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(51) DATA_FORMAT(FMT_8_24) OFFSET(2) ENDIAN_SWAP(ENDIAN_8IN32) MEGA_FETCH
08 NOP BARRIER
09 POP ADDR(10) POP_COUNT(1) BARRIER
10 CALL_FS CF_CONST(23) CALL_COUNT(8) BARRIER
11 PUSH ADDR(43) BARRIER
12 PUSH ADDR(43) POP_COUNT(1) BARRIER
13 PUSH ADDR(43) POP_COUNT(2) BARRIER
14 PUSH ADDR(43) POP_COUNT(3) BARRIER
15 PUSH ADDR(43) POP_COUNT(4) BARRIER
16 ALU_PUSH_BEFORE ADDR(346) COUNT(11) KC0[CB1:80-111] KCACHE_BANK1(1) KCACHE_ADDR1(4) BARRIER
      346 x: MIN              R10.x, R9.w, |(0x00000100, 256).z| PRED_SEL(ONE) CLAMP
          y: MULADD_IEEE      R9.y, R1.x, R7.w, -1.0 PRED_SEL(ONE)
          w: MUL_IEEE         R6.w, -R11.z, R9.y
          .literal 0xbeb6c000, 0xd54b8d41, 0x00000100, 0x00000009
      351 x: MOV              R123.x, -|R12.x| CLAMP
          y: MULADD_D2        R11.y, (0x865c17f5, -4.1395002e-35f).x, -R6.w, R3.y PRED_SEL(ONE)
          .literal 0x865c17f5, 0xff7ffffd
      354 x: SETGT_DX10       R11.x, (0x00000005, 5).x, (0x00000005, 5).x
          y: PRED_SETE_PUSH   R125.y, |R1.x|, KC0[17].x UPDATE_EXEC
          .literal 0x00000005, 0xba335c00
17 JUMP ADDR(19) BARRIER
18 ALU ADDR(357) COUNT(19) KCACHE_BANK0(2) KCACHE_BANK1(2) KCACHE_ADDR0(1) KCACHE_ADDR1(3) BARRIER
      357 x: MULADD_IEEE_M2   R3.x, R1.x, R1.x, -R10.x
          y: MULADD_IEEE_M4   R7.y, R6.w, -(0xca6db340, -3.89448e+06f).w, R3.y PRED_SEL(ZERO)
          z: NOT_INT          R6.z, R4.w VEC_120
          .literal 0x007fffff, 0xfffffffe, 0x48dc3061, 0xca6db340
      362 x: MIN_INT          R124.x, R6.z, PV.z
          y: MIN              R6.y, R3.x, R7.y
          z: NOP              R2.z
          w: SETGT            R2.w, R1.w, (0x0ebc5b11, 4.6433272e-30f).y
          t: LSHR_INT         R123.x, R7.y, 1.0
          .literal 0xd8432764, 0x0ebc5b11
      368 x: MULADD_64_M2     R4.x, R5.y, (0x000743b2, 476082).x, (0x3d7dd31e, 0.061968915f).y
          y: MULADD_64_M2     R4.y, R5.y, (0x000743b2, 476082).x, (0x3d7dd31e, 0.061968915f).y
          z: MULADD_64_M2     R4.z, R5.y, (0x000743b2, 476082).x, (0x3d7dd31e, 0.061968915f).y
          w: MULADD_64_M2     R126.w, R9.x, (0x0000000c, 12).w, 0_5_DBL_M
          t: OR_INT           R3.x, 1.0, R2.w
          .literal 0x000743b2, 0x3d7dd31e, 0xc939e700, 0x0000000c
      375 w: FRACT            R5.w, R6.y PRED_SEL(ZERO)
19 ELSE ADDR(43) POP_COUNT(6) BARRIER
20 ALU_PUSH_BEFORE ADDR(376) COUNT(6) KC0[CB0:64-95] KC1[CB1:80-111] BARRIER
      376 y: MULADD_M4        R3.y, -KC1[12].z, (0xff19c2c5, -2.0438318e+38f).x, R6.w PRED_SEL(ONE)
          t: PRED_SETGE_UINT  ____.y, 1, R12.w UPDATE_EXEC DST_GPR(7)
          .literal 0xff19c2c5, 0xc68b7ca2
      379 y: SUB_INT          R127.y, PS, R11.y
          z: MAX              R9.z, KC0[5].x, R1.x CLAMP
          w: ADD_INT          R9.w, KC0[23].y, R3.y VEC_021 PRED_SEL(ONE)
21 ALU ADDR(382) COUNT(1) BARRIER
      382 x: MOV              R13.x, 0.0
22 LOOP_START_DX10 ADDR(26) CF_CONST(4) BARRIER
23 ALU_BREAK ADDR(383) COUNT(3) BARRIER
      383 x: ADD_INT          R13.x, R13.x, 1
      384 x: PRED_SETGE_INT   ____.x, (0x00000004, 4).x, R13.x UPDATE_EXEC DST_GPR(13)
24 ALU ADDR(386) COUNT(15) KC1[CB0:48-63] KCACHE_BANK0(1) BARRIER
      386 x: NOT_INT          R9.x, R12.y
          y: MUL_IEEE         R4.y, -|R13.z|, R5.w CLAMP
      388 x: MIN_INT          R2.x, R4.y, R0.w
          y: ASHR_INT         R7.y, R4.y, R8.x
          w: MOV              R1.w, R11.z
      391 x: MULADD_IEEE_M2   R6.x, R2.x, -R13.x, R7.w
          y: CEIL             R11.y, R7.y PRED_SEL(ZERO)
          t: LOG_IEEE         R3.x, |R0.z| PRED_SEL(ZERO)
      394 x: MULADD_64_M2     R11.x, R11.y, (0x44e0083c, 1792.2573f).x, R3.x
          y: MULADD_64_M2     R11.y, R11.y, (0x44e0083c, 1792.2573f).x, R3.x
          z: MULADD_64_M2     R11.z, R11.y, (0x44e0083c, 1792.2573f).x, R3.x
          w: MULADD_64_M2     R2.w, R6.y, (0x00000001, 1).w, R11.y VEC_120
          t: MULADD_M4        R9.z, -R7.w, R6.x, R3.y SCL_212
          .literal 0x44e0083c, 0xfff80001, 0x7fffffff, 0x00000001
25 LOOP_END ADDR(23) CF_CONST(4) COND(BOOL) BARRIER
26 ALU_PUSH_BEFORE ADDR(401) COUNT(3) KC0[CB2:0-15] KC1[CB2:80-95] BARRIER
      401 x: SETGE_UINT       ____.x, R6.y, KC1[9].x
          y: XOR_INT          R6.y, R10.w, -1
          z: PRED_SETE_INT    R5.z, R12.z, 1 PRED_SEL(ZERO) UPDATE_EXEC UPDATE_PRED
27 JUMP ADDR(29) BARRIER
28 VTX_TC ADDR(404) COUNT(10) WQM BARRIER
          FETCH            R1._w__, R7.y, fc169 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(48) DATA_FORMAT(FMT_6_5_5) NUM_FORMAT_ALL(INT) SRF_MODE_ALL(NO_ZERO) OFFSET(1) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
          FETCH            R4.zyw_, R8.y, fc171 MEGA_FETCH_COUNT(36) DATA_FORMAT(FMT_32_32_FLOAT) SRF_MODE_ALL(NO_ZERO) OFFSET(4) ENDIAN_SWAP(ENDIAN_8IN32) MEGA_FETCH
          FETCH            R6.0w_w, R9.z, fc171 MEGA_FETCH_COUNT(54) DATA_FORMAT(FMT_10_10_10_2) NUM_FORMAT_ALL(SCALED) SRF_MODE_ALL(NO_ZERO) OFFSET(19) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R9.1_z_, R12.y, fc166 MEGA_FETCH_COUNT(4) DATA_FORMAT(FMT_8_8) NUM_FORMAT_ALL(SCALED) SRF_MODE_ALL(NO_ZERO) OFFSET(18) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R9.__zz, R11.y, fc62 FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(28) DATA_FORMAT(FMT_16_16) NUM_FORMAT_ALL(INT) FORMAT_COMP_ALL(SIGNED) OFFSET(22) ENDIAN_SWAP(ENDIAN_8IN32)
          FETCH            R10.0zzy, R8.y, fc171 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(50) USE_CONST_FIELDS DATA_FORMAT(FMT_32_32_FLOAT) FORMAT_COMP_ALL(SIGNED) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R5._zwz, R11.w, fc169 MEGA_FETCH_COUNT(45) USE_CONST_FIELDS DATA_FORMAT(FMT_8_8_8) NUM_FORMAT_ALL(INT) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) OFFSET(13)
          FETCH            R8.yw0_, R12.y, fc171 FETCH_TYPE(INSTANCE_DATA) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(45) DATA_FORMAT(FMT_16_16_FLOAT) NUM_FORMAT_ALL(SCALED) OFFSET(19062) ENDIAN_SWAP(ENDIAN_8IN32) MEGA_FETCH
          FETCH            R10.xzw1, R12.y, fc171 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(16) DATA_FORMAT(FMT_32) NUM_FORMAT_ALL(SCALED) SRF_MODE_ALL(NO_ZERO) OFFSET(63094) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
          FETCH            R5.y_w_, R11.w, fc22 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(33) DATA_FORMAT(FMT_6_5_5) NUM_FORMAT_ALL(INT) OFFSET(17521) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
29 ELSE ADDR(32) POP_COUNT(1)
30 EXPORT PARAM0, R5._zxz BURST(2) ELEM_SIZE(3) BARRIER
31 ALU_POP_AFTER ADDR(424) COUNT(13) KC0[CB0:32-63] KC1[CB2:48-63] BARRIER
      424 x: ASHR_INT         ____.x, R6.z, R0.y DST_GPR(4)
          y: MIN              R4.y, R13.y, -R1.y VEC_021 CLAMP
          z: NOP              R124.z
          w: SETGE_INT        R6.w, (0x9c4de5a2, -6.8125604e-22f).x, R13.z
          .literal 0x9c4de5a2, 0xd502e9e7
      429 x: NOT_INT          R9.x, PV.y
          y: ASHR_INT         R0.y, PV.w, R13.w
          z: SUB_INT          R3.z, R10.w, R2.z
          w: RNDNE            R8.w, R4.y
          t: MUL_IEEE         R5.z, R9.x, R4.y
      434 x: TRUNC            R7.x, -R6.w PRED_SEL(ONE)
          w: MULADD_IEEE_M4   R0.w, 1_DBL_M, KC1[13].y, PV.y
          t: ADD              R1.x, -|KC1[9].w|, KC0[20].z *4
32 POP_JUMP ADDR(41) POP_COUNT(1) CF_CONST(26) COND(BOOL) BARRIER
33 ALU ADDR(437) COUNT(15) KC0[CB0:48-79] KCACHE_BANK1(1) KCACHE_ADDR1(2) BARRIER
      437 x: MAX_UINT         R5.x, (0x7fffffff, nan).w, R10.z PRED_SEL(ZERO)
          y: NOP              R123.y
          z: MUL_IEEE         R3.z, (0x0000000f, 15).x, (0x7fffffff, nan).w CLAMP
          w: MOVA_INT         ____.w, R0.x DST_GPR(5)
          .literal 0x0000000f, 0x46927ab6, 0x0000000d, 0x7fffffff
      443 z: SETGT_INT        R4.z, R12.z, (0xbb63e829, -0.003477583f).z
          w: PRED_SETGE_INT   R8.w, 1, R12.z UPDATE_PRED
          t: MAX              R3.z, R11.x, -R4.w
          .literal 0xb2680000, 0x5ea4a02e, 0xbb63e829, 0x00000003
      448 x: MOVA_INT         ____.x, R12.x
          y: SETGT_INT        R1.y, R8.z, R4.z
          z: SETE             R127.z, 0.0, R10.x
          t: LOG_CLAMPED      R6.x, R4.z
34 ALU_PUSH_BEFORE ADDR(452) COUNT(17) KCACHE_BANK1(2) KCACHE_ADDR0(2) KCACHE_ADDR1(5) BARRIER
      452 x: PRED_SETGT_INT   ____.x, R12.z, 1 UPDATE_EXEC DST_GPR(1)
      453 x: MULADD_IEEE_D2   R11.x, R8.z, (0xa0de5a2f, -3.7667941e-19f).x, R1.y
          w: CNDGE_INT        R9.w, R7.w, R2.x, R4.w
          t: FLT_TO_UINT      R9.y, -R7.y SCL_122
          .literal 0xa0de5a2f, 0x00000003
      457 x: XOR_INT          R0.x, R9.w, 1_DBL_M
          w: LSHL_INT         R4.w, R9.w, R1.w
      459 z: NOP              R2.z
      460 y: MULADD_IEEE      R5.y, -R1.w, 0_5_DBL_M, R3.y
          w: MULADD           R1.w, R6.x, 0_5_DBL_L, R7.w
          t: MOV              R123.y, R0.z
      463 x: MULADD_64_M2     R7.x, -1_DBL_L, (0xfff80001, -524287).x, 1_DBL_M CLAMP
          y: MULADD_64_M2     R7.y, -1_DBL_L, (0xfff80001, -524287).x, 1_DBL_M CLAMP
          z: MULADD_64_M2     R7.z, -1_DBL_L, (0xfff80001, -524287).x, 1_DBL_M
          w: MULADD_64_M2     R5.w, R1.w, (0x00000001, 1).z, (0xfff80001, -524287).x
          .literal 0xfff80001, 0xbfe00000, 0x00000001, 0xffffffff
35 VTX ADDR(470) COUNT(3) BARRIER
          FETCH            R1.1wyw, R12.z, fc166 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(51) DATA_FORMAT(FMT_16) FORMAT_COMP_ALL(SIGNED) OFFSET(6033) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R3.0_w_, R12.y, fc166 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(17) USE_CONST_FIELDS DATA_FORMAT(FMT_32_32_32_32) FORMAT_COMP_ALL(SIGNED) OFFSET(14) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R3.10zw, R12.z, fc171 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(17) DATA_FORMAT(FMT_4_4) NUM_FORMAT_ALL(INT) FORMAT_COMP_ALL(SIGNED) OFFSET(7) MEGA_FETCH
36 EXPORT PARAM3, R6.ywzx BURST(2) ELEM_SIZE(3) BARRIER
37 POP_PUSH ADDR(41) POP_COUNT(1) CF_CONST(29) COND(NOT_BOOL) BARRIER
38 ALU ADDR(476) COUNT(10) KC1[CB1:0-15] KCACHE_BANK0(2) KCACHE_ADDR0(2) BARRIER
      476 w: SETGE_DX10       R123.w, -R6.y, |R0.y|
      477 y: MOVA_INT         ____.y, R12.z DST_GPR(8)
          z: MUL_IEEE         R11.z, 0_5_DBL_L, -|R11.y|
      479 x: NOP              R1.x
          y: MUL              R11.y, (0x00010001, 65537).x, R7.y PRED_SEL(ZERO)
          z: MAX              R4.z, R11.z, -R13.y VEC_021
          w: MUL_IEEE         R6.w, |R11.z|, -KC1[7].z *2
          .literal 0x00010001, 0x3fd71449
      484 x: MULADD_IEEE      R2.x, R4.z, R6.w, R8.x
          w: SETGT_INT        R10.w, R4.z, R11.y
39 ALU ADDR(486) COUNT(20) KC0[CB1:16-31] KC1[CB0:0-15] BARRIER
      486 x: MULADD_64_M2     R2.x, R11.w, (0x80100000, -1.469368e-39f).x, -R4.y
          y: MULADD_64_M2     R2.y, R11.w, (0x80100000, -1.469368e-39f).x, -R4.y
          z: MULADD_64_M2     R2.z, R11.w, (0x80100000, -1.469368e-39f).x, -R4.y
          w: MULADD_64_M2     R11.w, R1.z, (0x00000000, 0.0f).z, R6.x
          .literal 0x80100000, 0x00000002, 0x00000000, 0xe0000000
      492 y: MAX_DX10         ____.y, -PV.y, KC0[10].y DST_GPR(6)
          w: SETE             R3.w, 1.0, KC1[9].y
      494 x: SETE             R8.x, |KC1[2].y|, PV.y /2
          y: MULADD_IEEE_M2   R5.y, -R12.z, KC0[10].y, 1.0
      496 x: MIN_UINT         R5.x, 1_DBL_L, R8.x
          z: MULADD_IEEE_M2   R6.z, R0.y, R2.z, R12.y
          w: MOVA             ____.w, R12.z DST_GPR(10)
      499 y: SUB_INT          R10.y, KC0[15].y, R12.z
          z: MAX_UINT         R123.z, R6.z, PV.z
          t: ASHR_INT         R11.y, R3.w, R1.y
      502 x: MAX              R0.x, 0.5, (0xeed94124, -3.3618499e+28f).y
          y: MIN_UINT         ____.y, KC1[0].z, R6.w DST_GPR(1)
          .literal 0x57000000, 0xeed94124
      505 w: SETGT_DX10       ____.w, R6.z, -R0.x DST_GPR(6)
40 POP ADDR(41) POP_COUNT(1) BARRIER
41 VTX_TC ADDR(506) COUNT(2) BARRIER
          FETCH            R7.0wy_, R12.x, fc22 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(7) USE_CONST_FIELDS DATA_FORMAT(FMT_11_11_10) FORMAT_COMP_ALL(SIGNED) OFFSET(16)
          FETCH            R7.w_zz, R12.w, fc22 FETCH_TYPE(INSTANCE_DATA) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(6) USE_CONST_FIELDS DATA_FORMAT(FMT_32_32_32_FLOAT) NUM_FORMAT_ALL(SCALED) FORMAT_COMP_ALL(SIGNED) OFFSET(2) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
42 POP ADDR(43) POP_COUNT(6) BARRIER
43 POP ADDR(44) BARRIER
44 ALU ADDR(510) COUNT(17) KC0[CB1:48-79] KCACHE_BANK1(2) BARRIER
      510 x: MULADD_IEEE      R6.x, R0.y, R10.w, -R11.x
          y: MULADD_IEEE_D2   R5.y, R10.x, 1_DBL_M, R1.y
          z: MIN_INT          R5.z, R3.y, R11.z VEC_120
      513 x: AND_INT          R124.x, 0.0, PV.x
          y: MULADD_M4        R1.y, R3.y, -KC0[14].y, R5.w
          z: MULADD_D2        R5.z, R2.y, 0_5_DBL_L, (0xc6a1fa89, -20733.268f).z VEC_120
          .literal 0x2e5f3752, 0x4fd78000, 0xc6a1fa89, 0xc3800001
      518 z: LSHL_INT         R11.z, KC0[6].y, KC0[11].x
          w: CNDGT            R8.w, -0_5_DBL_L, R1.y, R10.z
          t: MAX_INT          R6.z, KC0[1].y, R7.x PRED_SEL(ONE)
      521 x: CNDGE            R8.x, R9.w, R4.y, KC0[5].x CLAMP
          z: SUB_INT          R5.z, R9.z, KC0[1].x
          w: NOP              ____.w DST_GPR(126)
      524 x: SUB_INT          R7.x, 0.0, R13.x
          y: SETGE_DX10       R127.y, R13.z, R10.z
          z: CEIL             R6.z, |R4.w| PRED_SEL(ONE)
45 POP ADDR(46) POP_COUNT(1) BARRIER
46 PUSH ADDR(69) BARRIER
47 LOOP_START ADDR(69) POP_COUNT(1) CF_CONST(3) BARRIER
48 ALU ADDR(527) COUNT(9) KCACHE_BANK0(2) KCACHE_ADDR0(5) KCACHE_ADDR1(1) BARRIER
      527 t: FLT_TO_UINT      R2.z, R12.x PRED_SEL(ONE)
      528 x: SETGT_UINT       R4.x, R7.z, R2.z
          w: OR_INT           R8.w, R10.y, R2.z
      530 x: NOP              R7.x
          y: SETGT            ____.y, R4.x, 1.0
          w: NOP              R11.w
      533 y: ADD_INT          R123.y, R0.z, 1.0
          z: PRED_SETNE_INT   ____.z, 1, R12.w UPDATE_PRED DST_GPR(1)
          w: SETGE_DX10       R7.w, -R1.z, R3.x VEC_120
49 PUSH ADDR(54) CF_CONST(23) COND(NOT_BOOL) BARRIER
50 JUMP ADDR(53) CF_CONST(27) COND(NOT_BOOL) BARRIER
51 POP_PUSH ADDR(53) BARRIER
52 POP ADDR(53) POP_COUNT(1) BARRIER
53 POP_PUSH_ELSE ADDR(56) POP_COUNT(1) CF_CONST(23) COND(NOT_BOOL) BARRIER
54 PUSH_ELSE ADDR(56) CF_CONST(23) COND(NOT_BOOL) BARRIER
55 ALU ADDR(536) COUNT(6) KC0[CB1:AL+80] KC1[CB2:AL+80] BARRIER
      536 x: NOT_INT          R126.x, 1_DBL_L
          z: MULADD_M4        R6.z, R1.w, R1.z, R0.w
      538 x: MOVA_INT         ____.x, R12.y DST_GPR(11)
          y: MULADD_IEEE_M2   R5.y, PV.x, R6.z, KC1[11].y PRED_SEL(ONE)
          z: SETE_DX10        R6.z, -1_DBL_M, -R10.y
          t: SUB_INT          R3.x, R6.z, R6.z
56 POP ADDR(57) POP_COUNT(1) BARRIER
57 PUSH ADDR(65) BARRIER
58 ALU ADDR(542) COUNT(27) KCACHE_BANK0(1) KCACHE_BANK1(1) KCACHE_ADDR0(5) KCACHE_ADDR1(4) BARRIER
      542 y: TRUNC            R9.y, R4.y
          z: SETGE            ____.z, R[AL+4].y, -(0x0000017f, 383).z DST_GPR(2)
          w: MAX              R11.w, -|(0x0000017f, 383).z|, -R2.z /2 PRED_SEL(ZERO)
          t: CNDGT_INT        R7.w, R0.x, R8.y, (0x0000017f, 383).z
          .literal 0x1ae83757, 0xbd24e97e, 0x0000017f, 0x00000004
      548 z: PRED_SETGE_64    R6.z, |(0x00000034, 52).y|, (0x3afed8ce, 0.0019443275f).w
          w: PRED_SETGE_64    ____.w, (0x7fffffff, nan).z, R1.z DST_GPR(3)
          .literal 0xbfe00000, 0x00000034, 0x7fffffff, 0x3afed8ce
      552 x: SETNE_DX10       R6.x, 1, R7.z
          z: SETNE_INT        R6.z, R6.z, R[AL+10].w
      554 x: AND_INT          R123.x, R6.z, R3.z
          y: SUB_INT          R5.y, R13.w, R3.y
          t: INT_TO_FLT       ____.z, R[AL+6].x DST_GPR(5)
      557 y: RNDNE            R5.y, -R8.w
          z: XOR_INT          R5.z, (0xfffffffe, -2).w, R5.z
          .literal 0x0000005d, 0x00000002, 0x6ffc23f6, 0xfffffffe
      561 w: MULADD_M4        R125.w, -R5.z, 0.5, R5.y
      562 x: NOP              R4.x PRED_SEL(ONE)
          z: NOP              R5.z
          w: SETGT            R2.w, -R0.z, -1 /2 CLAMP
      565 y: MULADD_IEEE_M4   R[AL+10].y, -R4.w, -R3.y, R[AL+0].w
          z: CNDE             R0.z, (0x0000fffb, 65531).y, -R[AL+4].z, -R11.z
          w: PRED_SETNE_INT   R127.w, R12.z, 1 INDEX_MODE(LOOP) UPDATE_EXEC
          .literal 0x36c90a43, 0x0000fffb
59 JUMP ADDR(65) POP_COUNT(1) BARRIER
60 ALU_PUSH_BEFORE ADDR(569) COUNT(18) KC0[CB1:AL+32] KCACHE_BANK1(1) KCACHE_ADDR1(4) BARRIER
      569 w: CNDGT_INT        R127.w, KC0[AL+8].w, R12.w, R0.y PRED_SEL(ONE)
      570 x: MAX_UINT         R0.x, R7.x, R5.w
          z: MULADD_IEEE_M4   R7.z, R13.z, -R1.y, 1_DBL_L CLAMP
          w: MAX_DX10         R1.w, R10.z, R1.x VEC_120
          t: MULADD_IEEE_M4   R124.x, R11.z, R[AL+9].w, KC0[AL+22].w SCL_221
      574 w: CEIL             R9.w, R2.y
      575 x: MULADD_M2        R126.x, R[AL+9].w, -(0x4248998f, 50.14996f).w, R11.y
          y: MUL              R4.y, R[AL+3].w, R11.y VEC_120
          z: MULADD_IEEE_D2   R8.z, -R9.x, 0.0, -R4.x PRED_SEL(ZERO)
          t: RNDNE            R6.y, 0_5_DBL_L
          .literal 0xffffe37f, 0x0000000e, 0x0ce78ceb, 0x4248998f
      581 w: NOT_INT          R7.w, R3.x
      582 z: MUL              R9.z, R10.y, PV.w
      583 z: PRED_SETNE_INT   R3.z, R12.x, (0x00000004, 4).w UPDATE_EXEC
          .literal 0xffffffff, 0x4b000001, 0x621fbf55, 0x00000004
      586 x: FRACT            R7.x, R12.y PRED_SEL(ZERO)
61 JUMP ADDR(64) POP_COUNT(1) BARRIER
62 LOOP_BREAK ADDR(67) WQM BARRIER
63 POP ADDR(64) POP_COUNT(1) BARRIER
64 POP ADDR(65) POP_COUNT(1) BARRIER
65 ALU ADDR(587) COUNT(6) KC0[CB2:AL+32] KC1[CB1:80-95] BARRIER
      587 x: MIN_DX10         R124.x, -R1.x, -(1)
          z: CNDE             R1.z, R11.w, -KC0[8].y, R1.w PRED_SEL(ONE)
          w: SETNE_DX10       R3.w, -1, R7.z PRED_SEL(ZERO)
          t: ASHR_INT         R4.x, R2.z, KC1[AL+14].z
      591 x: ADD_INT          R6.x, KC1[4].w, KC0[14].w
          w: MUL_IEEE         R0.w, -R9.w, R7.y *2
66 ALU ADDR(593) COUNT(11) KC0[CB0:32-63] KCACHE_ADDR1(5) BARRIER
      593 x: MUL_IEEE         R125.x, R4.z, -R13.z
          y: MIN_UINT         R6.y, R1.w, R12.x
          w: MOVA             ____.w, R12.w VEC_120 DST_GPR(10)
      596 x: NOP              ____.x DST_GPR(10)
          y: MOVA_INT         ____.y, R12.x DST_GPR(11)
          z: SETE             R125.z, R0.z, -R4.x
          t: LSHL_INT         ____.x, R0.y, R8.y DST_GPR(9)
      600 y: SUB_INT          R127.y, -1, R[AL+12].x
          w: MULADD           R1.w, KC0[23].z, -(0xb6b21021, -5.306691e-06f).z, KC0[AL+31].x
          .literal 0x0000000b, 0x0000000a, 0xb6b21021, 0x00000001
67 LOOP_END ADDR(48) CF_CONST(3) BARRIER
68 POP ADDR(69) POP_COUNT(1) BARRIER
69 PUSH ADDR(188) BARRIER
70 ALU ADDR(604) COUNT(5) KC0[CB0:16-47] BARRIER
      604 x: MULADD_IEEE_D2   R3.x, R13.z, R13.z, R6.w PRED_SEL(ONE)
          y: NOP              R126.y
          z: PRED_SETNE_INT   R3.z, 1, R12.w VEC_102 PRED_SEL(ONE) UPDATE_EXEC UPDATE_PRED
          w: SETGE_UINT       R1.w, KC0[29].z, -1
          t: MOV              ____.x, R4.w SCL_122 DST_GPR(3)
71 JUMP ADDR(188) POP_COUNT(1) BARRIER
72 LOOP_START ADDR(75) CF_CONST(2) BARRIER
73 ALU ADDR(609) COUNT(24) KC0[CB0:32-47] KC1[CB0:AL+32] BARRIER
      609 y: MOV              R1.y, -R6.x
          z: MUL              R7.z, -(0xc8f4ba21, -501201.03f).z, -R4.y CLAMP
          w: MULADD_IEEE_M4   R7.w, -0.5, (0x00000102, 258).x, KC1[24].w
          .literal 0x00000102, 0x4f000000, 0xc8f4ba21, 0x00000008
      614 x: FLOOR            R5.x, R[AL+11].x
          y: MOV              R4.y, R2.x VEC_120
          z: MULADD_M2        R11.z, R7.z, -0_5_DBL_L, -1
          w: PRED_SETGE_INT   R8.w, R12.w, 1 UPDATE_PRED
      618 y: PRED_SETGE_INT   R4.y, R12.z, (0x0000000b, 11).z UPDATE_PRED
          .literal 0xca800000, 0x00000003, 0x0000000b, 0x0000000f
      621 x: PRED_SETE_64     R3.x, -R7.z, (0xf0000000, -1.5845633e+29f).w PRED_SEL(ZERO)
          y: PRED_SETE_64     R1.y, KC0[2].x, R4.y PRED_SEL(ZERO)
          z: FRACT_64         ____.z, (0xc32fffff, -175.99998f).x DST_GPR(8)
          w: FRACT_64         ____.w, (0x10000000, 2.524355e-29f).z DST_GPR(123)
          t: EXP_IEEE         R9.z, -R10.x
          .literal 0xc32fffff, 0x0000000b, 0x10000000, 0xf0000000
      628 x: XOR_INT          R1.x, R3.x, PV.z
          y: MAX              R123.y, R2.z, R1.y
          z: MAX              R9.z, R2.w, -0_5_DBL_L *2
          w: MIN              R6.w, 0.0, |R[AL+8].z|
          t: XOR_INT          ____.y, R10.y, 0_5_DBL_L DST_GPR(125)
74 LOOP_END ADDR(73) CF_CONST(2) BARRIER
75 ALU_PUSH_BEFORE ADDR(633) COUNT(17) KC0[CB0:64-95] KC1[CB1:16-31] BARRIER
      633 x: CUBE             ____.x, KC1[1].x, R10.z DST_GPR(2)
          y: CUBE             ____.y, |R2.z|, R13.w DST_GPR(3)
          z: CUBE             ____.z, R7.x, R9.z VEC_021 DST_GPR(6)
          w: CUBE             ____.w, R7.x, (0xc69f1271, -20361.22f).w
          .literal 0x4027cd00, 0xb8750a40, 0xb841b379, 0xc69f1271
      639 y: MULADD_IEEE_M2   R6.y, R5.x, -R5.z, R8.y
          w: MULADD_IEEE_D2   R10.w, -KC1[10].z, R12.w, R5.x
          t: SETNE_DX10       R123.w, 1_DBL_L, R0.z SCL_122 PRED_SEL(ZERO)
      642 x: LDEXP_64         R1.x, 0_5_DBL_M, (0x80100000, -1.469368e-39f).y
          y: LDEXP_64         R11.y, R7.x, (0x80100000, -1.469368e-39f).y
          z: FLT32_TO_FLT64   R1.z, (0x80100000, -1.469368e-39f).y PRED_SEL(ONE)
          w: FLT32_TO_FLT64   ____.w, (0x320f1e40, 8.330574e-09f).z PRED_SEL(ONE) DST_GPR(4)
          .literal 0x00000008, 0x80100000, 0x320f1e40, 0x80000000
      648 x: NOP              R5.x
          z: ADD_INT          ____.z, R3.z, R1.w DST_GPR(7)
76 PUSH ADDR(84) POP_COUNT(1) WQM BARRIER
77 PUSH ADDR(84) POP_COUNT(2) BARRIER
78 PUSH ADDR(84) POP_COUNT(3) WQM BARRIER
79 PUSH ADDR(84) POP_COUNT(4) BARRIER
80 LOOP_START_NO_AL ADDR(83) CF_CONST(31) BARRIER
81 ALU ADDR(650) COUNT(17) KC0[CB0:64-95] KC1[CB1:16-31] BARRIER
      650 x: CUBE             ____.x, KC1[1].x, R10.z DST_GPR(2)
          y: CUBE             ____.y, |R2.z|, R13.w DST_GPR(3)
          z: CUBE             ____.z, R7.x, R9.z VEC_021 DST_GPR(6)
          w: CUBE             ____.w, R7.x, (0xc69f1271, -20361.22f).w
          .literal 0x4027cd00, 0xb8750a40, 0xb841b379, 0xc69f1271
      656 y: MULADD_IEEE_M2   R6.y, R5.x, -R5.z, R8.y
          w: MULADD_IEEE_D2   R10.w, -KC1[10].z, R12.w, R5.x
          t: SETNE_DX10       R123.w, 1_DBL_L, R0.z SCL_122 PRED_SEL(ZERO)
      659 x: LDEXP_64         R1.x, 0_5_DBL_M, (0x80100000, -1.469368e-39f).y
          y: LDEXP_64         R11.y, R7.x, (0x80100000, -1.469368e-39f).y
          z: FLT32_TO_FLT64   R1.z, (0x80100000, -1.469368e-39f).y PRED_SEL(ONE)
          w: FLT32_TO_FLT64   ____.w, (0x320f1e40, 8.330574e-09f).z PRED_SEL(ONE) DST_GPR(4)
          .literal 0x00000008, 0x80100000, 0x320f1e40, 0x80000000
      665 x: NOP              R5.x
          z: ADD_INT          ____.z, R3.z, R1.w DST_GPR(7)
82 LOOP_END ADDR(81) CF_CONST(31) BARRIER
83 POP ADDR(83) POP_COUNT(5) BARRIER
84 ALU_PUSH_BEFORE ADDR(667) COUNT(23) KC0[CB2:48-79] KCACHE_BANK1(1) KCACHE_ADDR1(1) BARRIER
      667 x: ASHR_INT         R10.x, R6.x, R9.w
          z: SETE             ____.z, R2.z, -R3.x DST_GPR(5)
          w: LSHR_INT         ____.w, R12.y, R12.x VEC_021 DST_GPR(2)
      670 w: FLOOR            R10.w, -|R0.w|
      671 x: MOV              R125.x, R4.x
          y: PRED_SETGE_INT   ____.y, R13.y, R12.x UPDATE_EXEC UPDATE_PRED DST_GPR(11)
          z: MUL_IEEE         R9.z, R12.w, |R7.z| PRED_SEL(ONE) CLAMP
          w: SETGT_DX10       R3.w, (0xdc5ea389, -2.5066901e+17f).x, R3.z VEC_021
          t: RNDNE            R9.z, R10.w
          .literal 0xdc5ea389, 0x0000000e
      677 x: ADD_INT          R8.x, 1_DBL_M, R11.x
          y: FRACT            R10.y, PV.w *2
          z: SETE_INT         R126.z, 0.5, 0_5_DBL_M
          w: MIN_INT          R11.w, R1.x, PV.w
          t: MUL_LIT          R127.x, -R5.x, -R9.z, 1_DBL_L
      682 x: SETGE            R1.x, -1.0, R9.x CLAMP
          z: ASHR_INT         R0.z, R8.y, KC0[0].y
      684 x: SETE             R9.x, |(0xffffffff, -1).x|, R7.z PRED_SEL(ZERO)
          z: FLOOR            R1.z, |R6.w|
          .literal 0xffffffff, 0xf46e86a2
      687 x: MOV              R0.x, R5.x
          w: ASHR_INT         R0.w, R1.z, R6.y
          t: RECIP_CLAMPED    R5.y, PV.x
85 ALU_PUSH_BEFORE ADDR(690) COUNT(10) KC0[CB0:16-47] KC1[CB1:48-79] BARRIER
      690 w: XOR_INT          R125.w, R2.x, KC0[20].w
      691 y: PRED_SETNE_INT   R8.y, R12.z, 1 UPDATE_EXEC
          z: TRUNC            R123.z, (0x430d41c0, 141.25684f).z *2
          w: MUL_IEEE         ____.w, 1.0, R7.w DST_GPR(8)
          .literal 0x00000004, 0x00000003, 0x430d41c0, 0x0000000c
      696 x: ADD_INT          R11.x, R10.y, R8.y PRED_SEL(ONE)
          y: NOT_INT          R6.y, R13.x
      698 x: SETGT_INT        R10.x, R13.x, KC1[29].w
          z: NOT_INT          ____.z, R11.x VEC_120 DST_GPR(5)
86 JUMP ADDR(88) BARRIER
87 ALU ADDR(700) COUNT(13) KC1[CB1:80-95] KCACHE_BANK0(1) KCACHE_ADDR0(3) BARRIER
      700 y: MIN_DX10         R11.y, R9.y, R12.y *2
          w: SUB_INT          R125.w, KC1[9].z, R1.y VEC_021
      702 x: MAX              R11.x, R0.x, PV.w CLAMP
          t: SQRT_IEEE        R6.z, 0_5_DBL_L
      704 x: MAX              R0.x, R0.z, KC1[7].y
          y: SETGE_UINT       R123.y, R11.x, 1_DBL_L
          w: SUB_INT          R126.w, PS, R6.z
      707 x: TRUNC            ____.x, R5.z DST_GPR(1)
          y: MULADD_D2        R125.y, R0.x, 0_5_DBL_L, PV.y PRED_SEL(ONE)
          z: AND_INT          R4.z, PV.w, R8.z
          w: MULADD           R2.w, 1_DBL_M, (0x00000001, 1).y, R12.x
          t: FLOOR            R5.x, -R0.y
          .literal 0x4b85b751, 0x00000001
88 ELSE ADDR(91) POP_COUNT(1) CF_CONST(10) BARRIER
89 EXPORT PARAM0, R8._yyw ELEM_SIZE(3) BARRIER
90 POP ADDR(91) POP_COUNT(1) BARRIER
91 PUSH ADDR(94) CF_CONST(22) COND(BOOL) BARRIER
92 ALU ADDR(713) COUNT(6) KC0[CB1:32-63] KC1[CB2:48-63] BARRIER
      713 z: MULADD_IEEE_M4   R126.z, R8.x, KC0[17].w, R13.z
          w: PRED_SETGE_UINT  R3.w, 1, R12.w UPDATE_PRED
          t: XOR_INT          R7.w, KC0[29].x, KC1[14].z
      716 x: MULADD_D2        R10.x, R0.x, KC1[3].z, -R3.y CLAMP
          y: MOVA_INT         ____.y, R12.w DST_GPR(1)
          w: CNDGT_INT        R2.w, 0.0, R7.x, R11.x PRED_SEL(ONE)
93 POP_PUSH_ELSE ADDR(96) POP_COUNT(1) CF_CONST(22) COND(BOOL) BARRIER
94 PUSH_ELSE ADDR(96) CF_CONST(22) COND(BOOL) BARRIER
95 VTX ADDR(720) COUNT(3) BARRIER
          FETCH            R6.z_zw, R12.y, fc166 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(7) DATA_FORMAT(FMT_4_4_4_4) NUM_FORMAT_ALL(SCALED) OFFSET(10) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R6.zzwz, R12.x, fc31 FETCH_TYPE(INSTANCE_DATA) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(35) DATA_FORMAT(FMT_10_11_11_FLOAT) NUM_FORMAT_ALL(SCALED) FORMAT_COMP_ALL(SIGNED) OFFSET(7)
          FETCH            R9._z__, R12.w, fc31 MEGA_FETCH_COUNT(46) USE_CONST_FIELDS DATA_FORMAT(FMT_11_11_10_FLOAT) NUM_FORMAT_ALL(SCALED) OFFSET(11) ENDIAN_SWAP(ENDIAN_8IN32) MEGA_FETCH
96 POP ADDR(97) POP_COUNT(1) BARRIER
97 ALU_PUSH_BEFORE ADDR(726) COUNT(14) KC0[CB0:0-31] KC1[CB2:48-63] BARRIER
      726 x: MAX_DX10         ____.x, R4.w, KC0[3].x DST_GPR(9)
          y: PRED_SETGE_UINT  ____.y, 1, R12.z UPDATE_PRED DST_GPR(9)
          z: SETNE            R0.z, |R2.y|, |1|
          t: MUL              R125.x, R12.w, (0x0000001f, 31).y
          .literal 0x00000006, 0x0000001f
      731 y: MULADD_IEEE_M2   R3.y, -(0xcf000000, -2.1474836e+09f).z, 1.0, -1
          z: AND_INT          R124.z, PS, 0_5_DBL_L
          w: PRED_SETGT_UINT  ____.w, 1, R12.w UPDATE_EXEC UPDATE_PRED DST_GPR(11)
          t: RECIP_IEEE       R3.w, R6.y *2
          .literal 0x00000007, 0x00000006, 0xcf000000, 0xbf7ffffe
      737 z: MULADD_IEEE_M4   R3.z, R8.z, R1.w, R3.w
          w: MOV              ____.w, -|KC1[0].z| DST_GPR(5)
          t: SETNE            R2.z, R8.z, R12.z
98 TEX ADDR(740) COUNT(9) BARRIER
          FETCH            R5.w_z0, R12.y, fc62 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(59) DATA_FORMAT(FMT_4_4_4_4) OFFSET(5) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
          FETCH            R5.wyyz, R12.w, fc31 MEGA_FETCH_COUNT(21) USE_CONST_FIELDS DATA_FORMAT(FMT_8_8) NUM_FORMAT_ALL(INT) OFFSET(14) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R11._w_y, R12.w, fc62 MEGA_FETCH_COUNT(20) DATA_FORMAT(FMT_8_8) NUM_FORMAT_ALL(INT) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) OFFSET(12) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
          FETCH            R2.10x_, R12.z, fc169 FETCH_TYPE(NO_INDEX_OFFSET) USE_CONST_FIELDS DATA_FORMAT(FMT_2_10_10_10) OFFSET(18) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R5.xw_0, R12.y, fc22 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(54) DATA_FORMAT(FMT_11_11_10_FLOAT) NUM_FORMAT_ALL(INT) SRF_MODE_ALL(NO_ZERO) OFFSET(15) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R0._wyy, R12.x, fc31 MEGA_FETCH_COUNT(19) DATA_FORMAT(FMT_8_8_8) NUM_FORMAT_ALL(SCALED) OFFSET(5)
          FETCH            R1.xxx1, R12.x, fc169 MEGA_FETCH_COUNT(2) USE_CONST_FIELDS DATA_FORMAT(FMT_4_4_4_4) NUM_FORMAT_ALL(INT) OFFSET(17) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R5._z0y, R10.y, fc62 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(45) USE_CONST_FIELDS DATA_FORMAT(FMT_32_32_32) NUM_FORMAT_ALL(INT) OFFSET(12) MEGA_FETCH
          FETCH            R2.1y0_, R12.x, fc169 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(55) USE_CONST_FIELDS DATA_FORMAT(FMT_5_6_5) FORMAT_COMP_ALL(SIGNED) OFFSET(21) MEGA_FETCH
99 POP_PUSH ADDR(107) POP_COUNT(1) COND(NOT_BOOL) VPM BARRIER
100 ALU ADDR(758) COUNT(18) KC0[CB1:80-95] KC1[CB2:0-31] BARRIER
      758 y: MIN_DX10         ____.y, -1_DBL_M, R0.z DST_GPR(8)
          z: ASHR_INT         R10.z, KC1[20].y, KC1[15].y
      760 x: RNDNE            R4.x, R4.z PRED_SEL(ONE)
          y: LSHL_INT         R0.y, R5.w, 0.0 PRED_SEL(ZERO)
      762 y: ASHR_INT         R3.y, (0x000000ff, 255).x, R4.x PRED_SEL(ZERO)
          z: SETNE_DX10       R4.z, -0.5, -R2.x VEC_021
          t: RECIP_FF         ____.y, R0.y DST_GPR(11)
          .literal 0x000000ff, 0xffffadcc
      766 x: TRUNC            ____.x, -0.0 DST_GPR(8)
          y: ADD_INT          R125.y, R1.z, PS
          z: MAX_UINT         ____.z, R12.w, (0xc3800001, -256.00003f).x PRED_SEL(ZERO) DST_GPR(10)
          t: MULADD_IEEE_M2   R7.x, -R4.z, KC1[30].z, R3.y SCL_122
          .literal 0xc3800001, 0xbe500000
      771 x: MULADD_D2        R5.x, R2.w, KC0[8].w, PV.z PRED_SEL(ZERO)
          y: PRED_SETNE_PUSH_INT R8.y, 1, R12.x UPDATE_PRED
          z: MAX              R2.z, -(0x1921cf95, 8.365426e-24f).x, |PV.z|
          w: ADD_INT          ____.w, R10.w, R8.w VEC_120 DST_GPR(124)
          .literal 0x1921cf95, 0x00000007
101 ALU_PUSH_BEFORE ADDR(776) COUNT(19) KC0[CB2:48-79] KC1[CB2:48-63] BARRIER
      776 x: OR_INT           ____.x, R12.w, R3.z DST_GPR(8)
          y: MULADD           R9.y, R13.y, KC0[9].y, R13.z VEC_120
          z: MULADD_IEEE      R5.z, R10.w, R0.y, -R6.w VEC_102 PRED_SEL(ONE)
          w: NOP              R6.w
          t: RECIP_IEEE       R1.y, KC1[14].y
      781 y: OR_INT           R4.y, R9.y, PV.y
          z: LSHR_INT         R8.z, R8.y, R1.y VEC_120
          w: ADD_INT          R1.w, 0_5_DBL_M, KC0[22].x PRED_SEL(ONE)
      784 x: DOT4_IEEE        R6.x, -R4.w, |R7.y|
          y: DOT4_IEEE        R10.y, KC0[13].x, -R5.x
          z: DOT4_IEEE        R1.z, KC1[6].x, KC1[4].w
          w: DOT4_IEEE        R0.w, R7.w, |R7.y| VEC_120
          t: MIN              R4.z, -R4.z, -(-1) PRED_SEL(ZERO)
      789 x: NOP              R8.x
          y: CNDE_INT         R1.y, PV.z, R3.w, R5.w
          z: MIN_INT          R11.z, (0x00000006, 6).y, R7.z
          w: SETGT_UINT       R3.w, R1.z, KC1[13].x
          t: PRED_SETGT_UINT  R9.x, 1, R12.z SCL_122 UPDATE_EXEC UPDATE_PRED
          .literal 0xbc477cfa, 0x00000006
102 JUMP ADDR(106) POP_COUNT(1) BARRIER
103 ALU ADDR(795) COUNT(20) KC1[CB2:32-63] KCACHE_BANK0(1) KCACHE_ADDR0(2) BARRIER
      795 x: LSHL_INT         ____.x, R8.w, R8.y DST_GPR(7)
          y: MIN_UINT         R10.y, R5.x, R5.w
          w: MAX_UINT         R6.w, R1.z, KC1[25].y
      798 x: SETE_INT         R1.x, R6.w, R2.w
          z: SETGT_INT        R124.z, KC1[15].x, R10.y
          w: ADD              ____.w, KC1[5].x, R6.w VEC_021 DST_GPR(8)
      801 x: SETE_DX10        ____.x, KC1[11].x, R12.y DST_GPR(4)
          z: NOP              R9.z
      803 w: MULADD_IEEE_M2   R125.w, R0.x, R1.z, R2.x PRED_SEL(ZERO)
      804 y: SETGT_INT        R2.y, R4.y, 1.0
          w: FRACT            R5.w, -R7.x
          t: MIN              R126.w, R11.x, R13.w PRED_SEL(ZERO) CLAMP
      807 y: MAX_INT          R6.y, R9.w, R5.y
          z: PRED_SETGT_64    R2.z, PV.y, R4.z UPDATE_PRED
          w: PRED_SETGT_64    R2.w, KC1[19].y, R8.y VEC_021 UPDATE_PRED
      810 x: MAX4             R4.x, -1_DBL_L PRED_SEL(ZERO)
          y: MAX4             R0.y, R6.w PRED_SEL(ZERO)
          z: MAX4             R2.z, R10.z PRED_SEL(ZERO)
          w: MAX4             R11.w, R6.y PRED_SEL(ZERO)
      814 y: PRED_SETLT_PUSH_INT R126.y, R12.y, 1 UPDATE_PRED
104 ALU ADDR(815) COUNT(29) KC1[CB2:64-79] KCACHE_BANK0(2) KCACHE_ADDR0(2) BARRIER
      815 z: RNDNE            R6.z, R7.y
          w: MULADD           R0.w, KC1[15].x, (0x4a000000, 2097152.0f).y, KC1[9].x
          t: MUL_LIT_M4       R6.x, R10.z, (0x00000007, 7).x, R0.y SCL_122
      819 x: MULADD_IEEE_M2   R1.x, -R1.z, (0xca7bdaac, -4126379.0f).y, R6.x PRED_SEL(ZERO)
          y: MOV              R123.y, 1_DBL_M
          w: MULADD_IEEE      R124.w, (0xb8bfe9ee, -9.1511625e-05f).w, R2.x, R6.z
          .literal 0x00000002, 0xca7bdaac, 0x3fc00003, 0xb8bfe9ee
      824 x: CNDGE_INT        R2.x, R13.w, R9.x, (0xc5b1792c, -5679.1465f).y
          y: MIN_DX10         R7.y, R4.z, |R13.x| VEC_102 CLAMP
          z: MIN_DX10         R8.z, 1_DBL_M, |R9.w|
          w: NOP              R127.w PRED_SEL(ONE)
          t: MOVA_GPR_INT     ____.y, R12.x DST_GPR(10)
          .literal 0xfffffffb, 0xc5b1792c
      830 z: MIN_DX10         R9.z, R[AR.y+10].z, -R[AR.y+7].y
          w: NOT_INT          R5.w, 1_DBL_L
          t: MOV              ____.w, (0x46e4f4af, 29306.342f).y *2 DST_GPR(11)
          .literal 0x903b8ffa, 0x46e4f4af
      834 y: MOVA_INT         ____.y, R12.x DST_GPR(126)
          z: NOP              R5.z
      836 x: SETGT_INT        R2.x, R2.y, R12.y
          z: PRED_SETE        R11.z, R12.w, 1 UPDATE_PRED
          w: OR_INT           R8.w, R8.x, R[AR.x+0].y VEC_021
          t: SETGT_INT        R125.x, KC1[12].z, R1.x
      840 x: MUL_IEEE         R123.x, PS, |R2.w|
          y: PRED_SETNE_INT   R1.y, 1, R12.z UPDATE_PRED
          z: MULADD_IEEE_M4   R5.z, R[AR.z+6].x, -R2.y, 0_5_DBL_L
          w: MOV              R123.w, R[AR.z+9].z
105 POP ADDR(106) POP_COUNT(1) BARRIER
106 POP ADDR(107) POP_COUNT(1) VPM BARRIER
107 POP_JUMP ADDR(129) POP_COUNT(1) CF_CONST(25) COND(NOT_BOOL) BARRIER
108 ALU ADDR(844) COUNT(16) KC0[CB2:48-79] KC1[CB1:48-79] BARRIER
      844 x: MAX_UINT         R127.x, R11.w, R13.x PRED_SEL(ZERO)
          y: MAX              R123.y, (0xd676dffd, -6.786047e+13f).w, R2.y
          z: MIN_INT          R125.z, R6.w, (0xb1ffbd45, -7.442994e-09f).y VEC_120 PRED_SEL(ONE)
          w: XOR_INT          R7.w, R12.w, R1.y VEC_201
          .literal 0x00000005, 0xb1ffbd45, 0x4d8e0000, 0xd676dffd
      850 x: ASHR_INT         R4.x, KC1[27].y, PV.w
          w: PRED_SETGT       ____.w, 1, R12.y UPDATE_PRED DST_GPR(10)
      852 x: LSHL_INT         R10.x, (0x0000000e, 14).y, R5.w
          y: MIN_UINT         R8.y, R1.w, KC0[27].z
          w: MULADD_M4        R0.w, R4.y, PV.x, R0.x
          .literal 0xfffffb41, 0x0000000e
      856 x: RNDNE            R0.x, 0_5_DBL_L
          z: SETGE_UINT       ____.z, (0x4649c607, 12913.507f).z, R1.x DST_GPR(7)
          .literal 0x0000000c, 0x4b800002, 0x4649c607, 0x495dc0fd
109 LOOP_START ADDR(129) CF_CONST(2) COND(BOOL) BARRIER
110 ALU_PUSH_BEFORE ADDR(860) COUNT(5) KC0[CB2:80-95] KCACHE_BANK1(2) KCACHE_ADDR1(4) BARRIER
      860 x: PRED_SETNE_INT   R10.x, R12.y, 1 UPDATE_EXEC UPDATE_PRED
          z: NOP              R123.z
          w: CNDE_INT         R4.w, R[AL+12].x, R2.x, (0xcefffffc, -2.1474831e+09f).w PRED_SEL(ZERO)
          .literal 0x00000002, 0x48b1e862, 0x00000009, 0xcefffffc
111 PUSH ADDR(117) BARRIER
112 PUSH ADDR(117) POP_COUNT(1) BARRIER
113 PUSH ADDR(116) BARRIER
114 ALU ADDR(865) COUNT(1) KC0[CB0:80-111] KCACHE_ADDR1(2) BARRIER
      865 y: MUL_IEEE         ____.y, R8.z, R6.z CLAMP
115 POP ADDR(115) POP_COUNT(1) BARRIER
116 POP ADDR(116) POP_COUNT(2) BARRIER
117 ALU_CONTINUE ADDR(866) COUNT(14) KC0[CB1:48-79] KC1[CB0:AL+0] BARRIER
      866 x: MAX_DX10         R5.x, R2.w, R11.y
          y: SUB_INT          R6.y, R8.z, R7.x PRED_SEL(ONE)
          z: MAX              R0.z, |(0x00000001, 1).w|, R6.x VEC_021
          w: FLOOR            R8.w, R[AL+11].y
          .literal 0x35984000, 0x0000000b, 0x0000000a, 0x00000001
      872 x: SETGT            R2.x, R12.z, R8.y
          y: PRED_SETGE       R[AL+2].y, 1, R12.w UPDATE_EXEC
          z: MIN_INT          R1.z, R0.z, PV.x VEC_120
      875 y: NOP              R2.y
          z: MULADD_IEEE_M4   R123.z, PV.x, R12.w, -R2.w
          w: MIN_DX10         R5.w, KC0[28].w, KC1[AL+30].w
      878 w: CEIL             R4.w, R8.w
          t: ASHR_INT         ____.w, PV.z, R1.w
118 POP_PUSH ADDR(121) POP_COUNT(1) CF_CONST(29) COND(NOT_BOOL) BARRIER
119 EXPORT PARAM2, R[AL+10].zyxx BURST(3) ELEM_SIZE(3) BARRIER
120 POP ADDR(121) POP_COUNT(1) BARRIER
121 ALU_PUSH_BEFORE ADDR(880) COUNT(2) KC0[CB0:AL+0] KC1[CB0:0-31] BARRIER
      880 w: PRED_SET_RESTORE R2.w, |R13.z| UPDATE_EXEC UPDATE_PRED
          t: FLT_TO_UINT      R11.x, R0.z
122 JUMP ADDR(124) BARRIER
123 ALU ADDR(882) COUNT(14) KC0[CB1:32-63] KC1[CB0:48-63] WQM BARRIER
      882 y: NOP              R8.y PRED_SEL(ZERO)
          z: MOV              R11.z, |R9.y|
          w: SETGE_UINT       R4.w, R1.z, R[AL+1].z
      885 y: MULADD_IEEE      R123.y, -KC1[15].x, R9.z, PV.w
          w: MULADD_IEEE      R4.w, -R3.w, R3.y, PV.z
      887 x: CEIL             R125.x, R10.w
          y: MUL              R7.y, R10.x, -R4.w
          z: MOV              R5.z, -PV.w
          w: XOR_INT          R126.w, R9.z, PV.y
          t: FLT_TO_UINT      ____.y, R[AL+1].y DST_GPR(11)
      892 x: MAX_UINT         R0.x, (0x00000003, 3).w, 0_5_DBL_L
          y: MIN              R10.y, PS, -KC1[AL+13].y
          .literal 0x0000000a, 0x00000009, 0xc3904000, 0x00000003
124 ELSE ADDR(128) POP_COUNT(1) BARRIER
125 ALU ADDR(896) COUNT(16) KC1[CB2:64-95] KCACHE_BANK0(1) KCACHE_ADDR0(1) BARRIER
      896 x: TRUNC            R124.x, R11.y
          w: NOP              R10.w
          t: FLT_TO_UINT      R125.w, |R5.x|
      899 z: PRED_SETGT_UINT  R7.z, R12.x, 1 PRED_SEL(ONE) UPDATE_PRED
      900 z: MIN_INT          R123.z, R8.w, (0x3642f460, 2.9050498e-06f).x
          w: SETE_DX10        R1.w, R10.y, R11.z PRED_SEL(ONE)
          t: LOG_IEEE         R123.y, R10.w
          .literal 0x3642f460, 0x0000000a
      904 x: LSHR_INT         R[AL+11].x, R5.z, R9.z
          y: MUL_IEEE         R5.y, PS, -R11.y *2
          t: LSHL_INT         R2.x, R10.y, R[AL+0].w
      907 x: SETGE            R5.x, R[AL+3].x, |R3.y|
          y: CNDGT_INT        R127.y, 0.5, 1, KC1[AL+2].y
          z: MAX_INT          R9.z, 1.0, R2.x PRED_SEL(ZERO)
          w: TRUNC            R5.w, |R11.x| VEC_201
          t: SETE_DX10        R123.w, KC1[AL+2].x, -|KC1[9].x|
126 ALU ADDR(912) COUNT(17) KC1[CB1:AL+16] KCACHE_BANK0(2) KCACHE_ADDR0(3) BARRIER
      912 x: MULADD_D2        R10.x, R0.x, R0.x, R0.x
          y: NOT_INT          ____.y, R3.w DST_GPR(1)
          z: SUB_INT          R3.z, KC1[22].x, R[AL+8].z
          w: CNDE             R9.w, R[AL+9].z, R6.x, R7.w
      916 x: MULADD_M4        R10.x, R12.w, R1.y, -1_DBL_M
          y: SETNE            R5.y, 0_5_DBL_M, -0_5_DBL_L
          z: MULADD_IEEE_M2   R4.z, PV.z, R3.z, PV.x PRED_SEL(ZERO)
          w: MOVA_INT         ____.w, R12.y DST_GPR(6)
          t: RECIPSQRT_CLAMPED ____.z, R9.y DST_GPR(9)
      921 x: MAX_INT          R124.x, R2.z, R7.z
          y: SETNE_DX10       R2.y, PV.z, PS
          t: TRUNC            R10.x, PV.y
      924 x: LSHL_INT         R6.x, R2.z, R2.z
          y: MAX_UINT         R2.y, R[AL+9].x, R8.x
          z: CEIL             R0.z, |R[AL+2].y| /2
          w: PRED_SETGE_INT   R9.w, R12.x, 1 VEC_201 UPDATE_PRED
          t: SETE_DX10        R1.w, R5.y, R8.x PRED_SEL(ZERO)
127 POP ADDR(128) POP_COUNT(1) BARRIER
128 LOOP_END ADDR(110) CF_CONST(2) COND(BOOL) BARRIER
129 JUMP ADDR(159) CF_CONST(8) COND(BOOL) VPM BARRIER
130 PUSH ADDR(139) BARRIER
131 ALU_PUSH_BEFORE ADDR(929) COUNT(8) KC0[CB1:80-111] KC1[CB1:80-95] BARRIER
      929 z: SUB_INT          ____.z, R13.w, R1.z DST_GPR(9)
          w: AND_INT          R123.w, R3.w, KC1[11].y VEC_120 PRED_SEL(ONE)
          t: FLT_TO_UINT      R6.y, R4.y
      932 x: SETNE_DX10       ____.x, PS, R12.z PRED_SEL(ONE) DST_GPR(9)
          y: PRED_SETNE_INT   R4.y, R12.x, 1 UPDATE_EXEC UPDATE_PRED
          w: MULADD_IEEE      R7.w, (0x0000000c, 12).w, R11.w, KC1[14].z
          .literal 0x1adb9693, 0x0000000c, 0x0000000e, 0x0000000c
132 JUMP ADDR(136) BARRIER
133 PUSH_ELSE ADDR(135) CF_CONST(2) COND(BOOL) BARRIER
134 ALU ADDR(937) COUNT(12) KCACHE_BANK0(1) KCACHE_BANK1(1) KCACHE_ADDR0(1) KCACHE_ADDR1(5) BARRIER
      937 y: MUL              ____.y, |R5.z|, R2.y DST_GPR(3)
          z: CNDE_INT         R127.z, R3.w, (0x20000003, 1.0842026e-19f).w, R10.x
          w: NOT_INT          R9.w, R2.y
          t: MOV              R8.y, |R5.w|
          .literal 0x3953d7b5, 0x4207b411, 0xffffa21b, 0x20000003
      943 x: DOT4             R4.x, 1_DBL_L, R9.w
          y: DOT4             R2.y, |1_DBL_M|, (0x4b7ffffd, 16777213.0f).y
          z: DOT4             R8.z, -(0x0000001f, 31).x, -R2.z
          w: DOT4             R127.w, 1_DBL_M, |PS|
          t: FLOOR            R7.z, |R5.z|
135 POP ADDR(136) POP_COUNT(1) BARRIER
136 ELSE ADDR(139) POP_COUNT(2) BARRIER
137 ALU ADDR(949) COUNT(22) KC0[CB0:64-95] KC1[CB0:64-79] BARRIER
      949 x: MOVA_INT         ____.x, R12.z DST_GPR(124)
      950 y: MULADD_IEEE_M4   R4.y, R3.w, 1_DBL_M, KC0[29].z
          z: LSHL_INT         R7.z, R7.w, KC0[29].x VEC_120
      952 y: MIN              R9.y, KC0[6].z, KC0[2].x
          z: MAX_DX10         R7.z, R11.y, R11.x
          t: MULLO_INT        R2.x, R5.w, R4.y
      955 y: MIN              R2.y, 1, R[AR.z+13].x
          w: MULADD_IEEE      R1.w, (0x63d2050f, 7.7483615e+21f).z, R9.y, R[AR.z+9].x
          t: SQRT_IEEE        ____.x, R9.x DST_GPR(6)
          .literal 0x00000008, 0xeeeddf7d, 0x63d2050f, 0x00000028
      960 x: MOVA_INT         ____.x, R0.x DST_GPR(5)
          y: MAX_UINT         R10.y, PV.y, (0x3a5b8000, 0.00083732605f).y PRED_SEL(ZERO)
          .literal 0xedc64701, 0x3a5b8000
      963 x: MIN_INT          R9.x, R8.x, R10.y
          y: MIN_DX10         R125.y, -|R12.z|, -R10.y
          z: MULADD_M2        R5.z, -0.0, R3.z, R13.y PRED_SEL(ONE) CLAMP
          t: MULHI_INT        R123.z, R8.z, 0_5_DBL_L
      967 y: MIN_UINT         R8.y, R2.x, KC0[30].x
          z: MULADD_M4        R0.z, R9.x, -KC0[30].x, KC1[13].w VEC_120
          w: LSHR_INT         R10.w, 1.0, 1
          t: MOVA_GPR_INT     ____.y, R12.x DST_GPR(124)
138 POP ADDR(139) POP_COUNT(2) BARRIER
139 PUSH ADDR(158) VPM BARRIER
140 ALU ADDR(971) COUNT(1) BARRIER
      971 x: MOV              R13.x, 0.0
141 LOOP_START_DX10 ADDR(158) POP_COUNT(1) CF_CONST(2) COND(NOT_BOOL) VPM BARRIER
142 ALU_BREAK ADDR(972) COUNT(3) BARRIER
      972 x: ADD_INT          R13.x, R13.x, 1
      973 x: PRED_SETGE_INT   ____.x, (0x00000002, 2).x, R13.x UPDATE_EXEC DST_GPR(13)
143 ALU ADDR(975) COUNT(1) BARRIER
      975 y: MOV              R13.y, 0.0
144 LOOP_START_DX10 ADDR(148) CF_CONST(4) WQM
145 ALU_BREAK ADDR(976) COUNT(3) BARRIER
      976 y: ADD_INT          R13.y, R13.y, 1
      977 y: PRED_SETGE_INT   ____.y, (0x00000003, 3).x, R13.y UPDATE_EXEC DST_GPR(13)
146 ALU ADDR(979) COUNT(15) KC0[CB0:48-63] KCACHE_ADDR1(3) BARRIER
      979 y: MIN_DX10         R1.y, 1, -0.5
          z: MULADD_D2        R10.z, R8.x, KC0[13].z, R0.w
      981 y: CEIL             R8.y, R10.z
          z: PRED_SETGE_64    R8.z, (0x3f000000, 0.5f).x, |(0x3ca00000, 0.01953125f).y| UPDATE_PRED
          w: PRED_SETGE_64    R9.w, (0x00000001, 1).z, (0x00000001, 1).z UPDATE_PRED
          t: MUL_LIT          R11.z, R11.x, R1.y, R1.y
          .literal 0x3f000000, 0x3ca00000, 0x00000001, 0xf0000000
      987 x: PRED_SETGE_UINT  R4.x, R12.w, 1 UPDATE_EXEC UPDATE_PRED
          y: CNDGT            R9.y, (0x0000000d, 13).x, (0x48ebd000, 482944.0f).w, 0_5_DBL_M
          z: MOV              ____.z, R10.w VEC_120 PRED_SEL(ONE) DST_GPR(5)
          w: MAX_UINT         R0.w, R5.z, R8.y
          t: MOV              R9.x, |PS|
          .literal 0x0000000d, 0xc1a71611, 0xbfc00000, 0x48ebd000
147 LOOP_END ADDR(145) CF_CONST(4) COND(BOOL) BARRIER
148 PUSH ADDR(156) BARRIER
149 LOOP_START ADDR(156) POP_COUNT(1) CF_CONST(5) BARRIER
150 ALU_PUSH_BEFORE ADDR(994) COUNT(18) KC0[CB0:80-111] KC1[CB1:48-79] BARRIER
      994 x: MULADD_D2        R7.x, R[AL+11].w, KC0[27].y, R[AL+6].w
          z: MOV              ____.z, |0_5_DBL_M| /2 DST_GPR(123)
          t: ADD              R6.z, R12.x, -R7.y
      997 y: TRUNC            R5.y, R6.z CLAMP
          t: FLT_TO_INT       R5.x, -|R7.x|
      999 z: RNDNE            ____.z, KC1[AL+14].y DST_GPR(5)
          t: MULLO_UINT       R11.w, KC0[AL+31].z, R5.y
     1001 x: NOP              R7.x
          y: SETGT_DX10       R0.y, |R5.y|, |PV.z|
          z: TRUNC            ____.z, R3.w DST_GPR(8)
          w: MULADD_IEEE_M4   R0.w, R8.w, KC0[27].z, -KC1[27].x VEC_120 PRED_SEL(ONE)
          t: MAX_UINT         R1.z, -1, PV.z
     1006 y: OR_INT           ____.y, R1.z, R0.w DST_GPR(10)
          z: NOP              R11.z
          t: MOV              R11.y, (0xbf2c8000, -0.6738281f).x
          .literal 0xbf2c8000, 0x48524feb
     1010 y: CNDGE            R5.y, R10.w, KC1[AL+13].y, -R11.y
          w: PRED_SETGE_INT   R0.w, 1, R12.y INDEX_MODE(LOOP) UPDATE_EXEC UPDATE_PRED
151 JUMP ADDR(154) POP_COUNT(1) BARRIER
152 LOOP_CONTINUE ADDR(154) BARRIER
153 POP ADDR(154) POP_COUNT(1) BARRIER
154 LOOP_END ADDR(150) CF_CONST(5) BARRIER
155 POP ADDR(156) POP_COUNT(1) BARRIER
156 LOOP_END ADDR(142) CF_CONST(2) VPM BARRIER
157 POP ADDR(158) POP_COUNT(1) VPM BARRIER
158 POP ADDR(159) BARRIER
159 ALU_PUSH_BEFORE ADDR(1012) COUNT(4) KC0[CB2:0-15] BARRIER
     1012 x: MIN_UINT         R5.x, R10.w, R4.x
          y: PRED_SETGE_INT   R7.y, R12.y, 1 UPDATE_EXEC UPDATE_PRED
          w: CEIL             R3.w, -R6.z
          t: MOV              R8.y, R1.y CLAMP
160 JUMP ADDR(164) POP_COUNT(1) BARRIER
161 ALU ADDR(1016) COUNT(24) KC0[CB2:64-95] KC1[CB0:32-63] BARRIER
     1016 z: MUL_IEEE         R1.z, |1_DBL_M|, -R0.z
          w: NOP              ____.w DST_GPR(125)
     1018 y: MOV              R125.y, R0.z *2
          z: NOP              R124.z PRED_SEL(ZERO)
     1020 x: FLT32_TO_FLT64   ____.x, R2.w DST_GPR(123) CLAMP
          y: FLT32_TO_FLT64   R123.y, KC1[0].y CLAMP
          z: FLT32_TO_FLT64   R0.z, R13.x
          w: FLT32_TO_FLT64   R8.w, KC1[27].z
          t: MIN_DX10         R123.x, -R2.z, (0x80000000, -0.0f).z
          .literal 0xbd591f4e, 0x80100000, 0x80000000, 0x80000000
     1027 x: SETE             R0.x, -R2.y, (0x16bd48d9, 3.058057e-25f).z
          y: FLOOR            R8.y, PV.w
          z: SETGT_UINT       R9.z, (0x16bd48d9, 3.058057e-25f).z, KC1[2].w PRED_SEL(ONE)
          w: ASHR_INT         R4.w, KC0[21].y, R5.y
          .literal 0x4503d1ec, 0x00000006, 0x16bd48d9, 0xfffffffe
     1033 y: MIN              R7.y, R5.y, PV.z
          z: MIN_INT          R10.z, 1_DBL_L, R4.w
     1035 x: XOR_INT          R6.x, R11.x, R10.z
          y: CNDE_INT         R8.y, R10.z, R8.w, KC1[7].y
          w: MOVA_INT         ____.w, R12.x VEC_120 DST_GPR(4)
          t: MUL_LIT_M4       R3.w, R10.z, 1, R2.w SCL_122 PRED_SEL(ONE)
     1039 y: MUL              R5.y, |R6.x|, R3.x
162 TEX ADDR(1040) COUNT(1) BARRIER
          FETCH            R1.yxyy, R11.y, fc62 FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(53) DATA_FORMAT(FMT_16_16_16_16) OFFSET(5)
163 POP ADDR(164) POP_COUNT(1) BARRIER
164 PUSH ADDR(187) BARRIER
165 ALU ADDR(1042) COUNT(24) KC1[CB2:80-111] KCACHE_BANK0(1) KCACHE_ADDR0(5) BARRIER
     1042 y: MOV              R5.y, -1_DBL_M
          z: MULADD_IEEE      R3.z, R11.w, R7.z, R1.x
          w: MIN_INT          R3.w, KC1[14].y, R7.y
          t: LSHL_INT         R126.y, R3.w, 0_5_DBL_L PRED_SEL(ZERO)
     1046 x: MUL              R6.x, R3.z, R13.y PRED_SEL(ZERO)
          z: SETGE_UINT       R8.z, R3.z, (0x430335b3, 131.20976f).y
          w: CNDGE            R6.w, -R5.w, R7.y, R0.z VEC_021 PRED_SEL(ZERO)
          .literal 0x0000000c, 0x430335b3
     1050 y: MULADD_IEEE_M2   R10.y, KC1[4].y, R10.z, -R6.x PRED_SEL(ZERO)
          z: NOP              R124.z PRED_SEL(ZERO)
          w: MAX_DX10         R2.w, PV.z, R1.z VEC_021
     1053 y: CNDE_INT         R4.y, (0x356c3080, 8.798743e-07f).y, R11.x, KC1[19].y
          w: MAX_UINT         R124.w, R10.y, R13.x VEC_021
          .literal 0x18b78bcb, 0x356c3080
     1056 x: SETGT_UINT       R8.x, R7.z, R124.w
          y: ADD_INT          ____.y, KC1[25].w, R10.y DST_GPR(9)
          w: PRED_SETGT       R1.w, 1, R12.z UPDATE_EXEC
          t: MIN_INT          R124.y, 1_DBL_L, R6.z SCL_122
     1060 x: PRED_SETE_64     R5.x, PV.w, PS UPDATE_PRED
          y: PRED_SETE_64     R8.y, R1.z, R4.x UPDATE_PRED
          z: ADD_64           R11.z, R11.w, (0xfff00000, -1048576).x
          w: ADD_64           R1.w, R10.z, (0x7fffffff, nan).z VEC_120
          .literal 0xfff00000, 0x00000002, 0x7fffffff, 0x00000001
166 JUMP ADDR(187) POP_COUNT(1) BARRIER
167 ALU_PUSH_BEFORE ADDR(1066) COUNT(5) KC0[CB1:80-95] KC1[CB2:80-95] BARRIER
     1066 x: ADD_INT          R11.x, (0x40400000, 3.0f).z, 1_DBL_L
          y: ADD              R8.y, R4.z, R9.z /2
          w: PRED_SETE_INT    R4.w, 1, R12.x UPDATE_EXEC
          .literal 0x4effffff, 0x00000004, 0x40400000, 0x4b800001
168 CALL ADDR(271) CF_CONST(30) COND(BOOL) CALL_COUNT(1) BARRIER
169 ALU_ELSE_AFTER ADDR(1071) COUNT(18) KCACHE_BANK0(2) KCACHE_BANK1(2) KCACHE_ADDR0(2) KCACHE_ADDR1(5) BARRIER
     1071 x: MIN_DX10         R124.x, -R12.z, -R3.z
          y: FRACT            R8.y, R10.w /2
          z: AND_INT          R7.z, (0x00000003, 3).w, R10.w
          .literal 0x3f86f7e5, 0x0000000f, 0x00000005, 0x00000003
     1076 y: LSHL_INT         R3.y, R10.y, R7.y
          w: MAX_INT          R127.w, PV.x, (0x3f43d7ae, 0.76500976f).x
          .literal 0x3f43d7ae, 0x00000008
     1079 x: MULADD           R3.x, 0_5_DBL_L, R2.x, R127.w CLAMP
          y: SETGE_INT        R1.y, R1.w, R0.x VEC_021
          z: PRED_SETGT_INT   R8.z, R12.z, 1 UPDATE_EXEC
          w: CNDGE_INT        R127.w, R13.y, R10.z, (0xffffc6c0, -14656).z
          t: MULADD_M4        R2.z, R3.y, R11.y, R3.z SCL_122 PRED_SEL(ONE)
          .literal 0xc271dab5, 0x00000001, 0xffffc6c0, 0x437f8001
     1086 z: LSHL_INT         R5.z, R1.y, R7.z
          w: FRACT            ____.w, PV.y DST_GPR(6)
          t: SETGT_INT        ____.z, R6.w, PV.w DST_GPR(127)
170 JUMP ADDR(172) VPM BARRIER
171 CALL ADDR(271) CF_CONST(20) COND(NOT_BOOL) CALL_COUNT(10) BARRIER
172 ELSE ADDR(175) POP_COUNT(1) VPM BARRIER
173 CALL ADDR(282) CF_CONST(1) CALL_COUNT(1) VPM BARRIER
174 POP ADDR(175) POP_COUNT(1) VPM BARRIER
175 POP_PUSH_ELSE ADDR(178) POP_COUNT(1) CF_CONST(11) COND(BOOL) BARRIER
176 TEX ADDR(1090) COUNT(1) BARRIER
          FETCH            R9.wwy_, R11.y, fc22 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(8) DATA_FORMAT(FMT_8) NUM_FORMAT_ALL(INT) OFFSET(20)
177 ALU ADDR(1092) COUNT(18) KC0[CB0:16-47] KCACHE_ADDR1(3) BARRIER
     1092 x: CEIL             R0.x, R1.z
          w: SETNE            R0.w, R9.x, R9.z /2 PRED_SEL(ZERO)
          t: ADD_INT          R0.w, R2.x, R10.z SCL_122 PRED_SEL(ZERO)
     1095 x: NOP              R3.x
          y: MIN_DX10         R2.y, -KC0[4].y, R0.w
          w: NOP              R6.w
          t: MOVA_GPR_INT     ____.z, R12.w
     1099 x: MOV              R[AR.z+8].x, (0xc4d13865, -1673.7623f).w
          z: MAX_INT          R[AR.z+0].z, R6.z, R[AR.z+7].z
          w: ASHR_INT         R4.w, R9.z, KC0[30].x VEC_201 PRED_SEL(ONE)
          .literal 0x00000002, 0xcf7ffffd, 0xc12a6000, 0xc4d13865
     1104 x: AND_INT          R1.x, R7.w, R8.z
          y: MOVA_INT         ____.y, R12.w VEC_120 DST_GPR(2)
          z: LSHR_INT         R126.z, R8.y, PV.x
          t: RNDNE            R0.x, R2.x
     1108 x: NOP              R1.x
          t: MULLO_UINT       R0.w, PS, 0_5_DBL_M
178 POP ADDR(179) POP_COUNT(1) BARRIER
179 ALU ADDR(1110) COUNT(1) BARRIER
     1110 x: MOV              R13.x, 0.0
180 LOOP_START_DX10 ADDR(185) CF_CONST(3) BARRIER
181 ALU_BREAK ADDR(1111) COUNT(3) BARRIER
     1111 x: ADD_INT          R13.x, R13.x, 1
     1112 x: PRED_SETGE_INT   ____.x, (0x00000004, 4).x, R13.x UPDATE_EXEC DST_GPR(13)
182 ALU ADDR(1114) COUNT(20) KC0[CB0:32-47] KCACHE_BANK1(1) KCACHE_ADDR1(5) BARRIER
     1114 x: MIN_INT          R11.x, R6.z, R12.y PRED_SEL(ZERO)
          z: RNDNE            R2.z, R3.x
          w: MIN              R4.w, R13.z, R6.x VEC_120 PRED_SEL(ONE) CLAMP
          t: MOV              R125.z, R8.x SCL_122
     1118 x: MIN_DX10         R3.x, R10.y, |R9.z| PRED_SEL(ZERO)
          z: MOV              R0.z, -R10.y
          w: SUB_INT          R123.w, R9.z, R8.w
     1121 x: LSHL_INT         R9.x, R0.z, R7.w
          y: SETGE_INT        ____.y, R6.x, R0.z DST_GPR(3)
          z: SETGT            R9.z, -|R0.z|, R3.x PRED_SEL(ZERO)
     1124 x: SETGE_UINT       ____.x, PV.x, R9.x PRED_SEL(ONE) DST_GPR(4)
          z: ADD_64           R0.z, R11.z, -R9.w PRED_SEL(ONE)
          w: ADD_64           R10.w, PV.x, 1_DBL_M PRED_SEL(ONE)
     1127 x: XOR_INT          R2.x, R13.y, R12.x
          y: XOR_INT          R9.y, KC0[0].x, R5.w
          w: MAX_DX10         R8.w, R10.w, PV.z
     1130 z: MIN              R4.z, 1_DBL_L, (0x3fc8005f, 1.5625113f).w
          w: MULADD           R6.w, R10.x, -R7.w, R3.y
          .literal 0x4f000001, 0xb8580a00, 0x39bb0000, 0x3fc8005f
183 VTX ADDR(1134) COUNT(8) BARRIER
          FETCH            R3.xx__, R12.x, fc62 FETCH_TYPE(NO_INDEX_OFFSET) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(30) DATA_FORMAT(FMT_24_8) NUM_FORMAT_ALL(SCALED) FORMAT_COMP_ALL(SIGNED) OFFSET(8) MEGA_FETCH
          FETCH            R8.___z, R12.x, fc22 MEGA_FETCH_COUNT(18) DATA_FORMAT(FMT_16_16_16) NUM_FORMAT_ALL(SCALED) SRF_MODE_ALL(NO_ZERO) OFFSET(4) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R11.1y0_, R12.z, fc31 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(59) DATA_FORMAT(FMT_2_10_10_10) NUM_FORMAT_ALL(SCALED) OFFSET(45501) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
          FETCH            R5.zwwx, R12.w, fc31 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(13) DATA_FORMAT(FMT_8_24) FORMAT_COMP_ALL(SIGNED) OFFSET(4) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R10.wzzx, R1.z, fc22 FETCH_TYPE(INSTANCE_DATA) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(12) USE_CONST_FIELDS DATA_FORMAT(FMT_10_11_11) OFFSET(16) MEGA_FETCH
          FETCH            R6.zz1x, R12.x, fc171 FETCH_TYPE(INSTANCE_DATA) MEGA_FETCH_COUNT(49) DATA_FORMAT(FMT_16_16_FLOAT) NUM_FORMAT_ALL(SCALED) FORMAT_COMP_ALL(SIGNED) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R4.wzyx, R12.y, fc62 MEGA_FETCH_COUNT(22) DATA_FORMAT(FMT_16_16) NUM_FORMAT_ALL(SCALED) SRF_MODE_ALL(NO_ZERO) OFFSET(53522) ENDIAN_SWAP(ENDIAN_8IN16)
          FETCH            R6.wzxx, R12.z, fc31 MEGA_FETCH_COUNT(29) USE_CONST_FIELDS DATA_FORMAT(FMT_8_8_8) NUM_FORMAT_ALL(SCALED) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) OFFSET(21)
184 LOOP_END ADDR(181) CF_CONST(3) COND(BOOL) BARRIER
185 VTX_TC ADDR(1150) COUNT(2) BARRIER
          FETCH            R8.0zxy, R12.w, fc22 MEGA_FETCH_COUNT(23) USE_CONST_FIELDS DATA_FORMAT(FMT_32_32) NUM_FORMAT_ALL(INT) OFFSET(7) MEGA_FETCH
          FETCH            R10.0x__, R12.y, fc31 FETCH_TYPE(INSTANCE_DATA) FETCH_WHOLE_QUAD MEGA_FETCH_COUNT(20) DATA_FORMAT(FMT_16_FLOAT) NUM_FORMAT_ALL(INT) SRF_MODE_ALL(NO_ZERO) OFFSET(16) ENDIAN_SWAP(ENDIAN_8IN16) MEGA_FETCH
186 POP ADDR(187) POP_COUNT(1) BARRIER
187 POP ADDR(188) POP_COUNT(1) BARRIER
188 ALU ADDR(1154) COUNT(19) KC1[CB2:16-31] KCACHE_ADDR0(1) BARRIER
     1154 x: MULADD           R124.x, -R2.z, R7.x, R10.z CLAMP
          y: NOP              R123.y
          z: MUL_IEEE         R1.z, R11.z, -1 VEC_120 PRED_SEL(ONE)
          w: MUL_IEEE         R2.w, 1, -|R2.w|
          t: MUL_IEEE         ____.x, (0x7fc12345, nan).x, (0x00000000, 0.0f).z DST_GPR(11)
          .literal 0x7fc12345, 0x45bef134, 0x00000000, 0xbe7f5faf
     1161 x: RNDNE            R9.x, 0.5
          y: PRED_SETE_INT    R123.y, R12.y, 1 UPDATE_PRED
          z: MAX_INT          R127.z, PV.x, R0.x
     1164 x: MULADD_64        R3.x, R1.w, (0x80000000, -0.0f).y, (0x80000000, -0.0f).y
          y: MULADD_64        R3.y, R1.w, (0x80000000, -0.0f).y, (0x80000000, -0.0f).y
          z: MULADD_64        R3.z, R1.w, (0x80000000, -0.0f).y, (0x80000000, -0.0f).y
          w: MULADD_64        R127.w, R5.w, (0x00000000, 0.0f).w, (0x00000000, 0.0f).w VEC_120
          .literal 0x00000006, 0x80000000, 0x00000000, 0x00000000
     1170 y: FRACT            R7.y, -(0x41f00000, 3e+01f).z
          .literal 0xcb800000, 0x6e12a3c3, 0x41f00000, 0x00000002
189 ALU_PUSH_BEFORE ADDR(1173) COUNT(17) KC0[CB2:16-47] KC1[CB0:0-31] BARRIER
     1173 z: MIN_UINT         R7.z, (0x0000000b, 11).x, (0x0000000b, 11).x PRED_SEL(ZERO)
          t: EXP_IEEE         ____.w, R10.y PRED_SEL(ONE) DST_GPR(9)
          .literal 0x0000000b, 0x00000009
     1176 x: OR_INT           ____.x, R0.z, R7.z DST_GPR(6)
          z: SETGE_UINT       R7.z, R12.y, KC0[26].w PRED_SEL(ONE)
          w: MOV              R6.w, R7.z VEC_120
          t: SUB_INT          R8.w, R9.z, 1
     1180 y: MAX_DX10         ____.y, -R7.z, R8.w DST_GPR(123)
          z: SETNE_INT        R4.z, PS, KC1[21].y PRED_SEL(ONE)
          w: MULADD_IEEE      R125.w, R0.y, R4.w, PV.w VEC_021
          t: PRED_SETNE_INT   ____.w, 1, R12.x UPDATE_EXEC UPDATE_PRED DST_GPR(11)
     1184 x: NOP              R1.x
          y: MOV              R9.y, -R4.z
     1186 x: CNDE_INT         R6.x, R0.x, R7.w, 1
          z: ADD              R2.z, -(1), 0_5_DBL_M *4
     1188 x: SETE             R6.x, R4.x, R2.z PRED_SEL(ONE)
          w: MAX_UINT         R0.w, R2.z, R2.z
190 ALU ADDR(1190) COUNT(6) KC1[CB0:64-79] KCACHE_BANK0(2) KCACHE_ADDR0(3) BARRIER
     1190 x: ADD_INT          R3.x, R2.w, R3.y
          y: MOVA_FLOOR       ____.y, R12.y DST_GPR(1)
          z: MAX_INT          R1.z, R10.w, 0_5_DBL_L VEC_120
     1193 x: MOVA_FLOOR       ____.x, R12.x DST_GPR(7)
          y: MULADD           R0.y, R3.x, -KC1[15].x, R11.z VEC_120
          t: MOV              R8.y, |R6.z|
191 PUSH ADDR(205) BARRIER
192 LOOP_START ADDR(205) POP_COUNT(1) CF_CONST(1) BARRIER
193 ALU ADDR(1196) COUNT(11) KC0[CB0:AL+48] KCACHE_ADDR1(5) BARRIER
     1196 x: ADD              R11.x, -1_DBL_M, (0x0000000f, 15).y
          y: FRACT            R3.y, -|R7.x|
          z: XOR_INT          R8.z, R9.x, R8.y VEC_120
          w: PRED_SETNE_INT   R0.w, 1, R12.y UPDATE_PRED
          t: SQRT_IEEE        ____.z, |R8.y| PRED_SEL(ONE) DST_GPR(1)
          .literal 0x00000005, 0x0000000f
     1202 y: SETNE_DX10       R5.y, (0x2e062d38, 3.0508235e-11f).y, R13.y
          z: OR_INT           R11.z, R5.w, R12.w
          w: SETNE            R10.w, |R8.z|, |R11.y| VEC_102
          t: MIN_UINT         R7.y, R3.y, R11.x PRED_SEL(ONE)
          .literal 0x7f7fffff, 0x2e062d38
194 ALU_PUSH_BEFORE ADDR(1207) COUNT(14) KC0[CB1:AL+80] KC1[CB0:16-31] BARRIER
     1207 x: MOV              R7.x, KC1[4].z
          y: CNDGT            R[AL+11].y, R4.y, R[AL+13].x, R10.w
     1209 x: AND_INT          R0.x, R[AL+2].w, 0.5
          y: OR_INT           R11.y, KC1[AL+0].z, KC0[AL+6].w
     1211 x: NOP              R4.x
          z: SETNE_DX10       R1.z, 0_5_DBL_M, R8.y
          t: MAX_DX10         R0.x, R11.y, -R0.x
     1214 z: MULADD           R6.z, -R12.y, -R8.y, -R0.z
          w: ADD_INT          R6.w, R0.y, R12.w VEC_201
     1216 z: SETGE            R5.z, R10.z, |R6.z|
          w: PRED_SETNE_INT   R7.w, R12.w, (0x00000006, 6).z PRED_SEL(ZERO) UPDATE_EXEC UPDATE_PRED
          t: MUL_LIT_M2       R7.z, R9.y, R6.w, R3.z SCL_122
          .literal 0x40782c8f, 0x4b000004, 0x00000006, 0xc6c20ad9
195 ALU_PUSH_BEFORE ADDR(1221) COUNT(5) KC0[CB1:64-95] KC1[CB2:16-47] BARRIER
     1221 x: SETNE_DX10       R123.x, -0_5_DBL_M, KC1[AL+7].x PRED_SEL(ONE)
          z: PRED_SETGE       R5.z, R5.y, -|(0xc2ad5457, -86.66473f).z| UPDATE_EXEC UPDATE_PRED
          w: FRACT            R5.w, R12.y VEC_120
          .literal 0xbbea6000, 0xc3800003, 0xc2ad5457, 0x00000001
196 JUMP ADDR(202) POP_COUNT(2) BARRIER
197 ALU_PUSH_BEFORE ADDR(1226) COUNT(18) KCACHE_BANK1(1) KCACHE_ADDR0(1) KCACHE_ADDR1(2) BARRIER
     1226 w: RNDNE            ____.w, 1.0 DST_GPR(10) CLAMP
          t: MAX              R7.w, R6.y, 1_DBL_M
     1228 x: MUL_IEEE         R2.x, -1_DBL_L, R7.w
          y: CEIL             R2.y, R[AL+6].x
          z: MUL_IEEE         ____.z, R6.y, -R10.x
     1231 y: CNDGE_INT        R123.y, 1.0, R2.y, R12.w
          t: PRED_SETGT_UINT  ____.y, 1, R12.x INDEX_MODE(LOOP) UPDATE_EXEC
     1233 x: MULADD_M2        R2.x, -(1), R4.y, -R6.z
          y: MULADD_IEEE      R124.y, R0.z, -(-1), R[AL+11].w
          w: NOP              R1.w
          t: RECIPSQRT_FF     R0.z, (0x0000000a, 10).x
          .literal 0x0000000a, 0x1c128ad1
     1238 x: NOT_INT          R1.x, R7.y PRED_SEL(ZERO)
          z: CNDGE            R11.z, R2.z, R10.y, -0_5_DBL_M PRED_SEL(ZERO)
     1240 x: MUL_IEEE         R124.x, 0_5_DBL_M, |R3.w|
          y: ADD              R123.y, R[AL+7].x, (0x00000005, 5).x
          w: MOV              R1.w, -R1.w
          .literal 0x00000005, 0x448ef9c8
198 JUMP ADDR(201) POP_COUNT(1) BARRIER
199 LOOP_CONTINUE ADDR(203) BARRIER
200 POP ADDR(201) POP_COUNT(1) BARRIER
201 ALU_POP2_AFTER ADDR(1244) COUNT(19) KC0[CB2:0-15] KC1[CB2:48-79] BARRIER
     1244 x: NOT_INT          ____.x, R10.w DST_GPR(11)
          y: MUL_IEEE         R3.y, -(0x00000006, 6).x, KC1[AL+30].w PRED_SEL(ONE)
          .literal 0x00000006, 0x00000006
     1247 x: MAX_DX10         ____.x, R[AL+3].y, |R12.y| /2 DST_GPR(6)
          w: CEIL             R3.w, |R13.z|
          t: MOVA_GPR_INT     ____.x, R12.z DST_GPR(2)
     1250 x: SETGE            R9.x, R0.x, PV.x PRED_SEL(ZERO)
          y: CNDGT            R4.y, KC1[AL+30].w, 1.0, KC1[AL+8].w
          w: SETE_DX10        R9.w, R[AL+9].x, R3.w VEC_120
     1253 w: MOV              ____.w, |R1.w| PRED_SEL(ONE) DST_GPR(1)
     1254 z: MULADD_M4        R7.z, -R4.y, R3.w, R11.y
          w: MAX              R[AL+4].w, 1_DBL_L, KC0[AL+6].w
          t: SETGT_UINT       R3.w, R13.x, R7.y
     1257 z: NOP              R3.z
     1258 x: OR_INT           R2.x, R[AR.x+10].y, R8.y PRED_SEL(ONE)
          y: SUB_INT          R8.y, KC0[13].x, (0x3ba84d50, 0.0051361695f).w
          t: SETGE            R8.x, KC0[AL+2].z, -(0xc0ea0c91, -7.314034f).z
          .literal 0xbda7b722, 0x00000008, 0xc0ea0c91, 0x3ba84d50
202 ALU ADDR(1263) COUNT(22) KC0[CB1:32-47] KC1[CB1:AL+64] WQM BARRIER
     1263 y: SUB_INT          R3.y, 0_5_DBL_M, R11.x
     1264 x: SETGT_DX10       ____.x, -R[AL+0].y, R[AL+0].z DST_GPR(123)
          y: SETE_DX10        ____.y, R11.x, R13.w DST_GPR(4)
          w: SETNE            R11.w, |R3.y|, KC0[7].y VEC_120 PRED_SEL(ZERO)
          t: MAX_INT          ____.w, R3.y, KC0[5].y DST_GPR(125)
     1268 x: MOVA_INT         ____.x, R12.x INDEX_MODE(LOOP) DST_GPR(3)
          y: SETGE_DX10       R4.y, 1.0, -R0.w
          z: MIN              ____.z, |KC0[AL+7].z|, R11.w VEC_021 PRED_SEL(ZERO) DST_GPR(126) CLAMP
          w: SETGT_DX10       R126.w, R13.y, |R[AL+11].y|
          t: SQRT_IEEE        R7.z, R2.z *2 PRED_SEL(ZERO)
     1273 z: MAX_DX10         R1.z, R[AL+3].w, PV.w
          w: PRED_SETE_INT    R1.w, R12.z, 1 INDEX_MODE(LOOP) UPDATE_PRED
          t: LOG_IEEE         ____.w, -0_5_DBL_L DST_GPR(11)
     1276 y: MAX_DX10         R2.y, (0x0000d6da, 55002).x, R10.w *4 CLAMP
          .literal 0x0000d6da, 0xffffff00
     1278 x: MUL              R124.x, R0.x, KC1[13].x *4 PRED_SEL(ONE)
          y: SUB_INT          R8.y, KC0[AL+11].x, R[AL+13].x PRED_SEL(ONE)
          w: SETGE_INT        R4.w, R2.y, 1
          t: MAX_UINT         R127.y, R[AL+4].x, KC0[AL+1].w
     1282 y: CNDGE            R9.y, -R8.y, -R[AL+10].w, 0_5_DBL_M
          z: MIN_INT          R[AL+5].z, R2.z, PS
          t: MULHI_UINT       R2.z, R[AR.x+13].x, KC1[17].y
203 LOOP_END ADDR(193) CF_CONST(1) BARRIER
204 POP ADDR(205) POP_COUNT(1) BARRIER
205 ALU_PUSH_BEFORE ADDR(1285) COUNT(5) KC0[CB2:16-31] KC1[CB0:32-47] BARRIER
     1285 x: XOR_INT          R7.x, R6.x, R4.z
          y: PRED_SETNE_INT   R126.y, R12.z, 1 UPDATE_EXEC UPDATE_PRED
          z: ASHR_INT         R1.z, R9.y, 1_DBL_L
          w: SETGT_UINT       R123.w, R11.y, 0.0 VEC_120 PRED_SEL(ONE)
          t: SETNE            R10.y, R6.y, R12.w
206 ALU ADDR(1290) COUNT(23) KC0[CB2:32-47] KC1[CB1:80-95] BARRIER
     1290 x: ADD_INT          R9.x, (0x0000000f, 15).y, R0.x
          y: CEIL             R124.y, 1_DBL_L
          t: PRED_SETGT_INT   R126.y, R12.y, 1 UPDATE_PRED
          .literal 0xc3a5aa70, 0x0000000f
     1294 x: MULADD_IEEE      R124.x, KC1[6].y, (0xbffab759, -1.9587203f).w, R4.w
          y: NOP              R2.y PRED_SEL(ZERO)
          w: PRED_SETGE_INT   R127.w, R12.y, 1 UPDATE_PRED
          t: FLT_TO_INT       R4.z, R9.x
          .literal 0x0000000f, 0x00000005, 0x8133f080, 0xbffab759
     1300 x: SUB_INT          ____.x, PV.w, R8.z DST_GPR(125)
          y: NOP              ____.y DST_GPR(2)
          w: MOV              R124.w, R4.z
          t: ADD              R4.y, R12.w, R7.w
     1304 x: SUB_INT          ____.x, R126.y, R13.w DST_GPR(7)
          w: PRED_SETNE_INT   R125.w, 1, R12.y PRED_SEL(ZERO) UPDATE_PRED
     1306 x: MULADD_IEEE      R0.x, R12.w, (0x00000000, 0.0f).z, -KC0[8].w
          z: MULADD_M2        R8.z, R1.z, R0.y, KC1[10].z
          w: MULADD_IEEE_D2   R1.w, R0.y, R3.y, -R10.x VEC_021
          .literal 0x00000001, 0x4b000001, 0x00000000, 0x00000001
     1311 x: RNDNE            R126.x, |R11.y|
          z: SETGE            R11.z, |-1|, R7.z /2
207 CALL_FS CF_CONST(3) CALL_COUNT(20) BARRIER
208 POP_JUMP ADDR(211) POP_COUNT(1) CF_CONST(19) COND(NOT_BOOL) BARRIER
209 CALL ADDR(273) CF_CONST(12) COND(NOT_BOOL) CALL_COUNT(1) BARRIER
210 ALU ADDR(1313) COUNT(19) KC1[CB0:0-15] BARRIER
     1313 z: MOV              R1.z, R5.y
          w: MOV              R125.w, (0xcc6074ec, -58839984.0f).y
          .literal 0xc1f3c098, 0xcc6074ec
     1316 y: SETGT_INT        R3.y, R4.x, R125.w PRED_SEL(ONE)
          w: SETNE            R123.w, -R0.z, R7.z
          t: MOVA_GPR_INT     ____.y, R12.z DST_GPR(6)
     1319 y: MULADD_IEEE_M4   R127.y, -R4.y, -R13.x, -R3.y
          z: MOVA_INT         ____.z, R12.y VEC_120 DST_GPR(3)
          t: MULLO_INT        R9.w, PV.w, R12.z
     1322 x: OR_INT           ____.x, R6.y, R3.x DST_GPR(7)
          y: MULADD_IEEE_D2   R6.y, R9.w, R9.w, PS
          z: PRED_SETGT_INT   R2.z, 1, R12.x VEC_021 UPDATE_PRED
          w: MAX_UINT         R10.w, (0x0000000c, 12).y, R9.w PRED_SEL(ONE)
          t: SETGT_INT        R6.y, R6.z, R1.z
          .literal 0x4f7ffffe, 0x0000000c
     1328 y: FLOOR            R7.y, -R5.y
          z: SETGE            R125.z, R9.z, -R6.y PRED_SEL(ZERO)
          w: MOV              R2.w, -R10.w
          t: ADD_INT          R125.y, 1.0, KC1[8].z
211 EXPORT PARAM1, R3.xyyy ELEM_SIZE(3) BARRIER
212 JUMP ADDR(218) CF_CONST(5) COND(BOOL) BARRIER
213 ALU ADDR(1332) COUNT(20) KC1[CB0:16-31] KCACHE_BANK0(1) KCACHE_ADDR0(3) BARRIER
     1332 z: MULADD_D2        R0.z, (0x00000007, 7).x, R7.z, -(0xa46520af, -4.9684144e-17f).z
          w: CNDE_INT         R6.w, R9.y, 1, R1.y PRED_SEL(ONE)
          t: RNDNE            R1.z, R0.y *2 SCL_122
          .literal 0x00000007, 0x44efbb66, 0xa46520af, 0x00000001
     1337 x: XOR_INT          R8.x, R1.z, R5.w
          y: ADD              R125.y, -R10.z, R0.z VEC_120 PRED_SEL(ZERO)
     1339 z: AND_INT          R3.z, R2.w, R3.w
          t: MOVA_GPR_INT     ____.x, R12.y DST_GPR(4)
     1341 x: CNDGT_INT        R7.x, R[AR.x+1].z, PV.z, R[AR.x+3].z VEC_021
          y: FRACT            R2.y, R3.z VEC_120
          z: ADD_64           ____.z, -(0x92f7d572, -1.564051e-27f).x, R0.w DST_GPR(9)
          w: ADD_64           R9.w, (0x00000000, 0.0f).z, R[AR.x+3].z
          t: MUL_LIT_D2       R[AR.x+2].z, (0x00000000, 0.0f).z, (0x92f7d572, -1.564051e-27f).x, R2.z SCL_122
          .literal 0x92f7d572, 0xfffffc01, 0x00000000, 0xf0000000
     1348 y: MOVA_INT         ____.y, R12.y DST_GPR(5)
          z: MIN_INT          R9.z, PV.y, R2.z
          w: FLOOR            R8.w, R7.x
          t: UINT_TO_FLT      R124.w, R2.y
214 PUSH ADDR(218) BARRIER
215 PUSH ADDR(218) POP_COUNT(1) BARRIER
216 ALU ADDR(1352) COUNT(28) KCACHE_BANK0(2) KCACHE_ADDR0(4) KCACHE_ADDR1(2) BARRIER
     1352 x: MAX4             ____.x, |R9.z| /2 DST_GPR(10)
          y: MAX4             R5.y, R4.y /2
          z: MAX4             R126.z, R5.z /2 VEC_120
          w: MAX4             R2.w, R6.y /2 VEC_120
     1356 x: LSHL_INT         R5.x, R5.y, R2.w PRED_SEL(ZERO)
          y: OR_INT           R4.y, R2.w, -1
          w: SETNE            R6.w, R0.z, |PV.x| PRED_SEL(ZERO)
          t: MULLO_UINT       R3.w, R11.y, (0x02926b13, 2.151423e-37f).x
          .literal 0x02926b13, 0x3ea6f100
     1361 x: AND_INT          R10.x, R5.w, PS
          y: MULADD_M4        R10.y, R11.y, R5.x, -1
          w: LSHL_INT         R3.w, PV.x, R6.w
     1364 y: MULADD_D2        R7.y, PV.y, -R4.z, R10.y
          z: MULADD_IEEE_M4   R1.z, R12.x, R7.w, R1.z
          t: ADD_INT          ____.y, 0_5_DBL_M, R3.w SCL_122 DST_GPR(125)
     1367 x: MIN_UINT         R127.x, 1_DBL_M, PV.y
          y: MIN              R11.y, R5.x, R3.w PRED_SEL(ZERO)
          z: MIN_INT          R1.z, R7.y, R8.y
     1370 x: MULADD_IEEE_M2   R2.x, -R2.y, PV.y, -R1.z
          y: FRACT            R7.y, (0xb0e30400, -1.6517561e-09f).z
          z: SETGE            R8.z, PV.x, (0xb0e30400, -1.6517561e-09f).z *2
          w: LSHL_INT         R10.w, R0.z, R0.z
          .literal 0xffc5431f, 0x0000000a, 0xb0e30400, 0xc13b3c49
     1376 y: MOV              R6.y, R8.z PRED_SEL(ZERO)
          z: PRED_SETGT_INT   R7.z, R12.w, 1 UPDATE_PRED
          w: MULADD_IEEE_D2   R126.w, -1, R1.w, R8.x
          t: MULADD_IEEE_M2   R123.z, PV.w, 0.0, 1_DBL_L
217 POP ADDR(217) POP_COUNT(2) BARRIER
218 PUSH ADDR(221) BARRIER
219 ALU ADDR(1380) COUNT(23) KC0[CB2:0-15] KC1[CB2:16-47] BARRIER
     1380 w: PRED_SETGT_UINT  R1.w, R12.z, 1 UPDATE_PRED
     1381 x: SETGE_UINT       R5.x, R1.w, (0x0000000e, 14).x
          t: SIN              R9.w, R1.w
          .literal 0x0000000e, 0x0000000d
     1384 z: SETNE            R125.z, (0x00000001, 1).z, KC0[12].z
          w: SETGT_DX10       ____.w, KC1[23].w, -R6.x DST_GPR(123)
          .literal 0x0000000c, 0x00000006, 0x00000001, 0x0000000f
     1388 x: MULADD_IEEE_M4   R10.x, -(0x0000000e, 14).x, R9.x, R0.x
          w: NOT_INT          R10.w, R2.x
          t: RECIP_IEEE       R0.z, R125.z
          .literal 0x0000000e, 0x00000006
     1392 y: FRACT            R4.y, R0.z CLAMP
          z: CNDE             R1.z, R10.w, R5.z, -R9.w VEC_021
          t: MUL_LIT          R1.z, R10.w, R10.w, R0.z SCL_221
     1395 x: CEIL             R11.x, -|(0xffc54321, -3849439).x|
          y: MUL              R8.y, R7.x, KC1[13].z PRED_SEL(ZERO)
          t: XOR_INT          R0.x, KC1[23].y, (0x00000008, 8).y
     1399 x: AND_INT          R8.x, KC0[5].x, KC1[3].y
          y: SETGT_INT        R3.y, R13.w, R13.y
          w: SETNE_INT        R6.w, PV.y, R3.y VEC_021
          t: PRED_SETNE_INT   R2.y, 1, R12.w UPDATE_PRED
220 POP ADDR(220) POP_COUNT(1) BARRIER
221 LOOP_START_NO_AL ADDR(226) COND(BOOL) BARRIER
222 ALU ADDR(1403) COUNT(4) KC0[CB0:0-15] KC1[CB0:32-47] BARRIER
     1403 x: ADD              R1.x, -R5.w, -R11.z
          z: MULADD_D2        R1.z, R5.y, -R4.x, (0xbf800000, -1.0f).y
          t: ADD              ____.x, -R7.w, R8.x SCL_122 DST_GPR(9)
          .literal 0x057a8385, 0xbf800000
223 ALU ADDR(1407) COUNT(19) KC0[CB2:32-47] KCACHE_BANK1(2) KCACHE_ADDR1(4) WQM BARRIER
     1407 z: SETGT_UINT       R4.z, R3.x, R4.w
     1408 x: FRACT_64         R8.x, 0.5
          y: FRACT_64         R126.y, R3.w
          z: MIN_DX10         R9.z, 0.5, |R4.z| *2
          w: NOT_INT          R10.w, R4.z PRED_SEL(ONE)
          t: RECIPSQRT_CLAMPED R9.z, R10.y PRED_SEL(ONE)
     1413 x: MAX_INT          ____.x, R10.w, R2.x DST_GPR(6)
          y: LSHR_INT         R8.y, R8.y, R8.x VEC_021 PRED_SEL(ZERO)
          t: MOV              R2.x, -1
     1416 x: RNDNE            R2.x, 1.0
          y: MULADD_IEEE_M4   R5.y, R2.y, R2.x, (0xbfc00002, -1.5000002f).z
          z: MOVA_INT         ____.z, R12.w DST_GPR(1)
          w: MIN_DX10         R123.w, R7.x, R2.x
          .literal 0x379a2e2d, 0xa5ec0f74, 0xbfc00002, 0xca000000
     1422 y: MUL_IEEE         ____.y, R1.z, R11.w DST_GPR(4)
          z: SETGE_UINT       R4.z, R5.y, KC0[3].z PRED_SEL(ONE)
          w: MOV              R126.w, R4.z VEC_120
          t: FLT_TO_UINT      R2.w, PV.w
224 ALU ADDR(1426) COUNT(24) KC0[CB1:32-47] KC1[CB1:0-31]
     1426 y: MIN_UINT         R10.y, 1_DBL_L, KC0[9].z
     1427 y: SETGE_DX10       R123.y, KC0[6].w, KC0[0].x
          z: PRED_SETE_INT    R2.z, R12.x, (0xbd27cf4a, -0.04096917f).z UPDATE_PRED
          t: ADD              R11.y, R10.y, -0_5_DBL_M
          .literal 0x328b3ded, 0x4b000005, 0xbd27cf4a, 0x00000004
     1432 y: MULADD           R2.y, 1_DBL_M, R12.z, -(0x7f7fffff, 3.4028235e+38f).z
          z: RNDNE            R1.z, |R5.x| PRED_SEL(ONE)
          t: NOP              R2.y
          .literal 0xb60aa479, 0xea6abaf1, 0x7f7fffff, 0x0000000b
     1437 x: FLOOR            R3.x, R13.y
          y: MUL              R123.y, |0.0|, |KC1[16].z| PRED_SEL(ONE)
          w: MIN              R5.w, |R2.y|, PV.z VEC_120
          t: RECIP_INT        R5.y, PV.y
     1441 y: SETGE_DX10       ____.y, R13.w, -0.0 PRED_SEL(ZERO) DST_GPR(8)
     1442 x: NOT_INT          ____.x, R11.x PRED_SEL(ZERO) DST_GPR(2)
     1443 y: LSHL_INT         R10.y, R13.y, R12.z
          z: MOVA_INT         ____.z, R12.y VEC_120 DST_GPR(5)
          w: LSHL_INT         R5.w, R1.w, R2.z VEC_021
          t: LSHR_INT         R1.w, R5.y, R13.w PRED_SEL(ONE)
     1447 y: NOT_INT          R11.y, R1.w
          z: NOP              R5.z PRED_SEL(ZERO)
          w: MIN_UINT         R4.w, R11.z, PV.w
225 LOOP_END ADDR(222) COND(BOOL) BARRIER
226 POP_JUMP ADDR(270) POP_COUNT(1) CF_CONST(15) COND(NOT_BOOL) VPM BARRIER
227 ALU_ELSE_AFTER ADDR(1450) COUNT(23) KC0[CB1:32-63] KCACHE_BANK1(2) BARRIER
     1450 y: SETNE_INT        R7.y, 1_DBL_M, R10.x
          w: MOV              R4.w, R2.w /2
          t: PRED_SETGE_INT   R126.w, R12.z, 1 UPDATE_EXEC UPDATE_PRED
     1453 x: ADD              R7.x, R3.y, PS CLAMP
          y: ASHR_INT         R1.y, R6.x, (0x43da20e9, 436.2571f).x
          w: AND_INT          R11.w, R5.z, (0x43da20e9, 436.2571f).x
          t: SETGE_INT        R1.x, PV.y, PS PRED_SEL(ZERO)
          .literal 0x43da20e9, 0x0000000a
     1458 x: XOR_INT          R9.x, R1.y, R1.y
          w: SUB_INT          R126.w, (0x40a0f627, 5.030048f).y, 0_5_DBL_M PRED_SEL(ONE)
          .literal 0x485e1380, 0x40a0f627
     1461 y: NOP              R5.y
          z: ADD              ____.z, 1, (0x00000002, 2).w DST_GPR(8)
          w: AND_INT          R6.w, R10.x, R9.x
          .literal 0x15c40403, 0x1f800001, 0x00000001, 0x00000002
     1466 y: SETGE_DX10       R9.y, 0_5_DBL_M, |R3.y|
          z: LSHR_INT         R7.z, R9.w, R8.z
          w: MAX_DX10         R126.w, R1.y, |R7.z| VEC_021
          t: MAX_DX10         R5.z, (0x00000005, 5).z, 1_DBL_M PRED_SEL(ONE)
          .literal 0x0000000d, 0x38240b05, 0x00000005, 0x0000000a
     1472 w: LSHL_INT         R6.w, R5.z, KC0[0].y
228 JUMP ADDR(237) BARRIER
229 WAIT_ACK ADDR(0) BARRIER
230 LOOP_START ADDR(237) CF_CONST(4) BARRIER
231 EXPORT PARAM0, R7.yx1x ELEM_SIZE(3) VPM BARRIER
232 ALU_PUSH_BEFORE ADDR(1473) COUNT(19) KC0[CB0:AL+48] KC1[CB1:32-47] BARRIER
     1473 x: PRED_SETGE_INT   R126.x, 1, R12.w UPDATE_EXEC
          y: SETGE_INT        R127.y, 0_5_DBL_L, 1_DBL_L
          t: MUL_LIT_D2       R5.x, R4.y, R[AL+7].x, R[AL+6].x
     1476 x: SETNE            R8.x, PV.y, R[AL+7].y
          y: MAX_INT          R3.y, R5.x, (0x00000007, 7).z
          z: MAX_DX10         R10.z, 0.0, R10.x
          w: NOP              R0.w
          t: MOV              R123.z, -R0.w
          .literal 0x4b000000, 0x807fffff, 0x00000007, 0x0000001a
     1483 x: MIN_UINT         ____.x, R3.y, R5.w DST_GPR(1)
          y: SETGE_DX10       ____.y, R[AL+5].w, 1.0 DST_GPR(1)
          z: MULADD_IEEE_M2   R127.z, PS, R6.y, -1_DBL_M
          w: OR_INT           R126.w, R6.y, R7.w VEC_120
          t: MIN_UINT         R124.w, R4.y, PS
     1488 x: SETGE_UINT       R5.x, 0.5, 0_5_DBL_L
          z: OR_INT           R[AL+4].z, PV.w, 1_DBL_M
          w: MULADD_IEEE      R4.w, (0x00000004, 4).x, 0_5_DBL_L, -PV.y PRED_SEL(ZERO)
          .literal 0x00000004, 0x422c0e9d
233 JUMP ADDR(236) POP_COUNT(1) BARRIER
234 LOOP_BREAK ADDR(236) BARRIER
235 POP ADDR(236) POP_COUNT(1) BARRIER
236 LOOP_END ADDR(231) CF_CONST(4) BARRIER
237 ELSE ADDR(242) POP_COUNT(1) BARRIER
238 ALU ADDR(1492) COUNT(12) KCACHE_BANK1(2) KCACHE_ADDR0(3) BARRIER
     1492 x: MIN_DX10         R10.x, -R2.z, |0.5|
          y: MOV              R2.y, -R7.x
          z: ADD              R9.z, R13.w, -R7.w
     1495 x: MULADD_IEEE_M2   R11.x, PV.x, PV.x, R7.z PRED_SEL(ZERO)
          y: MUL_IEEE         R0.y, R3.w, R9.z
          w: CNDGE_INT        R125.w, 1, R10.x, R10.x
     1498 x: SUB_INT          ____.x, R1.y, R4.y DST_GPR(3)
          y: SETGT_UINT       R7.y, 0.5, R1.y VEC_021
          z: MOVA_INT         ____.z, R12.w DST_GPR(1)
          w: MIN_DX10         R1.w, |(0x00000001, 1).w|, PV.w
          .literal 0x39e34624, 0x00000001, 0x00000006, 0x00000001
239 ALU ADDR(1504) COUNT(18) KC0[CB2:48-63] KCACHE_ADDR1(1) BARRIER
     1504 y: CNDGT            R0.y, -1_DBL_M, -R12.z, -R0.w
          z: RNDNE            R8.z, -0.5
          w: MULADD_IEEE      R7.w, R0.z, R8.z, 0.5 VEC_021 PRED_SEL(ZERO)
     1507 y: CEIL             R11.y, R0.y *2
     1508 y: SUB_INT          R7.y, R0.w, R12.y
          z: MULADD_IEEE      R4.z, R6.z, R11.y, R11.y VEC_120
          w: MIN_INT          R11.w, (0xffffffff, -1).x, R11.y VEC_021
          t: MULHI_UINT       R125.w, PV.y, (0x0000000b, 11).y
     1513 x: SETGT_INT        R11.x, PS, R7.y
          y: MULADD_IEEE_M2   R125.y, R4.z, -R11.x, R4.z PRED_SEL(ONE)
          z: MUL_IEEE         R2.z, 1_DBL_L, |1| PRED_SEL(ZERO)
          w: CNDGT            R0.w, R9.x, PS, R7.y
          t: AND_INT          R1.w, (0x0000000e, 14).x, KC0[14].z
          .literal 0x0000000e, 0x0000000e
     1519 x: MOV              ____.x, |0.0| DST_GPR(7)
          w: SETNE_DX10       R1.w, R0.x, 1.0
          t: RECIP_INT        R3.y, R11.w
240 ALU ADDR(1522) COUNT(11) KC0[CB1:80-95] KC1[CB2:0-15] BARRIER
     1522 w: PRED_SETGE_INT   R123.w, R12.w, 1 UPDATE_PRED
          t: NOP              R125.w
     1524 x: MIN              R9.x, KC0[3].w, -R5.x /2
          y: MULADD_D2        R9.y, -1, R13.y, R11.y VEC_120
          z: PRED_SETGT_64    R0.z, |R7.w|, KC1[12].w UPDATE_PRED
          w: PRED_SETGT_64    R11.w, R7.w, R5.z UPDATE_PRED
          t: RNDNE            R127.z, R8.y SCL_122 PRED_SEL(ZERO)
     1529 x: SETE             ____.x, R0.z, R4.x DST_GPR(123)
          y: MULADD_D2        R1.y, R8.x, R0.z, R1.w
          z: RNDNE            ____.z, R4.x *2 VEC_120 DST_GPR(1)
          t: COS              R1.y, KC1[14].z
241 POP ADDR(242) POP_COUNT(1) BARRIER
242 ALU ADDR(1533) COUNT(28) KC0[CB2:0-15] KC1[CB1:0-15] BARRIER
     1533 y: SUB_INT          R124.y, KC0[13].w, KC0[7].y
          z: FRACT            R126.z, -KC1[13].x
          w: ADD              R7.w, R10.z, -R11.w
          t: LOG_CLAMPED      R8.y, R13.y
     1537 x: MOVA_INT         ____.x, R12.y DST_GPR(8)
          y: AND_INT          R126.y, R4.w, R7.w
          z: MIN              R124.z, R7.x, |KC0[12].w|
          t: SQRT_IEEE        R11.y, -R7.w
     1541 y: MIN              ____.y, (0xbe17b126, -0.1481367f).y, R[AR.x+4].w DST_GPR(124)
          z: SETGT_DX10       R2.z, KC1[2].y, KC0[14].x
          w: CNDE             R6.w, 1_DBL_M, R11.y, KC0[7].y PRED_SEL(ZERO)
          t: ASHR_INT         R3.y, R[AR.x+6].z, -1
          .literal 0x54f484a4, 0xbe17b126
     1546 y: ASHR_INT         R1.y, KC0[1].z, R2.z
          z: MAX_UINT         R1.z, R9.x, R124.y PRED_SEL(ZERO)
          w: NOT_INT          ____.w, PS
     1549 x: MULADD_64_M2     R124.x, -R1.z, R1.x, R126.y
          y: MULADD_64_M2     R124.y, -R1.z, R1.x, R126.y
          z: MULADD_64_M2     R124.z, -R1.z, R1.x, R126.y
          w: MULADD_64_M2     R2.w, R10.x, R4.z, R7.x
     1553 x: NOP              R123.x
          w: MULADD_IEEE_D2   R10.w, (0x4f800000, 4.2949673e+09f).x, -KC1[15].z, -PV.z
          .literal 0x4f800000, 0x487b7b90
     1556 x: MULADD_IEEE      R0.x, 1.0, 1.0, R[AR.x+0].w
          y: MULADD_M2        R1.y, KC0[14].y, R[AR.x+12].y, R2.w VEC_120
          w: FRACT            R6.w, -(0x437f8000, 255.5f).x *4
          t: MIN_INT          R10.x, (0xe93e3dc4, -1.4374224e+25f).y, R10.w
243 CALL ADDR(271) CF_CONST(30) COND(BOOL) CALL_COUNT(1) BARRIER
244 ALU ADDR(1561) COUNT(30) KC0[CB0:0-15] KC1[CB0:64-95] BARRIER
     1561 x: MIN_UINT         R10.x, 1.0, R3.w
          z: MAX_UINT         R8.z, KC0[2].y, 1
          w: MUL_IEEE         R124.w, 1_DBL_L, |(0xff7fffff, -3.4028235e+38f).x|
          t: MAX_UINT         R127.x, (0xbcd197f1, -0.025585147f).w, 0.0
          .literal 0xff7fffff, 0x00000002, 0x4611c500, 0xbcd197f1
     1567 x: DOT4             R5.x, -|1_DBL_M|, KC1[28].w
          y: DOT4             R125.y, -PV.x, -1
          z: DOT4             R11.z, R10.x, (0x00000001, 1).w
          w: DOT4             R11.w, (0x00000001, 1).w, R6.z
          t: MAX_DX10         R4.z, KC0[6].y, PV.x
          .literal 0x0ca23e73, 0x39d03504, 0x3c517221, 0x00000001
     1574 x: PRED_SETE_INT    R3.x, 1, R12.y UPDATE_PRED
          y: OR_INT           R4.y, 1_DBL_M, PV.z
          z: SETGE_DX10       R10.z, -(1), -|PV.w|
          w: CNDGE_INT        R5.w, R4.z, KC1[16].y, KC1[14].x PRED_SEL(ONE)
     1578 y: MULADD_IEEE_M2   R8.y, R4.y, KC0[8].y, -R9.w
          z: CEIL             R7.z, 1_DBL_L
          t: OR_INT           R8.y, KC1[3].y, KC0[15].y
     1581 x: NOP              R1.x PRED_SEL(ONE)
          z: MOVA_INT         ____.z, R0.x DST_GPR(4)
     1583 x: SETE             R11.x, KC1[4].z, R8.y
          z: CNDGE_INT        R1.z, R7.z, R11.y, R2.y VEC_120
          w: XOR_INT          ____.w, 1_DBL_L, R12.x DST_GPR(5)
     1586 z: SETE_INT         R9.z, R1.w, R0.y PRED_SEL(ONE)
          w: MOV              R5.w, 1_DBL_M
          t: SETGE_DX10       R127.z, PV.x, (0x0d82584b, 8.033124e-31f).w
          .literal 0xb96f46ea, 0xb58e2144, 0xb727515f, 0x0d82584b
245 PUSH ADDR(258) BARRIER
246 ALU ADDR(1591) COUNT(1) BARRIER
     1591 x: MOV              R13.x, 0.0
247 LOOP_START_DX10 ADDR(258) POP_COUNT(1) CF_CONST(3) BARRIER
248 ALU_BREAK ADDR(1592) COUNT(3) BARRIER
     1592 x: ADD_INT          R13.x, R13.x, 1
     1593 x: PRED_SETGE_INT   ____.x, (0x00000002, 2).x, R13.x UPDATE_EXEC DST_GPR(13)
249 PUSH ADDR(255) BARRIER
250 LOOP_START ADDR(255) POP_COUNT(1) CF_CONST(4) COND(BOOL) BARRIER
251 CALL ADDR(271) CF_CONST(4) COND(BOOL) CALL_COUNT(29) BARRIER
252 ALU ADDR(1595) COUNT(9) KC0[CB0:AL+48] KC1[CB0:32-63] BARRIER
     1595 y: MIN_INT          R8.y, R5.w, R13.x
          w: AND_INT          R10.w, R12.z, R6.z PRED_SEL(ZERO)
     1597 y: LSHL_INT         R3.y, R10.w, R12.x
          z: SETGT            R4.z, R10.w, R1.y
          t: LSHL_INT         R125.y, R9.z, R6.y SCL_122
     1600 y: MAX_DX10         R8.y, KC0[AL+1].y, R[AL+4].x
          z: ADD_INT          R125.z, 1.0, R1.y
          w: MOVA_INT         ____.w, R12.w INDEX_MODE(LOOP) DST_GPR(8)
          t: MAX_UINT         R0.w, R3.y, R1.x SCL_221
253 LOOP_END ADDR(251) CF_CONST(4) COND(BOOL) BARRIER
254 POP ADDR(255) POP_COUNT(1) BARRIER
255 ALU ADDR(1604) COUNT(9) KC1[CB0:48-79] KCACHE_ADDR0(3) BARRIER
     1604 x: MOVA_INT         ____.x, R12.x
          y: ADD_INT          ____.y, R5.z, KC1[2].y DST_GPR(126)
          z: NOP              R2.z PRED_SEL(ONE)
          w: MULADD_M2        R7.w, R7.w, R13.y, R13.x
     1608 y: MAX              R1.y, -R[AR.w+5].w, |R7.w|
     1609 x: XOR_INT          R11.x, R10.z, 0_5_DBL_M
          y: MIN_UINT         R4.y, KC1[5].z, R1.w
          z: AND_INT          R123.z, KC1[1].x, R1.y
          t: NOT_INT          R3.y, R1.x
256 LOOP_END ADDR(248) CF_CONST(3) COND(NOT_BOOL) BARRIER
257 POP ADDR(258) POP_COUNT(1) BARRIER
258 PUSH_ELSE ADDR(266) CF_CONST(9) COND(NOT_BOOL) BARRIER
259 ALU ADDR(1613) COUNT(1) BARRIER
     1613 x: MOV              R13.x, 0.0
260 LOOP_START_DX10 ADDR(265) BARRIER
261 ALU_BREAK ADDR(1614) COUNT(3) BARRIER
     1614 x: ADD_INT          R13.x, R13.x, 1
     1615 x: PRED_SETGE_INT   ____.x, (0x00000003, 3).x, R13.x UPDATE_EXEC DST_GPR(13)
262 VTX ADDR(1618) COUNT(1) BARRIER
          FETCH            R4.__y_, R11.y, fc171 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(4) USE_CONST_FIELDS DATA_FORMAT(FMT_2_10_10_10) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO) OFFSET(16) ENDIAN_SWAP(ENDIAN_8IN32) MEGA_FETCH
263 ALU_BREAK ADDR(1620) COUNT(9) KCACHE_BANK0(2) KCACHE_ADDR0(4) BARRIER
     1620 y: MAX              R3.y, -R5.z, -R7.y
          z: MOV              ____.z, -|R4.x| DST_GPR(8)
          w: PRED_SETNE_INT   R126.w, R12.y, 1 UPDATE_EXEC
          t: MAX              R10.z, R7.y, 0.0
     1624 x: MULADD_IEEE_D2   R2.x, R3.y, R10.w, -(0x00000004, 4).y PRED_SEL(ZERO)
          y: SETNE            R9.y, R6.w, (0x00000004, 4).y
          z: SETNE_DX10       R8.z, R4.x, -R3.y
          w: SETGT_UINT       R3.w, PV.z, R3.y
          .literal 0x0000000a, 0x00000004
264 LOOP_END ADDR(261) COND(NOT_BOOL) BARRIER
265 ALU ADDR(1629) COUNT(16) KC1[CB0:64-79] KCACHE_BANK0(1) KCACHE_ADDR0(2) BARRIER
     1629 x: NOT_INT          ____.x, R8.w DST_GPR(6)
          y: MULADD_IEEE_M4   R2.y, R8.x, (0xc8b65100, -373384.0f).w, R5.w
          z: SETGT            R8.z, R9.w, R5.z VEC_120
          w: SETGE            R0.w, R5.z, 0_5_DBL_M
          .literal 0xfff1b11e, 0xc05f101a, 0x00000006, 0xc8b65100
     1635 y: MAX              ____.y, (0x0000000a, 10).x, |KC1[14].z| PRED_SEL(ZERO) DST_GPR(1)
          w: ADD              R6.w, |R0.y|, R8.x
          .literal 0x0000000a, 0x1f576f9b
     1638 x: NOT_INT          R2.x, R6.w
          y: PRED_SETE_INT    R10.y, R12.x, 1 UPDATE_PRED
          z: MIN_INT          R6.z, 1, R6.z
          w: CNDE_INT         R125.w, R9.y, 1, KC1[12].y PRED_SEL(ONE)
     1642 x: MIN_UINT         R126.x, R11.z, R10.y
          y: MULADD_IEEE_D2   R8.y, R6.z, -R11.z, R9.y VEC_120
          t: MULHI_INT        R11.z, PV.y, R10.y
266 POP ADDR(267) POP_COUNT(1) BARRIER
267 ALU ADDR(1645) COUNT(6) KC0[CB1:64-95] KC1[CB0:16-31] BARRIER
     1645 x: LDEXP_64         R9.x, R3.y, (0x80000000, -0.0f).y /2
          y: LDEXP_64         R9.y, (0xffefffff, -1048577).x, (0x80000000, -0.0f).y /2
          z: PRED_SETGT_64    ____.z, |R1.y|, |R1.y| VEC_120 PRED_SEL(ONE) UPDATE_PRED DST_GPR(124)
          w: PRED_SETGT_64    R9.w, R9.z, R9.z PRED_SEL(ONE) UPDATE_PRED
          t: OR_INT           R8.z, R8.w, KC1[8].w
268 EXPORT PARAM0, R12.yxyy ELEM_SIZE(3) BARRIER
269 CALL ADDR(271) CF_CONST(8) COND(FALSE) CALL_COUNT(1) BARRIER
270 EXPORT_DONE PARAM0, R0.xyzw ELEM_SIZE(3) EOP VPM BARRIER
271 ALU ADDR(1651) COUNT(16) KC0[CB0:64-95] KC1[CB0:80-95] WQM BARRIER
     1651 y: RNDNE            R2.y, KC0[25].w
     1652 y: PRED_SETNE_PUSH_INT R7.y, R12.x, 1 UPDATE_PRED
          z: MULADD_IEEE      R0.z, PV.y, R0.w, R7.z
     1654 x: MULADD_64_M2     R0.x, (0x00000000, 0.0f).y, -(0xbff00000, -1.875f).x, R0.y CLAMP
          y: MULADD_64_M2     R0.y, (0x00000000, 0.0f).y, -(0xbff00000, -1.875f).x, R0.y CLAMP
          z: MULADD_64_M2     R0.z, (0x00000000, 0.0f).y, -(0xbff00000, -1.875f).x, R0.y
          w: MULADD_64_M2     R4.w, (0x00000000, 0.0f).z, (0x10000000, 2.524355e-29f).w, R10.w
     1660 x: CNDE_INT         R0.x, PV.z, 1.0, R2.z
          z: AND_INT          R5.z, R13.z, KC1[8].x
          t: MULADD           R10.x, PV.w, PV.x, R4.w
     1663 y: CNDE             R11.y, 0_5_DBL_M, (0xb907bcbe, -0.00012944915f).z, R1.w
          w: SUB_INT          R7.w, R4.y, R4.w PRED_SEL(ONE)
          .literal 0xc8f9c949, 0xfffcb1b9, 0xb907bcbe, 0xfffffeff
272 RETURN BARRIER
273 PUSH ADDR(281) BARRIER
274 PUSH ADDR(281) POP_COUNT(1) BARRIER
275 ALU_PUSH_BEFORE ADDR(1667) COUNT(14) KC0[CB0:80-111] KC1[CB2:80-111] BARRIER
     1667 y: NOP              R5.y
          w: XOR_INT          R5.w, (0x00000000, 0.0f).z, R6.w
          t: LOG_IEEE         ____.x, -|1.0| DST_GPR(11)
          .literal 0x437f8000, 0x470fe94f, 0x00000000, 0x40200000
     1672 x: MULADD_D2        R9.x, KC1[23].y, R0.y, R9.z
          y: SETNE_DX10       R127.y, -R9.w, |R9.z|
          z: SETGT_UINT       ____.z, R12.x, R0.z VEC_102 DST_GPR(9)
          t: MOVA_GPR_INT     ____.x, R12.w DST_GPR(10)
     1676 x: MOVA_INT         ____.x, R12.y DST_GPR(4)
          w: MAX_DX10         R4.w, -KC1[26].y, KC1[28].x CLAMP
          t: ASHR_INT         R9.x, KC1[14].w, (0xfffffffa, -6).w PRED_SEL(ONE)
          .literal 0x44f7abd1, 0x043566b6, 0x00000002, 0xfffffffa
276 PUSH ADDR(281) POP_COUNT(3) BARRIER
277 LOOP_START_NO_AL ADDR(280) CF_CONST(31) BARRIER
278 ALU ADDR(1681) COUNT(14) KC0[CB0:80-111] KC1[CB2:80-111] BARRIER
     1681 y: NOP              R5.y
          w: XOR_INT          R5.w, (0x00000000, 0.0f).z, R6.w
          t: LOG_IEEE         ____.x, -|1.0| DST_GPR(11)
          .literal 0x437f8000, 0x470fe94f, 0x00000000, 0x40200000
     1686 x: MULADD_D2        R9.x, KC1[23].y, R0.y, R9.z
          y: SETNE_DX10       R127.y, -R9.w, |R9.z|
          z: SETGT_UINT       ____.z, R12.x, R0.z VEC_102 DST_GPR(9)
          t: MOVA_GPR_INT     ____.x, R12.w DST_GPR(10)
     1690 x: MOVA_INT         ____.x, R12.y DST_GPR(4)
          w: MAX_DX10         R4.w, -KC1[26].y, KC1[28].x CLAMP
          t: ASHR_INT         R9.x, KC1[14].w, (0xfffffffa, -6).w PRED_SEL(ONE)
          .literal 0x44f7abd1, 0x043566b6, 0x00000002, 0xfffffffa
279 LOOP_END ADDR(278) CF_CONST(31) BARRIER
280 POP ADDR(280) POP_COUNT(4) BARRIER
281 RETURN BARRIER
282 ALU ADDR(1695) COUNT(15) KC0[CB2:16-47] KC1[CB1:32-47] BARRIER
     1695 x: MULADD_IEEE_M2   R4.x, R10.z, R4.z, KC1[15].w PRED_SEL(ONE)
          z: MUL_IEEE         R11.z, -R1.y, R0.w
     1697 y: MULADD_IEEE_D2   R11.y, R11.z, 0_5_DBL_M, -KC0[26].z
          z: NOP              R3.z
          t: SIN              R9.x, |R4.y|
     1700 x: SETNE            R8.x, R4.z, R9.x
          y: CNDGE            R7.y, R0.w, -1, R9.z
          z: SETGE            R127.z, |R2.z|, R11.y VEC_120
          w: MAX_UINT         R1.w, R1.y, KC1[7].x
          t: MULLO_INT        R7.y, R9.x, KC0[4].x PRED_SEL(ONE)
     1705 z: XOR_INT          R123.z, KC1[6].y, R9.w
     1706 x: MULADD_D2        R6.x, R10.y, R1.z, R5.w
          z: TRUNC            R4.z, |KC1[1].x|
          w: ASHR_INT         R1.w, R5.w, R7.x
          t: RECIPSQRT_IEEE   R10.y, R11.y
283 RETURN BARRIER
