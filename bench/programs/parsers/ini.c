/* [section], key = value, comments, quoted values, numbers and truth values. */
#define PARSER_BYTES 40
#include "parser.h"

static int is_space(unsigned char c) { return c == ' ' || c == '\t'; }
static int is_word(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

static int value_kind(const unsigned char* value, size_t size) {
  if (size == 0) return 0;
  if (size == 4 && memcmp(value, "true", 4) == 0) return 1;
  if (size == 5 && memcmp(value, "false", 5) == 0) return 2;
  if (value[0] == '"') {
    for (size_t i = 1; i < size; ++i) {
      if (value[i] == '\\' && i + 1 < size) {
        ++i;
        if (value[i] != 'n' && value[i] != '"' && value[i] != '\\') return -1;
      } else if (value[i] == '"') {
        return i + 1 == size ? 3 : -2;
      }
    }
    return -3;
  }
  size_t i = value[0] == '-' || value[0] == '+';
  if (i == size) return 6;
  if (size - i > 2 && value[i] == '0' && value[i + 1] == 'x') {
    for (i += 2; i < size; ++i) {
      const unsigned char c = value[i];
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return -4;
    }
    return 4;
  }
  for (; i < size; ++i) {
    if (value[i] < '0' || value[i] > '9') return 6;
  }
  return 5;
}

static int line(const unsigned char* text, size_t size, int* section) {
  size_t at = 0;
  while (at < size && is_space(text[at])) ++at;
  while (size > at && is_space(text[size - 1])) --size;
  if (at == size || text[at] == ';' || text[at] == '#') return 0;
  if (text[at] == '[') {
    const size_t begin = ++at;
    while (at < size && is_word(text[at])) ++at;
    if (at == begin) return -10;
    if (at == size || text[at] != ']') return -11;
    if (at + 1 != size) return -12;
    *section = at - begin == 3 && memcmp(text + begin, "net", 3) == 0 ? 2 : 1;
    return 0;
  }
  const size_t key = at;
  while (at < size && is_word(text[at])) ++at;
  if (at == key) return -13;
  const size_t key_size = at - key;
  while (at < size && is_space(text[at])) ++at;
  if (at == size || (text[at] != '=' && text[at] != ':')) return -14;
  ++at;
  while (at < size && is_space(text[at])) ++at;
  const int kind = value_kind(text + at, size - at);
  if (kind < 0) return kind;
  if (*section == 0) return -15;
  if (*section == 2 && key_size == 4 && memcmp(text + key, "port", 4) == 0 && kind != 5) return -16;
  return kind;
}

static int parse(const unsigned char* text, size_t size) {
  int section = 0, values = 0;
  size_t begin = 0;
  for (size_t at = 0; at <= size; ++at) {
    if (at < size && text[at] != '\n') continue;
    const int kind = line(text + begin, at - begin, &section);
    if (kind < 0) return kind;
    values += kind > 0;
    begin = at + 1;
  }
  return values;
}
