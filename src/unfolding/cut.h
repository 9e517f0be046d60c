#pragma once

#include <cstdint>
#include <vector>

#include "unfolding/history.h"

namespace heddle::unfolding {

class BranchingProcess;

// The union of several histories that are jointly consistent (a configuration), as the last event of every thread and
// the last version of every location. Callers that join a history must have checked that it fits.
class Cut {
 public:
  void clear() {
    threads_.clear();
    versions_.clear();
  }
  void assign(const History& h);
  void join(const BranchingProcess& process, const History& h);
  // The history that an extension will have, including the extension.
  void assign_extension(const BranchingProcess& process, EventId extension);
  // Replaces the last version of a location, whatever it was.
  void set_version(std::uint32_t location, EventId version);
  void forget_thread(std::uint32_t thread);

  // Valid until the next change.
  History view() const;
  const std::vector<std::uint32_t>& threads() const { return threads_; }
  const std::vector<History::Entry>& versions() const { return versions_; }

 private:
  void join_threads(const BranchingProcess& process, const History& h);
  void join_versions(const BranchingProcess& process, const History& h);

  std::vector<std::uint32_t> threads_;    // EventId::value by thread
  std::vector<History::Entry> versions_;  // by increasing location
  std::vector<History::Entry> buffer_;
};

}  // namespace heddle::unfolding
