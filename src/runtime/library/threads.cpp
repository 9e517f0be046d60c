#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <ctime>

#include "runtime/library/sorted.h"

// Effects of thread functions on plain memory. Locks and the like are objects of the runtime, which knows what is done
// to them; pthread_join itself reports what it writes after waiting.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

void made(C& c) {
  c.writes(0, sizeof(pthread_t));
  c.reads(1, sizeof(pthread_attr_t));
}
void made_by_c11(C& c) { c.writes(0, sizeof(pthread_t)); }

// The attributes of an object, which is created from them later.
template <class Attributes>
void init(C& c) {
  c.writes(0, sizeof(Attributes));
}
template <class Attributes>
void change(C& c) {
  c.changes(0, sizeof(Attributes));
}
template <class Attributes, class T>
void get(C& c) {
  c.reads(0, sizeof(Attributes));
  c.writes(1, sizeof(T));
}
template <class Attributes, class T>
void set(C& c) {
  c.reads(1, sizeof(T));
  c.changes(0, sizeof(Attributes));
}
template <class Attributes>
void object_of(C& c) {
  c.reads(1, sizeof(Attributes));
}

void get_stack(C& c) {
  get<pthread_attr_t, void*>(c);
  c.writes(2, sizeof(std::size_t));
}
void get_processors(C& c) {
  c.reads(0, sizeof(pthread_attr_t));
  c.writes(2, c.number(1));
}
void set_processors(C& c) {
  c.reads(2, c.number(1));
  c.changes(0, sizeof(pthread_attr_t));
}

template <unsigned kArgument>
void until(C& c) {
  c.reads(kArgument, sizeof(timespec));
}

template <unsigned kArgument, class T>
void written(C& c) {
  c.writes(kArgument, sizeof(T));
}

void name(C& c) {
  constexpr std::size_t kLongestName = 16;
  Scratch text(kLongestName);
  if (pthread_getname_np(c.number(0), text.data(), kLongestName) == 0)
    c.writes(1, std::min<std::uint64_t>(std::strlen(text.data()) + 1, c.number(2)));
}

void get_priority(C& c) {
  c.writes(1, sizeof(int));
  c.writes(2, sizeof(sched_param));
}

using Thread = pthread_attr_t;
using Mutex = pthread_mutexattr_t;
using Condition = pthread_condattr_t;
using Rwlock = pthread_rwlockattr_t;
using Barrier = pthread_barrierattr_t;

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"pthread_create", made},
    {"thrd_create", made_by_c11},
    {"pthread_key_create", written<0, pthread_key_t>},
    {"tss_create", written<0, pthread_key_t>},
    {"sem_getvalue", written<1, int>},
    {"sem_open", [](C& c) { c.reads_text(0); }},
    {"sem_unlink", [](C& c) { c.reads_text(0); }},
    {"sem_timedwait", until<1>},
    {"sem_clockwait", until<2>},
    {"pthread_mutex_timedlock", until<1>},
    {"pthread_mutex_clocklock", until<2>},
    {"pthread_rwlock_timedrdlock", until<1>},
    {"pthread_rwlock_timedwrlock", until<1>},
    {"pthread_rwlock_clockrdlock", until<2>},
    {"pthread_rwlock_clockwrlock", until<2>},
    {"mtx_timedlock", until<1>},
    {"pthread_cond_timedwait", until<2>},
    {"pthread_cond_clockwait", until<3>},
    {"cnd_timedwait", until<2>},
    {"pthread_timedjoin_np", until<2>},
    {"pthread_clockjoin_np", until<3>},
    {"thrd_sleep", until<0>},
    {"pthread_setcancelstate", written<1, int>},
    {"pthread_setcanceltype", written<1, int>},
    {"pthread_getname_np", name},
    {"pthread_setname_np", [](C& c) { c.reads_text(1); }},
    {"pthread_getschedparam", get_priority},
    {"pthread_setschedparam", [](C& c) { c.reads(2, sizeof(sched_param)); }},
    {"pthread_getaffinity_np", [](C& c) { c.writes(2, c.number(1)); }},
    {"pthread_setaffinity_np", [](C& c) { c.reads(2, c.number(1)); }},
    {"pthread_getcpuclockid", written<1, clockid_t>},
    {"pthread_getattr_np", written<1, Thread>},
    {"pthread_getattr_default_np", written<0, Thread>},
    {"pthread_attr_init", init<Thread>},
    {"pthread_attr_destroy", change<Thread>},
    {"pthread_attr_setdetachstate", change<Thread>},
    {"pthread_attr_setstack", change<Thread>},
    {"pthread_attr_setstackaddr", change<Thread>},
    {"pthread_attr_setstacksize", change<Thread>},
    {"pthread_attr_setguardsize", change<Thread>},
    {"pthread_attr_setscope", change<Thread>},
    {"pthread_attr_setinheritsched", change<Thread>},
    {"pthread_attr_setschedpolicy", change<Thread>},
    {"pthread_attr_setschedparam", set<Thread, sched_param>},
    {"pthread_attr_setsigmask_np", set<Thread, sigset_t>},
    {"pthread_attr_setaffinity_np", set_processors},
    {"pthread_attr_getdetachstate", get<Thread, int>},
    {"pthread_attr_getstack", get_stack},
    {"pthread_attr_getstackaddr", get<Thread, void*>},
    {"pthread_attr_getstacksize", get<Thread, std::size_t>},
    {"pthread_attr_getguardsize", get<Thread, std::size_t>},
    {"pthread_attr_getscope", get<Thread, int>},
    {"pthread_attr_getinheritsched", get<Thread, int>},
    {"pthread_attr_getschedpolicy", get<Thread, int>},
    {"pthread_attr_getschedparam", get<Thread, sched_param>},
    {"pthread_attr_getsigmask_np", get<Thread, sigset_t>},
    {"pthread_attr_getaffinity_np", get_processors},
    {"pthread_mutex_init", object_of<Mutex>},
    {"pthread_mutexattr_init", init<Mutex>},
    {"pthread_mutexattr_destroy", change<Mutex>},
    {"pthread_mutexattr_settype", change<Mutex>},
    {"pthread_mutexattr_setkind_np", change<Mutex>},
    {"pthread_mutexattr_setpshared", change<Mutex>},
    {"pthread_mutexattr_setprotocol", change<Mutex>},
    {"pthread_mutexattr_setprioceiling", change<Mutex>},
    {"pthread_mutexattr_setrobust", change<Mutex>},
    {"pthread_mutexattr_setrobust_np", change<Mutex>},
    {"pthread_mutexattr_gettype", get<Mutex, int>},
    {"pthread_mutexattr_getkind_np", get<Mutex, int>},
    {"pthread_mutexattr_getpshared", get<Mutex, int>},
    {"pthread_mutexattr_getprotocol", get<Mutex, int>},
    {"pthread_mutexattr_getprioceiling", get<Mutex, int>},
    {"pthread_mutexattr_getrobust", get<Mutex, int>},
    {"pthread_mutexattr_getrobust_np", get<Mutex, int>},
    {"pthread_cond_init", object_of<Condition>},
    {"pthread_condattr_init", init<Condition>},
    {"pthread_condattr_destroy", change<Condition>},
    {"pthread_condattr_setclock", change<Condition>},
    {"pthread_condattr_setpshared", change<Condition>},
    {"pthread_condattr_getclock", get<Condition, clockid_t>},
    {"pthread_condattr_getpshared", get<Condition, int>},
    {"pthread_rwlock_init", object_of<Rwlock>},
    {"pthread_rwlockattr_init", init<Rwlock>},
    {"pthread_rwlockattr_destroy", change<Rwlock>},
    {"pthread_rwlockattr_setkind_np", change<Rwlock>},
    {"pthread_rwlockattr_setpshared", change<Rwlock>},
    {"pthread_rwlockattr_getkind_np", get<Rwlock, int>},
    {"pthread_rwlockattr_getpshared", get<Rwlock, int>},
    {"pthread_barrier_init", object_of<Barrier>},
    {"pthread_barrierattr_init", init<Barrier>},
    {"pthread_barrierattr_destroy", change<Barrier>},
    {"pthread_barrierattr_setpshared", change<Barrier>},
    {"pthread_barrierattr_getpshared", get<Barrier, int>},
}));

}  // namespace

std::span<const Effects> effects_of_threads() { return kTable; }

}  // namespace heddle::runtime
