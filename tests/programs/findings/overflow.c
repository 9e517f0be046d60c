// heddle:
// expect: bug kind=out-of-range says="[condition is true] x 9"
// expect: bug kind=out-of-range says="(in receiver#1)"
// heddle: --full
// expect: bug kind=out-of-range says="[condition is true] x 9"
//
// Iterations of a loop that are alike are shown as one row.
#include <pthread.h>
#include <string.h>
#include <heddle/heddle.h>

struct message {
  int length;
  char text[8];
};

static struct message inbox;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* receiver(void* arg) {
  char copy[8];
  pthread_mutex_lock(&lock);
  int n = inbox.length;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < n; ++i) copy[i] = inbox.text[0];
  (void)copy;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, receiver, NULL);
  int wanted = heddle_range("wanted", 0, 9);
  pthread_mutex_lock(&lock);
  inbox.length = wanted;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
