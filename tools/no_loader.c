/* no_loader.c - in the place of what loads shared objects (--wrap), for the command that is linked statically: it
 * cannot (hand_over.h), and the C library's would only do so beside the very same C library. */
#include <stddef.h>

void *__wrap_dlopen(const char *file, int mode);
void *__wrap_dlsym(void *handle, const char *name);
int   __wrap_dlclose(void *handle);
char *__wrap_dlerror(void);

void *__wrap_dlopen(const char *file, int mode)
{
    (void)file, (void)mode;
    return NULL;
}

void *__wrap_dlsym(void *handle, const char *name)
{
    (void)handle, (void)name;
    return NULL;
}

int __wrap_dlclose(void *handle)
{
    (void)handle;
    return -1;
}

char *__wrap_dlerror(void)
{
    static char why[] = "Verilog blocks are loaded by wekiva-blocks, which is not beside wekiva";
    return why;
}
