// Two threads, each with a list of its own, of whose nodes only parts are used, and a counter next to that of the other.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
  long key;
  int count;
};
static int counters[2];

static void* work(void* argument) {
  const long id = (long)argument;
  struct node* head = NULL;
  for (int i = 0; i < 1000; ++i) {
    struct node* node = calloc(1, sizeof *node);
    node->next = head;
    node->key = i;
    head = node;
  }
  for (int round = 0; round < 4000; ++round) {
    struct node* node = head;
    for (int i = 0; i < 1000; ++i, node = node->next) {
      if (node->key & 1) node->count++;
    }
  }
  for (int i = 0; i < 4000000; ++i) {
    counters[id] += i;
    __asm__ volatile("" ::: "memory");
  }
  return head;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (long i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
