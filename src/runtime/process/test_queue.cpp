#include "runtime/process/test_queue.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/anchor.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

constexpr auto kSystem = [](auto... arguments) { return real_syscall(arguments...); };

}  // namespace

void TestQueue::be_ready(Runtime& rt) { rt.channel->turns.be_ready(kSystem); }

void TestQueue::next(Runtime& rt) {
  abi::Channel& channel = *rt.channel;
  const auto is_alone = [] { return real_syscall(SYS_getppid) == 1; };  // the explorer has died
  while (channel.turns.wait_for_test(spinning_, kSystem, is_alone)) {
    const std::uint32_t test = channel.turns.test_at_hand();
    rt.slot = &channel.slots[channel.turns.slot_of(test)];
    if (!channel.turns.is_dropped(test)) return;
    answer(rt);
  }
  real_syscall(SYS_exit_group, 0);
}

void TestQueue::answer(Runtime& rt) {
  rt.slot->found_compared_size = rt.channel->found_compared_size;
  rt.slot->known = rt.channel->known();
  rt.slot->learnt = rt.channel->learnt();
  rt.channel->turns.answer(kSystem);
}

}  // namespace heddle::runtime
