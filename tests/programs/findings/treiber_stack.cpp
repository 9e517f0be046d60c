// heddle:
// expect: bug kind=use-after-free says="stack.head is Node#2"
// expect: bug kind=use-after-free says="Node#2.next is Node#1"
// expect: bug kind=use-after-free says="Node#2: freed"
// expect: bug kind=use-after-free says="Node#2 was freed by lambda#1 at"
// heddle: --full
// expect: bug kind=use-after-free says="stack.head: null -> Node#1"
//
// A stack without locks that frees what others still read: objects of the heap by type and order of birth.
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};

class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, head.load()};
    while (!head.compare_exchange_weak(node->next, node)) {
    }
  }
  bool pop(int& value) {
    Node* top = head.load();
    while (top != nullptr) {
      Node* next = top->next;
      if (head.compare_exchange_weak(top, next)) {
        value = top->value;
        delete top;
        return true;
      }
    }
    return false;
  }

 private:
  std::atomic<Node*> head{nullptr};
};

int main() {
  Stack stack;
  stack.push(1);
  stack.push(2);
  std::thread other([&] {
    int value;
    stack.pop(value);
  });
  int value;
  stack.pop(value);
  other.join();
}
