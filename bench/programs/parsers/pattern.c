/* A matcher of regular expressions: the pattern up to the first zero, then the text that it is tried on. */
#define PARSER_BYTES 32
#include "parser.h"

static int steps;

static int class_has(const char* from, const char* to, char c) {
  const int inverted = *from == '^';
  int found = 0;
  for (from += inverted; from < to; ++from) {
    if (from + 2 < to && from[1] == '-') {
      if (from[0] > from[2]) return -1;
      if (c >= from[0] && c <= from[2]) found = 1;
      from += 2;
    } else if (*from == c) {
      found = 1;
    }
  }
  return found != inverted;
}

/* The end of the element that begins here; NULL if there is none. */
static const char* element(const char* p) {
  if (*p == '\\') return p[1] != '\0' ? p + 2 : NULL;
  if (*p == '*' || *p == '+' || *p == '?' || *p == ']') return NULL;
  if (*p != '[') return p + 1;
  const char* end = strchr(p + 1, ']');
  return end == NULL || end == p + 1 ? NULL : end + 1;
}

static int fits(const char* p, const char* end, char c) {
  if (c == '\0') return 0;
  switch (*p) {
    case '.': return 1;
    case '[': return class_has(p + 1, end - 1, c);
    case '\\':
      switch (p[1]) {
        case 'd': return c >= '0' && c <= '9';
        case 's': return c == ' ' || c == '\t';
        case 'w': return (c >= 'a' && c <= 'z') || c == '_';
        default: return p[1] == c;
      }
    default: return *p == c;
  }
}

static int match(const char* p, const char* t) {
  if (++steps > 200) return -1;
  if (*p == '\0') return 1;
  if (*p == '$' && p[1] == '\0') return *t == '\0';
  const char* end = element(p);
  if (end == NULL) return -2;
  const int first = fits(p, end, *t);
  if (first < 0) return -3;
  switch (*end) {
    case '?':
      if (first && match(end + 1, t + 1) == 1) return 1;
      return match(end + 1, t);
    case '+':
      if (!first) return 0;
      ++t;
      /* fallthrough */
    case '*':
      for (;;) {
        const int rest = match(end + 1, t);
        if (rest != 0) return rest;
        if (fits(p, end, *t) != 1) return 0;
        ++t;
      }
    default: return first ? match(end, t + 1) : 0;
  }
}

static int parse(const unsigned char* bytes, size_t size) {
  char copy[PARSER_BYTES + 2] = {0};
  memcpy(copy, bytes, size);
  const char* pattern = copy;
  const char* text = copy + strlen(copy) + 1;
  steps = 0;
  if (*pattern == '^') return match(pattern + 1, text);
  for (; *text != '\0'; ++text) {
    const int found = match(pattern, text);
    if (found != 0) return found == 1 ? 2 : found;
  }
  return match(pattern, text);
}
