// heddle: --strategy=exhaustive
// expect: complete traces=6
//
// Threads read a file, again in every run; what is left open is closed at the end of it. Which number the descriptor gets
// depends on whether the stream is open.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int bytes;

static void* stream(void* unused) {
  char line[256];
  FILE* file = fopen("/etc/passwd", "r");
  assert(file != NULL && fgets(line, sizeof line, file) != NULL);
  assert(strncmp(line, "root:", 5) == 0);
  fclose(file);
  pthread_mutex_lock(&mutex);
  bytes += 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* descriptor(void* unused) {
  char text[16];
  int file = open("/etc/passwd", O_RDONLY);
  assert(file >= 0 && file < 100);
  assert(read(file, text, sizeof text) == sizeof text);
  pthread_mutex_lock(&mutex);
  bytes += 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, stream, NULL);
  pthread_create(&b, NULL, descriptor, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(bytes == 2);
  return 0;
}
