import { scaleLinear } from 'd3-scale';
import { curveLinear, curveStepAfter, line } from 'd3-shape';
import type { Sample } from './data';

const WIDTH = 420;
const HEIGHT = 200;
const LEFT = 64;
const BOTTOM = 28;
const TOP = 26;

type Measure = 'tests' | 'events' | 'branches' | 'findings';
const TITLES: Record<Measure, string> = {
  tests: 'Tests',
  events: 'Events of the unfolding',
  branches: 'Covered branches',
  findings: 'Findings',
};

function Plot({ history, measure }: { history: Sample[]; measure: Measure }) {
  const last = history[history.length - 1]!;
  const most = Math.max(1, ...history.map((sample) => sample[measure]));
  const x = scaleLinear([0, Math.max(last.seconds, 0.001)], [LEFT, WIDTH - 12]);
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP]).nice(4);
  const points = [{ ...last, seconds: 0, [measure]: 0 } as Sample, ...history];
  const draw = line<Sample>((s) => x(s.seconds), (s) => y(s[measure])).curve(measure === 'findings' ? curveStepAfter : curveLinear);
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${TITLES[measure]} over time: ${last[measure]} after ${last.seconds.toFixed(2)} seconds`}>
        <text class="title" x={LEFT} y="16">
          {TITLES[measure]}: {last[measure].toLocaleString('en')}
        </text>
        {y.ticks(4).filter(Number.isInteger).map((tick) => (
          <g key={tick} transform={`translate(0,${y(tick)})`}>
            <line class="grid" x1={LEFT} x2={WIDTH - 12} />
            <text class="tick" x={LEFT - 8} dy="0.32em" text-anchor="end">
              {tick >= 10000 ? y.tickFormat(4, '~s')(tick) : tick.toLocaleString('en')}
            </text>
          </g>
        ))}
        {x.ticks(5).map((tick) => (
          <text key={tick} class="tick" x={x(tick)} y={HEIGHT - 8} text-anchor="middle">
            {tick} s
          </text>
        ))}
        <path class="curve" d={draw(points) ?? ''} />
      </svg>
    </figure>
  );
}

export function Progress({ history }: { history: Sample[] }) {
  if (history.length === 0) return <p class="empty">Nothing is known of how it went on.</p>;
  const measures = (Object.keys(TITLES) as Measure[]).filter(
    (measure) => measure === 'tests' || measure === 'findings' || history.some((sample) => sample[measure] > 0),
  );
  return (
    <section class="plots">
      {measures.map((measure) => (
        <Plot key={measure} history={history} measure={measure} />
      ))}
    </section>
  );
}
