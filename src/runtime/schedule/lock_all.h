#pragma once

#include "runtime/schedule/scheduler.h"

// std::lock, and with it std::scoped_lock of several mutexes: it takes one lock after the other, and if one of them is
// held, it lets go of all and begins again with that one. Two threads can get out of each other's way for ever. But
// every attempt that fails can be left out of a run, all of all threads at once: what remains are the attempts that get
// all locks, and at the moment when such an attempt gets its last lock it could get all of them, in any order. Nobody
// else sees that locks were held meanwhile, but for those who try them (runtime/schedule/spin.h, 1.), and whoever waits
// for one could have it earlier.
//
// So a thread whose attempt has failed is stopped as by a false assumption. It is stopped behind the lock that was
// held, and not before: if it waits for that for ever, this is a deadlock.

namespace heddle::runtime {

// The thread has one of the locks, and will let go of it if it does not get the others. Who has tried that one in any
// run may see it: then an attempt that fails counts.
void take_one_of_all(Thread& self, trace::LocationId lock);
// Before a lock is taken by waiting for it: has an attempt of the running thread been in vain?
bool begins_again(trace::LocationId lock);
// It has the lock: it goes no further if so.
void stop_if(bool begins_again);

}  // namespace heddle::runtime
