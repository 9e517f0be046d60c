// heddle:
// expect: bug kind=deadlock says="main starts philosopher#1, philosopher#2, philosopher#3"
// expect: bug kind=deadlock says="holds table.forks[0] since step 4 (dining.cpp:19) and waits for table.forks[1]"
//
// Locks in an array, by their index.
#include <array>
#include <mutex>
#include <thread>
#include <vector>

struct Table {
  std::array<std::mutex, 3> forks;
  int meals[3] = {};
};

void philosopher(Table& table, int seat) {
  std::mutex& left = table.forks[seat];
  std::mutex& right = table.forks[(seat + 1) % 3];
  std::lock_guard<std::mutex> a(left);
  std::lock_guard<std::mutex> b(right);
  ++table.meals[seat];
}

int main() {
  Table table;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(philosopher, std::ref(table), i);
  for (std::thread& t : threads) t.join();
}
