import dagre from '@dagrejs/dagre';
import { select as d3select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ArrowKind, Run } from './data';
import { color, type Row, textOf, threadOf } from './rows';

const MOST = 300; // events in one drawing; the last ones are those that matter
const WIDTH = 190;
const HEIGHT = 40;
const READABLE = 0.6; // scale

interface Node {
  id: number; // position among the rows
  row: Row;
  other: boolean; // not of this run: the same step before what it came behind, in another run, which does not fail
  x: number;
  y: number;
}

interface Edge {
  from: number;
  to: number;
  kind: ArrowKind | 'order' | 'conflict';
  points: { x: number; y: number }[];
}

// The events of the run as the unfolding has them: each below those that it needs, whatever the time. Beside them, for
// each order that matters, the event in conflict with it.
function layOut(run: Run, rows: Row[]): { nodes: Node[]; edges: Edge[]; width: number; height: number } {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 34 });
  graph.setDefaultEdgeLabel(() => ({}));
  const first = Math.max(0, rows.length - MOST);
  const position = new Map<number, number>();
  const last = new Map<number, number>(); // of each thread
  rows.forEach((row, i) => {
    if (i < first) return;
    graph.setNode(String(i), { width: WIDTH, height: HEIGHT });
    if (row.kind === 'step') position.set(row.id, i);
    const before = last.get(threadOf(row));
    if (before !== undefined) graph.setEdge(String(before), String(i), { kind: 'order' }, 'order');
    last.set(threadOf(row), i);
  });
  for (const [from, to, kind] of run.arrows) {
    const a = position.get(from);
    const b = position.get(to);
    if (a !== undefined && b !== undefined) graph.setEdge(String(a), String(b), { kind }, kind);
  }
  run.needed.forEach(([earlier, later], i) => {
    const a = position.get(earlier);
    const b = position.get(later);
    if (a === undefined || b === undefined) return;
    const id = String(rows.length + i);
    graph.setNode(id, { width: WIDTH, height: HEIGHT });
    const before = rows.findLastIndex((row, k) => k < b && k >= first && threadOf(row) === threadOf(rows[b]!));
    if (before >= first) graph.setEdge(String(before), id, { kind: 'order' }, 'order');
    graph.setEdge(String(a), id, { kind: 'conflict' }, 'conflict');
  });
  dagre.layout(graph);
  const rowOf = (id: number) => (id < rows.length ? rows[id]! : rows[position.get(run.needed[id - rows.length]![1])!]!);
  const nodes = graph.nodes().map((id) => {
    const { x, y } = graph.node(id) as { x: number; y: number };
    return { id: Number(id), row: rowOf(Number(id)), other: Number(id) >= rows.length, x, y };
  });
  const edges = graph.edges().map((e) => {
    const label = graph.edge(e) as { kind: Edge['kind']; points: Edge['points'] };
    return { from: Number(e.v), to: Number(e.w), kind: label.kind, points: label.points };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { nodes, edges, width, height };
}

const line = (points: Edge['points']) => points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x},${y}`).join(' ');
const short = (text: string) => (text.length > 28 ? `${text.slice(0, 27)}…` : text);

export function Drawing(props: { run: Run; rows: Row[]; selected: number; select: (id: number) => void }) {
  const { run, selected, select } = props;
  // What is between steps is no event.
  const rows = useMemo(() => props.rows.filter((row) => row.kind !== 'between'), [props.rows]);
  const svg = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown>>(undefined);
  const { nodes, edges, width, height } = useMemo(() => layOut(run, rows), [run, rows]);

  const fit = () => {
    const box = svg.current!.getBoundingClientRect();
    const scale = Math.max(READABLE, Math.min(1, box.width / (width + 40), box.height / (height + 40)));
    // What does not fit in a size that can be read is shown from its end, where it fails.
    const top = Math.min(20 * scale, box.height - (height + 20) * scale);
    const target = zoomIdentity.translate((box.width - width * scale) / 2, top).scale(scale);
    d3select(svg.current!).call(behavior.current!.transform, target);
  };
  useEffect(() => {
    behavior.current = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.05, 4])
      .on('zoom', (event: { transform: { toString(): string } }) =>
        content.current!.setAttribute('transform', event.transform.toString()),
      );
    d3select(svg.current!).call(behavior.current);
    fit();
  }, [rows]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = d3select(svg.current!);
    const by = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (by) target.call(behavior.current!.translateBy, by[0]!, by[1]!);
    else if (event.key === '+') target.call(behavior.current!.scaleBy, 1.3);
    else if (event.key === '-') target.call(behavior.current!.scaleBy, 1 / 1.3);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
  };
  return (
    <div class="drawing">
      {rows.length > MOST && <p class="quiet">The last {MOST} events.</p>}
      <svg
        ref={svg}
        tabindex={0}
        role="img"
        aria-label="The events of the run, each below those that it needs. Plus and minus zoom, arrow keys move, 0 starts again."
        onKeyDown={onKeyDown}
      >
        <defs>
          <marker id="needs" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" class="tip plain" />
          </marker>
        </defs>
        <g ref={content}>
          {edges.map((edge) => (
            <path key={`${edge.from}-${edge.to}-${edge.kind}`} class={`arrow ${edge.kind}`} d={line(edge.points)} marker-end={edge.kind === 'conflict' ? undefined : 'url(#needs)'} />
          ))}
          {nodes.map(({ id, row, other, x, y }) => {
            const text = textOf(row);
            const chosen = !other && row.kind === 'step' && row.id === selected;
            const said = other ? 'first, and it does not fail' : text.note || text.source;
            return (
              <g
                key={id}
                transform={`translate(${x - WIDTH / 2},${y - HEIGHT / 2})`}
                class={`event ${row.kind} ${chosen ? 'chosen' : ''} ${other ? 'other' : ''}`}
                onClick={() => row.kind === 'step' && select(row.id)}
              >
                <title>{`${run.threads[threadOf(row)]}: ${text.source}\n${other ? said : text.note}`}</title>
                <rect width={WIDTH} height={HEIGHT} rx="5" style={{ stroke: color(threadOf(row)) }} />
                <text x="8" y="16" class="who">
                  {run.threads[threadOf(row)]} {row.kind === 'step' ? row.step.number : ''}
                </text>
                <text x="8" y="31">{short(said)}</text>
              </g>
            );
          })}
        </g>
      </svg>
    </div>
  );
}
