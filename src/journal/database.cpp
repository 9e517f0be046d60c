#include "journal/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/content_hash.h"

namespace heddle::journal {

namespace {

constexpr int kApplication = 0x6c646568;  // "hedl"
constexpr int kFormat = 3;
// The other process may be about to notice that it shall end.
constexpr int kWaitMilliseconds = 3000;

constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS batches(id INTEGER PRIMARY KEY, keys BLOB, operations BLOB, expressions BLOB,"
    " knowledge BLOB, checksum BLOB, traces_checksum BLOB, traces BLOB);";

std::string checksum_of(const Batch& batch) {
  base::Hash128 all;
  for (const std::string* part : {&batch.keys, &batch.operations, &batch.expressions, &batch.knowledge})
    all.add(base::content_hash(*part));
  return base::hex(all);
}

}  // namespace

// One SQL statement, while it is in use.
class Database::Statement {
 public:
  Statement(sqlite3* handle, const char* text) { ::sqlite3_prepare_v2(handle, text, -1, &statement_, nullptr); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { ::sqlite3_finalize(statement_); }

  // Binds the question marks, in order. The text must live until the statement is done.
  Statement& bind(std::string_view text) {
    ::sqlite3_bind_blob64(statement_, ++bound_, text.data(), text.size(), SQLITE_STATIC);
    return *this;
  }
  Statement& bind(std::int64_t number) {
    ::sqlite3_bind_int64(statement_, ++bound_, number);
    return *this;
  }
  int step() { return statement_ == nullptr ? SQLITE_ERROR : ::sqlite3_step(statement_); }
  bool done() { return step() == SQLITE_DONE; }

  std::int64_t number(int column) { return ::sqlite3_column_int64(statement_, column); }
  std::string text(int column) {
    const void* const data = ::sqlite3_column_blob(statement_, column);
    const auto size = static_cast<std::size_t>(::sqlite3_column_bytes(statement_, column));
    return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

void Database::Close::operator()(sqlite3* handle) const { ::sqlite3_close(handle); }

base::Error Database::problem() const {
  const int code = ::sqlite3_errcode(handle_.get());
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    return {path_, "another exploration is writing to it; wait for its end, or take another folder (--out)"};
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_FORMAT) return damage();
  return {path_, ::sqlite3_errmsg(handle_.get())};
}

base::Error Database::damage() const {
  return {path_, "it is damaged, and cannot be resumed; without --resume, the exploration starts from its beginning"};
}

bool Database::execute(const char* statement) {
  return ::sqlite3_exec(handle_.get(), statement, nullptr, nullptr, nullptr) == SQLITE_OK;
}

std::int64_t Database::number(const char* statement) {
  Statement query(handle_.get(), statement);
  return query.step() == SQLITE_ROW ? query.number(0) : -1;
}

base::Result<std::unique_ptr<Database>> Database::connect(const std::string& path, bool create) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
  ::sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  std::unique_ptr<Database> result(new Database(path, handle));
  ::sqlite3_busy_timeout(handle, kWaitMilliseconds);
  // Synced to disk before the log is merged into the file, which keeps both intact after a power failure.
  const bool ready = result->execute(
      "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL;"
      "PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=8192;"
      "BEGIN IMMEDIATE; COMMIT;");
  if (!ready) return result->problem();
  return result;
}

base::Result<std::unique_ptr<Database>> Database::open(const std::string& path) {
  auto result = connect(path, false);
  if (!result) return result;
  Database& database = *result.value();
  const std::int64_t tables = database.number("SELECT count(*) FROM sqlite_master");
  if (tables < 0) return database.problem();
  if (tables == 0) return std::unique_ptr<Database>();
  if (database.number("PRAGMA application_id") != kApplication)
    return base::Error{path, "this is not a file of Heddle"};
  if (database.number("PRAGMA user_version") != kFormat)
    return base::Error{path, "another version of Heddle wrote it; without --resume, it is overwritten"};
  if (database.number("SELECT count(*) FROM facts") == 0) return std::unique_ptr<Database>();
  return result;
}

base::Result<std::unique_ptr<Database>> Database::create(const std::string& path) {
  auto result = connect(path, true);
  // Whatever it is: without resuming, start again.
  if (!result && !result.error().message.starts_with("another")) {
    remove(path);
    result = connect(path, true);
  }
  if (!result) return result;
  Database& database = *result.value();
  const std::string setup = fmt::format(
      "BEGIN; PRAGMA application_id={}; PRAGMA user_version={}; {} DELETE FROM facts; DELETE FROM batches;"
      "COMMIT;",
      kApplication, kFormat, kSchema);
  if (!database.execute(setup.c_str())) return database.problem();
  return result;
}

void Database::remove(const std::string& path) {
  std::error_code ignored;
  // The log first: without its file it would be mistaken for that of the next one.
  for (const char* suffix : {"-wal", "-shm", "-journal", ""}) std::filesystem::remove(path + suffix, ignored);
}

base::Result<Facts> Database::facts() {
  Facts result;
  Statement statement(handle_.get(), "SELECT name, value FROM facts");
  int code = SQLITE_ROW;
  while ((code = statement.step()) == SQLITE_ROW) result[statement.text(0)] = statement.text(1);
  if (code != SQLITE_DONE) return problem();
  return result;
}

std::optional<base::Error> Database::read(const std::function<bool(std::int64_t, const Batch&)>& visit) {
  Statement statement(handle_.get(),
                      "SELECT id, keys, operations, expressions, knowledge, checksum FROM batches ORDER BY id");
  int code = SQLITE_ROW;
  while ((code = statement.step()) == SQLITE_ROW) {
    const Batch batch{.keys = statement.text(1),
                      .operations = statement.text(2),
                      .expressions = statement.text(3),
                      .knowledge = statement.text(4)};
    if (checksum_of(batch) != statement.text(5) || !visit(statement.number(0), batch)) return damage();
  }
  if (code != SQLITE_DONE) return problem();
  return {};
}

base::Result<std::string> Database::traces(std::int64_t id) {
  Statement statement(handle_.get(), "SELECT traces, traces_checksum FROM batches WHERE id = ?");
  if (statement.bind(id).step() != SQLITE_ROW) return damage();
  std::string result = statement.text(0);
  if (base::hex(base::content_hash(result)) != statement.text(1)) return damage();
  return result;
}

bool Database::set_facts(const Facts& facts) {
  for (const auto& [name, value] : facts) {
    Statement statement(handle_.get(), "INSERT OR REPLACE INTO facts VALUES(?, ?)");
    if (!statement.bind(name).bind(value).done()) return false;
  }
  return true;
}

bool Database::insert(const Batch& batch) {
  const std::string checksum = checksum_of(batch);
  const std::string traces_checksum = base::hex(base::content_hash(batch.traces));
  Statement statement(handle_.get(),
                      "INSERT INTO batches(keys, operations, expressions, knowledge, checksum, traces_checksum, traces)"
                      " VALUES(?, ?, ?, ?, ?, ?, ?)");
  statement.bind(batch.keys).bind(batch.operations).bind(batch.expressions).bind(batch.knowledge);
  return statement.bind(checksum).bind(traces_checksum).bind(batch.traces).done();
}

base::Result<std::int64_t> Database::write(const Batch& batch, const Facts& changed, bool replaces) {
  const bool written =
      execute("BEGIN") && (!replaces || execute("DELETE FROM batches")) && set_facts(changed) && insert(batch);
  const std::int64_t id = ::sqlite3_last_insert_rowid(handle_.get());
  if (written && execute("COMMIT")) return id;
  base::Error error = problem();
  execute("ROLLBACK");
  return error;
}

base::Result<std::int64_t> Database::append(const Batch& batch, const Facts& changed) {
  return write(batch, changed, false);
}

base::Result<std::int64_t> Database::replace(const Batch& batch, const Facts& changed) {
  return write(batch, changed, true);
}

}  // namespace heddle::journal
