#pragma once

#include <pthread.h>

#include "trace/ids.h"

// Robust mutexes: a thread that ends while holding one leaves it to the next, which is told so (EOWNERDEAD). Which ones
// a thread holds, and what has become of each, is kept in the program's own pthread_mutex_t, where the C library keeps
// it.

namespace heddle::runtime {

struct ThreadState;

void make_robust(pthread_mutex_t* mutex);

// The running thread has just locked the mutex, whatever its kind: 0, EOWNERDEAD, or ENOTRECOVERABLE, in which case it
// is not held.
int locked(pthread_mutex_t* mutex);
// It is about to unlock it.
void unlocks(pthread_mutex_t* mutex);
// The step that unlocks it.
void let_go(pthread_mutex_t* mutex, trace::LocationId location);
// It ends.
void leave_robust_mutexes(ThreadState& self);

}  // namespace heddle::runtime
