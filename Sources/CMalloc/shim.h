#ifndef CMALLOC_SHIM_H
#define CMALLOC_SHIM_H

#include <stdlib.h>

/* malloc.h, which the modules of the C library leave out, has this for glibc alone. */
#ifdef __GLIBC__
#include <malloc.h>
#endif

/** Has malloc ask the system for each block of 1 MiB and more, which goes back when it is freed, and keep at most 4 MiB
    beyond the last block of each arena. Left alone it raises both limits to what it has seen, up to 32 and 64 MiB, and what
    lies behind the last block of a thread's arena is out of reach for the other function. */
static inline void cm_keep_little_free_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

/** Gives the heap memory that is free back to the system, of all threads and also between what is in use. */
static inline void cm_give_back_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

#endif
