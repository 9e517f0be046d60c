// heddle:
// expect: bug kind=assertion says="pool.tasks: {} -> {{1, \"first\"}}"
// expect: bug kind=assertion says="pool.undo: {} -> {4}"
// expect: bug kind=assertion says="pool.urgent: {3} -> {3, 7}; pool.urgent[0]: 3 -> 7"
// expect: bug kind=assertion says="pool.names: {} -> {1 element}"
// expect: bug kind=assertion says="pool.ages: {} -> {1 element}"
// expect: bug kind=assertion says="pool.log: {} -> {1 element}"
// expect: bug kind=assertion says="pool.log is {1 element}"
//
// What a queue, a stack and a priority queue hold, by their own names, and how much is in containers: also where one
// thread adds to one end what another one looks for at the other, and where a call looks at many parts of one.
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <queue>
#include <stack>
#include <string>
#include <thread>
#include <unordered_map>

struct Task {
  int id;
  const char* what;
};
struct Pool {
  std::mutex mutex;
  std::queue<Task> tasks;
  std::stack<int> undo;
  std::priority_queue<int> urgent;
  std::map<std::string, int> names;
  std::unordered_map<std::string, int> ages;
  std::list<int> log;
};

int main() {
  Pool pool;
  std::thread adds([&] {
    std::lock_guard<std::mutex> guard(pool.mutex);
    pool.tasks.push(Task{1, "first"});
    pool.undo.push(4);
    pool.urgent.push(3);
    pool.urgent.push(7);
    pool.names["one"] = 1;
    pool.ages["one"] = 1;
    pool.log.push_back(6);
  });
  std::thread looks([&] {
    std::lock_guard<std::mutex> guard(pool.mutex);
    const auto tasks = pool.tasks.size();
    const auto undo = pool.undo.size();
    const int urgent = pool.urgent.empty() ? 0 : pool.urgent.top();
    const auto known = pool.names.count("one") + pool.ages.count("one");
    const auto logged = pool.log.size();
    assert(tasks + undo + known + logged < 5 || urgent < 7);
  });
  adds.join();
  looks.join();
}
