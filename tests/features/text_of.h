#pragma once

#include <string.h>

/* A text that depends on the input. */
static char* text_of(int x) {
  static char text[8];
  strcpy(text, "abc0");
  text[3] = (char)('0' + x);
  return text;
}
