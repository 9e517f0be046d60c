#pragma once

// What --help says besides the options: examples and exit codes of each verb.

namespace heddle::cli {

inline constexpr const char* kAbout =
    "heddle: finds the bugs that threads and inputs make together, and proves their absence";

inline constexpr const char* kExamples = R"(Examples:
  heddle test queue.c                     compile queue.c, explore it until a bug shows or nothing is left
  heddle test a.c b.cpp -- 3 input.txt    a program of several files, with arguments
  CC="heddle cc" make && heddle test -- ./prog   a program that was built by heddle cc
  heddle test bank.model                  the same for a model
  heddle test bank.model -D N=4           with the constant N set to 4
  heddle test bank.model --keep-going     all bugs, not only the first
  heddle ask bank.model 'x + y > 10'      is there a reachable state with this property?
  heddle replay heddle-out/bugs/BUG       run a finding again and show it
  heddle test --help                      all options of a verb

Exit codes:
  0   no bug, and everything was explored     1   wrong usage
  10  bug                                     2   the tested program does not compile
  5   no bug, but not everything was explored 6   internal error of Heddle
  7   the program is not deterministic)";

inline constexpr const char* kTestExamples = R"(Examples:
  heddle test examples/bank_transfer.model
  heddle test -D N=3 --strategy=random --max-tests=1000 prog.model
  heddle test --stats=- --no-out --quiet prog.model   statistics as JSON, nothing else

Exit codes: 0 no bug and complete, 10 bug, 5 no bug but incomplete, 1 usage, 2 cannot build, 6 internal error,
7 not deterministic.
Ctrl-C stops the exploration and reports what was found so far.)";

inline constexpr const char* kDumpExamples = R"(Examples:
  heddle dump prog.model                                    the first run in text form
  heddle dump prog.model --unfolding=dot | dot -Tsvg > prog.svg
  heddle dump prog.model --unfolding=dot --strategy=unfolding --conflicts)";

inline constexpr const char* kSliceExamples =
    R"(Each line is marked: ! it may fail, > it can influence whether something fails, . it cannot, - it cannot, and
nothing after it can fail.

Examples:
  heddle slice queue.c
  heddle slice --assertions a.c b.cpp
  heddle slice --json queue.c             each place in the source, for tools

Exit codes: 0 shown, 1 usage, 2 cannot build.)";

inline constexpr const char* kAskExamples =
    R"(QUESTION is an expression over the shared variables, as in the program: names, elements with
a constant index, numbers, + - * / %, comparisons, && || ! and parentheses.

Examples:
  heddle ask examples/fib_bench.model 'x + y > 30'
  heddle ask examples/bank_transfer.model 'balance[0] + balance[1] != 200'

Exit codes: 10 reachable, 0 unreachable, 5 unknown because not everything was explored, 1 usage, 2 cannot build.)";

inline constexpr const char* kReplayExamples = R"(Examples:
  heddle replay heddle-out/bugs/deadlock-0a1b2c3d
  heddle replay heddle-out/bugs/deadlock-0a1b2c3d/test.json --program=fixed.model
  heddle replay heddle-out/bugs/data-race-0a1b2c3d --gdb    in the debugger, for programs of C and C++
  heddle replay heddle-out/bugs/deadlock-0a1b2c3d --follow  after the program was changed
  heddle replay --corpus=heddle-out/corpus parser.c --lcov=covered.info
  heddle replay --corpus=heddle-out/corpus ./covered -- {}  any build; {} is the file with the inputs

Exit codes: 10 the finding shows again (or a run with the corpus fails), 5 it no longer does.)";

inline constexpr const char* kKeepExamples = R"(Examples:
  heddle keep heddle-out/bugs/deadlock-0a1b2c3d
  heddle keep heddle-out/bugs/deadlock-0a1b2c3d --to=tests/heddle-regressions

The folder can be committed: every later 'heddle test' of that program begins with what is kept there.)";

inline constexpr const char* kReportExamples = R"(Examples:
  heddle report                                         the last exploration in this folder
  heddle report heddle-out/bugs/deadlock-0a1b2c3d       one finding
  heddle report --stats                                 the numbers, for a script

Nothing is run. Exit codes: those of the exploration; 10 for a finding.)";

}  // namespace heddle::cli
