import type { Between, Ending, Place, Run, Step } from './data';

// What the lanes and the drawing show of a run, from the first row to the last. The rows that can be chosen have an id:
// for a step its index, for what is between steps a negative number.
export type Row =
  | { kind: 'step'; id: number; step: Step }
  | { kind: 'between'; id: number; between: Between }
  | { kind: 'ending'; ending: Ending };

const WORTH_SHOWING = new Set(['blocked', 'failed', 'abandoned', 'spinning', 'cut', 'livelock']);

const idOfBetween = (k: number) => -1 - k;
export const betweenOf = (run: Run, id: number): Between | undefined => (id < 0 ? run.between[-1 - id] : undefined);

export function rowsOf(run: Run, full: boolean): Row[] {
  const rows: Row[] = [];
  let next = 0;
  const addBetween = (before: number) => {
    for (; next < run.between.length && run.between[next]!.before <= before; ++next) {
      const between = run.between[next]!;
      if (full || between.told) rows.push({ kind: 'between', id: idOfBetween(next), between });
    }
  };
  run.steps.forEach((step, index) => {
    addBetween(index);
    if (full || step.told || step.race) rows.push({ kind: 'step', id: index, step });
  });
  addBetween(run.steps.length);
  for (const ending of run.endings) {
    const matters = run.failing === null || ending.thread === run.failing;
    if (matters && WORTH_SHOWING.has(ending.why)) rows.push({ kind: 'ending', ending });
  }
  return rows;
}

export function textOf(row: Row): { thread: number; source: string; note: string; place: Place | null } {
  if (row.kind === 'step') return row.step;
  return row.kind === 'between' ? row.between : row.ending;
}

export const threadOf = (row: Row): number => textOf(row).thread;

// The threads that have a row, in order.
export const threadsOf = (rows: Row[]): number[] => [...new Set(rows.map(threadOf))].sort((a, b) => a - b);

export const color = (thread: number): string => `hsl(${(thread * 137 + 210) % 360} 60% var(--lane-light))`;
