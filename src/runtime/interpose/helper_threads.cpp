#include <aio.h>
#include <mqueue.h>
#include <netdb.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"

// Functions whose work the C library or the kernel does behind the program's back: in threads of their own, or by a
// signal at some real moment. Nothing of that could be controlled, and it would go on after the run. So they fail as if
// the system had no resources for them, or never send anything, and are named.

namespace heddle::runtime {

namespace {

void name_refused(const char* what) {
  if (anchor != nullptr && anchor->in_program()) report_uncontrolled(what, nullptr);
}

int refuse(const char* what) {
  name_refused(what);
  errno = EAGAIN;
  return -1;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::name_refused;
using heddle::runtime::refuse;

extern "C" {

int aio_read(aiocb* /*request*/) noexcept { return refuse("aio_read, which fails here"); }
int aio_read64(aiocb64* /*request*/) noexcept { return refuse("aio_read, which fails here"); }
int aio_write(aiocb* /*request*/) noexcept { return refuse("aio_write, which fails here"); }
int aio_write64(aiocb64* /*request*/) noexcept { return refuse("aio_write, which fails here"); }
int aio_fsync(int /*how*/, aiocb* /*request*/) noexcept { return refuse("aio_fsync, which fails here"); }
int aio_fsync64(int /*how*/, aiocb64* /*request*/) noexcept { return refuse("aio_fsync, which fails here"); }
int lio_listio(int /*mode*/, aiocb* const* /*requests*/, int /*count*/, sigevent* /*event*/) noexcept {
  return refuse("lio_listio, which fails here");
}
int lio_listio64(int /*mode*/, aiocb64* const* /*requests*/, int /*count*/, sigevent* /*event*/) noexcept {
  return refuse("lio_listio, which fails here");
}

int getaddrinfo_a(int /*mode*/, gaicb** /*requests*/, int /*count*/, sigevent* /*event*/) {
  name_refused("getaddrinfo_a, which fails here");
  return EAI_AGAIN;
}

int mq_notify(mqd_t /*queue*/, const sigevent* /*event*/) noexcept { return refuse("mq_notify, which fails here"); }
int timer_create(clockid_t /*clock*/, sigevent* /*event*/, timer_t* /*timer*/) noexcept {
  return refuse("timer_create, which fails here");
}

unsigned alarm(unsigned /*seconds*/) noexcept {
  name_refused("alarm, which sends nothing here");
  return 0;
}
useconds_t ualarm(useconds_t /*first*/, useconds_t /*interval*/) noexcept {
  name_refused("ualarm, which sends nothing here");
  return 0;
}
int setitimer(__itimer_which_t /*which*/, const itimerval* /*value*/, itimerval* old) noexcept {
  name_refused("setitimer, which sends nothing here");
  if (old != nullptr) *old = {};
  return 0;
}
}
