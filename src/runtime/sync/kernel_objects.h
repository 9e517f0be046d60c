#pragma once

#include <array>
#include <climits>
#include <cstdint>

#include "abi/channel.h"
#include "trace/ids.h"

namespace heddle::runtime {

// Files, folders and pipes as locations: two threads share them as they share memory, so a call of the system on one is
// a step.
//
// A file is known by its path without links, also if it is used by a descriptor or a stream; its content, its entry in
// the folder and what stat tells are one location. The tree of folders is another one, which every use of a path looks
// at and everything that moves or makes folders changes. A descriptor has a position, which it shares with those that
// are made of it by dup. A pipe is known by who has made it. Streams are known by their addresses. The devices, and the
// standard output and error of the program, are no locations: nobody reads there what another thread has written.
//
// A thread that is alone takes no steps for them. Owned by the runtime.
class KernelObjects {
 public:
  enum class Use : std::uint8_t { kLook, kChange };

  void put_back();

  // A path is used; relative to this directory (AT_FDCWD).
  void use_path(int directory, const char* path, Use use);
  void use_tree(Use use);
  // A descriptor is used, and perhaps its position.
  void use_descriptor(int descriptor, Use use);
  void move_position(int descriptor);
  // The second is another name of the first: they have one position.
  void duplicated(int from, int to);
  // Nobody can use the descriptor any more; the end of a pipe is seen at the other one.
  void close(int descriptor);
  // A stream, its buffer and position.
  void use_stream(const void* stream);
  // Not of the kernel, but shared like its objects: a key of values per thread. Whoever deletes it decides whether the
  // destructors of other threads' values are called.
  void use_key(std::uint32_t key, Use use);
  // A descriptor is about to be made or closed, which decides which number the next one gets. Streams have numbers that
  // nobody sees, as long as the program uses no descriptors.
  void use_numbers();
  void use_numbers_of_stream();
  // Which keys exist: who creates or deletes one decides which number the next one gets.
  void use_keys();

  // The running thread has made a pipe or its like, or (twice the same) a file without a name. What is written at one
  // end is read at the other: they are one location.
  void made_pipe(int first, int second);
  // If the descriptor is a pipe, or a counter of eventfd, that has nothing to read (no room to write): the running
  // thread goes no further, as by a false assumption; it does in the runs in which somebody else was there before.
  void wait_for(int descriptor, short events);
  // Another process has the pipes, too: what it does is not known.
  void has_forked() { forked_ = true; }

  // Does a step on this location hand on what the thread knows?
  static bool orders_memory(const abi::LocationRecord& location) { return location.generation != kNoOrder; }

  // Of the location that was asked for last.
  const char* name() const { return name_; }

 private:
  struct Pipe {
    std::uint64_t inode = 0;
    std::uint64_t key = 0;
  };
  static constexpr std::size_t kMaxPipes = 1024;
  static constexpr int kMaxDuplicates = 1024;  // the usual bound on descriptors

  // Of a location that orders steps, but no accesses to memory.
  static constexpr std::uint32_t kNoOrder = 1;

  static bool matters();
  int position_of(int descriptor) const;
  void step(std::uint64_t key, Use use, std::uint32_t generation = 0);
  void use_number(const char* of, Use use);
  void look_at_number(int descriptor);
  std::uint64_t inode_of(int descriptor);
  const Pipe* pipe_of(int descriptor);
  std::uint64_t identity_of(int descriptor);
  void end_uses(int descriptor);

  std::array<Pipe, kMaxPipes> pipes_{};
  std::uint32_t pipe_count_ = 0;
  bool forked_ = false;
  bool shows_numbers_ = false;  // never true: stands for the knowledge that the program sees numbers (shared_flags.h)
  // Of each descriptor, 1 + the one whose position it has; 0: its own. Nothing is forgotten in a run: what has the
  // number of a duplicate later shares a position with too many.
  std::array<std::int32_t, kMaxDuplicates> same_position_{};
  std::int32_t duplicates_ = 0;  // of them
  char name_[PATH_MAX] = {};
};

}  // namespace heddle::runtime
