// Each thread blocks signals of its own, begins with what its creator blocks, and gets what it has sent to itself.
// limit: | `pthread_sigmask`, `sigprocmask`, `raise`, `sigpending`, … | each thread has a mask of its own, and gets what it has sent to itself; handlers run there.
// heddle: --strategy=dpor -- 9
// expect: incomplete reason="raise of a real-time signal that is pending, which sends nothing here"
// heddle: --strategy=dpor -- 10
// expect: complete
// heddle: -- 1
// expect: complete
// heddle: --strategy=dpor -- 1
// expect: complete
// heddle: -- 2
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 2
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 3
// expect: complete
// heddle: -- 4
// expect: complete
// heddle: --strategy=dpor --isolation=fork -- 4
// expect: complete
// heddle: --strategy=dpor -- 5
// expect: complete
// heddle: --strategy=dpor -- 6
// expect: complete
// heddle: -- 6
// expect: complete
// heddle: --strategy=dpor -- 7
// expect: complete
// heddle: -- 8
// expect: complete
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int which;

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
  if (which == 2) assert(0);
  if (which == 6) {
    atomic_fetch_add(&shared, 1);  // others run while this thread is in its handler
    assert(atomic_load(&shared) > 0);
  }
}

static void* block(void* unused) {
  change(SIG_BLOCK, which == 4 ? &all : &user);
  if (which == 4) {
    pthread_mutex_lock(&mutex);
    ++plain;
    pthread_mutex_unlock(&mutex);
    return unused;
  }
  if (which == 3) {
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
  if (which == 3) {
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
  assert(sigismember(&set, SIGUSR1) && sigismember(&set, SIGSEGV) == (which == 7));
  assert(!is_pending(SIGUSR1));
  raise(SIGUSR1);
  assert(!handled);
  change(SIG_UNBLOCK, &user);
  assert(handled == 1);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t first, second;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  sigfillset(&all);
  sigemptyset(&user);
  sigaddset(&user, SIGUSR1);
  signal(SIGUSR1, handle);
  if (which == 9) {
    change(SIG_BLOCK, &all);
    raise(SIGRTMIN);
    raise(SIGRTMIN);
  }
  if (which == 10) {
    signal(SIGABRT, handle);
    change(SIG_BLOCK, &all);
    raise(SIGABRT);
    assert(is_pending(SIGABRT) && !handled);
    change(SIG_UNBLOCK, &all);
    assert(!is_pending(SIGABRT) && handled == 1);
  }
  if (which == 5 || which == 7) {
    change(SIG_BLOCK, which == 7 ? &all : &user);
    raise(SIGUSR1);
    pthread_create(&first, NULL, inherit, NULL);
    pthread_create(&second, NULL, inherit, NULL);
    assert(!handled);
    change(SIG_UNBLOCK, &user);
    assert(handled == 1);
  } else if (which == 8) {
    pthread_attr_setsigmask_np(&attributes, &user);
    pthread_create(&first, &attributes, inherit, NULL);
    pthread_create(&second, NULL, raise_it, NULL);
  } else {
    pthread_create(&first, NULL, which == 6 ? raise_it : block, NULL);
    pthread_create(&second, NULL, which == 4 || which >= 9 ? block : raise_it, NULL);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(which != 4 || plain == 2);
}
