// heddle: --strategy=con2colic
// expect: complete
//
// Two threads insert fixed keys into a red-black tree under a lock (left-leaning, after Sedgewick). With fixed keys only the
// order decides which rotations and changes of colours there are: a thread alone has few of them.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  int key;
  bool red;
  struct node* left;
  struct node* right;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node nodes[3] = {{.key = 10, .red = true}, {.key = 20, .red = true}, {.key = 30, .red = true}};
static struct node* root;

static bool is_red(const struct node* n) { return n != NULL && n->red; }

static struct node* lean_left(struct node* top) {
  struct node* right = top->right;
  top->right = right->left;
  right->left = top;
  right->red = top->red;
  top->red = true;
  return right;
}

static struct node* lean_right(struct node* top) {
  struct node* left = top->left;
  top->left = left->right;
  left->right = top;
  left->red = top->red;
  top->red = true;
  return left;
}

static struct node* balance(struct node* top) {
  if (is_red(top->right) && !is_red(top->left)) top = lean_left(top);
  if (is_red(top->left) && is_red(top->left->left)) top = lean_right(top);
  if (is_red(top->left) && is_red(top->right)) {
    top->red = true;
    top->left->red = false;
    top->right->red = false;
  }
  return top;
}

static struct node* insert_below(struct node* top, struct node* node) {
  if (top == NULL) return node;
  if (node->key < top->key) {
    top->left = insert_below(top->left, node);
  } else {
    top->right = insert_below(top->right, node);
  }
  return balance(top);
}

static void insert(struct node* node) {
  pthread_mutex_lock(&mutex);
  root = insert_below(root, node);
  root->red = false;
  assert(!is_red(root->left) || !is_red(root->left->left));
  pthread_mutex_unlock(&mutex);
}

static void* outer(void* unused) {
  insert(&nodes[0]);
  insert(&nodes[2]);
  return unused;
}

static void* inner(void* unused) {
  insert(&nodes[1]);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, outer, NULL);
  pthread_create(&threads[1], NULL, inner, NULL);
  pthread_exit(NULL);
}
