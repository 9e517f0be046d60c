#pragma once

#include <pthread.h>
#include <semaphore.h>

#include <cstdint>
#include <ctime>

#include "abi/channel.h"
#include "trace/ids.h"

// What the primitives know about each other.

namespace heddle::runtime {

// Before a step on an object: it must be in memory that exists, and a thread that at the same time frees that memory,
// leaves the function whose variable it is, writes to it or initialises it again races with the step.
void use_object(const void* object);
// Before it is initialised by a function: a step, if others use it at the same time. After that, is it in use, or was
// it initialised by a function and not destroyed? Both would be wrong. Words of the object itself tell, with the number
// of its place, so that memory that was allocated or declared anew, overwritten or copied is not mistaken for it.
void make_object(void* object);
void check_new(bool is_made, bool is_used, const char* what, const char* how_used);
// After the step: the above may have happened in the meantime.
void check_object(const void* object);
// A word of an object that changes over time, in which the C library keeps its state, too, is about to change. A thread
// that copies the object at the same time races with that.
void change_object(const void* word);
// What that word contains while the object is in use: a different number for each place. A copy of the object has the
// number of another place, and is not an object.
std::uint32_t mark_of(const void* object);
bool is_copy(const void* object, std::uint32_t mark);
// A thread that was released by a condition variable or a barrier looks at it once more, so nobody may free it until
// then; but a thread that destroys it first waits for that.
void leave_object(const void* object, trace::LocationId location);
void destroy_object(trace::LocationId location);
// Is this word of an object one that has not been written since its memory was allocated, or its variable declared?
bool is_unwritten(std::uint32_t word);

// The location of an object of this kind, whose mark and generation are these words of it. If there is no mark although
// the location is in use, a new object has replaced another one: a new location.
trace::LocationId location_of_object(abi::LocationKind kind, const void* object, std::uint32_t mark,
                                     std::uint16_t& generation);

trace::LocationId location_of_mutex(const pthread_mutex_t* mutex);
// pthread_mutex_lock and the like.
int lock(pthread_mutex_t* mutex);
// 0, or `busy` if another thread holds it.
int try_lock(pthread_mutex_t* mutex, int busy);
int unlock(pthread_mutex_t* mutex);
// Does the running thread hold it?
bool holds(const pthread_mutex_t* mutex);

// A timeout that a function was given: none if there is no limit.
struct Deadline {
  clockid_t clock = CLOCK_REALTIME;
  const timespec* until = nullptr;
  bool has_clock() const { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }
  bool has_time() const { return until == nullptr || (until->tv_nsec >= 0 && until->tv_nsec < 1'000'000'000); }
  bool is_valid() const { return has_clock() && has_time(); }
};

// pthread_once for the control word of any of its users (pthread_once_t, once_flag).
void call_once(int* control, void (*function)());

// Creates a semaphore; for named ones.
void init_semaphore(sem_t* semaphore, unsigned value);

// A cancellation point: ends the thread if it has been cancelled. Takes a step only in programs that use cancellation;
// see cancellation.cpp.
void cancellation_point();
// Must a wait of the running thread also end when the thread is cancelled?
bool waits_for_cancellation();
// A wait has ended by itself, and cancellation is the only possible reason. Checks that the thread has been cancelled;
// if not, there is no such run, and this does not return.
void must_be_cancelled();
// Ends the running thread, after its cleanup handlers and the destructors of what is on its stack.
[[noreturn]] void unwind_thread(void* result);

}  // namespace heddle::runtime
