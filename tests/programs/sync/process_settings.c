// What a process has once is shared by its threads, although it is in no variable: both orders of a change and a look
// are explored. A program that ends in both ways shows that.
// limit: | `signal`, `sigaction`, `chdir`, `umask`, `getrlimit`, `fcntl` (flags), `shm_open`, … | real, and steps if threads change what others look at.
// heddle: --strategy=contextual --keep-going -- 0
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 2
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 3
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual --keep-going -- 4
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 5
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 6
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 7
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual --keep-going -- 8
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 9
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 10
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 11
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual --keep-going -- 12
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 13
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 14
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 15
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=contextual --keep-going -- 16
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

static void prepare(int number) {
  switch (number) {
    case 0: signal(SIGUSR1, SIG_IGN); break;
    case 1: signal(SIGUSR1, SIG_IGN); break;
    case 2: signal(SIGUSR1, SIG_IGN); block(SIGUSR1); break;
    case 3: umask(022); break;
    case 4: umask(022); break;
    case 5: mkdir("folder", 0777); break;
    case 6: mkdir("folder", 0777); break;
    case 8: descriptor = open("/dev/null", O_RDWR); break;
    case 9: descriptor = open("/dev/null", O_RDWR); break;
    case 10: descriptor = open("/dev/null", O_RDWR); break;
    case 11: descriptor = open("/dev/null", O_RDWR); break;
    case 13: shm_unlink("/heddle-settings"); break;
    case 14: mkdir("folder", 0777); folder = opendir("folder"); break;
    case 15: symlink("here", "link"); break;
    case 16: close(open("file", O_CREAT | O_RDWR, 0600)); break;
    default: break;
  }
}

static void change(int number) {
  switch (number) {
    case 0: signal(SIGUSR1, handle); break;
    case 1: signal(SIGUSR1, handle); break;
    case 2: signal(SIGUSR1, handle); break;
    case 3: umask(077); break;
    case 4: umask(077); break;
    case 5: (void)!chdir("folder"); break;
    case 6: (void)!chdir("folder"); break;
    case 7: { struct rlimit none = {0, 0}; setrlimit(RLIMIT_CORE, &none); } break;
    case 8: fcntl(descriptor, F_SETFL, O_APPEND); break;
    case 9: fcntl(descriptor, F_SETFD, FD_CLOEXEC); break;
    case 10: dup2(descriptor, 77); break;
    case 11: close(descriptor); break;
    case 12: pthread_setconcurrency(3); break;
    case 13: descriptor = shm_open("/heddle-settings", O_CREAT | O_RDWR, 0600); break;
    case 14: mkdir("folder/another", 0777); break;
    case 15: unlink("link"); symlink("there", "link"); break;
    case 16: { static struct timeval old[2]; utimes("file", old); } break;
    default: break;
  }
}

static int is_changed(int number) {
  switch (number) {
    case 0: return ({ struct sigaction now; sigaction(SIGUSR1, NULL, &now); now.sa_handler == handle; });
    case 1: return ({ raise(SIGUSR1); handled; });
    case 2: return ({ raise(SIGUSR1); unblock(SIGUSR1); handled; });
    case 3: return (umask(0) == 077);
    case 4: return ({ struct stat now; descriptor = open("file", O_CREAT | O_RDWR, 0666); fstat(descriptor, &now); (now.st_mode & 0777) == 0600; });
    case 5: return ({ char path[PATH_MAX]; strcmp(basename(getcwd(path, sizeof path)), "folder") == 0; });
    case 6: return (mkdir("folder", 0777) == 0);
    case 7: return ({ struct rlimit now; getrlimit(RLIMIT_CORE, &now); now.rlim_max == 0; });
    case 8: return ((fcntl(descriptor, F_GETFL) & O_APPEND) != 0);
    case 9: return (fcntl(descriptor, F_GETFD) == FD_CLOEXEC);
    case 10: return (fcntl(77, F_GETFD) >= 0);
    case 11: return (fcntl(descriptor, F_GETFD) < 0);
    case 12: return (pthread_getconcurrency() == 3);
    case 13: return ({ int other = shm_open("/heddle-settings", O_CREAT | O_EXCL | O_RDWR, 0600); shm_unlink("/heddle-settings"); other < 0; });
    case 14: return ({ int entries = 0; while (readdir(folder) != NULL) ++entries; entries == 3; });
    case 15: return ({ char target[16] = ""; (void)!readlinkat(AT_FDCWD, "link", target, 15); target[0] != 'h'; });
    case 16: return ({ struct stat now; stat("file", &now); now.st_mtime == 0; });
    default: abort();
  }
}

static void* make_the_change(void* number) {
  change(*(int*)number);
  return NULL;
}

static void* look(void* number) {
  if (is_changed(*(int*)number)) abort();
  assert(!"not yet");
  return NULL;
}

int main(int argc, char** argv) {
  int number = argc > 1 ? atoi(argv[1]) : 0;
  char scratch[] = "/tmp/heddle-settings-XXXXXX";
  (void)!chdir(mkdtemp(scratch));
  prepare(number);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, make_the_change, &number);
  pthread_create(&threads[1], NULL, look, &number);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
