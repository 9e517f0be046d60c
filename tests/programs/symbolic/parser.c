// heddle: --strategy=contextual --flags=-DSIZE=5
// expect: complete tests=437
// heddle: --strategy=dpor "--flags=-DSIZE=5 -O0"
// expect: complete traces=437
// heddle: --strategy=unfolding --flags=-DSIZE=8
// expect: complete tests=14627
//
// A parser of sums, products and parentheses over symbolic characters.
#include <heddle/heddle.h>

static const char* at;
static int ok;

static void expression(void);

static void factor(void) {
  if (*at >= '0' && *at <= '9') {
    while (*at >= '0' && *at <= '9') at++;
  } else if (*at == '(') {
    at++;
    expression();
    if (*at == ')') {
      at++;
    } else {
      ok = 0;
    }
  } else {
    ok = 0;
  }
}

static void term(void) {
  factor();
  while (ok && (*at == '*' || *at == '/')) {
    at++;
    factor();
  }
}

static void expression(void) {
  term();
  while (ok && (*at == '+' || *at == '-')) {
    at++;
    term();
  }
}

int accepted;

int main(void) {
  char text[SIZE + 1];
  heddle_input(text, SIZE, "text");
  text[SIZE] = 0;
  at = text;
  ok = 1;
  expression();
  accepted = ok && *at == 0;
  return 0;
}
