#pragma once

#include <pthread.h>

#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

bool is_scheduling(int policy, int priority);

// What a thread that the running one creates begins with.
Scheduling scheduling_of_new_thread(const pthread_attr_t* attributes);

}  // namespace heddle::runtime
