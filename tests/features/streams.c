#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "feature.h"

/* What goes out of the program and comes back. */

static FILE* new_file(void) { return tmpfile(); }

NAMED(putchar_result) { return putchar('a' + x); }
NAMED(fputc_result) { return fputc('a' + x, stdout); }
NAMED(putc_result) { return putc('a' + x, stderr); }
NAMED(puts_result) {
  char t[] = "abcdefgh";
  t[x] = 0;
  return puts(t) > 3;
}
FEATURE(fputs_result) {
  char t[] = "abcdefgh";
  t[x] = 0;
  return fputs(t, stdout) >= 0 ? x : -1;
}
NAMED(write_result) { return write(1, "abcdefgh", (size_t)x); }
NAMED(fwrite_result) { return (long)fwrite("abcdefgh", 1, (size_t)x, stdout); }
FEATURE(dprintf_only_shows) {
  dprintf(1, "%d\n", x);
  return x * 2;
}
FEATURE(printf_only_shows) {
  printf("%d\n", x);
  return x * 2;
}
FEATURE(puts_only_shows) {
  char t[] = "0";
  t[0] = (char)('0' + x);
  puts(t);
  return t[0];
}
NAMED(fwrite_fread) {
  FILE* f = new_file();
  fwrite(&x, sizeof x, 1, f);
  rewind(f);
  int y = 0;
  fread(&y, sizeof y, 1, f);
  fclose(f);
  return y;
}
NAMED(fputc_fgetc) {
  FILE* f = new_file();
  fputc('a' + x, f);
  rewind(f);
  long r = fgetc(f);
  fclose(f);
  return r;
}
NAMED(putw_getw) {
  FILE* f = new_file();
  putw(x, f);
  rewind(f);
  long r = getw(f);
  fclose(f);
  return r;
}
NAMED(fprintf_fscanf) {
  FILE* f = new_file();
  fprintf(f, "%d", x);
  rewind(f);
  int y = -1;
  fscanf(f, "%d", &y);
  fclose(f);
  return y;
}
NAMED(fputs_fgets) {
  FILE* f = new_file();
  char t[] = "a0";
  t[1] = (char)('0' + x);
  fputs(t, f);
  rewind(f);
  char u[8];
  fgets(u, sizeof u, f);
  fclose(f);
  return u[1];
}
NAMED(fprintf_ftell) {
  FILE* f = new_file();
  fprintf(f, "%d", x + 5);
  long r = ftell(f);
  fclose(f);
  return r;
}
static void print_to(FILE* f, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(f, format, list);
  va_end(list);
}
NAMED(vfprintf_ftell) {
  FILE* f = new_file();
  print_to(f, "%d", x + 5);
  long r = ftell(f);
  fclose(f);
  return r;
}
NAMED(dprintf_lseek) {
  char name[] = "/tmp/heddle-feature-XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  dprintf(fd, "%d", x + 5);
  long r = lseek(fd, 0, SEEK_CUR);
  close(fd);
  return r;
}
NAMED(write_read_file) {
  char name[] = "/tmp/heddle-feature-XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  write(fd, &x, sizeof x);
  lseek(fd, 0, SEEK_SET);
  int y = 0;
  read(fd, &y, sizeof y);
  close(fd);
  return y;
}
NAMED(pwrite_pread) {
  char name[] = "/tmp/heddle-feature-XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  pwrite(fd, &x, sizeof x, 8);
  int y = 0;
  pread(fd, &y, sizeof y, 8);
  close(fd);
  return y;
}
NAMED(writev_readv) {
  int p[2];
  pipe(p);
  int y = 0;
  struct iovec out = {&x, sizeof x};
  struct iovec in = {&y, sizeof y};
  writev(p[1], &out, 1);
  readv(p[0], &in, 1);
  close(p[0]);
  close(p[1]);
  return y;
}
NAMED(pipe) {
  int p[2];
  pipe(p);
  write(p[1], &x, sizeof x);
  int y = 0;
  read(p[0], &y, sizeof y);
  close(p[0]);
  close(p[1]);
  return y;
}
NAMED(pipe_size) {
  int p[2];
  pipe(p);
  write(p[1], "abcdefgh", (size_t)x + 1);
  char t[16];
  long r = read(p[0], t, sizeof t);
  close(p[0]);
  close(p[1]);
  return r;
}
NAMED(socketpair) {
  int p[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, p);
  send(p[1], &x, sizeof x, 0);
  int y = 0;
  recv(p[0], &y, sizeof y, 0);
  close(p[0]);
  close(p[1]);
  return y;
}
NAMED(open_memstream) {
  char* text;
  size_t size;
  FILE* f = open_memstream(&text, &size);
  fprintf(f, "%d", x);
  fclose(f);
  long r = text[0];
  free(text);
  return r;
}
NAMED(open_memstream_size) {
  char* text;
  size_t size;
  FILE* f = open_memstream(&text, &size);
  fprintf(f, "%d", x + 5);
  fclose(f);
  free(text);
  return (long)size;
}
NAMED(open_memstream_fputc) {
  char* text;
  size_t size;
  FILE* f = open_memstream(&text, &size);
  fputc('a' + x, f);
  fflush(f);
  long r = text[0];
  fclose(f);
  return r;
}
NAMED(fmemopen_write) {
  char t[16];
  FILE* f = fmemopen(t, sizeof t, "w");
  fprintf(f, "%d", x);
  fclose(f);
  return t[0];
}
NAMED(fmemopen_fwrite) {
  char t[16];
  FILE* f = fmemopen(t, sizeof t, "w");
  fwrite(&x, sizeof x, 1, f);
  fclose(f);
  return t[0];
}
NAMED(fmemopen_read) {
  char t[] = "5";
  t[0] = (char)('0' + x);
  FILE* f = fmemopen(t, 1, "r");
  long r = fgetc(f);
  fclose(f);
  return r;
}
NAMED(fmemopen_read_later) {
  static char t[] = "5";
  FILE* f = fmemopen(t, 1, "r");
  t[0] = (char)('0' + x);
  long r = fgetc(f);
  fclose(f);
  return r;
}
NAMED(setvbuf_buffer) {
  static char buffer[64];
  FILE* f = new_file();
  setvbuf(f, buffer, _IOFBF, sizeof buffer);
  fprintf(f, "%d", x);
  long r = buffer[0];
  fclose(f);
  return r;
}
NAMED(setvbuf_of_stdout) {
  static char buffer[64];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  printf("%d", x);
  long r = buffer[0];
  setvbuf(stdout, NULL, _IONBF, 0);
  return r;
}
NAMED(stdout_to_file) {
  int saved = dup(1);
  char name[] = "/tmp/heddle-feature-XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  fflush(stdout);
  dup2(fd, 1);
  printf("%d", x + 5);
  fflush(stdout);
  dup2(saved, 1);
  long r = lseek(fd, 0, SEEK_END);
  close(fd);
  close(saved);
  return r;
}
NAMED(file_mapped) {
  char name[] = "/tmp/heddle-feature-XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  ftruncate(fd, 4096);
  int* a = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  int* b = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  *a = x;
  return *b;
}
FEATURE(anonymous_mapping) {
  int* a = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  a[5] = x;
  return a[5];
}
NAMED(file_size) {
  char name[] = "/tmp/heddle-feature-XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  ftruncate(fd, x * 10);
  struct stat s;
  fstat(fd, &s);
  close(fd);
  return s.st_size;
}
NAMED(file_name) {
  char name[] = "/tmp/heddle-feature-0";
  name[20] = (char)('0' + x);
  unlink("/tmp/heddle-feature-4");
  FILE* f = fopen(name, "w");
  fclose(f);
  long r = access("/tmp/heddle-feature-4", F_OK) == 0;
  unlink(name);
  return r;
}
NAMED(mkdir_name) {
  char name[] = "/tmp/heddle-directory-0";
  name[22] = (char)('0' + x);
  rmdir("/tmp/heddle-directory-4");
  mkdir(name, 0700);
  long r = access("/tmp/heddle-directory-4", F_OK) == 0;
  rmdir(name);
  return r;
}
NAMED(seek_by_input) {
  FILE* f = new_file();
  fputs("hgfedcba", f);
  fseek(f, x, SEEK_SET);
  long r = fgetc(f);
  fclose(f);
  return r;
}
NAMED(lseek_by_input) {
  char name[] = "/tmp/heddle-feature-XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  write(fd, "hgfedcba", 8);
  lseek(fd, x, SEEK_SET);
  char c = 0;
  read(fd, &c, 1);
  close(fd);
  return c;
}
NAMED(fread_count) {
  FILE* f = new_file();
  fputs("hgfedcba", f);
  rewind(f);
  char t[9] = {0};
  long r = (long)fread(t, 1, (size_t)x, f);
  fclose(f);
  return r * 100 + t[4];
}
NAMED(fgets_size) {
  FILE* f = new_file();
  fputs("hgfedcba", f);
  rewind(f);
  char t[9] = {0};
  fgets(t, x + 1, f);
  fclose(f);
  return (long)strlen(t);
}
NAMED(ungetc) {
  FILE* f = new_file();
  fputs("hgfedcba", f);
  rewind(f);
  ungetc('a' + x, f);
  long r = fgetc(f);
  fclose(f);
  return r;
}
NAMED(stream_of_descriptor) {
  int p[2];
  pipe(p);
  FILE* f = fdopen(p[1], "w");
  fputc('a' + x, f);
  fclose(f);
  char c = 0;
  read(p[0], &c, 1);
  return c;
}
NAMED(symbolic_link) {
  char target[] = "abc0";
  target[3] = (char)('0' + x);
  unlink("/tmp/heddle-link");
  symlink(target, "/tmp/heddle-link");
  char t[16] = {0};
  readlink("/tmp/heddle-link", t, 15);
  unlink("/tmp/heddle-link");
  return t[3];
}
