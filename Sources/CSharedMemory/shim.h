#ifndef CSHAREDMEMORY_SHIM_H
#define CSHAREDMEMORY_SHIM_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* SQLite maps the file "…-shm" beside a database, and so do all processes that use it. Where somebody else makes that file
   shorter, the next touch of what is mapped behind its end is SIGBUS, which ends a process that does not handle it.

   Everything here is static, so the functions are to be called from one source file only. What runs in the handler is
   async-signal-safe (signal-safety(7)), or a system call that does no more than that (mmap). */

/** How many files are told from each other. */
#define CSM_FILES 64

struct csm_state {
    struct sigaction former;
    int maps;
    uintptr_t page;
    struct {
        uint64_t inode;
        uint32_t faults;
    } files[CSM_FILES];
};

/** The state of the process. It stands in a function because Swift leaves out variables of headers. */
static inline struct csm_state *csm_state(void) {
    static struct csm_state state = {.maps = -1};
    return &state;
}

/** The inode of the file "…-shm" that is mapped at an address; 0 where another file is, or none. */
static inline uint64_t csm_inode_at(uintptr_t address) {
    /* Lines of proc(5): start-end permissions offset device inode path. */
    char block[1024], tail[16] = {0};
    uint64_t numbers[6] = {0};
    int field = 0;
    off_t offset = 0;
    ssize_t count;
    while ((count = pread(csm_state()->maps, block, sizeof block, offset)) > 0) {
        offset += count;
        for (ssize_t index = 0; index < count; index++) {
            char c = block[index];
            if (c == '\n') {
                if (numbers[0] <= address && address < numbers[1]) {
                    int is_shared = !memcmp(tail + 12, "-shm", 4) || !memcmp(tail + 2, "-shm (deleted)", 14);
                    return is_shared ? numbers[5] : 0;
                }
                memset(numbers, 0, sizeof numbers);
                memset(tail, 0, sizeof tail);
                field = 0;
            } else if (field == 6) {
                memmove(tail, tail + 1, sizeof tail - 1);
                tail[sizeof tail - 1] = c;
            } else if (c == ' ' || (field == 0 && c == '-')) {
                field++;
            } else if (field < 2) {
                numbers[field] = numbers[field] * 16 + (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
            } else if (field == 5) {
                numbers[5] = numbers[5] * 10 + (uint64_t)(c - '0');
            }
        }
    }
    return 0;
}

/** Where the faults of a file are counted; CSM_FILES where there is no place left. */
static inline int csm_place(uint64_t inode, int is_new) {
    for (int index = 0; index < CSM_FILES; index++) {
        uint64_t known = __atomic_load_n(&csm_state()->files[index].inode, __ATOMIC_ACQUIRE);
        if (known == 0) {
            if (!is_new) return CSM_FILES;
            if (__atomic_compare_exchange_n(
                    &csm_state()->files[index].inode, &known, inode, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
                return index;
        }
        if (known == inode) return index;
    }
    return CSM_FILES;
}

static inline void csm_handle(int number, siginfo_t *info, void *context) {
    int error = errno;
    if (info->si_code == BUS_ADRERR) {
        uintptr_t address = (uintptr_t)info->si_addr;
        uint64_t inode = csm_inode_at(address);
        int place = inode == 0 ? CSM_FILES : csm_place(inode, 1);
        if (place < CSM_FILES) {
            void *page = (void *)(address & ~(csm_state()->page - 1));
            __atomic_add_fetch(&csm_state()->files[place].faults, 1, __ATOMIC_ACQ_REL);
            if (mmap(page, csm_state()->page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page) {
                errno = error;
                return;
            }
        }
    }
    errno = error;
    if (csm_state()->former.sa_flags & SA_SIGINFO) {
        csm_state()->former.sa_sigaction(number, info, context);
    } else if (csm_state()->former.sa_handler == SIG_DFL || csm_state()->former.sa_handler == SIG_IGN) {
        /* The instruction is carried out again, and then ends the process. */
        sigaction(SIGBUS, &csm_state()->former, NULL);
    } else {
        csm_state()->former.sa_handler(number);
    }
}

/** Lets the process live on when a file "…-shm" that is mapped was made shorter: what is missing of it reads as zeros from
    then on, in this process alone. Call it once.
    @param maps /proc/self/maps, open for reading; it stays open.
    @return whether it can be done. */
static inline int csm_survive_short_files(int maps) {
    struct sigaction action;
    csm_state()->page = (uintptr_t)sysconf(_SC_PAGESIZE);
    csm_state()->maps = maps;
    if (maps < 0) return 0;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = csm_handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, &csm_state()->former) == 0;
}

/** How often something was missing of a file "…-shm" that is mapped, by its inode. */
static inline uint32_t csm_faults(uint64_t inode) {
    int place = csm_place(inode, 0);
    return place == CSM_FILES ? 0 : __atomic_load_n(&csm_state()->files[place].faults, __ATOMIC_ACQUIRE);
}

#endif
