#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "journal/database.h"

namespace heddle::journal {

// Where the runs of earlier sessions are, by the fingerprint of their test. They are usually requested in the order in
// which they were kept.
class KeptRuns {
 public:
  struct Run {
    base::Hash128 key;
    std::uint32_t batch = 0;   // index into batches_
    std::uint32_t offset = 0;  // of its trace in the traces of the batch
  };

  // Batch::keys: one after another, each with the length of its trace.
  static void add_key(const base::Hash128& key, std::size_t trace_size, std::string& keys);
  bool learn(std::int64_t batch, std::string_view keys);
  void clear();

  bool empty() const { return runs_.empty(); }
  std::size_t size() const { return runs_.size(); }
  std::optional<Run> find(const base::Hash128& key);
  // Its trace and what follows it, valid until the next call; an error if it is no longer on disk.
  base::Result<std::string_view> trace(const Run& run, Database& database);

 private:
  struct Loaded {
    std::uint32_t batch = UINT32_MAX;
    std::string traces;
  };

  void make_index();
  std::uint32_t& slot_of(const base::Hash128& key);

  std::vector<Run> runs_;              // in the order in which they were kept
  std::vector<std::int64_t> batches_;  // their numbers in the database
  std::size_t next_ = 0;               // the one expected to be requested next
  std::vector<std::uint32_t> slots_;   // open addressing: 1 + index into runs_; built when something else is requested
  std::array<Loaded, 2> loaded_;       // where the last runs were
};

}  // namespace heddle::journal
