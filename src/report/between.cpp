#include "report/between.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "report/story.h"

namespace heddle::report {

using trace::BetweenAccess;
using trace::ThreadId;

namespace {

// Who accesses each byte, and each container as a whole, in order.
class Users {
 public:
  Users(const std::vector<BetweenAccess>& accesses, const std::vector<bool>& counts,
        const std::map<ThreadId, std::size_t>& starts)
      : accesses_(accesses), starts_(starts) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      if (!counts[i]) continue;
      each_byte(accesses[i], [&](std::uint64_t byte) {
        add(by_byte_[byte], i);
        return false;
      });
      if (accesses[i].words.opaque) add(by_object_[object_of(accesses[i])], i);
    }
  }

  // Does this access conflict with one of another thread (of these, if there are any), and existed the later one of the
  // two threads at the earlier access?
  bool communicates(std::size_t access, const std::set<ThreadId>& threads = {}) const {
    const BetweenAccess& one = accesses_[access];
    return (one.words.opaque && conflicts(by_object_.at(object_of(one)), access, threads)) ||
           each_byte(one, [&](std::uint64_t byte) { return conflicts(by_byte_.at(byte), access, threads); });
  }

 private:
  struct Uses {
    std::vector<std::size_t> all;
    std::vector<std::size_t> writes;
  };
  using ByThread = std::map<ThreadId, Uses>;
  using Object = std::pair<std::uint64_t, std::string>;

  // What one thread adds to a container changes other bytes than another one looks at, and yet is what that one sees.
  static Object object_of(const BetweenAccess& access) { return {access.words.address, access.words.location}; }

  void add(ByThread& uses, std::size_t access) const {
    Uses& of_thread = uses[accesses_[access].thread];
    of_thread.all.push_back(access);
    if (accesses_[access].is_write) of_thread.writes.push_back(access);
  }

  bool conflicts(const ByThread& users, std::size_t access, const std::set<ThreadId>& threads) const {
    const BetweenAccess& one = accesses_[access];
    return std::ranges::any_of(users, [&](const auto& of_thread) {
      const auto& [thread, uses] = of_thread;
      if (thread == one.thread || (!threads.empty() && !threads.contains(thread))) return false;
      const std::vector<std::size_t>& others = one.is_write ? uses.all : uses.writes;
      if (others.empty()) return false;
      if (others.back() > access && starts_.at(thread) <= one.operations) return true;
      const auto next = std::ranges::lower_bound(others, access);
      return next != others.begin() && accesses_[*std::prev(next)].operations >= starts_.at(one.thread);
    });
  }

  // Until `visit` says true. Of large objects the first bytes say enough.
  template <class Visit>
  static bool each_byte(const BetweenAccess& access, Visit visit) {
    constexpr std::uint64_t kMostBytes = 64;
    for (std::uint64_t i = 0; i < std::min(access.size, kMostBytes); ++i) {
      if (visit(access.address + i)) return true;
    }
    return false;
  }

  const std::vector<BetweenAccess>& accesses_;
  const std::map<ThreadId, std::size_t>& starts_;
  std::map<std::uint64_t, ByThread> by_byte_;
  std::map<Object, ByThread> by_object_;
};

// Behind how many operations each thread exists.
std::map<ThreadId, std::size_t> starts_of(const trace::Trace& trace) {
  std::map<ThreadId, std::size_t> starts;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const trace::Operation& op = trace.operations[i];
    starts.try_emplace(op.thread, 0);
    if (op.kind == trace::OpKind::kCreate) starts[ThreadId(static_cast<std::size_t>(op.choice))] = i + 1;
  }
  for (const trace::Pending& pending : trace.pending) starts.try_emplace(pending.operation.thread, 0);
  return starts;
}

// These, those of the steps that are told, and those that have written for them between steps.
std::set<ThreadId> threads_of(const trace::Trace& trace, const Story& story, const Users& users,
                              const std::vector<BetweenAccess>& accesses, const std::vector<bool>& may_be_told,
                              std::set<ThreadId> threads) {
  for (std::size_t i = 0; i < story.end; ++i) {
    const bool starts = trace.operations[i].kind == trace::OpKind::kCreate;
    if (story.told[i] && !starts) threads.insert(trace.operations[i].thread);
  }
  for (std::size_t known = 0; known != threads.size();) {
    known = threads.size();
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const BetweenAccess& access = accesses[i];
      if (!may_be_told[i] || !access.is_write || threads.contains(access.thread)) continue;
      if (users.communicates(i, threads)) threads.insert(access.thread);
    }
  }
  return threads;
}

// Has it a name that means something? "map node#1" is in no container yet, or no longer; the key of an element is
// known.
bool is_named(const BetweenAccess& access) {
  const std::string& name = access.words.location;
  return !name.empty() && name.find(" node#") == std::string::npos && !name.starts_with("key \"") &&
         access.place.line != 0;
}

// A container fills memory before it takes it as its own: later accesses have a name for it.
bool is_named_later(const std::vector<BetweenAccess>& accesses, std::size_t i) {
  const BetweenAccess& one = accesses[i];
  if (one.words.before != "unset" || one.words.location.find('#') == std::string::npos) return false;
  return std::any_of(accesses.begin() + static_cast<std::ptrdiff_t>(i), accesses.end(),
                     [&](const BetweenAccess& other) {
                       return other.address == one.address && other.words.location != one.words.location;
                     });
}

std::set<ThreadId> unfinished(const trace::Trace& trace) {
  std::set<ThreadId> threads;
  for (const trace::Pending& pending : trace.pending) threads.insert(pending.operation.thread);
  return threads;
}

std::set<ThreadId> waiting(const explore::Finding& finding) {
  std::set<ThreadId> threads;
  for (const explore::Wait& wait : finding.waits) threads.insert(finding.trace.pending[wait.pending].operation.thread);
  return threads;
}

std::vector<bool> told(const trace::Trace& trace, const trace::Explanation& explanation, bool is_race,
                       const Story& story, const std::set<ThreadId>& concerned) {
  const std::vector<BetweenAccess>& accesses = explanation.between;
  const std::map<ThreadId, std::size_t> starts = starts_of(trace);
  std::vector<bool> counts(accesses.size());
  std::vector<bool> result(accesses.size());
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const BetweenAccess& access = accesses[i];
    // What the later side of a race does after it is not part of the race.
    const bool in_time = access.operations < story.end || (access.operations == story.end && !is_race);
    counts[i] = starts.contains(access.thread) && (in_time || access.is_write);
    result[i] = counts[i] && in_time && is_named(access) && !is_named_later(accesses, i);
  }
  const Users users(accesses, counts, starts);
  const std::set<ThreadId> threads = threads_of(trace, story, users, accesses, result, concerned);
  for (std::size_t i = 0; i < accesses.size(); ++i)
    result[i] = result[i] && threads.contains(accesses[i].thread) && users.communicates(i);
  return result;
}

}  // namespace

std::vector<bool> told_between(const explore::Finding& finding, const Story& story) {
  const bool is_deadlock = !finding.waits.empty();
  return told(finding.trace, finding.explanation, finding.is_race(), story,
              is_deadlock ? waiting(finding) : unfinished(finding.trace));
}

std::vector<bool> told_between(const trace::Trace& trace, const trace::Explanation& explanation, bool is_race,
                               const Story& story) {
  return told(trace, explanation, is_race, story, unfinished(trace));
}

}  // namespace heddle::report
