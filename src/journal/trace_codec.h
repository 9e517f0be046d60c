#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "journal/kept_expressions.h"
#include "trace/trace.h"

namespace heddle::journal {

// Traces as bytes. The runs of one program do the same operations over and over: each new one gets a number, and a
// trace is a sequence of these.
//
// Invariants: (1) what is in the dictionary stays there, under its number; (2) encoding allocates nothing once the
// tables have grown. A trace can be decoded by anyone who has learnt everything that was added before it was encoded.
class TraceCodec {
 public:
  explicit TraceCodec(symbolic::Expressions* expressions);

  // What has been added to the dictionary and the expressions since this was last taken; learn() is the inverse.
  struct Added {
    std::string operations;
    std::string expressions;
  };
  Added take_added() { return std::exchange(added_, {}); }
  bool learn(const Added& added);

  // `first_expression`: where the expressions created by the run begin in the executor's store.
  void encode(const trace::Trace& trace, std::size_t first_expression, std::string& out);
  // False if the bytes are not an encoded trace.
  bool decode(base::ByteReader& in, trace::Trace& trace);

 private:
  // Further ones are written out where they occur.
  static constexpr std::size_t kMaxNumbers = std::size_t{1} << 20;

  std::uint32_t number_of(const trace::Operation& op);
  std::uint32_t& slot_of(const trace::Operation& op);
  void grow();
  void write(const trace::Operation& op, std::string& out);
  void read(base::ByteReader& in, trace::Operation& op, bool makes_expressions) const;
  void encode_content(const trace::Trace& trace, std::string& out);
  void encode_operations(const std::vector<trace::Operation>& operations, std::string& out);
  void encode_operation(const trace::Operation& op, std::string& out);
  void decode_operation(base::ByteReader& in, trace::Operation& op);
  void encode_failures(const trace::Trace& trace, std::string& out) const;
  void decode_failures(base::ByteReader& in, trace::Trace& trace) const;
  void encode_symbolic(const trace::Trace& trace, std::string& out);
  void decode_symbolic(base::ByteReader& in, trace::Trace& trace) const;
  void encode_expression(symbolic::ExprId e, std::string& out);
  symbolic::ExprId decode_expression(base::ByteReader& in) const;
  bool names_expression(const trace::Operation& op) const;

  KeptExpressions expressions_;
  Added added_;
  std::string content_;                       // of the current trace
  std::vector<trace::Operation> operations_;  // by number
  std::vector<bool> is_unread_;               // it was learnt, and its expression has not been created yet
  std::vector<std::uint32_t> slots_;          // open addressing: 1 + number
  std::vector<std::uint32_t> next_;           // by number: the one that last came after it
  std::vector<trace::Operation> previous_;    // of the last encoded trace,
  std::vector<std::uint32_t> numbers_;        // and their numbers
  std::uint32_t last_ = 0;                    // the last encoded number
};

}  // namespace heddle::journal
