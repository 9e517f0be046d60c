#include "runtime/sync/kernel_objects.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <cstdlib>
#include <cstring>

#include "base/hash.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sync/objects.h"
#include "runtime/sync/shared_flags.h"
#include "runtime/sys/paths.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

// Keys take the place of object addresses: no object has such an address.
constexpr std::uint64_t kNoAddress = std::uint64_t{1} << 63;
constexpr char kTree[] = "the folders";
constexpr char kTogether[] = "files and descriptors";
constexpr char kNetwork[] = "the network";

std::uint64_t key_of(const char* text) {
  base::Hash128 hash;
  for (const char* c = text; *c != '\0'; ++c) hash.add(static_cast<unsigned char>(*c));
  return hash.low | kNoAddress;
}

bool is_pipe(const char* link) { return link[0] != '/' && link[0] != '\0'; }

// The number in the name of a file that never had a name of its own (tmpfile, O_TMPFILE): "/tmp/#1234 (deleted)". It is
// different in every run. Null if it is not such a file.
const char* number_of_unnamed(const char* link) {
  const char* const last = std::strrchr(link, '/');
  if (last == nullptr || last[1] != '#') return nullptr;
  const std::size_t digits = std::strspn(last + 2, "0123456789");
  return digits != 0 && std::strcmp(last + 2 + digits, " (deleted)") == 0 ? last + 2 : nullptr;
}

// Of eventfd: only the process itself has one.
bool is_counter(const char* link) { return std::strcmp(link, "anon_inode:[eventfd]") == 0; }

bool starts_with(const char* text, const char* start) { return std::strncmp(text, start, std::strlen(start)) == 0; }

// Devices, what the kernel makes up, and the standard output and error of the program.
bool is_made_up(const char* path) {
  if (starts_with(path, "/dev/shm/")) return false;
  for (const char* start : {"/dev/", "/proc/", "/sys/", "/memfd:heddle-output"}) {
    if (starts_with(path, start)) return true;
  }
  return false;
}

}  // namespace

void KernelObjects::put_back() {
  pipe_count_ = 0;
  forked_ = false;
  if (duplicates_ != 0) same_position_.fill(0);
  duplicates_ = 0;
  if (has_users_) {
    users_.fill(0);
    common_.fill({});
    numbers_.fill({});
  }
  has_users_ = false;
}

bool KernelObjects::matters() {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return false;
  if (rt.quiet.tells_behind_join()) rt.accesses.other(rt.scheduler.current());
  return !rt.quiet.alone();
}

void KernelObjects::step(std::uint64_t key, Use use, std::uint32_t generation) {
  Runtime& rt = runtime();
  const trace::LocationId location =
      rt.locations.of(abi::LocationKind::kFile, reinterpret_cast<const void*>(key), 0, 0, generation);
  rt.scheduler.step(use == Use::kLook ? trace::OpKind::kLook : trace::OpKind::kChange, location, nullptr);
}

bool KernelObjects::is_together() const { return cell_of(together_) != nullptr; }

bool KernelObjects::use_together(Use use) {
  if (!is_together() || !matters()) return false;
  std::strcpy(name_, kTogether);
  step(key_of(name_), use);
  return true;
}

void KernelObjects::notice(Common what, Use use) {
  if (!matters()) return;
  has_users_ = true;
  const auto self = static_cast<std::uint16_t>(runtime().scheduler.current().id.value + 1);
  Users& users = common_[static_cast<std::size_t>(what)];
  std::uint16_t& mine = use == Use::kLook ? users.looks : users.changes;
  mine = mine == 0 || mine == self ? self : kSeveral;
  if (users.looks == 0 || users.changes == 0) return;
  if (users.looks != users.changes || users.looks == kSeveral) need(together_);
}

KernelObjects::Number* KernelObjects::number(int descriptor) {
  if (descriptor < 0 || descriptor >= kMaxDuplicates || !runtime().scheduler.running()) return nullptr;
  has_users_ = true;
  return &numbers_[static_cast<std::size_t>(descriptor)];
}

void KernelObjects::notice_both(const Number& number) const {
  if (number.used_by_stranger && number.changed) need(together_);
}

// Flags belong to all duplicates: those are known by the one whose position they share.
void KernelObjects::notice_use(int descriptor) {
  for (const int one : {descriptor, position_of(descriptor)}) {
    Number* const n = number(one);
    if (n == nullptr || !matters()) return;
    if (n->owner == runtime().scheduler.current().id.value + 1) continue;
    n->used_by_stranger = true;
    notice_both(*n);
  }
}

void KernelObjects::notice_change(int descriptor) {
  Number* const n = number(descriptor);
  if (n == nullptr || !matters()) return;
  n->changed = true;
  notice_both(*n);
}

void KernelObjects::change_flags(int descriptor) {
  notice_use(descriptor);
  notice_change(position_of(descriptor));
}

void KernelObjects::use_tree(Use use) {
  if (!matters()) return;
  if (is_together()) {
    if (use == Use::kChange) use_together(use);
    return;
  }
  notice(Common::kTree, use);
  std::strcpy(name_, kTree);
  step(key_of(name_), use);
}

void KernelObjects::use_path(int directory, const char* path, Use use) {
  if (!matters() || path == nullptr || use_together(use) || is_made_up(path)) return;
  runtime().settings.use_path(directory, path);
  use_tree(Use::kLook);
  if (!absolute_path(directory, path, true, name_)) return use_tree(Use::kChange);
  step(key_of(name_), use);
}

std::uint64_t KernelObjects::identity_of(int descriptor) {
  read_link(descriptor, name_, sizeof name_);
  return key_of(name_);
}

// 0: it is neither a pipe or socket nor a file without a name.
std::uint64_t KernelObjects::inode_of(int descriptor) {
  constexpr std::uint64_t kFile = std::uint64_t{1} << 63;  // pipes and files are numbered separately
  read_link(descriptor, name_, sizeof name_);
  if (const char* const file = number_of_unnamed(name_)) {
    const std::uint64_t inode = std::strtoull(file, nullptr, 10) | kFile;
    std::strcpy(name_, "/a file without a name");
    return inode;
  }
  const char* const number = std::strchr(name_, '[');
  return is_pipe(name_) && number != nullptr ? std::strtoull(number + 1, nullptr, 10) : 0;
}

const KernelObjects::Pipe* KernelObjects::pipe_of(int descriptor) {
  const std::uint64_t inode = inode_of(descriptor);
  for (std::uint32_t i = 0; inode != 0 && i < pipe_count_; ++i) {
    if (pipes_[i].inode == inode) return &pipes_[i];
  }
  return nullptr;
}

void KernelObjects::use_descriptor(int descriptor, Use use) {
  if (!matters()) return;
  notice_use(descriptor);
  if (is_together() && (descriptor > STDERR_FILENO || cell_of(standard_) != nullptr)) {
    use_together(use);
    return;
  }
  const Pipe* const pipe = pipe_of(descriptor);
  if (name_[0] == '\0' || is_made_up(name_)) return look_at_number(descriptor);
  if (!is_pipe(name_)) return step(pipe != nullptr ? pipe->key : key_of(name_), use);
  // The numbers of pipes differ from run to run. Only the kernel knows which sockets are connected to the network.
  if (pipe == nullptr && starts_with(name_, "socket:"))
    std::strcpy(name_, kNetwork);
  else
    std::snprintf(name_, sizeof name_, "pipe %d", position_of(descriptor));
  step(pipe != nullptr ? pipe->key : key_of(name_), Use::kChange);
}

KernelObjects::Use KernelObjects::moving(int descriptor) {
  const int position = position_of(descriptor);
  if (!matters() || position < 0 || position >= kMaxDuplicates) return Use::kChange;
  std::uint16_t& user = users_[static_cast<std::size_t>(position)];
  const auto self = static_cast<std::uint16_t>(runtime().scheduler.current().id.value + 1);
  if (user != 0 && user != self) need(shares_positions_);
  user = self;
  has_users_ = true;
  return cell_of(shares_positions_) != nullptr ? Use::kChange : Use::kLook;
}

void KernelObjects::opened(int descriptor) {
  Number* const n = number(descriptor);
  if (n == nullptr) return;
  users_[static_cast<std::size_t>(descriptor)] = 0;
  n->owner = static_cast<std::uint16_t>(runtime().scheduler.current().id.value + 1);
  notice_change(descriptor);
}

int KernelObjects::position_of(int descriptor) const {
  const bool is_duplicate =
      descriptor >= 0 && descriptor < kMaxDuplicates && same_position_[static_cast<std::size_t>(descriptor)] != 0;
  return is_duplicate ? same_position_[static_cast<std::size_t>(descriptor)] - 1 : descriptor;
}

void KernelObjects::duplicated(int from, int to) {
  if (!runtime().scheduler.running() || to < 0 || to == from) return;
  runtime().open_files.opened();
  if (to >= kMaxDuplicates) return report_uncontrolled("dup of a descriptor beyond the first 1024", nullptr);
  opened(to);
  notice_use(from);
  same_position_[static_cast<std::size_t>(to)] = position_of(from) + 1;
  ++duplicates_;
}

// The last step is when its number becomes free for others. Until then something else has it, so that what is seen of
// the file is decided by the step on the file.
void KernelObjects::close(int descriptor) {
  if (!matters()) return;
  notice_use(descriptor);
  notice_change(descriptor);
  if (descriptor <= STDERR_FILENO) need(standard_);
  if (use_together(Use::kChange)) return;
  if (end_uses(descriptor)) {
    const auto nothing = static_cast<int>(real_syscall(SYS_openat, AT_FDCWD, "/dev/null", O_PATH | O_CLOEXEC, 0));
    if (nothing >= 0) real_syscall(SYS_dup3, nothing, descriptor, O_CLOEXEC);
    if (nothing >= 0) real_syscall(SYS_close, nothing);
  }
  use_numbers();
}

void KernelObjects::replace(int descriptor) {
  if (!matters()) return;
  notice_use(descriptor);
  notice_change(descriptor);
  if (descriptor <= STDERR_FILENO) need(standard_);
  if (use_together(Use::kChange)) return;
  use_numbers();
  end_uses(descriptor);
}

// One step, on the file. Where another thread may close the descriptor meanwhile, there is one location for everything.
void KernelObjects::use_position(int descriptor, Use use) {
  if (!matters()) return;
  if (is_together() || moving(descriptor) == Use::kChange) use = Use::kChange;
  use_descriptor(descriptor, use);
}

// What is written goes to the file, and what is read also moves the position: others who do either may come too late.
// True if that was a step.
bool KernelObjects::end_uses(int descriptor) {
  const long flags = real_syscall(SYS_fcntl, descriptor, F_GETFL);
  if (flags < 0 || descriptor <= STDERR_FILENO) return false;
  const bool is_shared = moving(descriptor) == Use::kChange;
  if (pipe_of(descriptor) == nullptr && (flags & O_ACCMODE) == O_RDONLY && !is_shared) return false;
  use_descriptor(descriptor, Use::kChange);
  return true;
}

void KernelObjects::use_stream(const void* stream) {
  if (!matters() || use_together(Use::kChange)) return;
  std::strcpy(name_, "a stream");
  step(reinterpret_cast<std::uint64_t>(stream), Use::kChange);
}

void KernelObjects::use_key(std::uint32_t key, Use use) {
  if (!matters()) return;
  std::snprintf(name_, sizeof name_, "pthread_key_t %u", key);
  step(key_of(name_), use);
}

void KernelObjects::use_name(const char* of, Use use) {
  std::strcpy(name_, of);
  step(key_of(name_), use, kNoOrder);
}

void KernelObjects::look_at_number(int descriptor) {
  if (!matters() || descriptor <= STDERR_FILENO) return;
  need(shows_numbers_);
  if (use_together(Use::kLook)) return;
  use_name("the numbers of descriptors", Use::kLook);
}

void KernelObjects::shows_numbers() const {
  if (matters()) need(shows_numbers_);
}

void KernelObjects::use_keys() {
  if (matters()) use_name("the numbers of keys", Use::kChange);
}

void KernelObjects::use_numbers() {
  if (!matters()) return;
  need(shows_numbers_);
  if (use_together(Use::kChange)) return;
  use_name("the numbers of descriptors", Use::kChange);
}

KernelObjects::Use KernelObjects::opening(Use use) const {
  return is_together() && cell_of(shows_numbers_) != nullptr ? Use::kChange : use;
}

bool KernelObjects::use_numbers_of_stream() {
  if (!matters() || is_together() || cell_of(shows_numbers_) == nullptr) return false;
  use_name("the numbers of descriptors", Use::kChange);
  return true;
}

void KernelObjects::closes_stream(int descriptor) {
  notice_use(descriptor);
  notice_change(descriptor);
  use_numbers_of_stream();
}

void KernelObjects::may_break(int descriptor) {
  if (!matters()) return;
  read_link(descriptor, name_, sizeof name_);
  if (starts_with(name_, "pipe:") || starts_with(name_, "socket:")) notice(Common::kBrokenPipe, Use::kLook);
}

void KernelObjects::made_pipe(int first, int second) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return;
  if (pipe_count_ + 2 > kMaxPipes) return report_uncontrolled("a pipe after the first 512 of a run", nullptr);
  const std::uint64_t inodes[] = {inode_of(first), inode_of(second)};
  Thread& self = rt.scheduler.current();
  std::snprintf(name_, sizeof name_, "pipe %u of thread %u", self.pipes++, self.id.value);
  for (const std::uint64_t inode : inodes) pipes_[pipe_count_++] = {.inode = inode, .key = key_of(name_)};
  opened(first);
  opened(second);
}

void KernelObjects::wait_for(int descriptor, short events) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running() || forked_) return;
  if (pipe_of(descriptor) == nullptr && !is_counter(name_)) return;
  if ((real_syscall(SYS_fcntl, descriptor, F_GETFL) & O_NONBLOCK) != 0 || is_ready(descriptor, events)) return;
  if (waits_for_cancellation()) {
    must_be_cancelled();
    unwind_thread(PTHREAD_CANCELED);
  }
  Thread& self = rt.scheduler.current();
  self.awaited = descriptor;
  self.awaited_events = events;
  rt.scheduler.stop(Stop::kSpinning, nullptr);
}

}  // namespace heddle::runtime
