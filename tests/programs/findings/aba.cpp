// heddle:
// expect: bug kind=assertion says="[head is &nodes[0]]"
//
// Pointers as what they point to, in an array of globals.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};
Node nodes[3] = {{1, nullptr}, {2, nullptr}, {3, nullptr}};
std::atomic<Node*> head;
std::atomic<int> taken[3];

void push(Node* node) {
  Node* old = head.load();
  do node->next = old;
  while (!head.compare_exchange_weak(old, node));
}

Node* pop() {
  Node* top = head.load();
  while (top != nullptr && !head.compare_exchange_weak(top, top->next)) {
  }
  return top;
}

void use(Node* node) {
  if (node == nullptr) return;
  int before = taken[node->value - 1].fetch_add(1);
  assert(before == 0);
}

void put(Node* node) {
  taken[node->value - 1].fetch_sub(1);
  push(node);
}

int main() {
  push(&nodes[1]);
  push(&nodes[0]);
  std::thread a([] { use(pop()); });
  std::thread b([] {
    Node* first = pop();
    use(first);
    Node* second = pop();
    use(second);
    if (first) put(first);
  });
  a.join();
  b.join();
  use(pop());
}
