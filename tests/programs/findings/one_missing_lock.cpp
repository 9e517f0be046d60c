// heddle: --keep-going
// expect: bug kind=data-race says="1 bug found; complete"
// expect: bug kind=data-race says="The same threads race also at"
// expect: bug kind=data-race where=@
//
// One lock is missing, and many accesses race: that is one mistake.
#include <mutex>
#include <thread>

struct Account {
  std::mutex m;
  int balance = 0;
  int deposits = 0;
  void deposit(int amount) {
    std::lock_guard guard(m);
    balance += amount;
    ++deposits;
  }
  int unlocked() const {
    int sum = balance;
    sum += deposits;  // @
    return sum;
  }
};

int main() {
  Account account;
  std::thread thread([&] { account.deposit(3); });
  const int seen = account.unlocked();
  thread.join();
  return seen < 0 ? 1 : 0;
}
