#include "native/shared_channel.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace heddle::native {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

// Which limit of the shell is in the way.
static const char* hint(int error) {
  if (error == ENOMEM) return " (a limit of the address space, ulimit -v?)";
  if (error == EFBIG) return " (a limit of the size of files, ulimit -f?)";
  return "";
}

base::Result<SharedChannel> SharedChannel::create() {
  Descriptor file(::memfd_create("heddle-channel", 0));
  const auto problem = [](const char* what) {
    return base::Error{
        .message = fmt::format("cannot {} the channel to the program: {}{}", what, std::strerror(errno), hint(errno))};
  };
  if (!file.valid()) return problem("create");
  if (::ftruncate(file.number(), sizeof(abi::Channel)) != 0) return problem("size");
  void* const memory =
      ::mmap(nullptr, sizeof(abi::Channel), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file.number(), 0);
  if (memory == MAP_FAILED) return problem("map");
  // The file is zero; the few fields that start otherwise are set here, so that the rest stays untouched.
  auto* const channel = static_cast<abi::Channel*>(memory);
  channel->magic = abi::kChannelMagic;
  channel->version = abi::kChannelVersion;
  channel->texts_size = 1;
  channel->expressions_size = 1;
  return SharedChannel(std::move(file), channel);
}

SharedChannel::SharedChannel(SharedChannel&& other) noexcept
    : file_(std::move(other.file_)), channel_(std::exchange(other.channel_, nullptr)) {}

SharedChannel& SharedChannel::operator=(SharedChannel&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(channel_, other.channel_);
  return *this;
}

SharedChannel::~SharedChannel() {
  if (channel_ != nullptr) ::munmap(channel_, sizeof(abi::Channel));
}

}  // namespace heddle::native
