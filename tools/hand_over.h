/* hand_over.h - Verilog blocks are shared objects, which a program linked statically cannot load.  `wekiva` is, so that
 * a short run does not wait for libraries; wekiva-blocks beside it is the same command with them. */
#ifndef TOOLS_HAND_OVER_H
#define TOOLS_HAND_OVER_H

/* To be called before anything is read or written: goes on as wekiva-blocks, with a command's words.  Returns when
 * blocks can be loaded here, or nowhere: then loading says so. */
void hand_over(int argc, char **argv);

#endif
