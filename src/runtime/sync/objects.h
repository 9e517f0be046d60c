#pragma once

#include <pthread.h>

// What the primitives know of each other.

namespace heddle::runtime {

// pthread_mutex_lock and its like.
int lock(pthread_mutex_t* mutex);
// 0, or `busy` if somebody holds it.
int try_lock(pthread_mutex_t* mutex, int busy);
int unlock(pthread_mutex_t* mutex);
// Does the running thread hold it?
bool holds(const pthread_mutex_t* mutex);

}  // namespace heddle::runtime
