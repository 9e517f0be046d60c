#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"

/* Sorting and searching; arrays and what becomes of them in memory. */

struct pair {
  int a;
  int b;
};

static int __attribute__((noinline)) even(int n);
static int __attribute__((noinline)) odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

/* Sorting and searching with comparators. */
struct item {
  int key;
  char name[4];
};
static int by_key(const void* a, const void* b) { return ((const struct item*)a)->key - ((const struct item*)b)->key; }
FEATURE(qsort_of_structures) {
  struct item v[4] = {{x, "x"}, {3, "a"}, {5, "b"}, {1, "c"}};
  qsort(v, 4, sizeof *v, by_key);
  return v[2].name[0];
}
static int descending(const void* a, const void* b) { return (*(const int*)a < *(const int*)b) - (*(const int*)a > *(const int*)b); }
FEATURE(qsort_descending) {
  int v[5] = {4, x, 2, 6, x - 1};
  qsort(v, 5, sizeof *v, descending);
  return v[0] * 10 + v[4];
}
static int by_pointed(const void* a, const void* b) { return **(int* const*)a - **(int* const*)b; }
FEATURE(qsort_of_pointers) {
  int a = 3, b = x, c = 5;
  int* v[3] = {&a, &b, &c};
  qsort(v, 3, sizeof *v, by_pointed);
  return v[1] == &b;
}
static int text_order(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }
FEATURE(qsort_of_texts) {
  char t[2] = {(char)('a' + x), 0};
  char* v[3] = {"c", t, "f"};
  qsort(v, 3, sizeof *v, text_order);
  return v[2][0];
}
static int count_calls;
static int counting(const void* a, const void* b) {
  count_calls++;
  return *(const int*)a - *(const int*)b;
}
FEATURE(bsearch_counts_calls) {
  int v[7] = {0, 1, 2, 3, 4, 5, 6};
  count_calls = 0;
  bsearch(&x, v, 7, sizeof *v, counting);
  return count_calls;
}

/* Arrays, memory. */
FEATURE(matrix_product) {
  int a[2][2] = {{x, 1}, {2, 3}}, b[2][2] = {{1, x}, {0, 1}}, c[2][2] = {{0}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) c[i][j] += a[i][k] * b[k][j];
  return c[0][1] * 100 + c[1][1];
}
FEATURE(sieve) {
  char composite[16] = {0};
  for (int i = 2; i < 16; ++i)
    for (int j = 2 * i; j < 16; j += i) composite[j] = 1;
  return composite[x + 5];
}
FEATURE(stack_machine) {
  const unsigned char code[] = {1, 2, 3, 0};
  int s[4] = {x, 2, 0, 0}, top = 1;
  for (const unsigned char* p = code; *p; ++p) {
    if (*p == 1) s[top - 1] += s[top], --top;
    else if (*p == 2) s[++top] = 3;
    else s[top - 1] *= s[top], --top;
  }
  return s[top];
}
FEATURE(two_stacks_in_one) {
  int v[8] = {0}, low = 0, high = 8;
  for (int i = 0; i < 6; ++i) {
    if (i < x) v[low++] = i;
    else v[--high] = i;
  }
  return low * 10 + v[7];
}
FEATURE(write_then_read_elsewhere) {
  int v[8] = {0};
  v[x] = 1;
  v[7 - x] += 2;
  return v[3] * 10 + v[4];
}
FEATURE(partial_overwrite) {
  uint32_t v = 0x11223344;
  ((uint8_t*)&v)[x & 3] = (uint8_t)x;
  return v;
}
FEATURE(realloc_grows_by_input) {
  int* v = malloc(4 * sizeof *v);
  v[3] = x;
  v = realloc(v, (size_t)(4 + x) * sizeof *v);
  v[3 + x] = 9;
  long r = v[3];
  free(v);
  return r;
}
FEATURE(calloc_is_zero) {
  char* v = calloc(8, 1);
  v[x] = 1;
  long r = v[2] * 2 + v[5];
  free(v);
  return r;
}
FEATURE(list_of_input_length) {
  struct node {
    struct node* next;
    int v;
  }* head = NULL;
  for (int i = 0; i < x; ++i) {
    struct node* n = malloc(sizeof *n);
    n->next = head;
    n->v = i;
    head = n;
  }
  long s = 0;
  while (head) {
    struct node* n = head->next;
    s = s * 2 + head->v;
    free(head);
    head = n;
  }
  return s;
}
FEATURE(tree_insert) {
  struct node {
    struct node *l, *r;
    int v;
  } n[4] = {{0, 0, 4}, {0, 0, 2}, {0, 0, 6}, {0, 0, x}};
  for (int i = 1; i < 4; ++i) {
    struct node** at = &(struct node*){&n[0]};
    while (*at) at = n[i].v < (*at)->v ? &(*at)->l : &(*at)->r;
    struct node* p = &n[0];
    for (;;) {
      struct node** next = n[i].v < p->v ? &p->l : &p->r;
      if (!*next) {
        *next = &n[i];
        break;
      }
      p = *next;
    }
  }
  return n[1].l == &n[3] ? 1 : n[1].r == &n[3] ? 2 : n[2].l == &n[3] ? 3 : 4;
}
FEATURE(double_free_of_chosen) {
  char* p = malloc(4);
  free(p);
  if (x == 5) free(p);
  return 0;
}
FEATURE(use_after_free_of_chosen) {
  volatile char* p = malloc(4);
  *p = 1;
  free((void*)p);
  return x == 5 ? *p : 0;
}
FEATURE(stack_overrun_of_structure) {
  struct {
    int v[4];
    int after;
  } s = {{0}, 5};
  int* p = s.v;
  return p[x & 3] + s.after;
}
FEATURE(string_overrun) {
  char* t = malloc(5);
  strcpy(t, x == 7 ? "abcde" : "abcd");
  long r = t[2];
  free(t);
  return r;
}
FEATURE(null_member) {
  struct pair p = {1, 2};
  struct pair* q = x == 3 ? NULL : &p;
  return q->b;
}
FEATURE(function_pointer_null) {
  int (*f)(int) = x == 3 ? NULL : abs;
  return f(-x);
}
NAMED(function_pointers_in_structure) {
  struct {
    int (*f)(int);
  } v[2] = {{abs}, {even}};
  return v[x & 1].f(x);
}
FEATURE(offsetof_and_container) {
  struct pair p = {x, x + 1};
  int* b = &p.b;
  return ((struct pair*)((char*)b - offsetof(struct pair, b)))->a;
}
FEATURE(generic_selection) { return _Generic(x, int : x + 1, default : 0); }
FEATURE(static_array_parameter) {
  int v[3] = {x, x, 1};
  return v[0] + 2 [v];
}
FEATURE(comma_and_side_effects) {
  int y = 0;
  int r = (y += x, y++ * 2);
  return r * 10 + y;
}
FEATURE(restrict_and_loop) {
  int a[8], b[8];
  for (int i = 0; i < 8; ++i) a[i] = i * x;
  for (int i = 0; i < 8; ++i) b[i] = a[7 - i] + i;
  return b[3] + b[0];
}
FEATURE(vectorised_sum) {
  int a[32], s = 0;
  for (int i = 0; i < 32; ++i) a[i] = i ^ x;
  for (int i = 0; i < 32; ++i) s += a[i] * i;
  return s;
}
FEATURE(vectorised_maximum) {
  int a[16], m = 0;
  for (int i = 0; i < 16; ++i) a[i] = (i * 7) % (x + 1);
  for (int i = 0; i < 16; ++i) m = a[i] > m ? a[i] : m;
  return m;
}
FEATURE(vectorised_bytes) {
  unsigned char a[32], b[32];
  memset(a, x, sizeof a);
  for (int i = 0; i < 32; ++i) b[i] = (unsigned char)(a[i] * 3 + i);
  return b[17];
}
