// heddle: --flags=-std=c++20
// expect: bug kind=deadlock says="Likely mistake: these locks have no common order: lambda#1 takes accounts[0].mutex"
//
// Three accounts, transfers in a ring: each locks its own account first.
#include <mutex>
#include <thread>
#include <vector>

struct Account {
  std::mutex mutex;
  long balance = 100;
};

void transfer(Account& from, Account& to, long amount) {
  std::lock_guard<std::mutex> a(from.mutex);
  std::lock_guard<std::mutex> b(to.mutex);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account accounts[3];
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&accounts, i] { transfer(accounts[i], accounts[(i + 1) % 3], 10); });
  for (auto& t : threads) t.join();
}
