// Every call that can fail does, with its errno, in some run; each thread meets one failure.
// heddle: --fail-calls -- 1
// expect: bug kind=uncaught-exception
// heddle: --fail-calls -- 2
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 3
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 4
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 5
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 6
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 7
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 8
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 9
// expect: bug kind=assertion where=@
// heddle: --fail-calls -- 10
// expect: complete
// heddle: --fail-calls=new --fail-calls-limit=2 -- 10
// expect: bug kind=uncaught-exception
// heddle: --fail-calls=new -- 11
// expect: complete
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

static void* nothing(void*) { return nullptr; }

static bool is_expected(int call) {
  char byte = 0;
  int ends[2];
  pthread_t thread;
  switch (call) {
    case 1: return std::make_unique<int>(1) != nullptr;
    case 2: return calloc(1, 1) != nullptr || errno != ENOMEM;
    case 3: return open("/dev/null", O_RDONLY) >= 0 || errno != EMFILE;
    case 4: return fopen("/dev/null", "r") != nullptr || errno != EMFILE;
    case 5: return read(open("/dev/zero", O_RDONLY), &byte, 1) >= 0 || errno != EIO;
    case 6: return write(open("/dev/null", O_WRONLY), &byte, 1) >= 0 || errno != ENOSPC;
    case 7: return pipe(ends) == 0 || errno != EMFILE;
    case 8: return pthread_create(&thread, nullptr, nothing, nullptr) != EAGAIN;
    case 9: return mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED || errno != ENOMEM;
    case 10:
      // The second try succeeds: one call of each thread fails.
      try {
        return std::vector<int>(10).size() == 10;
      } catch (const std::bad_alloc&) {
        return std::vector<int>(10).size() == 10;
      }
    default: {
      int* const numbers = new (std::nothrow) int[10];
      const bool is_there = numbers != nullptr;
      delete[] numbers;
      return is_there || numbers == nullptr;
    }
  }
}

int main(int, char** arguments) {
  assert(is_expected(atoi(arguments[1])));  // @
  return 0;
}
