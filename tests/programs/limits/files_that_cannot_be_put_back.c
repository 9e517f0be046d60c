// limit: Files are restored if they have up to 256 MiB in total and there are up to 4096 of them; renaming a folder is named.
// heddle: -D CASE=1
// expect: incomplete reason="files or folders that the program changes could not be put back after each run"
// heddle: -D CASE=2
// expect: incomplete reason="uncontrolled call (rename of a folder"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  if (CASE == 1) {
    char name[16];
    for (int i = 0; i <= 4096; ++i) {
      snprintf(name, sizeof name, "%d", i);
      unlink(name);
    }
  } else {
    mkdir("old", 0700);
    rename("old", "new");
  }
  return 0;
}
