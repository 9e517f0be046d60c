/* The request line and the headers of an HTTP request. */
#define PARSER_BYTES 48
#include "parser.h"

enum { kMaxHeaders = 4 };

struct Request {
  int method;
  int version;
  int headers;
  int host;
  int chunked;
  long length;
  int keep_alive;
};

static int is_token(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static int method_of(const unsigned char* text, size_t size) {
  if (size == 3 && memcmp(text, "GET", 3) == 0) return 1;
  if (size == 3 && memcmp(text, "PUT", 3) == 0) return 2;
  if (size == 4 && memcmp(text, "POST", 4) == 0) return 3;
  if (size == 4 && memcmp(text, "HEAD", 4) == 0) return 4;
  return 0;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static int is_name(const unsigned char* text, size_t size, const char* name) {
  if (size != strlen(name)) return 0;
  for (size_t i = 0; i < size; ++i) {
    if (lower(text[i]) != name[i]) return 0;
  }
  return 1;
}

static int header(struct Request* r, const unsigned char* name, size_t name_size, const unsigned char* value,
                  size_t value_size) {
  if (++r->headers > kMaxHeaders) return -1;
  if (is_name(name, name_size, "host")) {
    if (r->host) return -2;
    r->host = 1;
    if (value_size == 0) return -3;
  } else if (is_name(name, name_size, "length")) {
    r->length = 0;
    if (value_size == 0) return -4;
    for (size_t i = 0; i < value_size; ++i) {
      if (value[i] < '0' || value[i] > '9') return -5;
      r->length = r->length * 10 + (value[i] - '0');
      if (r->length > 100000) return -6;
    }
  } else if (is_name(name, name_size, "te")) {
    if (value_size == 7 && memcmp(value, "chunked", 7) == 0) r->chunked = 1;
    if (value_size == 4 && memcmp(value, "gzip", 4) == 0) r->chunked = 2;
  } else if (is_name(name, name_size, "ka")) {
    r->keep_alive = value_size == 1 && value[0] == '1';
  }
  return 0;
}

static int parse(const unsigned char* text, size_t size) {
  struct Request r = {0};
  size_t at = 0, begin;
  while (at < size && is_token(text[at])) ++at;
  if (at == 0 || at == size || text[at] != ' ') return -10;
  r.method = method_of(text, at);
  if (r.method == 0) return -11;
  begin = ++at;
  if (at == size || (text[at] != '/' && text[at] != '*')) return -12;
  while (at < size && text[at] != ' ') {
    if (text[at] < 0x21 || text[at] == 0x7f) return -13;
    ++at;
  }
  if (at == begin || size - at < 11) return -14;
  if (memcmp(text + at, " HTTP/1.", 8) != 0) return -15;
  at += 8;
  if (text[at] != '0' && text[at] != '1') return -16;
  r.version = text[at++] - '0';
  if (text[at] != '\r' || text[at + 1] != '\n') return -17;
  at += 2;
  for (;;) {
    if (at + 1 >= size) return -18;
    if (text[at] == '\r' && text[at + 1] == '\n') break;
    begin = at;
    while (at < size && is_token(text[at])) ++at;
    if (at == begin || at == size || text[at] != ':') return -19;
    const size_t name_size = at - begin;
    ++at;
    while (at < size && (text[at] == ' ' || text[at] == '\t')) ++at;
    const size_t value = at;
    while (at < size && text[at] != '\r') {
      if (text[at] < 0x20 && text[at] != '\t') return -20;
      ++at;
    }
    if (at + 1 >= size || text[at + 1] != '\n') return -21;
    const int wrong = header(&r, text + begin, name_size, text + value, at - value);
    if (wrong < 0) return wrong;
    at += 2;
  }
  if (r.version == 1 && !r.host) return -22;
  if (r.chunked && r.length > 0) return -23;
  if (r.method == 3 && !r.chunked && r.length == 0) return -24;
  return r.keep_alive;
}
