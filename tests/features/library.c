#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <regex.h>
#include <search.h>
#include <stdlib.h>
#include <time.h>

#include "feature.h"
#include "text_of.h"

/* What else the C library computes in memory: searching, tables, the environment, times. */

static int less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int same(const void* a, const void* b) { return *(const int*)a != *(const int*)b; }

FEATURE(qsort) {
  int v[3] = {4, x, 2};
  qsort(v, 3, sizeof v[0], less);
  return v[1];
}
static int order;
static int by_order(const void* a, const void* b) { return order * (*(const int*)a - *(const int*)b); }
FEATURE(qsort_comparator_decides) {
  int v[3] = {4, 1, 2};
  order = x > 3 ? 1 : -1;
  qsort(v, 3, sizeof v[0], by_order);
  return v[0];
}
static int by_input(const void* a, const void* b) {
  return (*(const int*)a ^ order) - (*(const int*)b ^ order);
}
FEATURE(qsort_comparator_result) {
  int v[3] = {4, 1, 2};
  order = x;
  qsort(v, 3, sizeof v[0], by_input);
  return v[0];
}
static int compare_with(const void* a, const void* b, void* by) {
  return (*(const int*)a ^ *(int*)by) - (*(const int*)b ^ *(int*)by);
}
FEATURE(qsort_r) {
  int v[3] = {4, 1, 2};
  qsort_r(v, 3, sizeof v[0], compare_with, &x);
  return v[0];
}
FEATURE(qsort_count) {
  int v[8] = {8, 7, 6, 5, 4, 3, 2, 1};
  qsort(v, (size_t)x, sizeof v[0], less);
  return v[0];
}
FEATURE(bsearch) {
  int v[] = {1, 3, 4, 6};
  int* p = bsearch(&x, v, 4, sizeof v[0], less);
  return p == NULL ? -1 : p - v;
}
FEATURE(bsearch_in_inputs) {
  int v[] = {1, x, 9, 20};
  int key = 5;
  return bsearch(&key, v, 4, sizeof v[0], less) != NULL;
}
FEATURE(lfind) {
  int v[] = {5, 2, 7};
  size_t n = 3;
  int* p = lfind(&x, v, &n, sizeof v[0], same);
  return p == NULL ? -1 : p - v;
}
FEATURE(lsearch) {
  int v[4] = {5, 2, 7};
  size_t n = 3;
  lsearch(&x, v, &n, sizeof v[0], same);
  return (long)n;
}
NAMED(tsearch) {
  void* root = NULL;
  int a = 3;
  tsearch(&a, &root, less);
  return tfind(&x, &root, less) != NULL;
}
static int seen;
static void see(const void* node, VISIT visit, int depth) {
  (void)depth;
  if (visit == leaf || visit == postorder) seen = seen * 10 + **(int* const*)node;
}
NAMED(twalk) {
  void* root = NULL;
  int v[3] = {4, x, 2};
  seen = 0;
  for (int i = 0; i < 3; ++i) tsearch(&v[i], &root, less);
  twalk(root, see);
  return seen;
}
NAMED(hsearch) {
  hcreate(8);
  ENTRY e = {.key = "abc4", .data = NULL};
  hsearch(e, ENTER);
  ENTRY q = {.key = text_of(x), .data = NULL};
  return hsearch(q, FIND) != NULL;
}
NAMED(regex) {
  regex_t r;
  regcomp(&r, "^abc[34]$", REG_NOSUB);
  long result = regexec(&r, text_of(x), 0, NULL, 0);
  regfree(&r);
  return result;
}
NAMED(setenv_getenv) {
  setenv("HEDDLE_FEATURE", text_of(x), 1);
  return getenv("HEDDLE_FEATURE")[3];
}
NAMED(getenv_name) {
  setenv("abc4", "1", 1);
  return getenv(text_of(x)) != NULL;
}
static char environment[] = "HEDDLE_PUT=0";
NAMED(putenv_getenv) {
  putenv(environment);
  environment[11] = (char)('0' + x);
  return getenv("HEDDLE_PUT")[0];
}
NAMED(getopt) {
  char option[] = "-a";
  option[1] = (char)('a' + x);
  char* arguments[] = {"program", option, NULL};
  optind = 1;
  opterr = 0;
  return getopt(2, arguments, "bd:e");
}
FEATURE(getopt_optind) {
  char option[] = "-b";
  option[0] = (char)(x > 3 ? '-' : '+');
  char* arguments[] = {"program", option, NULL};
  optind = 1;
  getopt(2, arguments, "b");
  return optind;
}
NAMED(getopt_long) {
  char option[] = "--abc0";
  option[5] = (char)('0' + x);
  char* arguments[] = {"program", option, NULL};
  static const struct option options[] = {{"abc4", no_argument, NULL, 'z'}, {0}};
  optind = 1;
  opterr = 0;
  return getopt_long(2, arguments, "", options, NULL);
}
NAMED(getsubopt) {
  char t[] = "abc0";
  t[3] = (char)('0' + x);
  char* p = t;
  char* value;
  char* const tokens[] = {"abc2", "abc5", NULL};
  return getsubopt(&p, tokens, &value);
}
NAMED(strftime) {
  struct tm t = {.tm_year = 100, .tm_mon = x, .tm_mday = 1};
  char s[16];
  strftime(s, sizeof s, "%m", &t);
  return s[1];
}
NAMED(mktime) {
  struct tm t = {.tm_year = 100, .tm_mday = 1 + x};
  return timegm(&t) > 946857600;
}
NAMED(gmtime) {
  time_t t = x * 86400;
  return gmtime(&t)->tm_mday;
}
NAMED(gmtime_r) {
  time_t t = x * 86400;
  struct tm r;
  gmtime_r(&t, &r);
  return r.tm_mday;
}
NAMED(strptime) {
  struct tm t = {0};
  strptime(text_of(x) + 3, "%d", &t);
  return t.tm_mday;
}
NAMED(inet_addr) {
  char t[] = "1.2.3.0";
  t[6] = (char)('0' + x);
  struct in_addr a;
  inet_aton(t, &a);
  return a.s_addr >> 24;
}
NAMED(inet_ntoa) {
  struct in_addr a = {.s_addr = htonl((uint32_t)x)};
  return inet_ntoa(a)[6];
}
NAMED(strerror) { return strcmp(strerror(x), strerror(4)) == 0; }
NAMED(strsignal) { return strlen(strsignal(x + 1)) > 10; }
FEATURE(errno_variable) {
  errno = x;
  return errno == 4;
}
NAMED(a64l) { return a64l(text_of(x)); }
NAMED(l64a) { return l64a(x + 1)[0]; }
NAMED(random_seed) {
  srand((unsigned)x);
  return rand() & 1023;
}
NAMED(rand_r) {
  unsigned seed = (unsigned)x;
  return rand_r(&seed) & 1023;
}
FEATURE(setlocale) { return setlocale(LC_ALL, x == 5 ? "C" : "xx_XX") != NULL; }
NAMED(crypt_like) {
  char t[8] = "a";
  t[0] = (char)('a' + x);
  return memcmp(basename(t), "d", 1) == 0;
}
