// What src/report/page_data.cpp writes.

export interface Place {
  file: string;
  line: number;
  column: number;
}

export interface Step {
  thread: number;
  kind: string;
  number: number | null; // null: happens inside the step before
  source: string;
  note: string;
  place: Place | null;
  stack?: string; // the calls that it is in, from the innermost
  told?: boolean; // has a part in what went wrong
  after?: boolean; // comes after the failure
  race?: boolean; // one of the two accesses of a race
}

// What a thread does between two steps, to data that others use, too.
export interface Between {
  before: number; // the step that comes after it, by index
  thread: number;
  source: string;
  note: string;
  place: Place | null;
  told: boolean;
}

export interface Ending {
  thread: number;
  why: string;
  source: string;
  note: string;
  place: Place | null;
}

export type ArrowKind = 'value' | 'lock' | 'wake' | 'create' | 'join';
export type Arrow = [from: number, to: number, kind: ArrowKind];

export interface Run {
  threads: string[];
  failing: number | null;
  operations: number; // of the whole run; the page has at most 20,000 steps of them
  steps: Step[];
  between: Between[];
  endings: Ending[];
  arrows: Arrow[];
  hints: string;
  waiting: string[];
  orders: string; // a sentence about the orders that matter; may be empty
  needed: [earlier: number, later: number][]; // steps: the other way round it does not fail
}

export interface Finding {
  kind: string;
  where: string;
  message: string;
  count: number;
  folder: string;
  inputs: { name: string; value: string | number }[];
  stacks: string[];
  output: string;
  text: string;
  run: Run | null; // null if the exploration died
}

export interface Source {
  file: string;
  text: string;
  steps: number[]; // lines at which a thread took a step in some test
}

export interface Branch {
  file: string;
  line: number;
  outcome: number;
  k?: number; // the interferences that it needs, if it is covered
  open?: string; // why it is not
}

export interface Sample {
  seconds: number;
  tests: number;
  events: number;
  branches: number;
  findings: number;
}

export interface Report {
  heddle: string;
  program: string;
  command: string[];
  directory: string;
  verdict: 'bug' | 'complete' | 'incomplete';
  sentence: string;
  effort: string;
  reasons: string[];
  assumptions: string[];
  findings: Finding[];
  sources: Source[];
  branches: Branch[];
  history: Sample[];
}

export const readReport = (): Report => JSON.parse(document.getElementById('data')!.textContent!) as Report;
