// heddle: --strategy=dpor
// expect: incomplete reason="setlocale"
// heddle: --strategy=contextual
// expect: incomplete reason="setlocale"
//
// Nearly every function of the library that reads or writes numbers and texts reads the locale, too: changing it while
// other threads exist is named. Before they exist it is not.
#include <locale.h>
#include <pthread.h>
#include <stdio.h>

static void* change(void* argument) {
  setlocale(LC_ALL, "C");
  return argument;
}

int main(void) {
  setlocale(LC_ALL, "C");
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  char text[16];
  snprintf(text, sizeof text, "%.1f", 1.5);
  pthread_join(thread, NULL);
}
