#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

#include "feature.h"
#include "text_of.h"

/* What the C library does to strings and bytes. */

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

/* Text. */
FEATURE(reverse_text) {
  char t[] = "abcdefgh";
  t[x] = 'z';
  for (int i = 0, j = 7; i < j; ++i, --j) {
    char c = t[i];
    t[i] = t[j];
    t[j] = c;
  }
  return t[2];
}
FEATURE(palindrome) {
  char t[] = "abcba";
  t[0] = (char)('a' + x);
  for (int i = 0; i < 2; ++i)
    if (t[i] != t[4 - i]) return 0;
  return 1;
}
FEATURE(count_letters) {
  int n[8] = {0};
  char t[] = "abcab";
  t[4] = (char)('a' + x);
  for (char* p = t; *p; ++p) n[*p - 'a']++;
  return n[1] * 10 + n[0];
}
FEATURE(caesar) {
  char t[] = "xyz";
  for (char* p = t; *p; ++p) *p = (char)('a' + (*p - 'a' + x) % 26);
  return t[1];
}
FEATURE(hash_of_text) {
  char t[] = "key0";
  t[3] = (char)('0' + x);
  uint32_t h = 2166136261u;
  for (char* p = t; *p; ++p) h = (h ^ (uint8_t)*p) * 16777619u;
  return h;
}
FEATURE(strcmp_sign) { return strcmp("d", (char[]){(char)('a' + x), 0}) > 0; }
FEATURE(strncasecmp_of_input) { return strncasecmp("aBc", (char[]){(char)('a' + x), 'b', 'c', 0}, 2) == 0; }
FEATURE(strtok_loop) {
  char t[] = "a b c d";
  t[1] = x & 1 ? ' ' : '_';
  t[5] = x & 2 ? ' ' : '_';
  int n = 0;
  for (char* p = strtok(t, " "); p; p = strtok(NULL, " ")) ++n;
  return n;
}
FEATURE(strlcpy_like) {
  char to[5];
  size_t n = (size_t)x < sizeof to ? (size_t)x : sizeof to - 1;
  memcpy(to, "abcdefgh", n);
  to[n] = 0;
  return (long)strlen(to);
}
NAMED(wide_text) {
  wchar_t t[] = L"abc";
  t[1] = (wchar_t)('a' + x);
  return wcscmp(t, L"adc") == 0;
}
FEATURE(wide_length) {
  wchar_t t[9] = L"abcdefgh";
  t[x] = 0;
  return (long)wcslen(t);
}
NAMED(wide_to_narrow) {
  wchar_t w[] = L"a";
  w[0] = (wchar_t)('a' + x);
  char t[8] = "";
  wcstombs(t, w, sizeof t);
  return t[0];
}
FEATURE(isalnum_of_sum) { return isalnum('0' + x * 3) != 0; }
FEATURE(toupper_chain) { return toupper(tolower('A' + x)) + isprint(x + 28) != 0; }
FEATURE(base64_digit) { return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[x * 9]; }
FEATURE(run_length) {
  char t[8] = "aaabbb";
  t[x % 6] = 'c';
  int runs = 0;
  for (int i = 0; t[i]; ++i) runs += i == 0 || t[i] != t[i - 1];
  return runs;
}
FEATURE(memmove_by_input) {
  char t[] = "0123456789";
  memmove(t + x, t, 3);
  return t[4];
}
FEATURE(memcpy_then_compare) {
  char a[8], b[8] = {0};
  memset(a, x, sizeof a);
  memcpy(b, a, (size_t)x);
  return memcmp(a, b, 8) == 0;
}
