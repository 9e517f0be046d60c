// A file that main has opened and read a part of: every test finds it where main has left it.
// heddle: --strategy=dpor --always-checkpoint
// expect: complete traces=2
// heddle: --strategy=dpor --no-checkpoint
// expect: complete traces=2
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int descriptor;
FILE* stream;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int turns;

void* read_on(void* unused) {
  char bytes[4];
  pthread_mutex_lock(&lock);
  assert(lseek(descriptor, 0, SEEK_CUR) == 3 + 4 * turns);
  assert(read(descriptor, bytes, 4) == 4);
  assert(fgetc(stream) != EOF && ftell(stream) == 2 + turns);
  ++turns;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  char bytes[3];
  descriptor = open("/etc/passwd", O_RDONLY);
  stream = fopen("/etc/passwd", "r");
  assert(descriptor >= 0 && stream != NULL);
  assert(read(descriptor, bytes, 3) == 3 && fgetc(stream) != EOF);
  printf("main is ready");
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, read_on, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
