#pragma once

#include <pthread.h>

#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

bool is_scheduling(int policy, int priority);

// A new thread has the name of its creator.
void give_name(Thread& creator);

// What a thread that the running one creates begins with.
Scheduling scheduling_of_new_thread(const pthread_attr_t* attributes);

}  // namespace heddle::runtime
