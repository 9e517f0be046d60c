#include "report/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/content_hash.h"
#include "base/file.h"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kNameDigits = 16;
constexpr const char* kJsonEnding = ".json";
constexpr unsigned kByteBits = 8;

Json values_of(const explore::InputInfo& input) {
  if (input.bytes.empty()) return input.value;
  Json result = Json::array();
  for (const char c : input.bytes) result.push_back(static_cast<unsigned char>(c));
  return result;
}

// One line for each input, so that people can read and change them.
std::string json_of(const std::vector<explore::InputInfo>& inputs) {
  std::string lines;
  for (const explore::InputInfo& input : inputs) {
    const Json line = {{"thread", input.thread.value},
                       {"nth", input.nth},
                       {"name", input.name},
                       {"width", input.width},
                       {input.bytes.empty() ? "value" : "bytes", values_of(input)}};
    lines += (lines.empty() ? "" : ",\n  ") + line.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return fmt::format("{{\"inputs\": [\n  {}\n]}}\n", lines);
}

std::vector<trace::InputValue> read_json(const Json& json) {
  std::vector<trace::InputValue> result;
  for (const Json& input : json.at("inputs")) {
    const trace::ThreadId thread(input.at("thread").get<std::uint16_t>());
    auto nth = input.at("nth").get<std::uint32_t>();
    if (!input.contains("bytes")) {
      result.push_back({thread, nth, input.at("value").get<std::int64_t>()});
      continue;
    }
    for (const Json& byte : input.at("bytes")) result.push_back({thread, nth++, byte.get<std::uint8_t>()});
  }
  return result;
}

// Delivers the bytes of a file as numbers.
class Bytes {
 public:
  explicit Bytes(const std::string& content) : content_(content) {}

  bool empty() const { return at_ == content_.size(); }
  std::int64_t take(unsigned width) {
    std::uint64_t value = 0;
    for (unsigned low = 0; low < width && !empty(); low += kByteBits)
      value |= std::uint64_t{static_cast<unsigned char>(content_[at_++])} << low;
    return static_cast<std::int64_t>(value);
  }

 private:
  const std::string& content_;
  std::size_t at_ = 0;
};

std::vector<trace::InputValue> read_bytes(const std::string& content, const std::vector<explore::InputInfo>& taken) {
  std::vector<trace::InputValue> result;
  Bytes bytes(content);
  for (const explore::InputInfo& input : taken) {
    const std::size_t count = std::max<std::size_t>(input.bytes.size(), 1);
    for (std::uint32_t i = 0; i < count && !bytes.empty(); ++i)
      result.push_back({input.thread, input.nth + i, bytes.take(input.width)});
  }
  return result;
}

}  // namespace

CorpusFile corpus_file(const std::vector<explore::InputInfo>& inputs) {
  const bool is_raw = inputs.size() == 1 && !inputs[0].bytes.empty();
  CorpusFile file{.name = {}, .content = is_raw ? inputs[0].bytes : json_of(inputs)};
  file.name = base::hex(base::content_hash(file.content)).substr(0, kNameDigits) + (is_raw ? "" : kJsonEnding);
  return file;
}

base::Result<std::vector<trace::InputValue>> parse_corpus_file(const std::string& content, const std::string& file,
                                                               const std::vector<explore::InputInfo>& taken) {
  if (!file.ends_with(kJsonEnding)) return read_bytes(content, taken);
  try {
    return read_json(Json::parse(content));
  } catch (const Json::exception& error) {
    return base::Error{file, fmt::format("these are not inputs: {}", error.what())};
  }
}

std::optional<base::Error> Corpus::observe(const trace::Trace& trace) {
  if (!features_.observe(trace)) return {};
  const std::vector<explore::InputInfo> inputs = explore::inputs_of(trace, expressions_);
  if (inputs.empty()) return {};
  const CorpusFile file = corpus_file(inputs);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) return base::Error{folder_, fmt::format("cannot create this folder: {}", error.message())};
  return base::write_file(folder_ + "/" + file.name, file.content);
}

}  // namespace heddle::report
