// limit: deferred only; `pthread_setcanceltype` to another kind is named
// heddle:
// expect: incomplete reason="uncontrolled call (pthread_setcanceltype"
#include <pthread.h>

int main(void) { return pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL); }
