/* MessagePack: values of many formats, which a schema expects in a certain shape. */
#define PARSER_BYTES 32
#include "parser.h"

struct Reader {
  const unsigned char* at;
  const unsigned char* end;
  int depth;
  int negatives;
  int texts;
};

static int take(struct Reader* r, unsigned bytes, uint64_t* number) {
  if ((size_t)(r->end - r->at) < bytes) return -1;
  *number = 0;
  for (; bytes > 0; --bytes) *number = *number << 8 | *r->at++;
  return 0;
}

static int value(struct Reader* r);

static int values(struct Reader* r, uint64_t count) {
  if (++r->depth > 4) return -2;
  if (count > 16) return -3;
  for (; count > 0; --count) {
    const int wrong = value(r);
    if (wrong < 0) return wrong;
  }
  --r->depth;
  return 0;
}

static int text(struct Reader* r, uint64_t length) {
  if (length > (uint64_t)(r->end - r->at)) return -4;
  if (length == 4 && memcmp(r->at, "size", 4) == 0) ++r->texts;
  if (length == 3 && memcmp(r->at, "key", 3) == 0) r->texts += 2;
  r->at += length;
  return 0;
}

static int value(struct Reader* r) {
  uint64_t number = 0;
  if (r->at == r->end) return -5;
  const unsigned char format = *r->at++;
  if (format < 0x80) return 0;
  if (format < 0x90) return values(r, 2 * (format & 15u));
  if (format < 0xa0) return values(r, format & 15u);
  if (format < 0xc0) return text(r, format & 31u);
  if (format >= 0xe0) return ++r->negatives, 0;
  switch (format) {
    case 0xc0:
    case 0xc2:
    case 0xc3: return 0;
    case 0xc4: return take(r, 1, &number) < 0 ? -6 : text(r, number);
    case 0xca: return take(r, 4, &number) < 0 ? -7 : (number & 0x7f800000) == 0x7f800000 ? -8 : 0;
    case 0xcc: return take(r, 1, &number) < 0 ? -9 : number < 0x80 ? -10 : 0;
    case 0xcd: return take(r, 2, &number) < 0 ? -11 : number < 0x100 ? -12 : 0;
    case 0xce: return take(r, 4, &number) < 0 ? -13 : number < 0x10000 ? -14 : 0;
    case 0xd0:
      if (take(r, 1, &number) < 0) return -15;
      if ((int8_t)number >= -32) return -16;
      return ++r->negatives, 0;
    case 0xd1:
      if (take(r, 2, &number) < 0) return -17;
      if ((int16_t)number >= -128) return -18;
      return ++r->negatives, 0;
    case 0xd9: return take(r, 1, &number) < 0 ? -19 : number < 32 ? -20 : text(r, number);
    case 0xdc: return take(r, 2, &number) < 0 ? -21 : number < 16 ? -22 : values(r, number);
    case 0xde: return take(r, 2, &number) < 0 ? -23 : values(r, 2 * number);
    default: return -24;
  }
}

static int parse(const unsigned char* bytes, size_t size) {
  struct Reader r = {bytes, bytes + size, 0, 0, 0};
  if (bytes[0] < 0x80 || bytes[0] >= 0xa0) return -25;
  const int wrong = value(&r);
  if (wrong < 0) return wrong;
  if (r.texts == 3 && r.negatives > 1) return 3;
  return r.texts > 0 ? 2 : 1;
}
