// Takes the place of malloc and its kin in this process, counts, and hands on to glibc.

#include "allocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

// Of each thread, so that counting costs what is measured next to nothing.
static _Thread_local unsigned long count;

unsigned long allocation_count(void) { return count; }

#ifdef __GLIBC__

#include <malloc.h>

long memory_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}

void memory_trim(void) { malloc_trim(0); }

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void tally(void) { count++; }

void *malloc(size_t size) {
    tally();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    tally();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    tally();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    tally();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    tally();
    void *result = __libc_memalign(alignment, size);
    if (result == NULL) return ENOMEM;
    *memory = result;
    return 0;
}

void memory_tidy(void) {
    for (int times = 0; times < 64; times++) {
        void *volatile memory = malloc(4096);
        free(memory);
    }
}

void memory_keep_little(void) {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

#else

long memory_in_use(void) { return 0; }

void memory_trim(void) {}

void memory_tidy(void) {}

void memory_keep_little(void) {}

#endif
