/* document.h - writes a generated document, or in check mode compares it with the file that is there.
 *
 * Usage of a generator: PROGRAM [--check] FOLDER-OR-FILE.  Included by one .c file of a program. */
#ifndef TB_DOCS_DOCUMENT_H
#define TB_DOCS_DOCUMENT_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct document {
    const char *path;
    FILE       *file; /* print the document here */
    char       *text;
    size_t      length;
};

static inline bool document_open(struct document *document, const char *path)
{
    document->path = path;
    document->file = open_memstream(&document->text, &document->length);
    return document->file != NULL;
}

static inline bool document_same(const struct document *document)
{
    FILE  *file = fopen(document->path, "rb");
    bool   same = file != NULL;
    size_t at = 0;
    for (int c; same && (c = getc(file)) != EOF; at++)
        same = at < document->length && (unsigned char)document->text[at] == c;
    if (file)
        fclose(file);
    return same && at == document->length;
}

/* Code in a cell of a table, which a bar would end. */
__attribute__((unused)) static void print_code(FILE *out, const char *text)
{
    putc('`', out);
    for (; *text; text++) {
        if (*text == '|')
            putc('\\', out);
        putc(*text, out);
    }
    putc('`', out);
}

/* Writes the document, or says that it is stale; false when that fails or is so. */
static inline bool document_close(struct document *document, bool check)
{
    bool good = fclose(document->file) == 0;
    if (good && check) {
        good = document_same(document);
        if (!good)
            fprintf(stderr, "%s is stale: make docs\n", document->path);
    } else if (good) {
        FILE *file = fopen(document->path, "wb");
        good = file && fwrite(document->text, 1, document->length, file) == document->length;
        good = file && fclose(file) == 0 && good;
        if (!good)
            fprintf(stderr, "%s: %s\n", document->path, strerror(errno));
    }
    free(document->text);
    return good;
}

/* `--check` and the place; false: wrong usage, said. */
static inline bool document_arguments(int argc, char **argv, bool *check, const char **place)
{
    *check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if (argc != 2 + *check || argv[argc - 1][0] == '-') {
        fprintf(stderr, "usage: %s [--check] PLACE\n", argv[0]);
        return false;
    }
    *place = argv[argc - 1];
    return true;
}

#endif
