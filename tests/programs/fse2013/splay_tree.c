// heddle: --strategy=con2colic
// expect: complete
//
// Two threads insert keys into a splay tree under a lock, each an input among few, and look one up. Which rotations they need
// depends on what the other one has put there. The assertions are never violated; most rotations need interferences.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  int key;
  struct node* left;
  struct node* right;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node* root;
static struct node nodes[2];

static struct node* right_up(struct node* top) {
  struct node* left = top->left;
  top->left = left->right;
  left->right = top;
  return left;
}

static struct node* left_up(struct node* top) {
  struct node* right = top->right;
  top->right = right->left;
  right->left = top;
  return right;
}

// Brings the key, or where it would be, one step up: enough for two nodes.
static struct node* splay(struct node* top, int key) {
  if (top == NULL || top->key == key) return top;
  if (key < top->key) return top->left == NULL ? top : right_up(top);
  return top->right == NULL ? top : left_up(top);
}

static void insert(struct node* node) {
  struct node* top = splay(root, node->key);
  if (top == NULL) {
    root = node;
  } else if (node->key < top->key) {
    node->right = top;
    node->left = top->left;
    top->left = NULL;
    root = node;
  } else if (node->key > top->key) {
    node->left = top;
    node->right = top->right;
    top->right = NULL;
    root = node;
  }
}

static void* work(void* argument) {
  const int i = (int)(intptr_t)argument;
  const int key = heddle_int("key");
  heddle_assume(key >= 0 && key < 3);
  pthread_mutex_lock(&mutex);
  nodes[i].key = key;
  insert(&nodes[i]);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  root = splay(root, key);
  assert(root != NULL && root->key == key);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  pthread_exit(NULL);
}
