#pragma once

#include "abi/channel.h"
#include "base/result.h"

namespace heddle::native {

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  int number() const { return number_; }
  bool valid() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

// The explorer's side of the channel: an in-memory file, mapped here and passed on to the target.
class SharedChannel {
 public:
  static base::Result<SharedChannel> create();
  SharedChannel(SharedChannel&& other) noexcept;
  SharedChannel& operator=(SharedChannel&& other) noexcept;
  ~SharedChannel();

  abi::Channel& operator*() const { return *channel_; }
  abi::Channel* operator->() const { return channel_; }
  int descriptor() const { return file_.number(); }

 private:
  SharedChannel(Descriptor file, abi::Channel* channel) : file_(std::move(file)), channel_(channel) {}

  Descriptor file_;
  abi::Channel* channel_ = nullptr;
};

}  // namespace heddle::native
