#ifndef HEDDLE_KLEE_H
#define HEDDLE_KLEE_H

/* The functions of KLEE that Heddle knows, so that programs written for it compile unchanged. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void* object, size_t size, const char* name);
int klee_int(const char* name);
int klee_range(int begin, int end, const char* name);
void klee_assume(uintptr_t condition);

#ifdef __cplusplus
}
#endif

#endif
