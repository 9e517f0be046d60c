import { useEffect, useRef, useState } from 'preact/hooks';
import type { Branch, Place, Report, Source } from './data';

interface Mark {
  text: string;
  kind: 'bug' | 'open' | 'covered';
}

const branchText = (branch: Branch) =>
  branch.open === undefined ? `outcome ${branch.outcome} covered with k = ${branch.k}` : `outcome ${branch.outcome} open: ${branch.open}`;

// What there is to say about lines of a file.
function marksOf(report: Report, file: string): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>();
  const add = (line: number, mark: Mark) => marks.set(line, [...(marks.get(line) ?? []), mark]);
  for (const finding of report.findings) {
    for (const where of finding.where.split(/[ ,]+/)) {
      const match = /^(.*):(\d+):\d+$/.exec(where);
      if (match && match[1] === file) add(Number(match[2]), { text: finding.kind, kind: 'bug' });
    }
  }
  for (const branch of report.branches) {
    if (branch.file === file) add(branch.line, { text: branchText(branch), kind: branch.open === undefined ? 'covered' : 'open' });
  }
  return marks;
}

function Lines({ report, source, place }: { report: Report; source: Source; place: Place | null }) {
  const here = useRef<HTMLDivElement>(null);
  const marks = marksOf(report, source.file);
  const steps = new Set(source.steps);
  const line = place?.file === source.file ? place.line : 0;
  useEffect(() => here.current?.scrollIntoView({ block: 'center' }), [source.file, line]);
  return (
    <pre class="file" tabIndex={0} aria-label={`Source of ${source.file}`}>
      {source.text.split('\n').map((text, i) => {
        const number = i + 1;
        const classes = [steps.has(number) ? 'reached' : '', number === line ? 'here' : ''].join(' ').trim();
        return (
          <div key={number} class={classes} ref={number === line ? here : undefined}>
            <span class="number">{number}</span> {text}
            {(marks.get(number) ?? []).map((mark, j) => (
              <span key={j} class={`mark ${mark.kind}`}>
                {mark.text}
              </span>
            ))}
          </div>
        );
      })}
    </pre>
  );
}

export function SourceView({ report, place }: { report: Report; place: Place | null }) {
  const [chosen, choose] = useState(place?.file ?? report.findings[0]?.run?.steps.at(-1)?.place?.file ?? '');
  const source = report.sources.find((each) => each.file === chosen) ?? report.sources[0];
  if (source === undefined) return <p class="empty">No source was found beside the program.</p>;
  return (
    <section class="sources">
      <label>
        File{' '}
        <select value={source.file} onChange={(event) => choose(event.currentTarget.value)}>
          {report.sources.map((each) => (
            <option key={each.file}>{each.file}</option>
          ))}
        </select>
      </label>
      <p class="quiet">
        Lines with a bar have a step that some test has executed{report.branches.length > 0 ? '; branches say how many interferences they need' : ''}.
      </p>
      <Lines report={report} source={source} place={place} />
    </section>
  );
}
