// heddle:
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete traces=2
// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=unfolding
// expect: complete
//
// May time out as long as the thread has not ended; the clock has then advanced to it. Nothing that the thread did
// races with what is done after the join.
#include <pthread.h>

#include <cassert>
#include <cerrno>
#include <ctime>

static int data;

int main() {
  pthread_t thread;
  pthread_create(
      &thread, nullptr,
      [](void* unused) {
        data = 1;
        return unused;
      },
      nullptr);
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const timespec wrong{now.tv_sec, -1};
  assert(pthread_clockjoin_np(thread, nullptr, CLOCK_MONOTONIC, &wrong) == EINVAL);
  const timespec until{now.tv_sec + 5, now.tv_nsec};
  const int error = pthread_clockjoin_np(thread, nullptr, CLOCK_MONOTONIC, &until);
  timespec then{};
  clock_gettime(CLOCK_MONOTONIC, &then);
  if (error != 0) {
    assert(error == ETIMEDOUT && then.tv_sec >= until.tv_sec);
    assert(pthread_timedjoin_np(thread, nullptr, nullptr) == 0);
  } else {
    assert(then.tv_sec < until.tv_sec);
  }
  assert(data == 1);
  return 0;
}
