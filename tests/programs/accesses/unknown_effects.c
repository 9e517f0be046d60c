// limit: Known functions that are not in it (`swprintf`, `iconv`, `glob`, …)
// A known function of which it is not known which memory it uses is named, unless nobody else could use it.
// heddle: -D JOINED=0
// expect: incomplete reason="uncontrolled call (swprintf"
// heddle: -D JOINED=1
// expect: complete
#include <pthread.h>
#include <wchar.h>

static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  wchar_t text[8];
  pthread_create(&thread, NULL, nothing, NULL);
  if (JOINED) pthread_join(thread, NULL);
  swprintf(text, 8, L"%d", 5);
  if (!JOINED) pthread_join(thread, NULL);
  return 0;
}
