// heddle: --flags=-std=c++20 -D CASE=1
// expect: bug kind=assertion says="[jobs is 1]"
// heddle: --flags=-std=c++20 -D CASE=1
// expect: bug kind=assertion says="[jobs: 1 -> 0]"
// heddle: --flags=-std=c++20 -D CASE=1
// expect: bug kind=assertion says="[jobs: 0 -> -1]"
// heddle: --flags=-std=c++20 -D CASE=2
// expect: bug kind=deadlock says="box.full is false"
// heddle: --flags=-std=c++20 -D CASE=2
// expect: bug kind=deadlock says="box.full: false -> true"
// heddle: --flags=-std=c++20 -D CASE=3
// expect: bug kind=assertion says="balance: 100 -> 20"
// heddle: --flags=-std=c++20 -D CASE=3
// expect: bug kind=assertion says="balance: 20 -> -60"
//
// Data that only threads with the lock touch is in no step, and yet the story tells what becomes of it.
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#if CASE == 1

std::mutex mutex;
int jobs = 1;

bool any() {
  std::lock_guard lock(mutex);
  return jobs > 0;
}

void work() {
  if (!any()) return;
  std::lock_guard lock(mutex);
  jobs--;
  assert(jobs >= 0);
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}

#elif CASE == 2

struct Box {
  std::mutex mutex;
  std::condition_variable cond;
  bool full = false;
} box;

void put() {
  {
    std::lock_guard lock(box.mutex);
    box.full = true;
  }
  box.cond.notify_one();
}

void take() {
  bool full = false;
  {
    std::lock_guard lock(box.mutex);
    full = box.full;
  }
  if (full) return;
  std::unique_lock lock(box.mutex);
  box.cond.wait(lock);
}

int main() {
  std::thread a(put), b(take);
  a.join();
  b.join();
}

#else

struct Account {
  std::mutex mutex;
  int balance = 100;
};

int balance(Account& account) {
  std::lock_guard lock(account.mutex);
  return account.balance;
}

void withdraw(Account& account, int amount) {
  if (balance(account) < amount) return;
  std::lock_guard lock(account.mutex);
  account.balance -= amount;
}

int main() {
  const auto account = std::make_shared<Account>();
  std::thread a([&] { withdraw(*account, 80); });
  std::thread b([&] { withdraw(*account, 80); });
  a.join();
  b.join();
  assert(balance(*account) >= 0);
}

#endif
