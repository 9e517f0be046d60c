#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "explore/inputs_of.h"
#include "explore/run_features.h"
#include "symbolic/expressions.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::report {

// The inputs of a run as a file: the bytes themselves if all of them are one array of bytes, JSON otherwise.
struct CorpusFile {
  std::string name;  // derived from the content
  std::string content;
};
CorpusFile corpus_file(const std::vector<explore::InputInfo>& inputs);

// The inputs that such a file contains. Bytes go to those that another run has `taken`, in order, low bytes of numbers
// first; if there are too few, the last inputs are 0.
base::Result<std::vector<trace::InputValue>> parse_corpus_file(const std::string& content, const std::string& file,
                                                               const std::vector<explore::InputInfo>& taken);

// Keeps the inputs of every run that takes a branch for the first time, after a different one than before or more often
// (explore/run_features.h), as files in a directory. Files of earlier runs stay. Costs nothing for programs without
// inputs.
class Corpus {
 public:
  // The directory is created with its first file.
  Corpus(std::string folder, const symbolic::Expressions* expressions)
      : folder_(std::move(folder)), expressions_(expressions), features_(expressions) {}

  std::optional<base::Error> observe(const trace::Trace& trace);

 private:
  std::string folder_;
  const symbolic::Expressions* expressions_;
  explore::RunFeatures features_;
};

}  // namespace heddle::report
