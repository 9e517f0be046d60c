/* Rows of quoted and plain cells, all of the same width; the first row names the columns. */
#define PARSER_BYTES 32
#include "parser.h"

enum { kMaxColumns = 6 };

static int cell_kind(const unsigned char* cell, size_t size, int row) {
  if (size == 0) return 0;
  if (row == 0) return cell[0] >= '0' && cell[0] <= '9' ? -1 : 1;
  int digits = 0, points = 0;
  for (size_t i = 0; i < size; ++i) {
    if (cell[i] >= '0' && cell[i] <= '9') ++digits;
    if (cell[i] == '.') ++points;
  }
  if (digits == (int)size) return 2;
  if (digits + points == (int)size && points == 1) return 3;
  return 4;
}

static int parse(const unsigned char* text, size_t size) {
  int row = 0, column = 0, columns = 0, kinds = 0;
  size_t at = 0;
  while (at < size && text[at] != '\0') {
    size_t begin = at, end;
    if (text[at] == '"') {
      begin = ++at;
      for (;;) {
        if (at == size || text[at] == '\0') return -1;
        if (text[at] == '"') {
          if (at + 1 < size && text[at + 1] == '"') {
            at += 2;
            continue;
          }
          break;
        }
        ++at;
      }
      end = at++;
      if (at < size && text[at] != ',' && text[at] != '\n' && text[at] != '\0') return -2;
    } else {
      while (at < size && text[at] != ',' && text[at] != '\n' && text[at] != '\0') {
        if (text[at] == '"') return -3;
        ++at;
      }
      end = at;
    }
    const int kind = cell_kind(text + begin, end - begin, row);
    if (kind < 0) return -4;
    kinds |= 1 << kind;
    if (++column > kMaxColumns) return -5;
    if (at == size || text[at] == '\0') break;
    if (text[at++] == ',') continue;
    if (row == 0) columns = column;
    if (column != columns) return -6;
    ++row;
    column = 0;
  }
  if (row > 0 && column > 0 && column != columns) return -7;
  if (columns == 3 && row >= 2 && (kinds & 12) == 12) return 2;
  return 1;
}
