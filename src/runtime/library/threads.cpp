#include <pthread.h>
#include <semaphore.h>

#include <ctime>

#include "runtime/library/sorted.h"

// Effects of functions on threads on plain memory. Locks and their like are objects of the runtime, which knows what is
// done to them; what pthread_join writes after it has waited, it tells itself.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

void made(C& c) { c.writes(0, sizeof(pthread_t)); }
void change_attributes(C& c) { c.changes(0, sizeof(pthread_attr_t)); }

template <class T>
void attribute(C& c) {
  c.reads(0, sizeof(pthread_attr_t));
  c.writes(1, sizeof(T));
}

void until(C& c) { c.reads(1, sizeof(timespec)); }
void until_third(C& c) { c.reads(2, sizeof(timespec)); }

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"pthread_create", made},
    {"thrd_create", made},
    {"pthread_key_create", [](C& c) { c.writes(0, sizeof(pthread_key_t)); }},
    {"tss_create", [](C& c) { c.writes(0, sizeof(pthread_key_t)); }},
    {"sem_getvalue", [](C& c) { c.writes(1, sizeof(int)); }},
    {"sem_open", [](C& c) { c.reads_text(0); }},
    {"sem_unlink", [](C& c) { c.reads_text(0); }},
    {"sem_timedwait", until},
    {"pthread_mutex_timedlock", until},
    {"pthread_rwlock_timedrdlock", until},
    {"pthread_rwlock_timedwrlock", until},
    {"mtx_timedlock", until},
    {"pthread_cond_timedwait", until_third},
    {"cnd_timedwait", until_third},
    {"pthread_attr_init", [](C& c) { c.writes(0, sizeof(pthread_attr_t)); }},
    {"pthread_attr_destroy", change_attributes},
    {"pthread_attr_setdetachstate", change_attributes},
    {"pthread_attr_setstacksize", change_attributes},
    {"pthread_attr_setguardsize", change_attributes},
    {"pthread_attr_setscope", change_attributes},
    {"pthread_attr_setinheritsched", change_attributes},
    {"pthread_attr_setschedpolicy", change_attributes},
    {"pthread_attr_getdetachstate", attribute<int>},
    {"pthread_attr_getstacksize", attribute<std::size_t>},
    {"pthread_attr_getguardsize", attribute<std::size_t>},
    {"pthread_attr_getscope", attribute<int>},
}));

}  // namespace

std::span<const Effects> effects_of_threads() { return kTable; }

}  // namespace heddle::runtime
