import { useMemo, useState } from 'preact/hooks';
import type { Finding, Place, Run, Source, Step } from './data';
import { Drawing } from './drawing';
import { Lanes } from './lanes';
import { betweenOf, rowsOf } from './rows';

const LABELS = { value: 'gives a value to', lock: 'hands the lock to', wake: 'wakes', create: 'starts', join: 'ends for' };

function Excerpt({ place, sources, open }: { place: Place; sources: Source[]; open: (place: Place) => void }) {
  const source = sources.find((each) => each.file === place.file);
  const lines = source?.text.split('\n') ?? [];
  const first = Math.max(1, place.line - 3);
  return (
    <div class="excerpt">
      <button class="link" onClick={() => open(place)} disabled={source === undefined}>
        {place.file}:{place.line}
      </button>
      <pre>
        {lines.slice(first - 1, place.line + 3).map((line, i) => (
          <div key={i} class={first + i === place.line ? 'here' : ''}>
            <span class="number">{first + i}</span> {line}
          </div>
        ))}
      </pre>
    </div>
  );
}

function describe(step: Step, run: Run): string {
  return `${run.threads[step.thread]}, ${step.number === null ? 'inside a step' : `step ${step.number}`}`;
}

function Details(props: {
  run: Run;
  index: number;
  sources: Source[];
  select: (index: number) => void;
  open: (place: Place) => void;
}) {
  const { run, index, sources, select, open } = props;
  const between = betweenOf(run, index);
  if (between !== undefined) {
    return (
      <aside aria-label="Details of the chosen step" aria-live="polite">
        <h3>{run.threads[between.thread]}, between steps</h3>
        <p class="source">{between.source}</p>
        <p>{between.note}</p>
        {between.place && <Excerpt place={between.place} sources={sources} open={open} />}
      </aside>
    );
  }
  const step = run.steps[index];
  if (step === undefined) return <aside aria-label="Details of the chosen step" />;
  const related = run.arrows.filter(([from, to]) => from === index || to === index);
  return (
    <aside aria-label="Details of the chosen step" aria-live="polite">
      <h3>{describe(step, run)}</h3>
      <p class="source">{step.source}</p>
      {step.note && <p>{step.note}</p>}
      {step.stack && <p class="stack">{step.stack}</p>}
      {run.needed
        .filter((pair) => pair.includes(index))
        .map(([earlier, later]) => {
          const other = earlier === index ? later : earlier;
          return (
            <p key={`${earlier}-${later}`} class="orders">
              Another order of this and{' '}
              <button class="link" onClick={() => select(other)}>
                {describe(run.steps[other]!, run)}
              </button>
              , and it does not fail.
            </p>
          );
        })}
      <ul class="related">
        {related.map(([from, to, kind]) => {
          const other = from === index ? to : from;
          const text = run.steps[other] ? describe(run.steps[other], run) : '';
          return (
            <li key={`${from}-${to}-${kind}`}>
              {from === index ? `${LABELS[kind]} ` : `${text} ${LABELS[kind]} this`}{' '}
              <button class="link" onClick={() => select(other)}>
                {from === index ? text : 'show'}
              </button>
            </li>
          );
        })}
      </ul>
      {step.place && <Excerpt place={step.place} sources={sources} open={open} />}
    </aside>
  );
}

function RunView({ run, sources, open }: { run: Run; sources: Source[]; open: (place: Place) => void }) {
  const [full, setFull] = useState(!run.steps.some((step) => step.told));
  const [view, setView] = useState<'lanes' | 'drawing'>('lanes');
  const rows = useMemo(() => rowsOf(run, full), [run, full]);
  const [selected, select] = useState(() => rows.findLast((row) => row.kind === 'step')?.id ?? 0);
  return (
    <div class="run">
      <div class="controls">
        <label>
          <input type="checkbox" checked={full} onChange={() => setFull(!full)} /> all {run.operations} operations, not only
          those with a part in it
        </label>
        <button onClick={() => setView(view === 'lanes' ? 'drawing' : 'lanes')}>
          {view === 'lanes' ? 'What needs what' : 'Threads side by side'}
        </button>
      </div>
      <div class="both">
        {view === 'lanes' ? (
          <Lanes run={run} rows={rows} selected={selected} select={select} />
        ) : (
          <Drawing run={run} rows={rows} selected={selected} select={select} />
        )}
        <Details run={run} index={selected} sources={sources} select={select} open={open} />
      </div>
    </div>
  );
}

// What the folder of this page is called, wherever it is now.
function ownFolder(): string {
  const folders = decodeURIComponent(location.pathname).split('/');
  return folders[folders.length - 2] || 'heddle-out';
}

export function FindingView(props: { finding: Finding; sources: Source[]; open: (place: Place) => void }) {
  const { finding, sources, open } = props;
  const { run } = finding;
  return (
    <article>
      <h2>
        <span class="kind">{finding.kind}</span> at {finding.where}
      </h2>
      <p class="message">{finding.message}</p>
      {run?.hints && <p class="hint">{run.hints.trim()}</p>}
      {run?.orders && <p class="orders">{run.orders.replace(/^\* /, '')}</p>}
      {run && finding.kind === 'deadlock' && (
        <ul>
          {run.waiting.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {finding.inputs.length > 0 && (
        <p>
          With the inputs{' '}
          {finding.inputs.map((input) => (
            <code key={input.name}>
              {input.name} = {JSON.stringify(input.value)}{' '}
            </code>
          ))}
        </p>
      )}
      {run ? <RunView run={run} sources={sources} open={open} /> : <pre>{finding.text}</pre>}
      {finding.stacks.length > 0 && (
        <details open>
          <summary>Where the threads are at the end</summary>
          <pre>{finding.stacks.join('\n')}</pre>
        </details>
      )}
      {finding.output && (
        <details>
          <summary>What the program wrote</summary>
          <pre>{finding.output}</pre>
        </details>
      )}
      <p class="quiet">
        Seen in {finding.count} {finding.count === 1 ? 'test' : 'tests'}; again: <code>heddle replay {ownFolder()}/{finding.folder}</code>
      </p>
    </article>
  );
}
