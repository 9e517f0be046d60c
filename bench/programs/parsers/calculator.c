/* Expressions with precedence, brackets, names and calls, over 32 bits. */
#define PARSER_BYTES 24
#include "parser.h"

struct Reader {
  const unsigned char* at;
  const unsigned char* end;
  int depth;
  int wrong;
};

static uint32_t sum(struct Reader* r);

static unsigned char look(struct Reader* r) {
  while (r->at < r->end && *r->at == ' ') ++r->at;
  return r->at < r->end ? *r->at : '\0';
}

static uint32_t fail(struct Reader* r, int why) {
  if (r->wrong == 0) r->wrong = why;
  r->at = r->end;
  return 0;
}

static uint32_t brackets(struct Reader* r) {
  if (++r->depth > 5) return fail(r, -1);
  const uint32_t value = sum(r);
  if (look(r) != ')') return fail(r, -2);
  ++r->at;
  --r->depth;
  return value;
}

static uint32_t name(struct Reader* r) {
  const unsigned char* const begin = r->at;
  while (r->at < r->end && *r->at >= 'a' && *r->at <= 'z') ++r->at;
  const size_t size = (size_t)(r->at - begin);
  if (size == 2 && memcmp(begin, "pi", 2) == 0) return 3;
  if (look(r) != '(') return fail(r, -3);
  ++r->at;
  if (size == 3 && memcmp(begin, "abs", 3) == 0) {
    const int32_t value = (int32_t)brackets(r);
    return value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
  }
  if (size == 4 && memcmp(begin, "even", 4) == 0) return brackets(r) % 2 == 0;
  return fail(r, -4);
}

static uint32_t atom(struct Reader* r) {
  const unsigned char c = look(r);
  if (c == '(') return ++r->at, brackets(r);
  if (c == '-') {
    ++r->at;
    if (++r->depth > 5) return fail(r, -5);
    const uint32_t value = atom(r);
    --r->depth;
    return 0u - value;
  }
  if (c >= '0' && c <= '9') {
    uint32_t value = 0;
    int digits = 0;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
      if (++digits > 6) return fail(r, -6);
      value = value * 10 + (*r->at++ - '0');
    }
    return value;
  }
  if (c >= 'a' && c <= 'z') return name(r);
  return fail(r, -7);
}

static uint32_t product(struct Reader* r) {
  uint32_t value = atom(r);
  for (;;) {
    switch (look(r)) {
      case '*':
        ++r->at;
        value *= atom(r);
        break;
      case '/': {
        ++r->at;
        const uint32_t by = atom(r);
        if (by == 0) return fail(r, -8);
        value /= by;
        break;
      }
      case '%': {
        ++r->at;
        const uint32_t by = atom(r);
        if (by == 0) return fail(r, -9);
        value %= by;
        break;
      }
      default: return value;
    }
  }
}

static uint32_t sum(struct Reader* r) {
  uint32_t value = product(r);
  for (;;) {
    const unsigned char c = look(r);
    if (c == '+') {
      ++r->at;
      value += product(r);
    } else if (c == '-') {
      ++r->at;
      value -= product(r);
    } else if (c == '<') {
      ++r->at;
      if (r->at < r->end && *r->at == '<') {
        ++r->at;
        const uint32_t by = product(r);
        if (by > 31) return fail(r, -10);
        value <<= by;
      } else {
        value = value < product(r);
      }
    } else {
      return value;
    }
  }
}

static int parse(const unsigned char* text, size_t size) {
  struct Reader r = {text, text + size, 0, 0};
  const uint32_t value = sum(&r);
  if (r.wrong != 0) return r.wrong;
  if (r.at < r.end && *r.at != '\0') return -11;
  if (value == 42) return 2;
  if (value > 1000000) return 3;
  return 1;
}
