/* scheme://user@host:port/path?query#fragment, with escapes, addresses of four numbers and of eight in brackets. */
#define PARSER_BYTES 36
#include "parser.h"

static int hex(unsigned char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static int four_numbers(const unsigned char* host, size_t size) {
  int numbers = 0, value = -1;
  for (size_t i = 0; i <= size; ++i) {
    if (i == size || host[i] == '.') {
      if (value < 0) return 0;
      if (value > 255) return -1;
      ++numbers;
      value = -1;
    } else if (host[i] >= '0' && host[i] <= '9') {
      value = (value < 0 ? 0 : value) * 10 + (host[i] - '0');
      if (value > 999) return -1;
    } else {
      return 0;
    }
  }
  return numbers == 4;
}

static int brackets(const unsigned char* host, size_t size) {
  int groups = 0, digits = 0, gaps = 0;
  for (size_t i = 0; i < size; ++i) {
    if (host[i] == ':') {
      if (i + 1 < size && host[i + 1] == ':') {
        if (++gaps > 1) return -1;
        ++i;
      } else if (digits == 0) {
        return -2;
      }
      groups += digits > 0;
      digits = 0;
    } else if (hex(host[i]) >= 0) {
      if (++digits > 4) return -3;
    } else {
      return -4;
    }
  }
  groups += digits > 0;
  return gaps == 1 ? (groups < 8 ? 1 : -5) : (groups == 8 ? 2 : -6);
}

static int path(const unsigned char* text, size_t size) {
  int part = 0, escapes = 0;
  for (size_t i = 0; i < size; ++i) {
    const unsigned char c = text[i];
    if (c == '%') {
      if (i + 2 >= size || hex(text[i + 1]) < 0 || hex(text[i + 2]) < 0) return -30;
      if (hex(text[i + 1]) == 0 && hex(text[i + 2]) == 0) return -31;
      i += 2;
      ++escapes;
    } else if (c == '?' && part == 0) {
      part = 1;
    } else if (c == '#' && part < 2) {
      part = 2;
    } else if (c <= ' ' || c >= 0x7f) {
      return -32;
    }
  }
  return escapes > 1 ? 3 : part;
}

static int parse(const unsigned char* text, size_t size) {
  size_t at = 0;
  while (size > 0 && text[size - 1] == '\0') --size;
  while (at < size && ((text[at] >= 'a' && text[at] <= 'z') || (at > 0 && text[at] == '+'))) ++at;
  if (at == 0 || at == size || text[at] != ':') return -1;
  const int is_http = at == 4 && memcmp(text, "http", 4) == 0;
  const int is_file = at == 4 && memcmp(text, "file", 4) == 0;
  ++at;
  if (size - at < 2 || text[at] != '/' || text[at + 1] != '/') return is_http ? -2 : 0;
  at += 2;
  const size_t authority = at;
  while (at < size && text[at] != '/' && text[at] != '?' && text[at] != '#') ++at;
  size_t host = authority, end = at;
  for (size_t i = authority; i < at; ++i) {
    if (text[i] == '@') host = i + 1;
  }
  if (host == end) return is_file ? path(text + at, size - at) : -3;
  if (text[host] == '[') {
    size_t close = host;
    while (close < end && text[close] != ']') ++close;
    if (close == end) return -4;
    const int kind = brackets(text + host + 1, close - host - 1);
    if (kind < 0) return -10 + kind;
    host = close + 1;
    if (host < end && text[host] != ':') return -5;
  } else {
    size_t colon = host;
    while (colon < end && text[colon] != ':') ++colon;
    if (four_numbers(text + host, colon - host) < 0) return -6;
    host = colon;
  }
  if (host < end) {
    long port = 0;
    for (++host; host < end; ++host) {
      if (text[host] < '0' || text[host] > '9') return -7;
      port = port * 10 + (text[host] - '0');
      if (port > 65535) return -8;
    }
    if (port == 0) return -9;
  }
  return path(text + at, size - at);
}
