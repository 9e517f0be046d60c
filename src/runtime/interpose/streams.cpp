#include "runtime/interpose/streams.h"

#include <poll.h>

#include <cstdarg>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sync/objects.h"
#include "runtime/sys/real_function.h"

// Streams that are shared by threads. Writing to the standard output and error is not a step: nobody reads it, and
// debugging output must not multiply what is explored.

namespace heddle::runtime {

namespace {

template <class Function>
Function* next(Function* /*ours*/, RealOutput::Name which, const char* name) {
  return real_function<Function>(runtime().real_output.functions[which], name);
}

bool in_run() { return anchor != nullptr && runtime().scheduler.running(); }

bool is_shared(const FILE* stream) {
  return in_run() && stream != nullptr && stream != stdin && stream != stdout && stream != stderr;
}

// Does it read and write memory that others know? Without a descriptor it is in memory (fmemopen, open_memstream) or
// implemented by functions of the program.
bool has_memory_of_program(const FILE* stream) {
  constexpr int kUserBuffer = 1;  // _IO_USER_BUF
  return fileno(const_cast<FILE*>(stream)) < 0 ||
         ((stream->_flags & kUserBuffer) != 0 && stream->_IO_buf_base != stream->_shortbuf);
}

// While steps are taken on a stream, some thread may close it.
class Used {
 public:
  explicit Used(const FILE* stream) : stream_(runtime().quiet.alone() ? nullptr : stream) {
    if (stream_ == nullptr) return;
    use_object(stream_);
    runtime().stream_locks.use(stream_);
    if (has_memory_of_program(stream_)) report_uncontrolled("a stream in memory of the program", __heddle_place);
  }
  Used(const Used&) = delete;
  Used& operator=(const Used&) = delete;
  ~Used() {
    if (stream_ != nullptr) check_object(stream_);
  }

 private:
  const FILE* stream_;
};

}  // namespace

void before_writing(FILE* stream) {
  if (!is_shared(stream)) return;
  const Used used(stream);
  constexpr int kNoWrites = 8;  // _IO_NO_WRITES
  KernelObjects& objects = runtime().kernel_objects;
  if (fileno(stream) < 0) return objects.use_stream(stream);
  if ((stream->_flags & kNoWrites) != 0) return objects.use_position(fileno(stream), KernelObjects::Use::kLook);
  before_writing(fileno(stream));
}

// What the stream itself knows, and its file does not: its end, what has been put back.
void before_looking(FILE* stream) {
  if (!is_shared(stream)) return;
  const Used used(stream);
  KernelObjects& objects = runtime().kernel_objects;
  if (fileno(stream) < 0) return objects.use_stream(stream);
  objects.use_position(fileno(stream), KernelObjects::Use::kLook);
}

void before_reading(FILE* stream) {
  if (stream == stdin && anchor != nullptr && runtime().scheduler.running()) note_standard_input();
  if (!is_shared(stream)) return;
  const Used used(stream);
  KernelObjects& objects = runtime().kernel_objects;
  if (fileno(stream) < 0) return objects.use_stream(stream);
  objects.use_position(fileno(stream), KernelObjects::Use::kLook);
  if (stream->_IO_read_ptr == stream->_IO_read_end) objects.wait_for(fileno(stream), POLLIN);
}

}  // namespace heddle::runtime

using heddle::runtime::before_looking;
using heddle::runtime::before_writing;
using heddle::runtime::next;
using heddle::runtime::RealOutput;

// NOLINTBEGIN(bugprone-reserved-identifier): names of the C library.
extern "C" {

void flockfile(FILE* stream) noexcept {
  if (heddle::runtime::in_run()) heddle::runtime::runtime().stream_locks.lock(stream);
}
int ftrylockfile(FILE* stream) noexcept {
  return heddle::runtime::in_run() && !heddle::runtime::runtime().stream_locks.try_lock(stream) ? EBUSY : 0;
}
void funlockfile(FILE* stream) noexcept {
  if (heddle::runtime::in_run()) heddle::runtime::runtime().stream_locks.unlock(stream);
}

int fputs(const char* __restrict text, FILE* __restrict stream) {
  before_writing(stream);
  return next(fputs, RealOutput::kFputs, "fputs")(text, stream);
}
int fputc(int c, FILE* stream) {
  before_writing(stream);
  return next(fputc, RealOutput::kFputc, "fputc")(c, stream);
}
int putc(int c, FILE* stream) { return fputc(c, stream); }
std::size_t fwrite(const void* __restrict from, std::size_t size, std::size_t count, FILE* __restrict stream) {
  before_writing(stream);
  return next(fwrite, RealOutput::kFwrite, "fwrite")(from, size, count, stream);
}
int vfprintf(FILE* __restrict stream, const char* __restrict format, va_list list) {
  before_writing(stream);
  return next(vfprintf, RealOutput::kVfprintf, "vfprintf")(stream, format, list);
}
int fprintf(FILE* __restrict stream, const char* __restrict format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vfprintf(stream, format, list);
  va_end(list);
  return result;
}
int __vfprintf_chk(FILE* stream, int /*flag*/, const char* format, va_list list) {
  return vfprintf(stream, format, list);
}
int __fprintf_chk(FILE* stream, int /*flag*/, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vfprintf(stream, format, list);
  va_end(list);
  return result;
}
int fflush(FILE* stream) {
  before_writing(stream);
  return next(fflush, RealOutput::kFflush, "fflush")(stream);
}
int fclose(FILE* stream) {
  before_writing(stream);
  int flushed = 0;
  if (heddle::runtime::is_shared(stream)) {
    // What is written is decided by the step before, and which number becomes free by this one.
    if (heddle::runtime::KernelObjects::matters()) flushed = next(fflush, RealOutput::kFflush, "fflush")(stream);
    heddle::runtime::runtime().kernel_objects.closes_stream(fileno(stream));
  }
  const int closed = next(fclose, RealOutput::kFclose, "fclose")(stream);
  return flushed != 0 ? flushed : closed;
}
int fseek(FILE* stream, long offset, int from) {
  before_writing(stream);
  return next(fseek, RealOutput::kFseek, "fseek")(stream, offset, from);
}
int fseeko(FILE* stream, off_t offset, int from) { return fseek(stream, offset, from); }
int fseeko64(FILE* stream, off64_t offset, int from) { return fseek(stream, offset, from); }
void rewind(FILE* stream) {
  before_writing(stream);
  next(rewind, RealOutput::kRewind, "rewind")(stream);
}
long ftell(FILE* stream) {
  before_writing(stream);
  return next(ftell, RealOutput::kFtell, "ftell")(stream);
}
int ferror(FILE* stream) noexcept {
  before_looking(stream);
  return next(ferror, RealOutput::kFerror, "ferror")(stream);
}
void clearerr(FILE* stream) noexcept {
  before_looking(stream);
  next(clearerr, RealOutput::kClearerr, "clearerr")(stream);
}
int fgetpos(FILE* __restrict stream, fpos_t* __restrict to) {
  before_writing(stream);
  return next(fgetpos, RealOutput::kFgetpos, "fgetpos")(stream, to);
}
int fgetpos64(FILE* __restrict stream, fpos64_t* __restrict to) {
  return fgetpos(stream, reinterpret_cast<fpos_t*>(to));
}
int fsetpos(FILE* stream, const fpos_t* to) {
  before_writing(stream);
  return next(fsetpos, RealOutput::kFsetpos, "fsetpos")(stream, to);
}
int fsetpos64(FILE* stream, const fpos64_t* to) { return fsetpos(stream, reinterpret_cast<const fpos_t*>(to)); }
off_t ftello(FILE* stream) { return ftell(stream); }
off64_t ftello64(FILE* stream) { return ftell(stream); }
}
// NOLINTEND(bugprone-reserved-identifier)
