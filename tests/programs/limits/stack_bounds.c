// limit: Variables whose address others have are not within the bounds of the stack that `pthread_getattr_np` reports
// heddle:
// expect: complete assuming="variables beyond the bounds that pthread_getattr_np reports"
#define _GNU_SOURCE
#include <pthread.h>

int main(void) {
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  return 0;
}
