// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --keep-going --flags=-O0
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --keep-going --flags=-O2
// expect: bug kind=assertion where=@
//
// Loops that are left in several ways, each with its own result: what a result, a node before the current one, or the
// value of something that may have none, is on the other ways does not count.
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>

struct Node {
  int key;
  std::atomic<Node*> next;
};

static Node second{2, {nullptr}};
static Node first{1, {nullptr}};
static std::atomic<int> number{0};

static Node* find(int key) {
  for (;;) {
    Node* before;
    for (Node* node = &first; node != nullptr; node = node->next.load()) {
      if (node->key == key) return node;
      if (node->key > key) return before;
      before = node;
    }
    return nullptr;
  }
}

static std::optional<int> poll() {
  if (const int found = number.load()) return found;
  return std::nullopt;
}

static int wait_for_number() {
  for (;;) {
    if (const auto found = poll()) return *found;
    if (find(2) != nullptr) return -1;
  }
}

int main() {
  std::thread reader([] {
    const int found = wait_for_number();
    assert(found != 2);  // @
  });
  number.store(1);
  number.store(0);
  first.next.store(&second);
  number.store(2);
  reader.join();
}
