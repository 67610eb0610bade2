#ifndef VITRINE_ALLOCATIONS_H
#define VITRINE_ALLOCATIONS_H

/// How often this process has asked for heap memory; 0 for ever where the C library is not glibc.
unsigned long allocation_count(void);

#endif
