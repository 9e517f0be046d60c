// How another executor, in a later process or in this one, gets to know what runs have taught the first.

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "native/native_executor.h"
#include "native/system_call.h"

namespace heddle::native {

bool NativeExecutor::is_unsettling(const abi::Slot& slot) const {
  const abi::FailureRecord* const end = slot.failures + slot.failures_size;
  const bool died = std::any_of(
      slot.failures, end, [](const abi::FailureRecord& failure) { return failure.kind == trace::FailureKind::kDied; });
  return died || slot.start_again || slot.found_cells_size != 0 || slot.found_compared_size != channel_->compared_size;
}

bool NativeExecutor::settle() {
  const abi::Channel& c = *channel_;
  for (Sent& sent : sent_) {
    await(sent);
    if (is_unsettling(c.slots[sent.slot])) return false;
  }
  const bool will_fork = c.wants_fork && c.settings.isolation == abi::Isolation::kReset && !options_.spec.isolation;
  return !start_again_ && !will_fork && c.found_compared_size == c.compared_size;
}

void NativeExecutor::save_knowledge(bool all, std::string& bytes) {
  knowledge_.save(*channel_, all, bytes);
  base::ByteWriter out(bytes);
  out.number(overflow_);
  out.text(forks_by_itself_);
}

std::optional<base::Error> NativeExecutor::load_knowledge(const std::vector<std::string>& saved) {
  base::Result<SharedChannel> channel = SharedChannel::create();
  if (!channel) return channel.error();
  drop_sent();
  end_target();
  channel.value()->settings = channel_->settings;
  channel_ = std::move(channel.value());
  for (const std::string& bytes : saved) {
    base::ByteReader in(bytes);
    const bool loaded = ChannelKnowledge::load(in, *channel_);
    overflow_ = static_cast<std::uint32_t>(in.number());
    forks_by_itself_ = in.text();
    if (!loaded || !in.ok()) return base::Error{.message = "what is kept of the runs cannot be read"};
  }
  names_ = {};
  named_ = {};
  imported_.forget_records();
  start_again_ = false;
  if (auto error = start_target()) return error;
  refresh_names(channel_->known());
  return {};
}

void NativeExecutor::recall(const trace::Trace& trace) {
  longest_ = std::max(longest_, trace.operations.size());
  if (channel_->has_shadows) imported_.check(trace);
}

base::Result<std::unique_ptr<NativeExecutor>> NativeExecutor::create_another() const {
  base::Result<SharedChannel> channel = SharedChannel::create();
  if (!channel) return channel.error();
  Descriptor output(::memfd_create("heddle-output", MFD_CLOEXEC));
  if (!output.valid()) return base::Error{.message = "cannot create a file in memory for the program's output"};
  channel.value()->settings = channel_->settings;
  return std::unique_ptr<NativeExecutor>(
      new NativeExecutor(command_, options_, std::move(channel.value()), std::move(output)));
}

std::string NativeExecutor::all_knowledge() {
  // Traces of others may speak of what no trace of this one has spoken of yet.
  refresh_names(channel_->known());
  std::string bytes;
  ChannelKnowledge().save(*channel_, true, bytes);
  base::ByteWriter out(bytes);
  out.number(overflow_);
  out.text(forks_by_itself_);
  return bytes;
}

bool NativeExecutor::is_repeatable_elsewhere() const {
  const abi::Channel& c = *channel_;
  const bool resets_in_vain = c.wants_fork && c.settings.isolation == abi::Isolation::kReset;
  return !c.has_shadows && !resets_in_vain && !c.changes_files && c.uncontrolled_size == 0;
}

std::size_t NativeExecutor::unanswered() const { return channel_->turns.sent.load() - channel_->turns.answered.load(); }

void NativeExecutor::wake_target() { channel_->turns.wake_target(kSystem); }

}  // namespace heddle::native
