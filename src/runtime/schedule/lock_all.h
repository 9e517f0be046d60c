#pragma once

#include "runtime/schedule/scheduler.h"

// std::lock, and with it std::scoped_lock of several mutexes: it takes one lock after another, and if one of them is
// held, it releases all of them and starts over with that one. Two threads can give way to each other for ever. But all
// failed attempts, of all threads together, can be left out of a run: what remains are the attempts that get all locks,
// and at the moment when such an attempt gets its last lock it could get all of them, in any order. Nobody else sees
// that locks were held in between, except those who try them (runtime/schedule/spin.h, 1.), and whoever waits for one
// could have had it earlier.
//
// So a thread whose attempt failed is stopped as by a false assumption. It is stopped after it gets the lock that was
// held, not before: if it waits for that lock for ever, this is a deadlock.

namespace heddle::runtime {

// The thread has one of the locks, and will release it if it does not get the others. A thread that tried this lock in
// any run may notice it: then a failed attempt counts.
void take_one_of_all(Thread& self, trace::LocationId lock);
// Before a lock is taken by waiting for it: has an attempt of the running thread failed?
bool begins_again(trace::LocationId lock);
// It has the lock: if so, it stops here.
void stop_if(bool begins_again);

}  // namespace heddle::runtime
