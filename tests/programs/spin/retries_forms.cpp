// heddle: --strategy=dpor
// expect: complete traces=22
// heddle: --strategy=auto
// expect: complete
//
// A stack without locks as C++ programs have it: the push keeps what it has found in the new node, the pop leaves its
// loop in two ways behind a variable of the body. Each is one step; as in retries.c, the 24 orders are 22 traces.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};
static std::atomic<Node*> head{nullptr};
static Node nodes[2];

static void push(Node* node, int value) {
  node->value = value;
  node->next = head.load(std::memory_order_relaxed);
  while (!head.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

static bool pop(int& value) {
  for (;;) {
    Node* old = head.load(std::memory_order_acquire);
    if (old == nullptr) return false;
    Node* next = old->next;
    if (head.compare_exchange_weak(old, next, std::memory_order_acq_rel)) {
      value = old->value;
      return true;
    }
  }
}

static void take() {
  int value = 1;
  pop(value);
  assert(value == 1 || value == 2);
}

int main() {
  std::thread first(push, &nodes[0], 1);
  std::thread second(push, &nodes[1], 2);
  std::thread third(take);
  std::thread fourth(take);
  first.join();
  second.join();
  third.join();
  fourth.join();
}
