#ifndef VITRINE_ALLOCATIONS_H
#define VITRINE_ALLOCATIONS_H

/// How often this thread has asked for heap memory; 0 for ever where the C library is not glibc.
unsigned long allocation_count(void);

/// How many bytes of heap memory this process has been given and has not given back; 0 where the C library is not glibc.
long memory_in_use(void);

/// Puts together what was freed in small pieces, which malloc leaves to the next large allocation.
void memory_tidy(void);

/// Has malloc keep little of what is freed, as the server does.
void memory_keep_little(void);

/// Gives the memory that is free back to the system, where the C library is glibc.
void memory_trim(void);

#endif
