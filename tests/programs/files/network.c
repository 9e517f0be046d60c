// limit: other sockets
// heddle: --strategy=dpor
// expect: incomplete reason="uncontrolled call (socket,"
//
// Network sockets are not controlled, which is reported; but what comes before a connection is seen after it.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int data;

static void* client(void* unused) {
  const int own = socket(AF_INET, SOCK_STREAM, 0);
  data = 1;
  connect(own, (struct sockaddr*)&address, sizeof address);
  close(own);
  return unused;
}

int main(void) {
  pthread_t thread;
  socklen_t size = sizeof address;
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, (struct sockaddr*)&address, size) != 0 || listen(server, 1) != 0) return 0;
  if (getsockname(server, (struct sockaddr*)&address, &size) != 0) return 0;
  pthread_create(&thread, NULL, client, NULL);
  const int connection = accept(server, NULL, NULL);
  if (connection >= 0) data = 2;
  close(connection);
  pthread_join(thread, NULL);
  return 0;
}
