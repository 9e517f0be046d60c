#include "cli/session.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file.h"

namespace heddle::cli {

namespace {

using Json = nlohmann::json;

constexpr auto kReplace = Json::error_handler_t::replace;

template <std::size_t N>
void copy_text(std::string_view text, char (&to)[N]) {
  const std::size_t size = std::min(text.size(), N - 1);
  std::memcpy(to, text.data(), size);
  to[size] = 0;
}

}  // namespace

base::Result<Session> Session::create(std::string temporary_folder) {
  const auto problem = [] {
    return base::Error{"", fmt::format("cannot get shared memory: {}", std::strerror(errno))};
  };
  void* const memory = ::mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return problem();
  const int journal = ::memfd_create("heddle-journal", MFD_CLOEXEC);
  if (journal < 0) return problem();
  return Session(new (memory) Memory{}, journal, std::move(temporary_folder));
}

void Session::add_finding(const report::FindingWords& finding) const {
  // What was merged is known only at the end.
  const Json json = {{"kind", finding.kind},       {"where", finding.where},     {"message", finding.message},
                     {"count", finding.count},     {"text", finding.text},       {"report", finding.report},
                     {"cause", finding.cause},     {"folder", finding.folder},   {"sarif", finding.sarif},
                     {"file", finding.place.file}, {"line", finding.place.line}, {"column", finding.place.column}};
  std::string line = json.dump(-1, ' ', false, kReplace) + "\n";
  // In one piece: half a line is not a finding.
  [[maybe_unused]] const ssize_t written = ::write(journal_, line.data(), line.size());
}

void Session::set_progress(std::uint64_t tests, std::uint64_t events) {
  memory_->tests.store(tests, std::memory_order_relaxed);
  memory_->events.store(events, std::memory_order_relaxed);
}

void Session::set_program_hash(const std::string& hash) { copy_text(hash, memory_->program_hash); }
void Session::set_crash(std::string_view message) { copy_text(message, memory_->crash); }

void Session::set_done(ExitCode code) {
  memory_->code.store(code);
  memory_->phase.store(Phase::kDone);
}

std::vector<report::FindingWords> Session::findings() const {
  std::vector<report::FindingWords> result;
  std::istringstream lines(base::read_all(journal_));
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    const report::FindingWords finding{
        .kind = json.value("kind", ""),
        .where = json.value("where", ""),
        .message = json.value("message", ""),
        .count = json.value("count", std::uint64_t{0}),
        .text = json.value("text", ""),
        .report = json.value("report", ""),
        .cause = json.value("cause", ""),
        .folder = json.value("folder", ""),
        .sarif = json.value("sarif", ""),
        .place = {json.value("file", ""), json.value("line", 0U), json.value("column", 0U)}};
    // One that was found again, in finer steps, is shown in these.
    const auto known = std::ranges::find_if(
        result, [&](const report::FindingWords& f) { return f.kind == finding.kind && f.where == finding.where; });
    if (known == result.end()) {
      result.push_back(finding);
    } else {
      *known = finding;
    }
  }
  return result;
}

double Session::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::string Session::program_hash() const { return memory_->program_hash; }
std::string Session::crash() const { return memory_->crash; }

}  // namespace heddle::cli
