#pragma once

#include <array>
#include <climits>
#include <cstdint>

#include "abi/channel.h"
#include "trace/ids.h"

namespace heddle::runtime {

// Files, directories and pipes as locations: threads share them as they share memory, so a system call on one is a
// step.
//
// A file is identified by its path without links, even if it is used through a descriptor or a stream; its content, its
// directory entry and what stat reports are one location. The directory tree is another one, which every use of a path
// looks at and everything that moves or creates directories changes. What is read and written through a
// descriptor moves its position. Where several threads use it, that changes the file: were the position a location of
// its own, such a call would be two steps, and the order of one of them would say nothing about what it does. A pipe is
// identified by who created it. Streams are identified by their addresses. Devices, and the standard output and error
// of the program, are not locations: nobody reads there what another thread has written.
//
// Where a call depends on several locations that others change (a descriptor that another thread closes, a path below a
// folder that another thread moves), none of its steps says alone what it does: such programs have one location for
// everything, so that a call is one step.
//
// A thread that is alone takes no steps for them. Owned by the runtime.
class KernelObjects {
 public:
  enum class Use : std::uint8_t { kLook, kChange };

  void put_back();

  // Part of what others decide about a call, and which the program can change by calls of its own.
  enum class Common : std::uint8_t { kTree, kFolder, kFileMask, kFlags, kBrokenPipe };

  // Are there other threads, so that steps must be taken?
  static bool matters();

  // Does the exploration know that calls depend on several locations that others change? If so, and there are other
  // threads, takes the one step of this call.
  bool use_together(Use use);
  bool is_together() const;
  // A call looks at this besides its own location, or changes it.
  void notice(Common what, Use use);

  // A path is used; relative to this directory (AT_FDCWD).
  void use_path(int directory, const char* path, Use use);
  void use_tree(Use use);
  void use_descriptor(int descriptor, Use use);
  // The same by a call that moves the position of the descriptor.
  void use_position(int descriptor, Use use);
  // The running thread has given the number of a descriptor to another file.
  void opened(int descriptor);
  // The second is another name for the first: they share one position.
  void duplicated(int from, int to);
  // Nobody can use the descriptor any more; the closing of one end of a pipe is seen at the other.
  void close(int descriptor);
  // The descriptor becomes another file.
  void replace(int descriptor);
  // The flags that the descriptor shares with its duplicates are changed.
  void change_flags(int descriptor);
  // A stream, its buffer and position.
  void use_stream(const void* stream);
  // Not a kernel object, but shared like one: a key of thread-specific values. Deleting it decides whether the
  // destructors of other threads' values are called.
  void use_key(std::uint32_t key, Use use);
  // A descriptor is about to be created or closed, which determines which number the next one gets. The numbers behind
  // streams are invisible as long as the program uses no descriptors; true if that was a step.
  void use_numbers();
  bool use_numbers_of_stream();
  // From now on the numbers of streams matter.
  void shows_numbers() const;
  // How a call that opens a file uses it: where there is one location for everything, the number is part of it.
  Use opening(Use use) const;
  void closes_stream(int descriptor);
  // What a descriptor is, if anything, depends on who opens and closes.
  void look_at_number(int descriptor);
  // Which keys exist: creating or deleting one determines which number the next one gets.
  void use_keys();

  // Anything else that is shared like a kernel object, by a name for it; it orders no memory accesses.
  void use_name(const char* of, Use use);

  // The running thread created a pipe or the like, or (the same descriptor twice) a file without a name. What is
  // written at one end is read at the other: they are one location.
  void made_pipe(int first, int second);
  // If the descriptor is a pipe, or an eventfd counter, that has nothing to read (no room to write): the running thread
  // stops, as by a false assumption; it continues in the runs in which another thread was there first.
  void wait_for(int descriptor, short events);
  // Writing to a pipe or socket without readers raises SIGPIPE, so it depends on what that does.
  void may_break(int descriptor);
  // Another process has the pipes, too: what it does is unknown.
  void has_forked() { forked_ = true; }

  // Does a step on this location pass on what the thread knows?
  static bool orders_memory(const abi::LocationRecord& location) { return location.generation != kNoOrder; }

  // Of the location that was last requested.
  const char* name() const { return name_; }

 private:
  struct Pipe {
    std::uint64_t inode = 0;
    std::uint64_t key = 0;
  };
  static constexpr std::size_t kMaxPipes = 1024;
  static constexpr int kMaxDuplicates = 1024;  // the usual bound on descriptors

  // For a location that orders steps, but not memory accesses.
  static constexpr std::uint32_t kNoOrder = 1;

  // Who looks at something, and who changes it: 1 + the thread, kSeveral, or 0.
  struct Users {
    std::uint16_t looks = 0;
    std::uint16_t changes = 0;
  };
  static constexpr std::uint16_t kSeveral = 0xffff;

  // What has happened to the number of a descriptor.
  struct Number {
    std::uint16_t owner = 0;        // 1 + the thread that has given it to a file
    bool used_by_stranger = false;  // by another thread
    bool changed = false;           // closed, or given to a file, while there were other threads
  };

  int position_of(int descriptor) const;
  Number* number(int descriptor);
  void notice_use(int descriptor);
  void notice_change(int descriptor);
  void notice_both(const Number& number) const;
  bool end_uses(int descriptor);
  void step(std::uint64_t key, Use use, std::uint32_t generation = 0);
  std::uint64_t inode_of(int descriptor);
  const Pipe* pipe_of(int descriptor);
  std::uint64_t identity_of(int descriptor);
  // How a call that moves the position uses the file, at least.
  Use moving(int descriptor);

  std::array<Pipe, kMaxPipes> pipes_{};
  std::uint32_t pipe_count_ = 0;
  bool forked_ = false;
  bool shows_numbers_ = false;  // never true: represents the knowledge that the program sees numbers (shared_flags.h)
  // For each descriptor, 1 + the one whose position it shares; 0: its own. Nothing is forgotten in a run: what later
  // gets the number of a duplicate shares a position with too many.
  std::array<std::int32_t, kMaxDuplicates> same_position_{};
  std::int32_t duplicates_ = 0;    // of them
  bool shares_positions_ = false;  // never true: represents the knowledge that threads do (shared_flags.h)
  std::array<std::uint16_t, kMaxDuplicates> users_{};  // of each position: 1 + the thread that uses it; 0: none yet
  bool has_users_ = false;
  bool together_ = false;  // never true: represents the knowledge that calls depend on several locations
  bool standard_ = false;  // never true: represents the knowledge that threads close standard descriptors
  std::array<Users, 5> common_{};
  std::array<Number, kMaxDuplicates> numbers_{};
  char name_[PATH_MAX] = {};
};

}  // namespace heddle::runtime
