// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete
// heddle: --strategy=dpor --flags=-O3
// expect: complete

// None of these decides by a value that was never written, although some of what is read was not.

#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded {
  char c;
  int i;
  char d;
};
struct bits {
  unsigned a : 1;
  unsigned b : 6;
  int c : 3;
  unsigned d : 22;
};
union either {
  int whole;
  unsigned char bytes[4];
  struct {
    short low;
    short high;
  } parts;
};
struct large {
  int size;
  int numbers[20];
};

static int one(void) { return 1; }

static void padding(void) {
  struct padded p;
  p.c = 1;
  p.i = 2;
  p.d = 3;
  struct padded q = p;
  struct padded r;
  memcpy(&r, &q, sizeof r);
  assert(r.c == 1 && r.i == 2 && r.d == 3);
}

static void partly(void) {
  struct padded p;
  p.i = 5;
  struct padded q = p;
  struct padded all[3];
  all[one()] = q;
  assert(all[1].i == 5);
}

static void bit_fields(void) {
  struct bits b;
  b.a = 1;
  assert(b.a);
  b.c = -2;
  assert(b.c == -2 && b.c < 0);
  struct bits c = b;
  assert(c.a == 1);
  c.b = 33;
  assert(c.b == 33);
}

static void unions(void) {
  union either e;
  e.parts.low = 3;
  assert(e.parts.low == 3);
  union either f = e;
  f.parts.high = 1;
  assert(f.whole == 0x10003);
  for (int i = 0; i < 4; i++) assert(f.bytes[i] < 4);
}

static int takes(struct large by_value) { return by_value.numbers[by_value.size]; }
static int takes_small(struct padded by_value) { return by_value.i; }
static struct padded gives(void) {
  struct padded p;
  p.i = 9;
  return p;
}

static void by_value(void) {
  struct large l;
  l.size = 2;
  l.numbers[2] = 7;
  assert(takes(l) == 7);
  struct padded p;
  p.i = 8;
  assert(takes_small(p) == 8);
  assert(gives().i == 9);
}

static void short_circuit(int valid) {
  int value;
  if (valid) value = 3;
  assert(!valid || value == 3);
  int other = value;
  if (valid && other == 3) assert(other == 3);
  const int chosen = valid ? other : 4;
  assert(chosen == 3 || chosen == 4);
}

static int look_up(int key, int* found) {
  int result;
  *found = key > 3;
  if (*found) result = key * 2;
  return result;
}

static void returned(void) {
  int found;
  const int value = look_up(one(), &found);
  if (found) assert(value == 2);
  const int second = look_up(5 * one(), &found);
  assert(found && second == 10);
}

static void masked(void) {
  unsigned flags;
  flags &= 0xffu;
  flags |= 0xffu;
  assert(flags == 0xff);
  unsigned char byte;
  byte = (unsigned char)(byte & 0xf0);
  assert((byte & 0x0f) == 0);
  int zero;
  zero = zero * 0;
  assert(zero == 0);
  int same;
  same ^= same;
  (void)same;
}

static void loops(void) {
  int last;
  for (int i = 0; i < 3 * one(); i++) {
    if (i > 0) assert(last == i - 1);
    last = i;
  }
  int numbers[64];
  for (int i = 0; i < 50; i++) numbers[i] = i;
  int sum = 0;
  for (int i = 0; i < 50; i++) sum += numbers[i];
  assert(sum == 1225);
  int copies[64];
  memcpy(copies, numbers, sizeof copies);
  for (int i = 49; i >= 0; i--) assert(copies[i] == i);
}

static void sorted(void) {
  int numbers[8];
  int count = 0;
  for (int i = 5; i > 0; i--) numbers[count++] = i;
  for (int i = 1; i < count; i++) {
    for (int j = i; j > 0 && numbers[j - 1] > numbers[j]; j--) {
      const int swap = numbers[j];
      numbers[j] = numbers[j - 1];
      numbers[j - 1] = swap;
    }
  }
  assert(numbers[0] == 1 && numbers[4] == 5);
}

static void by_library(void) {
  char text[32];
  snprintf(text, sizeof text, "%d", 12);
  assert(text[0] == '1' && strlen(text) == 2);
  char copy[64];
  strcpy(copy, text);
  assert(strcmp(copy, "12") == 0);
  int a;
  int b;
  assert(sscanf("3 4", "%d %d", &a, &b) == 2 && a == 3 && b == 4);
  int swap[4];
  memset(swap, 0, sizeof swap);
  assert(swap[one()] == 0);
  char* end;
  assert(strtol("77x", &end, 10) == 77 && *end == 'x');
  div_t parts = div(7, 2);
  assert(parts.quot == 3);
}

static jmp_buf back;

static void jumps(void) {
  volatile int count;
  count = 0;
  int number;
  if (setjmp(back) < 3) {
    count = count + 1;
    number = count;
    longjmp(back, number);
  }
  assert(count == 3);
}

static void switched(int which) {
  int value;
  switch (which) {
    case 1: value = 10; break;
    case 2: value = 20; break;
    default: return;
  }
  assert(value == which * 10);
}

static void gotos(void) {
  int turns = 0;
again:;
  int inside;
  if (turns == 0) inside = 1;
  turns++;
  if (turns == 1) assert(inside == 1);
  if (turns < 3) goto again;
}

static void floating(void) {
  double numbers[4];
  numbers[one()] = 1.5;
  numbers[0] = numbers[1] * 2;
  assert(numbers[0] == 3.0);
  float f;
  if (one()) f = 2;
  assert(f > 1);
}

static void pointers(void) {
  int a = 1;
  int b = 2;
  int* p;
  if (one()) {
    p = &a;
  } else {
    p = &b;
  }
  assert(*p == 1);
  int* both[2];
  both[0] = &a;
  both[1] = &b;
  assert(*both[one()] == 2);
}

static void wide(void) {
  long long big;
  *(int*)&big = 5;
  assert(*(int*)&big == 5);
  unsigned char bytes[sizeof(long)];
  for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i == 0);
  long number;
  memcpy(&number, bytes, sizeof number);
  assert(number == 1);
}

static void variable_length(int n) {
  int numbers[n];
  for (int i = 0; i < n; i++) numbers[i] = i;
  for (int i = 0; i < n; i++) assert(numbers[i] == i);
}

static void compared(void) {
  unsigned value;
  value = (value & 0xffffu) | 0x70000u;
  assert(value >= 0x70000u && value < 0x80000u);
  int sign;
  sign = (int)((unsigned)sign | 0x80000000u);
  assert(sign < 0);
}

static void* all(void* unused) {
  padding();
  partly();
  bit_fields();
  unions();
  by_value();
  short_circuit(one());
  short_circuit(0);
  returned();
  masked();
  loops();
  sorted();
  by_library();
  switched(2);
  switched(3);
  gotos();
  floating();
  pointers();
  wide();
  variable_length(5 * one());
  compared();
  return unused;
}

int main(void) {
  jumps();
  all(0);
  pthread_t thread;
  pthread_create(&thread, 0, all, 0);
  pthread_join(thread, 0);
  return 0;
}
