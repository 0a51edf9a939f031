/* pages.h - memory of zeros for what is as large as a machine.  Where the system has large pages, that of a machine
 * with one SIMD is one: a short run touches every part of it once, and a large page costs as much as fifty small ones.
 */
#ifndef KIT_PAGES_H
#define KIT_PAGES_H

#include <stddef.h>

/* NULL: not enough memory. */
void *pages_take(size_t bytes);
void  pages_give(void *memory, size_t bytes);

#endif
