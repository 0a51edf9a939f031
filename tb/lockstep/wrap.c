#include "tb/lockstep/wrap.h"

unsigned wrap_bytes(unsigned width)
{
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : width <= 64 ? 8 : (width + 31) / 32 * 4;
}

/* $stop, $fatal and $finish must not end the process: they are remembered.  A block that never settles is fatal to
 * Verilator, which expects not to come back.
 *
 * Registers and memories start with random bits, the same every time, and so do the Xs of the sources: with zeros a
 * block without a reset, or one that uses an X, would look right. */
static const char head[] =
    "#include <cstdlib>\n"
    "#include <cstring>\n"
    "#include <new>\n"
    "#include <string>\n"
    "#include \"V%s.h\"\n"
    "\n"
    "static std::string stopped;\n"
    "struct halt {};\n"
    "void vl_finish(const char *, int, const char *) VL_MT_UNSAFE {}\n"
    "void vl_stop(const char *file, int line, const char *) VL_MT_UNSAFE\n"
    "{\n"
    "    stopped = std::string(file) + \":\" + std::to_string(line) + \": $stop\";\n"
    "}\n"
    "void vl_fatal(const char *file, int line, const char *, const char *text) VL_MT_UNSAFE\n"
    "{\n"
    "    stopped = std::string(file) + \":\" + std::to_string(line) + \": \" + text;\n"
    "    throw halt();\n"
    "}\n"
    "\n"
    "struct random_context : VerilatedContext {\n"
    "    random_context()\n"
    "    {\n"
    "        randReset(VM_COVERAGE ? 0 : 2); // or the start would count as toggling\n"
    "        randSeed(1);\n"
    "    }\n"
    "};\n"
    "struct block {\n"
    "    random_context context;\n"
    "    V%s top;\n"
    "    block() : top(&context) {}\n"
    "};\n"
    "\n"
    "extern \"C\" void *wekiva_create(void)\n"
    "{\n"
    "    return new (std::nothrow) block;\n"
    "}\n"
    "extern \"C\" void wekiva_destroy(void *b)\n"
    "{\n"
    "    static_cast<block *>(b)->top.final();\n"
    "#if VM_COVERAGE\n"
    "    static_cast<block *>(b)->context.coveragep()->write(std::getenv(\"WEKIVA_COVERAGE\"));\n"
    "#endif\n"
    "    delete static_cast<block *>(b);\n"
    "}\n"
    "extern \"C\" void wekiva_eval(void *b)\n"
    "{\n"
    "    try {\n"
    "        static_cast<block *>(b)->top.eval();\n"
    "    } catch (const halt &) {\n"
    "    }\n"
    "}\n"
    "extern \"C\" const char *wekiva_stopped(void)\n"
    "{\n"
    "    return stopped.empty() ? nullptr : stopped.c_str();\n"
    "}\n"
    "extern \"C\" void *wekiva_port(void *b, const char *name)\n"
    "{\n"
    "    auto &top = static_cast<block *>(b)->top;\n";

void wrap_write(FILE *out, const char *top, const struct found_table *found, char *const *sources, unsigned count)
{
    fprintf(out, head, top, top);
    for (unsigned i = 0; i < found->count; i++)
        if (found->port[i].width)
            fprintf(out,
                    "    static_assert(sizeof top.%s == %u, \"Verilator's type of the port\");\n"
                    "    if (std::strcmp(name, \"%s\") == 0)\n"
                    "        return &top.%s;\n",
                    found->port[i].name, wrap_bytes(found->port[i].width), found->port[i].name, found->port[i].name);
    fprintf(out, "    return nullptr;\n}\n\n");
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "#include \"%s\"\n", sources[i]);
}
