// heddle: --strategy=contextual
// expect: complete assuming="virtual clocks"

// The processor time of the process is virtual, too: the same in every run.

#include <sys/resource.h>
#include <sys/times.h>

int main(void) {
  struct tms used;
  struct rusage usage;
  if (times(&used) != 0 || used.tms_utime != 0) return 1;
  if (getrusage(RUSAGE_SELF, &usage) != 0 || usage.ru_utime.tv_sec != 0) return 1;
  return usage.ru_utime.tv_usec == 2000 && usage.ru_maxrss == 0 ? 0 : 1;
}
