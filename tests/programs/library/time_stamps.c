// limit: `rdtsc`, `rdrand`, `rdseed`, `rdpmc`, `cpuid`
// heddle: --strategy=contextual
// expect: incomplete reason="uncontrolled call (rdtsc"
// expect: incomplete reason="uncontrolled call (open of /proc/self/stat"
//
// What the processor and the kernel say is another thing in every run.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static unsigned long long sum;

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  sum += __builtin_ia32_rdtsc();
  close(open("/proc/self/stat", O_RDONLY));
  pthread_join(thread, NULL);
  return 0;
}
