/* JSON values. */
#define PARSER_BYTES 32
#include "parser.h"

enum { kMaxDepth = 8 };

struct Reader {
  const unsigned char* at;
  const unsigned char* end;
  int depth;
  int values;
};

static void spaces(struct Reader* r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r')) ++r->at;
}

static int word(struct Reader* r, const char* text) {
  const size_t size = strlen(text);
  if ((size_t)(r->end - r->at) < size || memcmp(r->at, text, size) != 0) return -1;
  r->at += size;
  return 0;
}

static int hex(unsigned char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static int string(struct Reader* r) {
  for (++r->at; r->at < r->end; ++r->at) {
    if (*r->at == '"') return ++r->at, 0;
    if (*r->at < 0x20) return -2;
    if (*r->at != '\\') continue;
    if (++r->at == r->end) return -3;
    switch (*r->at) {
      case '"':
      case '\\':
      case '/':
      case 'b':
      case 'n':
      case 't': break;
      case 'u': {
        int code = 0;
        for (int i = 0; i < 4; ++i) {
          if (++r->at == r->end) return -4;
          const int digit = hex(*r->at);
          if (digit < 0) return -5;
          code = code * 16 + digit;
        }
        if (code >= 0xdc00 && code < 0xe000) return -6;
        break;
      }
      default: return -7;
    }
  }
  return -8;
}

static int is_digit(const struct Reader* r) { return r->at < r->end && *r->at >= '0' && *r->at <= '9'; }

static int number(struct Reader* r) {
  if (*r->at == '-') ++r->at;
  if (!is_digit(r)) return -9;
  if (*r->at == '0') {
    ++r->at;
    if (is_digit(r)) return -10;
  }
  while (is_digit(r)) ++r->at;
  if (r->at < r->end && *r->at == '.') {
    ++r->at;
    if (!is_digit(r)) return -11;
    while (is_digit(r)) ++r->at;
  }
  if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
    ++r->at;
    if (r->at < r->end && (*r->at == '+' || *r->at == '-')) ++r->at;
    if (!is_digit(r)) return -12;
    while (is_digit(r)) ++r->at;
  }
  return 0;
}

static int value(struct Reader* r);

static int members(struct Reader* r, unsigned char close) {
  if (++r->depth > kMaxDepth) return -13;
  ++r->at;
  spaces(r);
  if (r->at < r->end && *r->at == close) {
    ++r->at;
    --r->depth;
    return 0;
  }
  for (;;) {
    if (close == '}') {
      spaces(r);
      if (r->at == r->end || *r->at != '"') return -14;
      const int wrong = string(r);
      if (wrong < 0) return wrong;
      spaces(r);
      if (r->at == r->end || *r->at != ':') return -15;
      ++r->at;
    }
    const int wrong = value(r);
    if (wrong < 0) return wrong;
    spaces(r);
    if (r->at == r->end) return -16;
    const unsigned char c = *r->at++;
    if (c == close) break;
    if (c != ',') return -17;
  }
  --r->depth;
  return 0;
}

static int value(struct Reader* r) {
  spaces(r);
  if (r->at == r->end) return -18;
  ++r->values;
  switch (*r->at) {
    case '{': return members(r, '}');
    case '[': return members(r, ']');
    case '"': return string(r);
    case 't': return word(r, "true");
    case 'f': return word(r, "false");
    case 'n': return word(r, "null");
    default: return number(r);
  }
}

static int parse(const unsigned char* text, size_t size) {
  struct Reader r = {text, text + size, 0, 0};
  const int wrong = value(&r);
  if (wrong < 0) return wrong;
  spaces(&r);
  if (r.at != r.end && *r.at != '\0') return -19;
  return r.values > 3 ? 2 : 1;
}
