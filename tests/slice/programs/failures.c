// Without --assertions, misuse of memory and of locks, deadlocks and endless loops are failures, too: addresses and
// what leads to them count, other values do not. (Those in one heap block are not distinguished.)
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
  int payload;
};
struct node* first;
int count, payload;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void push(void) {
  struct node* fresh = malloc(sizeof *fresh);  // !
  payload = payload * 3;                       // >
  fresh->payload = payload;                    // !
  fresh->next = first;                         // !
  pthread_mutex_lock(&lock);                   // !
  first = fresh;                               // >
  count = count + 1;                           // .
  pthread_mutex_unlock(&lock);                 // !
}

int main(void) {
  push();                                      // >
  while (first->next)                          // !
    first = first->next;                       // !
  free(first);                                 // !
  count = 3;                                   // -
  return 0;                                    // -
}
