import type { Ending, Run, Step } from './data';

// What the lanes and the drawing show of a run, from the first row to the last.
export type Row = { kind: 'step'; index: number; step: Step } | { kind: 'ending'; ending: Ending };

const WORTH_SHOWING = new Set(['blocked', 'failed', 'abandoned', 'spinning', 'cut', 'livelock']);

export function rowsOf(run: Run, full: boolean): Row[] {
  const rows: Row[] = [];
  run.steps.forEach((step, index) => {
    if (full || step.told || step.race) rows.push({ kind: 'step', index, step });
  });
  for (const ending of run.endings) {
    const matters = run.failing === null || ending.thread === run.failing;
    if (matters && WORTH_SHOWING.has(ending.why)) rows.push({ kind: 'ending', ending });
  }
  return rows;
}

export const threadOf = (row: Row): number => (row.kind === 'step' ? row.step.thread : row.ending.thread);

// The threads that have a row, in order.
export const threadsOf = (rows: Row[]): number[] => [...new Set(rows.map(threadOf))].sort((a, b) => a - b);

export const color = (thread: number): string => `hsl(${(thread * 137 + 210) % 360} 60% var(--lane-light))`;
