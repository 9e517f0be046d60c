#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/arithmetic.h"
#include "trace/names.h"
#include "trace/operation.h"

namespace heddle::model {

// Each thread has a frame of 32-bit registers: its local variables, temporaries, and after them the constants of its
// code. So every operand of an instruction is a register, even the number of a location.
using Register = std::uint16_t;

enum class Code : std::uint8_t {
  // Local instructions: dst = a op b.
  kMove,
  kNegate,
  kNot,
  kComplement,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRight,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kIndex,  // dst = b + a, where 0 <= a < c must hold: the location of an array's element
  kJump,   // forward, to `target`
  kLoop,   // backward, to `target`
  kJumpIf,
  kJumpUnless,  // forward, if a != 0 / a == 0
  kJumpEqual,
  kJumpNotEqual,
  kJumpLess,
  kJumpLessEqual,  // forward, if a op b
  kRequireHeld,    // the thread must hold lock a
  kInput,
  kAssert,
  kAssume,
  kError,
  kExit,
  // Steps: `kind` is the operation, a its location.
  kRead,      // dst = the value
  kWrite,     // b
  kFetchAdd,  // dst = the old value; adds b
  kExchange,  // dst = the old value; stores b
  kCas,       // dst = success; expects b, stores c
  kTry,       // dst = success: kTryLock, kSemTryWait; kTimedWake: whether the time ran out
  kUnlock,
  kPlain,    // nothing but the effect on the location: kWait, kSignal, kBroadcast, kSemPost
  kAcquire,  // may have to wait for the state of the location: kLock, kSemWait
  kAwait,    // waits for its waker: kWake, kLeave
  kArrive,   // b is the size of the group
  kCreate,   // dst = the new thread; starts proc `target` with the arguments starting at register a
  kJoin,     // a is the thread
  kChoose,   // dst = a value of the domain from a to b
};

struct Instruction {
  Code code = Code::kExit;
  trace::OpKind kind = trace::OpKind::kExit;
  Register dst = 0;
  Register a = 0;
  Register b = 0;
  Register c = 0;
  bool negated = false;  // a jump that is taken if the condition in the source does not hold
  bool adds = false;     // kFetchAdd: nobody uses what it finds
  std::uint32_t target = 0;
  trace::PlaceId place;
};

// The code of a thread or proc, and the frame it starts with; the parameters are the first registers.
struct Body {
  std::string name;
  std::uint32_t entry = 0;
  std::uint32_t parameters = 0;
  std::uint32_t variables = 0;  // registers that are not constants
  std::vector<Value> frame;
};

struct Program {
  struct Thread {
    std::size_t body = 0;
    Value replica = 0;  // value of the first parameter, if the body has one
  };

  std::vector<Instruction> code;
  std::vector<Body> bodies;                 // of threads and procs
  std::vector<Thread> threads;              // that exist from the start
  std::vector<std::int64_t> initial_state;  // by location
  // By location: is it the target of a cas or exchange? What they do depends on its value: Interpreter::undecided_.
  std::vector<bool> compared;
  bool takes_inputs = false;  // without a domain
  trace::Names names;         // of those threads, the locations and the places
};

}  // namespace heddle::model
