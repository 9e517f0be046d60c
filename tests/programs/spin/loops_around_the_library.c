// heddle: -D THREADS=0
// expect: complete
// heddle: -D THREADS=1 --strategy=contextual
// expect: complete
// heddle: -D THREADS=1 --strategy=dpor
// expect: complete
//
// Loops whose only progress is in the library or the kernel, where no access of the program shows it. They were taken
// for loops that wait, and reported as livelocks.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

static DIR* folder;

static struct dirent* next(void) { return readdir(folder); }

static void* run(void* argument) {
  const int file = open("text", O_RDWR | O_CREAT, 0600);
  while (lseek(file, 1, SEEK_CUR) < 5) {}
  while (ftruncate(file, lseek(file, 0, SEEK_END) + 1) == 0 && lseek(file, 0, SEEK_END) < 4) {}
  while (dup(file) < 12) {}
  while (eventfd(0, 0) < 14) {}
  struct dirent* (*volatile step)(void) = next;
  folder = opendir(".");
  while (step() != NULL) {}
  closedir(folder);
  FILE* const stream = fopen("text", "r");
  char* line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stream) >= 0) {}
  fclose(stream);
  free(line);
  return argument;
}

int main(void) {
  if (THREADS == 0) {
    run(NULL);
    return 0;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  struct stat found;
  stat("other", &found);
  pthread_join(thread, NULL);
  return 0;
}
