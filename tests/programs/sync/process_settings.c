// What a process has once is shared by its threads, although it is in no variable: both orders of a change and a look
// are explored. A program that ends in both ways shows that.
// limit: | `signal`, `sigaction`, `chdir`, `umask`, `getrlimit`, `fcntl` (flags), `shm_open`, … | real, and steps if threads change what others look at.
// heddle: -D CASE=0 --strategy=contextual --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=1 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=2 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=3 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=4 --strategy=contextual --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=5 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=6 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=7 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=8 --strategy=contextual --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=9 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=10 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=11 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=12 --strategy=contextual --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=13 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=14 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=15 --strategy=dpor --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: -D CASE=16 --strategy=contextual --keep-going
// expect: bug kind=assertion
// expect: bug kind=abort
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

int descriptor;
DIR* folder;
_Thread_local int handled;

void handle(int signal) {
  (void)signal;
  handled = 1;
}
void block(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}
void unblock(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

#if CASE == 0
#define BEFORE signal(SIGUSR1, SIG_IGN);
#define CHANGE signal(SIGUSR1, handle);
#define IS_CHANGED                  \
  ({                                \
    struct sigaction now;           \
    sigaction(SIGUSR1, NULL, &now); \
    now.sa_handler == handle;       \
  })
#elif CASE == 1
#define BEFORE signal(SIGUSR1, SIG_IGN);
#define CHANGE signal(SIGUSR1, handle);
#define IS_CHANGED  \
  ({                \
    raise(SIGUSR1); \
    handled;        \
  })
#elif CASE == 2
#define BEFORE              \
  signal(SIGUSR1, SIG_IGN); \
  block(SIGUSR1);
#define CHANGE signal(SIGUSR1, handle);
#define IS_CHANGED    \
  ({                  \
    raise(SIGUSR1);   \
    unblock(SIGUSR1); \
    handled;          \
  })
#elif CASE == 3
#define BEFORE umask(022);
#define CHANGE umask(077);
#define IS_CHANGED (umask(0) == 077)
#elif CASE == 4
#define BEFORE umask(022);
#define CHANGE umask(077);
#define IS_CHANGED                                     \
  ({                                                   \
    struct stat now;                                   \
    descriptor = open("file", O_CREAT | O_RDWR, 0666); \
    fstat(descriptor, &now);                           \
    (now.st_mode & 0777) == 0600;                      \
  })
#elif CASE == 5
#define BEFORE mkdir("folder", 0777);
#define CHANGE (void)!chdir("folder");
#define IS_CHANGED                                              \
  ({                                                            \
    char path[PATH_MAX];                                        \
    strcmp(basename(getcwd(path, sizeof path)), "folder") == 0; \
  })
#elif CASE == 6
#define BEFORE mkdir("folder", 0777);
#define CHANGE (void)!chdir("folder");
#define IS_CHANGED (mkdir("folder", 0777) == 0)
#elif CASE == 7
#define BEFORE
#define CHANGE                 \
  struct rlimit none = {0, 0}; \
  setrlimit(RLIMIT_CORE, &none);
#define IS_CHANGED                \
  ({                              \
    struct rlimit now;            \
    getrlimit(RLIMIT_CORE, &now); \
    now.rlim_max == 0;            \
  })
#elif CASE == 8
#define BEFORE descriptor = open("/dev/null", O_RDWR);
#define CHANGE fcntl(descriptor, F_SETFL, O_APPEND);
#define IS_CHANGED ((fcntl(descriptor, F_GETFL) & O_APPEND) != 0)
#elif CASE == 9
#define BEFORE descriptor = open("/dev/null", O_RDWR);
#define CHANGE fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#define IS_CHANGED (fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
#elif CASE == 10
#define BEFORE descriptor = open("/dev/null", O_RDWR);
#define CHANGE dup2(descriptor, 77);
#define IS_CHANGED (fcntl(77, F_GETFD) >= 0)
#elif CASE == 11
#define BEFORE descriptor = open("/dev/null", O_RDWR);
#define CHANGE close(descriptor);
#define IS_CHANGED (fcntl(descriptor, F_GETFD) < 0)
#elif CASE == 12
#define BEFORE
#define CHANGE pthread_setconcurrency(3);
#define IS_CHANGED (pthread_getconcurrency() == 3)
#elif CASE == 13
#define BEFORE shm_unlink("/heddle-settings");
#define CHANGE descriptor = shm_open("/heddle-settings", O_CREAT | O_RDWR, 0600);
#define IS_CHANGED                                                             \
  ({                                                                           \
    int other = shm_open("/heddle-settings", O_CREAT | O_EXCL | O_RDWR, 0600); \
    shm_unlink("/heddle-settings");                                            \
    other < 0;                                                                 \
  })
#elif CASE == 14
#define BEFORE           \
  mkdir("folder", 0777); \
  folder = opendir("folder");
#define CHANGE mkdir("folder/another", 0777);
#define IS_CHANGED                             \
  ({                                           \
    int entries = 0;                           \
    while (readdir(folder) != NULL) ++entries; \
    entries == 3;                              \
  })
#elif CASE == 15
#define BEFORE symlink("here", "link");
#define CHANGE    \
  unlink("link"); \
  symlink("there", "link");
#define IS_CHANGED                                   \
  ({                                                 \
    char target[16] = "";                            \
    (void)!readlinkat(AT_FDCWD, "link", target, 15); \
    target[0] != 'h';                                \
  })
#elif CASE == 16
#define BEFORE close(open("file", O_CREAT | O_RDWR, 0600));
#define CHANGE                  \
  static struct timeval old[2]; \
  utimes("file", old);
#define IS_CHANGED      \
  ({                    \
    struct stat now;    \
    stat("file", &now); \
    now.st_mtime == 0;  \
  })
#endif

static void* change(void* unused) {
  CHANGE
  return unused;
}

static void* look(void* unused) {
  if (IS_CHANGED) abort();
  assert(!"not yet");
  return unused;
}

int main(void) {
  char scratch[] = "/tmp/heddle-settings-XXXXXX";
  (void)!chdir(mkdtemp(scratch));
  BEFORE
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, change, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
