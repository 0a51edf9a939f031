#define _XOPEN_SOURCE 700 /* realpath */
#include "tb/lockstep/build/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/hash.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/build/tree_words.h"

enum { DEPTH_MAX = 8, FOLDERS_MAX = 1000 };

/* ---- lists ------------------------------------------------------------------------------------------------------ */

bool text_list_add(struct text_list *list, const char *text)
{
    if (list->count + 1 >= list->room) { /* NULL last */
        const unsigned room = 2 * list->room + 16;
        char         **more = realloc(list->text, room * sizeof *more);
        if (!more)
            return false;
        list->text = more;
        list->room = room;
    }
    char *const copy = malloc(strlen(text) + 1);
    if (!copy)
        return false;
    list->text[list->count++] = strcpy(copy, text);
    list->text[list->count] = NULL;
    return true;
}

void text_list_free(struct text_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        free(list->text[i]);
    free(list->text);
    *list = (struct text_list){.count = 0};
}

static bool add(struct text_list *list, const char *text, struct diag *diag)
{
    return text_list_add(list, text) || diag_set(diag, NULL, 0, "not enough memory");
}

static uint64_t key_of(uint64_t key, const struct text_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        key = hash_text(key, list->text[i]);
    return hash_text(key, ";");
}

/* ---- names ------------------------------------------------------------------------------------------------------ */

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name), ending = strlen(end);
    return length > ending && strcmp(name + length - ending, end) == 0;
}

static bool is_verilog(const char *name)
{
    return ends_in(name, ".sv") || ends_in(name, ".v");
}

static bool is_package(const char *name)
{
    return ends_in(name, "_pkg.sv");
}

static bool is_shown(const char *name)
{
    return name[0] != '.';
}

/* ---- folders ---------------------------------------------------------------------------------------------------- */

/* Each folder below one, depth first; links are not followed, and names that begin with a dot are left out. */
static bool add_folders(struct tree *tree, const char *folder, unsigned depth, struct diag *diag)
{
    unsigned count;
    char   **names = folder_names(folder, is_shown, &count);
    bool     good = names || diag_set(diag, folder, 0, "cannot read the folder: %s", strerror(errno));
    for (unsigned i = 0; good && i < count; i++) {
        char        path[TREE_PATH];
        struct stat status;
        if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= sizeof path || lstat(path, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode) && tree->folders.count < FOLDERS_MAX && depth < DEPTH_MAX)
            good = add(&tree->folders, path, diag) && add_folders(tree, path, depth + 1, diag);
    }
    free(names);
    return good;
}

static bool ambiguous(const char *a, const char *b, struct diag *diag)
{
    return diag_set(diag, a, 0, "%.400s is there, too: expected one of them, or name it in --rtl-args", b);
}

/* The file NAME.sv or NAME.v of the folders: that of the first of them, else the only one; "" when there is none. */
static bool find_module(const struct tree *tree, const char *module, char *path, struct diag *diag)
{
    static const char *const ends[] = {"sv", "v"};
    *path = '\0';
    for (unsigned i = 0; i < tree->folders.count; i++)
        for (unsigned e = 0; e < 2; e++) {
            char at[TREE_PATH + 256];
            snprintf(at, sizeof at, "%s/%.200s.%s", tree->folders.text[i], module, ends[e]);
            if (!is_file(at) || strlen(at) >= TREE_PATH)
                continue;
            if (*path)
                return ambiguous(path, at, diag);
            snprintf(path, TREE_PATH, "%.*s", TREE_PATH - 1, at);
            if (i == 0)
                return true;
            break;
        }
    return true;
}

/* ---- packages --------------------------------------------------------------------------------------------------- */

/* Whether one file names the package of another, by the other's name. */
static bool names_package(const char *path, const char *package)
{
    char *const text = file_text(path, NULL);
    char        name[256];
    snprintf(name, sizeof name, "%.*s", (int)(strlen(name_in(package)) - strlen(".sv")), name_in(package));
    const bool found = text && strstr(text, name);
    free(text);
    return found;
}

/* Whether number `i` names another one from `first` on. */
static bool names_one_from(const struct text_list *packages, unsigned i, unsigned first)
{
    for (unsigned k = first; k < packages->count; k++)
        if (k != i && names_package(packages->text[i], packages->text[k]))
            return true;
    return false;
}

/* In an order in which each comes behind those that it names. */
static void order_packages(struct text_list *packages)
{
    for (unsigned done = 0; done + 1 < packages->count; done++) {
        unsigned pick = done;
        while (pick < packages->count && names_one_from(packages, pick, done))
            pick++;
        if (pick == packages->count)
            continue; /* in a circle, which Verilator refuses */
        char *const text = packages->text[pick];
        memmove(&packages->text[done + 1], &packages->text[done], (pick - done) * sizeof text);
        packages->text[done] = text;
    }
}

/* Whether `path` is the file `name` of the folder. */
static bool is_in(const char *path, const char *folder, const char *name)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/' && strcmp(path + length + 1, name) == 0;
}

static bool add_packages(struct tree *tree, struct diag *diag)
{
    bool good = true;
    for (unsigned f = 0; good && f < tree->folders.count; f++) {
        unsigned count;
        char   **names = folder_names(tree->folders.text[f], is_package, &count);
        good = names || diag_set(diag, tree->folders.text[f], 0, "cannot read the folder: %s", strerror(errno));
        for (unsigned i = 0; good && i < count; i++) {
            char path[TREE_PATH], other[TREE_PATH];
            snprintf(other, sizeof other, "%.*s", (int)(strlen(names[i]) - strlen(".sv")), names[i]);
            good = find_module(tree, other, path, diag);
            if (good && is_in(path, tree->folders.text[f], names[i]))
                good = add(&tree->files, path, diag);
        }
        free(names);
    }
    order_packages(&tree->files);
    return good;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

/* The folder of the source, and its file or file list behind it. */
static bool find_folder(struct tree *tree, const char *rtl, char *file, struct diag *diag)
{
    struct stat status;
    char *const absolute = realpath(rtl, NULL);
    if (!absolute || stat(absolute, &status) != 0)
        return diag_set(diag, rtl, 0, "%s", strerror(errno));
    snprintf(file, TREE_PATH, "%s", S_ISDIR(status.st_mode) ? "" : absolute);
    snprintf(tree->folder, sizeof tree->folder, "%s", absolute);
    snprintf(tree->shown, sizeof tree->shown, "%s", rtl);
    free(absolute);
    if (!*file)
        return true;
    if (!is_verilog(file) && !ends_in(file, ".f"))
        return diag_set(diag, rtl, 0, "expected a folder, a file .sv or .v, or a file list .f");
    *strrchr(tree->folder, '/') = '\0';
    char *const slash = strrchr(tree->shown, '/');
    if (slash && slash != tree->shown)
        *slash = '\0';
    else
        snprintf(tree->shown, sizeof tree->shown, "%s", slash ? "/" : ".");
    return true;
}

static bool add_top(struct tree *tree, const struct block_source *source, struct diag *diag)
{
    char path[TREE_PATH];
    if (!find_module(tree, tree->top, path, diag))
        return false;
    if (!*path)
        return diag_set(diag, source->rtl, 0, "no file %s.sv or %s.v: expected module %s there", tree->top, tree->top,
                        tree->top);
    return add(&tree->files, path, diag);
}

static void make_key(struct tree *tree)
{
    uint64_t key = hash_text(hash_text(HASH_START, tree->folder), tree->top);
    key = key_of(key_of(key_of(key_of(key, &tree->folders), &tree->settings), &tree->files), &tree->code);
    for (unsigned f = 0; f < tree->folders.count; f++) {
        unsigned count;
        char   **names = folder_names(tree->folders.text[f], is_verilog, &count);
        for (unsigned i = 0; names && i < count; i++)
            key = hash_text(key, names[i]);
        free(names);
    }
    tree->key = key;
}

bool tree_open(struct tree *tree, const struct block_source *source, const char *top, struct diag *diag)
{
    char file[TREE_PATH];
    *tree = (struct tree){.key = 0};
    snprintf(tree->top, sizeof tree->top, "%s", source->top ? source->top : top);
    bool good = find_folder(tree, source->rtl, file, diag) && add(&tree->folders, tree->folder, diag) &&
                add_folders(tree, tree->folder, 1, diag);
    if (good && source->arguments)
        good = tree_take_words(tree, source->arguments, diag);
    if (good && ends_in(file, ".f"))
        good = tree_take_list(tree, source->rtl, diag);
    if (good && tree->files.count == 0)
        good = add_packages(tree, diag) && (*file ? add(&tree->files, file, diag) : add_top(tree, source, diag));
    if (good)
        make_key(tree);
    else
        tree_close(tree);
    return good;
}

void tree_close(struct tree *tree)
{
    text_list_free(&tree->folders);
    text_list_free(&tree->settings);
    text_list_free(&tree->files);
    text_list_free(&tree->code);
}

/* ---- afterwards ------------------------------------------------------------------------------------------------- */

const char *tree_within(const struct tree *tree, const char *path)
{
    const size_t length = strlen(tree->folder);
    return strncmp(path, tree->folder, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

const char *tree_top_file(const struct tree *tree)
{
    return tree_within(tree, tree->files.text[tree->files.count - 1]);
}

static bool is_named(const struct tree *tree, const char *path)
{
    for (unsigned i = 0; i < tree->files.count; i++)
        if (strcmp(tree->files.text[i], path) == 0 || strcmp(tree_within(tree, tree->files.text[i]), path) == 0)
            return true;
    return false;
}

/* The next one of Verilator's list: Verilog that was found by its name; NULL at the end. */
static char *next_found(const struct tree *tree, char **at)
{
    while (*at && **at) {
        char *const line = *at, *const open = line[0] == 'S' ? strchr(line, '"') : NULL;
        char *const close = open ? strchr(open + 1, '"') : NULL;
        *at = line + strcspn(line, "\n");
        *at += **at == '\n';
        if (!close || close > *at)
            continue;
        *close = '\0';
        if (is_verilog(name_in(open + 1)) && !is_named(tree, open + 1))
            return open + 1;
    }
    return NULL;
}

bool tree_found(const struct tree *tree, const char *verilated, struct text_list *found)
{
    char *const text = file_text(verilated, NULL);
    bool        good = text;
    for (char *at = text, *path; good && (path = next_found(tree, &at));)
        good = text_list_add(found, path);
    free(text);
    return good;
}

bool tree_unique(const struct tree *tree, const char *verilated, struct diag *diag)
{
    char *const text = file_text(verilated, NULL);
    bool        good = true;
    for (char *at = text, *found; good && (found = next_found(tree, &at));) {
        char              path[TREE_PATH], module[256];
        const char *const name = name_in(found);
        snprintf(module, sizeof module, "%.*s", (int)(strrchr(name, '.') - name), name);
        good = find_module(tree, module, path, diag);
    }
    free(text);
    return good;
}
