// Each thread blocks signals of its own, begins with what its creator blocks, and gets what it has sent to itself.
// limit: | `pthread_sigmask`, `sigprocmask`, `raise`, `sigpending`, … | each thread has a mask of its own, and gets what it has sent to itself; handlers run there.
// heddle: -D CASE=9 --strategy=dpor
// expect: incomplete reason="raise of a real-time signal that is pending, which sends nothing here"
// heddle: -D CASE=10 --strategy=dpor
// expect: complete
// heddle: -D CASE=1
// expect: complete
// heddle: -D CASE=1 --strategy=dpor
// expect: complete
// heddle: -D CASE=2
// expect: bug kind=assertion
// heddle: -D CASE=2 --strategy=dpor
// expect: bug kind=assertion
// heddle: -D CASE=3 --strategy=dpor
// expect: complete
// heddle: -D CASE=4
// expect: complete
// heddle: -D CASE=4 --strategy=dpor --isolation=fork
// expect: complete
// heddle: -D CASE=5 --strategy=dpor
// expect: complete
// heddle: -D CASE=6 --strategy=dpor
// expect: complete
// heddle: -D CASE=6
// expect: complete
// heddle: -D CASE=7 --strategy=dpor
// expect: complete
// heddle: -D CASE=8
// expect: complete
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local int handled;
static atomic_int shared;
static int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sigset_t user, all;

static int change(int how, const sigset_t* set) { return pthread_sigmask(how, set, NULL); }

static int is_pending(int signal) {
  sigset_t set;
  sigpending(&set);
  return sigismember(&set, signal);
}

static void handle(int signal) {
  (void)signal;
  ++handled;
  if (CASE == 2) assert(0);
  if (CASE == 6) {
    atomic_fetch_add(&shared, 1);  // others run while this thread is in its handler
    assert(atomic_load(&shared) > 0);
  }
}

static void* block(void* unused) {
  change(SIG_BLOCK, CASE == 4 ? &all : &user);
  if (CASE == 4) {
    pthread_mutex_lock(&mutex);
    ++plain;
    pthread_mutex_unlock(&mutex);
    return unused;
  }
  if (CASE == 3) {
    raise(SIGUSR1);
    assert(!handled && is_pending(SIGUSR1));
    atomic_fetch_add(&shared, 1);  // it stays pending while others run
    assert(!handled && is_pending(SIGUSR1));
    change(SIG_UNBLOCK, &user);
    assert(handled == 1 && !is_pending(SIGUSR1));
  }
  return unused;
}

static void* raise_it(void* unused) {
  if (CASE == 3) {
    assert(!is_pending(SIGUSR1));
    atomic_fetch_add(&shared, 1);
    assert(!is_pending(SIGUSR1));
    return unused;
  }
  pthread_kill(pthread_self(), SIGUSR1);
  raise(SIGUSR1);
  assert(handled == 2);
  return unused;
}

static void* inherit(void* unused) {
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  assert(sigismember(&set, SIGUSR1) && sigismember(&set, SIGSEGV) == (CASE == 7));
  assert(!is_pending(SIGUSR1));
  raise(SIGUSR1);
  assert(!handled);
  change(SIG_UNBLOCK, &user);
  assert(handled == 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  sigfillset(&all);
  sigemptyset(&user);
  sigaddset(&user, SIGUSR1);
  signal(SIGUSR1, handle);
  if (CASE == 9) {
    change(SIG_BLOCK, &all);
    raise(SIGRTMIN);
    raise(SIGRTMIN);
  }
  if (CASE == 10) {
    signal(SIGABRT, handle);
    change(SIG_BLOCK, &all);
    raise(SIGABRT);
    assert(is_pending(SIGABRT) && !handled);
    change(SIG_UNBLOCK, &all);
    assert(!is_pending(SIGABRT) && handled == 1);
  }
  if (CASE == 5 || CASE == 7) {
    change(SIG_BLOCK, CASE == 7 ? &all : &user);
    raise(SIGUSR1);
    pthread_create(&first, NULL, inherit, NULL);
    pthread_create(&second, NULL, inherit, NULL);
    assert(!handled);
    change(SIG_UNBLOCK, &user);
    assert(handled == 1);
  } else if (CASE == 8) {
    pthread_attr_setsigmask_np(&attributes, &user);
    pthread_create(&first, &attributes, inherit, NULL);
    pthread_create(&second, NULL, raise_it, NULL);
  } else {
    pthread_create(&first, NULL, CASE == 6 ? raise_it : block, NULL);
    pthread_create(&second, NULL, CASE == 4 || CASE >= 9 ? block : raise_it, NULL);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(CASE != 4 || plain == 2);
}
