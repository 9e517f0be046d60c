#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <regex.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include "feature.h"

/* What the C library computes in memory. */

static char* text_of(int x) {
  static char text[8];
  strcpy(text, "abc0");
  text[3] = (char)('0' + x);
  return text;
}
static int less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int same(const void* a, const void* b) { return *(const int*)a != *(const int*)b; }

FEATURE(strlen) {
  char t[] = "abcdefgh";
  t[x] = 0;
  return (long)strlen(t);
}
FEATURE(strlen_of_input_byte) {
  char t[] = "abc";
  t[1] = (char)x;
  return (long)strlen(t);
}
FEATURE(strnlen) {
  char t[] = "abcdefgh";
  return (long)strnlen(t, (size_t)x);
}
FEATURE(strcmp) { return strcmp(text_of(x), "abc4") == 0; }
FEATURE(strncmp) { return strncmp("abcd", "abce", (size_t)x) < 0; }
FEATURE(strcasecmp) { return strcasecmp(text_of(x), "ABC5") == 0; }
FEATURE(memcmp) { return memcmp(text_of(x), "abc2", 4) > 0; }
FEATURE(memcmp_size) { return memcmp("abcdefgh", "abcdeggh", (size_t)x) != 0; }
FEATURE(strchr) {
  char* p = strchr("01234567", '0' + x);
  return *p;
}
FEATURE(strchr_null) { return strchr("0246", '0' + x) == NULL; }
FEATURE(strrchr) { return strrchr("0123456789", '0' + x) != NULL; }
FEATURE(strstr) { return strstr("abc1 abc3", text_of(x)) != NULL; }
FEATURE(strpbrk) { return strpbrk(text_of(x), "36") != NULL; }
FEATURE(strspn) { return (long)strspn(text_of(x), "abc345"); }
FEATURE(strcspn) { return (long)strcspn(text_of(x), "67"); }
FEATURE(memchr) { return memchr("\1\2\5", x, 3) != NULL; }
FEATURE(rawmemchr) {
  char* t = text_of(x);
  return (char*)rawmemchr("01234567", t[3]) != NULL;
}
FEATURE(memrchr) { return memrchr("\1\2\5", x, 3) != NULL; }
FEATURE(memmem) { return memmem("abc3abc5", 8, text_of(x), 4) != NULL; }
FEATURE(strchrnul) { return *strchrnul("0246", '0' + x); }
FEATURE(strcpy) {
  char t[8];
  strcpy(t, text_of(x));
  return t[3];
}
FEATURE(strncpy) {
  char t[8] = {0};
  strncpy(t, text_of(x), 4);
  return t[3];
}
FEATURE(strncpy_size) {
  char t[8] = "xxxxxxx";
  strncpy(t, "abcdefgh", (size_t)x);
  return t[4];
}
FEATURE(stpcpy) {
  char t[8];
  char* end = stpcpy(t, text_of(x));
  return end[-1];
}
FEATURE(strcat) {
  char t[16] = "z";
  strcat(t, text_of(x));
  return t[4];
}
FEATURE(strncat) {
  char t[16] = "z";
  strncat(t, "abcdefg", (size_t)x);
  return (long)strlen(t);
}
FEATURE(strdup) {
  char* t = strdup(text_of(x));
  long r = t[3];
  free(t);
  return r;
}
FEATURE(strndup) {
  char* t = strndup("abcdefgh", (size_t)x);
  long r = (long)strlen(t);
  free(t);
  return r;
}
FEATURE(strtok) {
  char t[16] = "a,b;c";
  t[1] = (char)(x > 3 ? ',' : ';');
  return (long)strlen(strtok(t, ","));
}
FEATURE(strtok_r) {
  char t[16];
  char* state;
  snprintf(t, sizeof t, "a,b,c");
  t[3] = (char)('0' + x);
  strtok_r(t, "4", &state);
  return strtok_r(NULL, "4", &state) != NULL;
}
FEATURE(strsep) {
  char t[] = "a0b";
  t[1] = (char)('0' + x);
  char* p = t;
  strsep(&p, "3");
  return p != NULL;
}
NAMED(strcoll) { return strcoll(text_of(x), "abc4") < 0; }
NAMED(strxfrm) {
  char t[32];
  strxfrm(t, text_of(x), sizeof t);
  return t[3];
}
NAMED(strverscmp) { return strverscmp(text_of(x), "abc4") < 0; }
NAMED(strfry) { return strchr(strfry(text_of(x)), '4') != NULL; }
NAMED(memfrob) {
  char* t = text_of(x);
  memfrob(t, 4);
  return t[3];
}
NAMED(swab) {
  char t[8];
  swab(text_of(x), t, 4);
  return t[2];
}
FEATURE(memcpy) {
  int y;
  memcpy(&y, &x, sizeof y);
  return y;
}
FEATURE(memcpy_size) {
  char t[9] = "........";
  memcpy(t, "abcdefgh", (size_t)x);
  return t[4];
}
FEATURE(memmove) {
  int v[3] = {x, 1, 2};
  memmove(v + 1, v, 2 * sizeof v[0]);
  return v[1];
}
FEATURE(memmove_size) {
  char t[] = "0123456789";
  memmove(t + 1, t, (size_t)x);
  return t[4];
}
FEATURE(memset_byte) {
  int y = 0;
  memset(&y, x, sizeof y);
  return y;
}
FEATURE(memset_size) {
  char t[9] = "........";
  memset(t, 'a', (size_t)x);
  return t[3];
}
FEATURE(memset_pointer) {
  char t[9] = "........";
  memset(t + x, 'a', 1);
  return t[3];
}
FEATURE(memccpy) {
  char t[9] = "........";
  memccpy(t, "01234567", '0' + x, 8);
  return t[4];
}
FEATURE(mempcpy) {
  char t[9] = {0};
  char* end = mempcpy(t, text_of(x), 4);
  return end[-1];
}
NAMED(memcpy_by_pointer) {
  void* (*volatile copy)(void*, const void*, size_t) = memcpy;
  int y = 0;
  copy(&y, &x, sizeof y);
  return y;
}
FEATURE(strlen_by_pointer) {
  size_t (*volatile length)(const char*) = strlen;
  char t[] = "abcdefgh";
  t[x] = 0;
  return (long)length(t);
}
FEATURE(bzero_size) {
  char t[9] = "........";
  bzero(t, (size_t)x);
  return t[3];
}
FEATURE(bcopy) {
  int y;
  bcopy(&x, &y, sizeof y);
  return y;
}
FEATURE(explicit_bzero) {
  int y = x;
  explicit_bzero(&y, sizeof y);
  return y + (x > 2);
}
FEATURE(atoi) { return atoi(text_of(x) + 3); }
FEATURE(atol) { return atol(text_of(x) + 3) * 2; }
FEATURE(strtol) { return strtol(text_of(x) + 3, NULL, 10); }
FEATURE(strtol_hex) { return strtol(text_of(x), NULL, 16); }
FEATURE(strtol_base) { return strtol("101", NULL, x + 2); }
FEATURE(strtol_end) {
  char* end;
  char t[] = "1234";
  t[2] = (char)(x + '5');
  strtol(t, &end, 10);
  return end - t;
}
FEATURE(strtoul) { return (long)strtoul(text_of(x) + 3, NULL, 8); }
FEATURE(strtoimax) { return strtoimax(text_of(x) + 3, NULL, 10); }
NAMED(strtod) { return strtod(text_of(x) + 3, NULL) > 3.5; }
NAMED(atof) { return atof(text_of(x) + 3) > 3.5; }
FEATURE(isdigit) { return isdigit('5' + x) != 0; }
FEATURE(isalpha) { return isalpha('^' + x) != 0; }
FEATURE(isspace) { return isspace(x + 7) != 0; }
FEATURE(isupper) { return isupper('V' + x) != 0; }
FEATURE(isxdigit) { return isxdigit('c' + x) != 0; }
FEATURE(ispunct) { return ispunct('-' + x) != 0; }
FEATURE(toupper) { return toupper('^' + x); }
FEATURE(tolower) { return tolower('V' + x); }
FEATURE(ctype_table) { return ((*__ctype_b_loc())['5' + x] & _ISdigit) != 0; }
NAMED(iswdigit) { return iswdigit((wint_t)('5' + x)) != 0; }
NAMED(towupper) { return (long)towupper((wint_t)('^' + x)); }
NAMED(wcslen) {
  wchar_t t[] = L"abcdefgh";
  t[2] = x;
  return (long)wcslen(t);
}
NAMED(wcscmp) {
  wchar_t t[] = L"abc";
  t[2] += x;
  return wcscmp(t, L"abf") < 0;
}
NAMED(wmemset) {
  wchar_t t[3];
  wmemset(t, x, 2);
  return t[1];
}
NAMED(mbtowc) {
  wchar_t w;
  mbtowc(&w, text_of(x) + 3, 1);
  return w;
}
NAMED(wctomb) {
  char t[16];
  wctomb(t, (wchar_t)('a' + x));
  return t[0];
}
NAMED(snprintf) {
  char t[16];
  snprintf(t, sizeof t, "%d", x);
  return t[0];
}
NAMED(sprintf) {
  char t[16];
  sprintf(t, "<%d>", x);
  return t[1];
}
NAMED(sprintf_text) {
  char t[16];
  sprintf(t, "<%s>", text_of(x));
  return t[4];
}
NAMED(snprintf_result) { return snprintf(NULL, 0, "%d", x + 5); }
NAMED(snprintf_size) {
  char t[16] = "zzzzzzzz";
  snprintf(t, (size_t)x, "abcdefg");
  return t[3];
}
FEATURE(snprintf_format) {
  char format[] = "%d%";
  char t[32];
  format[1] = (char)(x > 3 ? 'd' : 'x');
  format[2] = 0;
  snprintf(t, sizeof t, format, 255);
  return t[0];
}
static int formatted(char* to, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int r = vsprintf(to, format, list);
  va_end(list);
  return r;
}
NAMED(vsprintf) {
  char t[16];
  formatted(t, "%d", x);
  return t[0];
}
NAMED(vsprintf_result) {
  char t[16];
  return formatted(t, "%d", x + 5);
}
NAMED(asprintf) {
  char* t;
  asprintf(&t, "%d", x);
  long r = t[0];
  free(t);
  return r;
}
NAMED(percent_n) {
  char t[16];
  int n = 0;
  sprintf(t, "%d%n", x + 5, &n);
  return n;
}
NAMED(printf_result) { return printf("%d\n", x + 5); }
NAMED(printf_text_result) {
  char t[] = "abcdefgh";
  t[x] = 0;
  return printf("%s", t);
}
NAMED(fprintf_result) { return fprintf(stderr, "%d\n", x + 5); }
NAMED(printf_percent_n) {
  int n = 0;
  printf("%d%n\n", x + 5, &n);
  return n;
}
FEATURE(sscanf) {
  int y = 0;
  sscanf(text_of(x) + 3, "%d", &y);
  return y;
}
FEATURE(sscanf_result) {
  int y;
  char t[] = "0";
  t[0] = (char)('5' + x);
  return sscanf(t, "%d", &y);
}
NAMED(sscanf_double) {
  double y = 0;
  sscanf(text_of(x) + 3, "%lf", &y);
  return y > 3;
}
FEATURE(abs) { return abs(x - 4); }
FEATURE(labs) { return labs(x - 4L); }
NAMED(abs_by_pointer) {
  int (*volatile f)(int) = abs;
  return f(x - 4);
}
FEATURE(div) { return div(100, x + 1).quot; }
FEATURE(div_remainder) { return div(100, x + 1).rem; }
FEATURE(div_by_zero) { return div(100, x - 3).quot > 0; }
FEATURE(ldiv) { return ldiv(100, x + 1).quot; }
FEATURE(lldiv_by_zero) { return lldiv(100, x - 6).quot == 5; }
FEATURE(imaxdiv) { return imaxdiv(100, x + 1).rem; }
FEATURE(ffs) { return ffs(x); }
FEATURE(ffsl) { return ffsl((long)x << 33); }
FEATURE(htonl) { return htonl((uint32_t)x); }
FEATURE(htons) { return htons((uint16_t)x); }
FEATURE(sqrt) { return (long)sqrt(x); }
NAMED(pow) { return (long)pow(2, x); }
NAMED(ldexp) { return (long)ldexp(1, x); }
FEATURE(fabs) { return (long)fabs(x - 4.0); }
FEATURE(floor) { return (long)floor(x / 2.0); }
NAMED(lround) { return lround(x / 2.0); }
FEATURE(isnan) { return isnan(x == 3 ? NAN : (double)x); }
NAMED(frexp) {
  int e;
  frexp(x, &e);
  return e;
}
NAMED(modf) {
  double whole;
  modf(x * 1.5, &whole);
  return (long)whole;
}
NAMED(fmin) { return (long)fmin(x, 4); }
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
FEATURE(realloc_keeps) {
  int* p = malloc(4);
  *p = x;
  p = realloc(p, 4000);
  long r = *p;
  free(p);
  return r;
}
FEATURE(malloc_size) {
  char* p = malloc((size_t)x + 1);
  p[0] = 1;
  p[x] = 2;
  long r = p[0];
  free(p);
  return r;
}
FEATURE(malloc_overrun) {
  volatile char* p = malloc((size_t)x + 1);
  p[3] = 1;
  free((void*)p);
  return 0;
}
FEATURE(malloc_multiplied) {
  int* p = malloc((size_t)x * sizeof *p);
  for (int i = 0; i < x; ++i) p[i] = i;
  long r = x > 0 ? p[x - 1] : -1;
  free(p);
  return r;
}
FEATURE(calloc_count) {
  int* p = calloc((size_t)x + 1, sizeof *p);
  p[x] = 7;
  long r = p[0];
  free(p);
  return r;
}
FEATURE(calloc_overrun) {
  volatile int* p = calloc((size_t)x, sizeof *p);
  p[2] = 7;
  free((void*)p);
  return 0;
}
FEATURE(realloc_size) {
  char* p = malloc(1);
  p = realloc(p, (size_t)x + 1);
  p[x] = 1;
  long r = p[x] + x;
  free(p);
  return r;
}
FEATURE(aligned_alloc_size) {
  char* p = aligned_alloc(16, (size_t)(x + 1) * 16);
  p[16 * x] = 1;
  free(p);
  return x;
}
FEATURE(posix_memalign_size) {
  void* p;
  if (posix_memalign(&p, 16, (size_t)x + 1) != 0) return -1;
  ((char*)p)[x] = 1;
  free(p);
  return x;
}
FEATURE(free_chosen) {
  char* a = malloc(4);
  char* b = malloc(4);
  free(a);
  if (x == 5) b = a;
  free(b);
  return 0;
}
NAMED(memory_function_by_pointer) {
  void* (*volatile allocate)(size_t) = malloc;
  volatile char* p = allocate((size_t)x + 1);
  p[3] = 1;
  free((void*)p);
  return 0;
}
