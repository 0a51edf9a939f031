/* alu_host_float.h - floats that the host computes as they are: with denormals as zeros, before and after (MXCSR), a
 * sum or a product of ordinary numbers is that of alu_number.h.
 *
 * A NaN is another one there, so its callers look for them.  And a product that rounds up to the smallest normal
 * number stays (alu_number.h), but this host makes a zero of it; it says underflow then. */
#ifndef PIPELINE_ALU_HOST_FLOAT_H
#define PIPELINE_ALU_HOST_FLOAT_H

#include <stdbool.h>

#if defined(__SSE2__) && !defined(WEKIVA_PORTABLE)
#define HOST_FLOAT 1
#include <xmmintrin.h>

/* What is computed in between stands in functions that are not inline: no compiler moves them over a change of modes.
 */
#ifdef LANE_LOOPS_HAVE_CLONES
#define HOST_FLOAT_KERNEL LANE_LOOPS
#else
#define HOST_FLOAT_KERNEL __attribute__((noinline))
#endif

enum { HOST_UNDERFLOW = 0x10, HOST_FLAGS = 0x3f, HOST_DENORMALS_ARE_ZEROS = 0x40, HOST_FLUSH_TO_ZERO = 0x8000 };

/* Returns the modes as they were. */
static inline unsigned host_float_begin(void)
{
    const unsigned mode = _mm_getcsr();
    _mm_setcsr((mode & ~(unsigned)HOST_FLAGS) | HOST_DENORMALS_ARE_ZEROS | HOST_FLUSH_TO_ZERO);
    return mode;
}

/* Sets them again.  True when nothing has been too small. */
static inline bool host_float_end(unsigned mode)
{
    const bool fits = !(_mm_getcsr() & HOST_UNDERFLOW);
    _mm_setcsr(mode);
    return fits;
}
#else
#define HOST_FLOAT 0
#endif

#endif
