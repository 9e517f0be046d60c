// limit: anything else | real and uncontrolled: named in the verdict
// heddle: --strategy=dpor
// expect: incomplete reason="gethostbyname"
//
// A call that Heddle cannot control is named, and the verdict is not complete.
#include <netdb.h>
#include <stdio.h>

int main(void) {
  struct hostent* host = gethostbyname("127.0.0.1");
  printf("%d\n", host != NULL);
  return 0;
}
