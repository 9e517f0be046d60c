import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Arrow, Run } from './data';
import { color, type Row, textOf, threadOf, threadsOf } from './rows';

const ROW = 48; // pixels
const NUMBERS = 56;
const MORE = 12; // rows above and below the visible part

const px = (length: number) => `${length}px`;

interface Layout {
  lanes: number[]; // threads
  width: number; // of one lane
}

// Where the arrows of a thread go: next to its texts.
const edge = (thread: number, { lanes, width }: Layout) => NUMBERS + (lanes.indexOf(thread) + 1) * width - 14;

// From the lower edge of one cell to the upper edge of another.
function path(from: number, to: number, rows: Row[], layout: Layout): string {
  const x0 = edge(threadOf(rows[from]!), layout);
  const x1 = edge(threadOf(rows[to]!), layout);
  const y0 = (from + 1) * ROW - 6;
  const y1 = to * ROW + 6;
  const bend = Math.min(ROW, Math.max(12, (y1 - y0) / 2));
  return `M${x0},${y0} C${x0},${y0 + bend} ${x1},${y1 - bend} ${x1},${y1}`;
}

function Arrows(props: { arrows: Arrow[]; position: Map<number, number>; rows: Row[]; layout: Layout; selected: number }) {
  const { arrows, position, rows, layout, selected } = props;
  return (
    <svg class="arrows" width="100%" height={rows.length * ROW} aria-hidden="true">
      <defs>
        {['plain', 'chosen'].map((kind) => (
          <marker id={`tip-${kind}`} key={kind} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" class={`tip ${kind}`} />
          </marker>
        ))}
      </defs>
      {arrows.map(([from, to, kind]) => {
        const chosen = from === selected || to === selected;
        return (
          <path
            key={`${from}-${to}-${kind}`}
            class={`arrow ${kind} ${chosen ? 'chosen' : ''}`}
            d={path(position.get(from)!, position.get(to)!, rows, layout)}
            marker-end={`url(#tip-${chosen ? 'chosen' : 'plain'})`}
          />
        );
      })}
    </svg>
  );
}

function Cell({ row, run, position, selected, layout }: { row: Row; run: Run; position: number; selected: boolean; layout: Layout }) {
  const thread = threadOf(row);
  const { source, note } = textOf(row);
  const classes = ['cell'];
  if (row.kind !== 'step') classes.push(row.kind);
  if (row.kind === 'step' && row.step.race) classes.push('race');
  if (row.kind === 'step' && row.step.after) classes.push('after');
  const matters = row.kind === 'step' && run.needed.some((pair) => pair.includes(row.id));
  if (matters) classes.push('needed');
  const number = row.kind === 'step' ? row.step.number : null;
  const stack = row.kind === 'step' && row.step.stack ? `\n${row.step.stack}` : '';
  const name = run.threads[thread] ?? `thread ${thread}`;
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      aria-selected={selected}
      id={`row-${position}`}
      class={selected ? 'row chosen' : 'row'}
      style={{ top: px(position * ROW), height: px(ROW) }}
      data-position={position}
    >
      <span role="rowheader" class="number">
        {number ?? ''}
      </span>
      <div
        role="gridcell"
        class={classes.join(' ')}
        style={{
          left: px(NUMBERS + layout.lanes.indexOf(thread) * layout.width),
          width: px(layout.width),
          borderColor: color(thread),
        }}
        title={`${name}: ${source}\n${note}${matters ? '\nits order matters' : ''}${stack}`}
        aria-label={`${name}${number === null ? '' : `, step ${number}`}: ${source}. ${note}${matters ? ', its order matters' : ''}`}
      >
        <code>{source}</code>
        <span class="note">{note}</span>
      </div>
    </div>
  );
}

// One column per thread, time runs downward. Only what is visible is in the document.
export function Lanes(props: { run: Run; rows: Row[]; selected: number; select: (index: number) => void }) {
  const { run, rows, selected, select } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600, width: 800 });
  const lanes = threadsOf(rows);
  const layout: Layout = { lanes, width: Math.max(170, (view.width - NUMBERS - 4) / Math.max(1, lanes.length)) };
  const position = new Map<number, number>();
  rows.forEach((row, i) => {
    if (row.kind !== 'ending') position.set(row.id, i);
  });
  const current = position.get(selected) ?? rows.length - 1;

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  useEffect(() => {
    const element = box.current!;
    const y = current * ROW;
    if (y < element.scrollTop || y + 2 * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.max(0, y - element.clientHeight / 2);
  }, [current]);

  const go = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (row && row.kind !== 'ending') select(row.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.floor(view.height / ROW) - 1;
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.findLastIndex((row) => row.kind !== 'ending'),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  const onClick = (event: MouseEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-position]');
    if (row) go(Number(row.dataset['position']));
  };

  const first = Math.max(0, Math.floor(view.top / ROW) - MORE);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + MORE);
  const arrows = run.arrows.filter(([from, to]) => {
    const a = position.get(from);
    const b = position.get(to);
    return a !== undefined && b !== undefined && a < last && b >= first;
  });
  const width = NUMBERS + lanes.length * layout.width;
  return (
    <div
      class="lanes"
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label="The run that shows it: one column per thread, time goes down. Arrow keys choose a step."
      aria-rowcount={rows.length + 1}
      aria-activedescendant={`row-${current}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="row" aria-rowindex={1} class="heads" style={{ width: px(width) }}>
        <span role="columnheader" class="number" style={{ width: px(NUMBERS) }}>
          step
        </span>
        {lanes.map((thread) => (
          <span role="columnheader" key={thread} class={thread === run.failing ? 'head failing' : 'head'} style={{ width: px(layout.width), borderColor: color(thread) }}>
            {run.threads[thread]}
          </span>
        ))}
      </div>
      <div class="rows" role="rowgroup" style={{ height: px(rows.length * ROW), width: px(width) }}>
        <Arrows arrows={arrows} position={position} rows={rows} layout={layout} selected={selected} />
        {rows.slice(first, last).map((row, i) => (
          <Cell key={first + i} row={row} run={run} position={first + i} selected={first + i === current} layout={layout} />
        ))}
      </div>
    </div>
  );
}
