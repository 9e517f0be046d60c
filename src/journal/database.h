#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;

namespace heddle::journal {

// What was explored and how: texts by name.
using Facts = std::map<std::string, std::string>;

// Some runs, and what was learnt in the meantime: one row.
struct Batch {
  std::string keys;         // see journal/kept_runs.h
  std::string operations;   // TraceCodec::Added
  std::string expressions;  // likewise
  std::string knowledge;    // the executor's
  std::string traces;
};

// The file that outlives the exploration: an SQLite database with a write-ahead log, so that, whatever happens, it
// contains every batch completely or not at all. One process uses it at a time. Every batch has a checksum, to guard
// against disk errors.
class Database {
 public:
  // Opens an existing one; an error if it does not exist, or is not ours. Null if its creator was killed before it had
  // stored anything.
  static base::Result<std::unique_ptr<Database>> open(const std::string& path);
  // Creates an empty one in its place.
  static base::Result<std::unique_ptr<Database>> create(const std::string& path);
  // Removes it completely.
  static void remove(const std::string& path);

  base::Result<Facts> facts();
  // Calls `visit` for each batch in order, without its traces; stops when it returns false.
  std::optional<base::Error> read(const std::function<bool(std::int64_t id, const Batch& batch)>& visit);
  base::Result<std::string> traces(std::int64_t id);

  // Returns the number of the batch.
  base::Result<std::int64_t> append(const Batch& batch, const Facts& changed);
  // The same, and removes everything before it.
  base::Result<std::int64_t> replace(const Batch& batch, const Facts& changed);

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  class Statement;

  static base::Result<std::unique_ptr<Database>> connect(const std::string& path, bool create);
  Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}

  bool execute(const char* statement);
  // The first column of the first row; -1 if there is none.
  std::int64_t number(const char* statement);
  bool set_facts(const Facts& facts);
  bool insert(const Batch& batch);
  base::Result<std::int64_t> write(const Batch& batch, const Facts& changed, bool replaces);
  base::Error problem() const;
  base::Error damage() const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace heddle::journal
