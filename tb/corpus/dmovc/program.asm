; Two doubles a thread: out = a < b ? b : -a, and the condition again by the bits of R0.
; R0: words whose bits are conditions, R1: a (x y, z w), R2: b.
.stage ps
        ALU BARRIER
          dlt    R3.xy, R1, R2                  ; all ones where it holds, for each double
          dmovc  R4.xyzw, R3.xyzw, R2, -R1
          dmovc  R5.xyzw, R0.wzyx, R1.zwxy, R2_abs.xyxy
        EXPORT      PIX0, R4.xyzw BARRIER
        EXPORT_DONE PIX1, R5.xyzw EOP BARRIER
