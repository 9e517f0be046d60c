// Reports to try the page with.

const place = (line) => ({ file: 'queue.c', line, column: 3 });

// Threads that take turns to lock and unlock; the last step fails.
function run(steps, threads) {
  const all = [];
  const arrows = [];
  for (let i = 0; i < steps; ++i) {
    const kind = i % 2 === 0 ? 'lock' : 'unlock';
    const thread = Math.floor(i / 2) % threads;
    all.push({ thread, kind, number: i + 1, source: `${10 + kind.length}: pthread_mutex_${kind}(&m);`, note: `${kind}s m`, place: place(10 + kind.length), stack: `${kind} (queue.c:${10 + kind.length}) <- work (queue.c:30)`, told: true });
    if (i > 0 && i % 2 === 0) arrows.push([i - 1, i, 'lock']);
  }
  return {
    threads: Array.from({ length: threads }, (_, i) => (i === 0 ? 'main' : `worker#${i}`)),
    failing: threads - 1,
    operations: steps,
    steps: all,
    between: [],
    endings: [{ thread: threads - 1, why: 'failed', source: '20: assert(ready);', note: 'FAILS: assertion', place: place(20) }],
    arrows,
    hints: 'Likely mistake: a <b>word</b> about it.',
    waiting: [],
    orders: steps > 2 ? 'The order matters: step 2 before step 3. Tried the other way round, it does not fail.' : '',
    needed: steps > 2 ? [[1, 2]] : [],
  };
}

export function sample(steps, threads = 3) {
  const findings = [
    { kind: 'assertion', where: 'queue.c:20:3', message: 'assertion failed: ready </script>', count: 2, folder: 'bugs/assertion-1', inputs: [{ name: 'n', value: 3 }], stacks: ['main: main (queue.c:20)'], output: 'hello\n', text: 'the text', run: run(steps, threads) },
    { kind: 'deadlock', where: 'queue.c:15:1, queue.c:16:1', message: 'deadlock', count: 1, folder: 'bugs/deadlock-2', inputs: [], stacks: [], output: '', text: 'the other text', run: null },
  ];
  return {
    heddle: '0.1.0', program: 'queue.c', command: ['heddle', 'test', 'queue.c'], directory: '.', verdict: 'bug',
    sentence: '2 bugs found', effort: '17 tests', reasons: [], assumptions: ['sequential consistency'], findings,
    sources: [{ file: 'queue.c', text: Array.from({ length: 40 }, (_, i) => `line ${i + 1};`).join('\n'), steps: [14, 16, 20] }],
    branches: [{ file: 'queue.c', line: 16, outcome: 1, k: 1 }, { file: 'queue.c', line: 16, outcome: 0, open: 'unreachable' }],
    history: [{ seconds: 1, tests: 10, events: 100, branches: 1, findings: 0 }, { seconds: 2, tests: 17, events: 170, branches: 1, findings: 2 }],
  };
}

export const filled = (template, report) =>
  template.replace('{"heddle":"data"}', () => JSON.stringify(report).replaceAll('<', '\\u003c'));
