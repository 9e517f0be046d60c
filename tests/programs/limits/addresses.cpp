// limit: addresses (printed, compared, hashed) | the same in every run
// heddle:
// expect: complete assuming="the addresses of these runs"
#include <set>

int main() {
  int first = 1;
  int second = 2;
  const std::set<const int*> both{&first, &second};
  return **both.begin() + **both.rbegin() == 3 ? 0 : 1;
}
