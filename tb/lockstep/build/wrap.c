#include "tb/lockstep/build/wrap.h"

unsigned wrap_bytes(unsigned width)
{
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : width <= 64 ? 8 : (width + 31) / 32 * 4;
}

/* $stop, $fatal and $finish must not end the process: they are remembered.  $error, $fatal and an assertion print their
 * message and then stop; the first one counts.  A block that never settles is fatal to Verilator, which expects not to
 * come back.
 *
 * Registers and memories start with random bits, the same every time, and so do the Xs of the sources: with zeros a
 * block without a reset, or one that uses an X, would look right. */
static const char head[] =
    "#include <cstdarg>\n"
    "#include <cstdio>\n"
    "#include <cstdlib>\n"
    "#include <cstring>\n"
    "#include <new>\n"
    "#include <string>\n"
    "#include \"V%s.h\"\n"
    "\n"
    "static std::string stopped, warned, folder;\n"
    "static std::string message, line; // the last error that the block printed, and what is no whole line yet\n"
    "static bool        failed;\n"
    "struct halt {};\n"
    "static void print_lines(size_t size)\n"
    "{\n"
    "    std::fwrite(line.data(), 1, size, stderr);\n"
    "    line.erase(0, size);\n"
    "}\n"
    "int wekiva_print(const char *format, ...)\n"
    "{\n"
    "    va_list arguments;\n"
    "    char   *text = nullptr;\n"
    "    va_start(arguments, format);\n"
    "    const int length = vasprintf(&text, format, arguments);\n"
    "    va_end(arguments);\n"
    "    const char *error = length < 0 ? nullptr : std::strstr(text, \"%%Error: \");\n"
    "    if (error)\n"
    "        message = error;\n"
    "    else if (length >= 0)\n"
    "        print_lines((line += text).rfind('\\n') + 1);\n"
    "    std::free(text);\n"
    "    return length;\n"
    "}\n"
    "static void stop_at(const char *file, int line, const char *what)\n"
    "{\n"
    "    if (stopped.empty())\n"
    "        stopped = std::string(file) + \":\" + std::to_string(line) + \": \" + what;\n"
    "}\n"
    "void vl_finish(const char *, int, const char *) VL_MT_UNSAFE {}\n"
    "void vl_stop(const char *file, int line, const char *) VL_MT_UNSAFE\n"
    "{\n"
    "    const std::string place = \":\" + std::to_string(line) + \": \";\n"
    "    const size_t      at = message.find(place);\n"
    "    for (char &c : message)\n"
    "        c = c == '\\n' ? ' ' : c;\n"
    "    message.erase(message.find_last_not_of(' ') + 1);\n"
    "    failed = failed || stopped.empty();\n"
    "    stop_at(file, line, at == std::string::npos ? \"$stop\" : message.c_str() + at + place.size());\n"
    "    message.clear();\n"
    "}\n"
    "void vl_warn(const char *file, int line, const char *, const char *text) VL_MT_UNSAFE\n"
    "{\n"
    "    if (!std::strstr(text, \"file not found\"))\n"
    "        warned += std::string(file) + \":\" + std::to_string(line) + \": \" + text + \"\\n\";\n"
    "    else if (stopped.empty())\n"
    "        stopped = std::string(file) + \": $readmem finds no such file, expected it in \" + folder;\n"
    "}\n"
    "std::FILE *wekiva_open(const char *path, const char *mode)\n"
    "{\n"
    "    const std::string there = folder + \"/\" + path;\n"
    "    std::FILE *file = *mode == 'r' && *path != '/' ? std::fopen(there.c_str(), mode) : nullptr;\n"
    "    return file ? file : std::fopen(path, mode);\n"
    "}\n"
    "void vl_fatal(const char *file, int line, const char *, const char *text) VL_MT_UNSAFE\n"
    "{\n"
    "    stop_at(file, line, text);\n"
    "    throw halt();\n"
    "}\n"
    "\n"
    "struct random_context : VerilatedContext {\n"
    "    random_context()\n"
    "    {\n"
    "        randReset(2);\n"
    "        randSeed(1);\n"
    "    }\n"
    "};\n"
    "struct block {\n"
    "    random_context context;\n"
    "    V%s top;\n"
    "    bool ended = false;\n"
    "    block() : top(&context) {}\n"
    "};\n"
    "\n"
    "extern \"C\" void *wekiva_create(const char *sources)\n"
    "{\n"
    "    folder = sources;\n"
    "    return new (std::nothrow) block;\n"
    "}\n"
    "extern \"C\" void wekiva_final(void *b)\n"
    "{\n"
    "    if (!static_cast<block *>(b)->ended)\n"
    "        static_cast<block *>(b)->top.final();\n"
    "    if (!line.empty())\n"
    "        print_lines((line += '\\n').size());\n"
    "    static_cast<block *>(b)->ended = true;\n"
    "}\n"
    "extern \"C\" void wekiva_destroy(void *b)\n"
    "{\n"
    "    wekiva_final(b);\n"
    "    delete static_cast<block *>(b);\n"
    "}\n"
    "extern \"C\" void wekiva_assert(void *b, int on)\n"
    "{\n"
    "    static_cast<block *>(b)->context.assertOn(on);\n"
    "}\n"
    "extern \"C\" void wekiva_coverage(void *b, const char *file)\n"
    "{\n"
    "#if VM_COVERAGE\n"
    "    try {\n"
    "        if (file)\n"
    "            static_cast<block *>(b)->context.coveragep()->write(file);\n"
    "        else\n"
    "            static_cast<block *>(b)->context.coveragep()->zero();\n"
    "    } catch (const halt &) {\n"
    "    }\n"
    "#endif\n"
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
    "extern \"C\" int wekiva_failed(void)\n"
    "{\n"
    "    return failed;\n"
    "}\n"
    "extern \"C\" const char *wekiva_warned(void)\n"
    "{\n"
    "    return warned.c_str();\n"
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
                    found->port[i].symbol, wrap_bytes(found->port[i].width), found->port[i].symbol,
                    found->port[i].symbol);
    fprintf(out, "    return nullptr;\n}\n\n");
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "#include \"%s\"\n", sources[i]);
}

/* Its fopen is for $readmem and $fopen. */
void wrap_write_runtime(FILE *out, const char *part)
{
    fprintf(out,
            "#include <cstdio>\n"
            "int wekiva_print(const char *format, ...);\n"
            "std::FILE *wekiva_open(const char *path, const char *mode);\n"
            "namespace std {\n"
            "using ::wekiva_open;\n"
            "}\n"
            "#define VL_PRINTF wekiva_print\n"
            "#define fopen wekiva_open\n"
            "#include \"%s.cpp\"\n",
            part);
}
