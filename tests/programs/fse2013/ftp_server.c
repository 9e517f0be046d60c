// heddle: --strategy=con2colic -D BUG=1
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic -D BUG=2
// expect: bug kind=assertion
// heddle: --strategy=con2colic -D BUG=0
// expect: complete
//
// Of the kind of the Apache FTP server in BugBench: connections with commands from outside, a table of sessions under a lock, and a
// log. BUG 1: the check for room is outside the lock. BUG 2: a session is closed by the administrator between the
// question whether it is open and its use.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { kMaxSessions = 1, kUser = 'U', kGet = 'G', kQuit = 'Q' };

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static int sessions;
static bool is_open[2];
static int sent;

static int count(void) {
  pthread_mutex_lock(&table);
  const int now = sessions;
  pthread_mutex_unlock(&table);
  return now;
}

static bool login(int who) {
  if (BUG == 1 && count() >= kMaxSessions) return false;
  pthread_mutex_lock(&table);
  const bool has_room = BUG == 1 || sessions < kMaxSessions;
  if (has_room) {
    assert(sessions < kMaxSessions);  // @
    ++sessions;
    is_open[who] = true;
  }
  pthread_mutex_unlock(&table);
  return has_room;
}

static void logout(int who) {
  pthread_mutex_lock(&table);
  if (is_open[who]) {
    is_open[who] = false;
    --sessions;
  }
  pthread_mutex_unlock(&table);
}

static void get(int who) {
  pthread_mutex_lock(&table);
  const bool open = is_open[who];
  if (BUG == 2) {
    pthread_mutex_unlock(&table);
    pthread_mutex_lock(&table);
  }
  if (open) {
    assert(is_open[who]);
    ++sent;
  }
  pthread_mutex_unlock(&table);
}

static void* serve(void* argument) {
  const int who = (int)(intptr_t)argument;
  if (heddle_int("first") != kUser || !login(who)) return NULL;
  const int command = heddle_int("second");
  if (command == kGet) {
    get(who);
  } else if (command == kQuit) {
    logout(who);
  }
  return NULL;
}

static void* administrate(void* unused) {
  logout(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, serve, (void*)0);
  pthread_create(&thread, NULL, serve, (void*)1);
  pthread_create(&thread, NULL, administrate, NULL);
  pthread_exit(NULL);
}
