#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/exit_code.h"
#include "report/finding_words.h"

namespace heddle::cli {

// What the explorer tells its supervisor while it works: a piece of shared memory, and an in-memory file with the
// findings so far. It survives whatever happens to the explorer.
class Session {
 public:
  enum class Phase : std::uint32_t { kWorking, kReporting, kDebugging, kDone };

  static base::Result<Session> create(std::string temporary_folder);

  // The explorer's side.
  void add_finding(const report::FindingWords& finding) const;
  void set_progress(std::uint64_t tests, std::uint64_t events);
  void set_phase(Phase phase) { memory_->phase.store(phase); }
  void set_program_hash(const std::string& hash);
  void set_crash(std::string_view message);
  void set_crash_test_written() { memory_->crash_test_written.store(true); }
  // The exit code is now known, and everything has been written.
  void set_done(ExitCode code);

  // The supervisor's side.
  std::vector<report::FindingWords> findings() const;
  std::uint64_t tests() const { return memory_->tests.load(); }
  std::uint64_t events() const { return memory_->events.load(); }
  Phase phase() const { return memory_->phase.load(); }
  std::string program_hash() const;
  std::string crash() const;
  bool crash_test_written() const { return memory_->crash_test_written.load(); }
  double seconds() const;  // since the start
  ExitCode code() const { return static_cast<ExitCode>(memory_->code.load()); }

  std::atomic<std::uint32_t>* stop() { return &memory_->stop; }
  const std::string& temporary_folder() const { return temporary_folder_; }

 private:
  static constexpr std::size_t kMaxText = 16384;

  struct Memory {
    std::atomic<std::uint32_t> stop;  // see base/stop.h
    std::atomic<Phase> phase;
    std::atomic<std::int32_t> code;
    std::atomic<bool> crash_test_written;
    std::atomic<std::uint64_t> tests;
    std::atomic<std::uint64_t> events;
    char program_hash[64];
    char crash[kMaxText];
  };

  Session(Memory* memory, int journal, std::string temporary_folder)
      : memory_(memory), journal_(journal), temporary_folder_(std::move(temporary_folder)) {}

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Memory* memory_;  // for the rest of the life of both processes
  int journal_;
  std::string temporary_folder_;
};

}  // namespace heddle::cli
