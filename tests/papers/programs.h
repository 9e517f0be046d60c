#pragma once

#include <string>
#include <string_view>

// The programs of the papers and of the tables, in the model language, one step per operation of the original.

namespace heddle::papers {

// Variables that start at 1; the third thread reads both. -D N: rounds.
inline constexpr std::string_view kFibBench = R"(
const N = 5;
shared x = 1, y = 1;
thread a { for (local i = 0; i < N; i = i + 1) x = x + y; }
thread b { for (local i = 0; i < N; i = i + 1) y = y + x; }
thread c { local p = x; local q = y; }
)";

// Philosophers who eat twice, all left-handed. -D P: philosophers.
inline constexpr std::string_view kDining = R"(
const P = 3;
lock fork[P];
thread philosopher[i : P] {
  for (local round = 0; round < 2; round = round + 1) {
    lock(fork[i]);
    lock(fork[(i + 1) % P]);
    unlock(fork[(i + 1) % P]);
    unlock(fork[i]);
  }
}
)";

// -D T, -D S: threads and sections of each.
inline constexpr std::string_view kSingleLock = R"(
const T = 4;
const S = 2;
shared v;
lock m;
thread t[i : T] {
  for (local s = 0; s < S; s = s + 1) {
    lock(m);
    v = v + 1;
    unlock(m);
  }
}
)";

// -D N: readers.
inline constexpr std::string_view kReaders = R"(
const N = 2;
shared x;
thread reader[i : N] { local a = x; }
thread writer { x = 1; }
)";

// -D N: pairs.
inline constexpr std::string_view kPairs = R"(
const N = 2;
shared x[N];
thread reader[i : N] { local a = x[i]; }
thread writer[i : N] { x[i] = 1; }
)";

// -D N: threads in addition to the one that searches.
inline constexpr std::string_view kLastZero = R"(
const N = 5;
shared a[N + 1];
thread search {
  local i = N;
  while (a[i] != 0) i = i - 1;
}
thread t[j : N] { a[j + 1] = a[j] + 1; }
)";

// Independent reads of independent writes, with a message from one reader to the other.
inline constexpr std::string_view kIriwWithMessage = R"(
shared x, y, z;
thread t1 { x = 1; }
thread t2 { y = 1; }
thread t3 { local a = x; local b = y; z = 1; }
thread t4 { local c = y; local d = x; local e = z; }
)";

// Flanagan and Godefroid 2005: each thread finds a free block for its inode. -D N: threads.
inline constexpr std::string_view kFilesystem = R"(
const N = 14;
lock inode_lock[32];
lock block_lock[26];
shared inode[32], busy[26];
thread t[id : N] {
  local i = id % 32;
  lock(inode_lock[i]);
  if (inode[i] == 0) {
    local b = i * 2 % 26;
    local found = 0;
    while (found == 0) {
      lock(block_lock[b]);
      if (busy[b] == 0) {
        busy[b] = 1;
        inode[i] = b + 1;
        found = 1;
      }
      unlock(block_lock[b]);
      b = (b + 1) % 26;
    }
  }
  unlock(inode_lock[i]);
}
)";

// The same paper: each thread stores four messages in a hash table. -D N: threads.
inline constexpr std::string_view kIndexer = R"(
const N = 12;
shared table[128];
thread t[id : N] {
  for (local m = 0; m < 4; m = m + 1) {
    local w = 11 * (m + 1) + id;
    local h = w * 7 % 128;
    while (cas(table[h], 0, w) == 0) h = (h + 1) % 128;
  }
}
)";

// Peterson's algorithm for N threads, which look at the others up to S times and then give up. -D N, -D S.
inline constexpr std::string_view kPeterson = R"(
const N = 3;
const S = 1;
shared level[N], waiting[N], in;
thread p[i : N] {
  for (local l = 0; l < N - 1; l = l + 1) {
    level[i] = l + 1;
    waiting[l] = i + 1;
    local go = 0;
    for (local s = 0; s < S && go == 0; s = s + 1) {
      local other = 0;
      for (local k = 0; k < N; k = k + 1) if (k != i && other == 0) { if (level[k] >= l + 1) other = 1; }
      if (other == 0) go = 1;
      else if (waiting[l] != i + 1) go = 1;
    }
    assume(go == 1);
  }
  in = in + 1;
  level[i] = 0;
}
)";

// What nearly every real program does: one more thread waits for all the others.
inline std::string joined(std::string_view program, std::string_view joins) {
  return std::string(program) + "thread main { " + std::string(joins) + " }\n";
}
inline std::string fib_bench_joined() { return joined(kFibBench, "join(a); join(b); join(c);"); }
inline std::string single_lock_joined() {
  return joined(kSingleLock, "for (local i = 0; i < T; i = i + 1) join(t[i]);");
}
inline std::string dining_joined() {
  return joined(kDining, "for (local i = 0; i < P; i = i + 1) join(philosopher[i]);");
}
inline std::string peterson_joined() { return joined(kPeterson, "for (local i = 0; i < N; i = i + 1) join(p[i]);"); }

}  // namespace heddle::papers
