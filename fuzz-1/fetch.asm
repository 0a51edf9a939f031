00 PUSH ADDR(3) CF_CONST(12) COND(BOOL) BARRIER
01 ALU ADDR(4) COUNT(21) KC0[CB0:0-15] KC1[CB1:64-79] BARRIER
        4 x: SETGT_DX10       R0.x, |R12.z|, |0_5_DBL_L|
          y: CNDGT_INT        R9.y, (0xdf15e33b, -1.0800541e+19f).y, KC0[12].w, R0.w PRED_SEL(ONE)
          z: PRED_SETLT_PUSH_INT R11.z, R12.w, 1 UPDATE_PRED
          .literal 0x00002824, 0xdf15e33b
        8 x: PRED_SETGE_UINT  R6.x, 1, R12.y UPDATE_PRED
          y: MULADD_IEEE_M2   R6.y, R9.y, R1.x, -R9.y
          z: SETGE_DX10       R0.z, |0_5_DBL_L|, R0.x VEC_021
          w: LSHL_INT         R6.w, R0.x, R11.x VEC_201
          t: MAX_DX10         R1.x, R9.y, |R3.w| PRED_SEL(ONE)
       13 x: MOV              R5.x, R6.x *4 PRED_SEL(ONE)
          y: NOP              R9.y
       15 y: AND_INT          R126.y, R0.x, R11.y
          z: LSHR_INT         R0.z, KC1[7].x, R5.x
          w: LSHR_INT         R9.w, R2.w, 0_5_DBL_M
       18 x: ADD_INT          R1.x, R2.y, R13.x
          y: MIN_UINT         R10.y, R0.z, R12.w PRED_SEL(ZERO)
          z: MULADD_M4        R123.z, PV.z, R9.w, R5.w VEC_120
          t: CNDGE_INT        R0.y, PV.z, 0_5_DBL_M, KC0[2].z
       22 y: MAX_INT          R5.y, R10.y, PV.z PRED_SEL(ONE)
          z: MOVA_INT         ____.z, R12.x DST_GPR(5)
          t: FLOOR            R7.y, R1.x
02 POP ADDR(3) POP_COUNT(1) BARRIER
03 RETURN BARRIER
.size 52
