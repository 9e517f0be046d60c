import { useState } from 'preact/hooks';
import type { Place, Report } from './data';
import { FindingView } from './finding';
import { Progress } from './progress';
import { SourceView } from './source';

const TABS = ['Findings', 'Source', 'Progress', 'Run'] as const;
type Tab = (typeof TABS)[number];

const NAMES = { bug: 'Bug', complete: 'Complete', incomplete: 'Incomplete' };

function Header({ report }: { report: Report }) {
  return (
    <header>
      <span class={`verdict ${report.verdict}`}>{NAMES[report.verdict]}</span>
      <div>
        <h1>{report.program}</h1>
        <p>{report.sentence}</p>
        <p class="quiet">{report.effort}</p>
      </div>
    </header>
  );
}

function Tabs({ shown, show }: { shown: Tab; show: (tab: Tab) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(shown) + by + TABS.length) % TABS.length]!;
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Parts of the report" onKeyDown={onKeyDown}>
      {TABS.map((tab) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          role="tab"
          aria-selected={tab === shown}
          aria-controls="panel"
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => show(tab)}
        >
          {tab}
        </button>
      ))}
    </div>
  );
}

function Facts({ report }: { report: Report }) {
  const lists: [string, string[]][] = [
    ['Not explored, because', report.reasons],
    ['Taken for granted', report.assumptions],
  ];
  return (
    <section class="facts">
      <h2>Command</h2>
      <pre>{report.command.join(' ')}</pre>
      <p class="quiet">
        in {report.directory}, with Heddle {report.heddle}
      </p>
      {lists
        .filter(([, lines]) => lines.length > 0)
        .map(([title, lines]) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  );
}

function Findings({ report, open }: { report: Report; open: (place: Place) => void }) {
  const [chosen, choose] = useState(0);
  const finding = report.findings[chosen];
  if (finding === undefined) return <p class="empty">No bug was found.</p>;
  return (
    <div class="findings">
      {report.findings.length > 1 && (
        <nav aria-label="Findings">
          <ol>
            {report.findings.map((each, i) => (
              <li key={each.folder}>
                <button aria-current={i === chosen} onClick={() => choose(i)}>
                  <b>{each.kind}</b> {each.where}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <FindingView key={finding.folder} finding={finding} sources={report.sources} open={open} />
    </div>
  );
}

export function App({ report }: { report: Report }) {
  const [tab, show] = useState<Tab>(report.findings.length > 0 ? 'Findings' : 'Source');
  const [place, setPlace] = useState<Place | null>(null);
  const open = (where: Place) => {
    setPlace(where);
    show('Source');
  };
  return (
    <>
      <Header report={report} />
      <Tabs shown={tab} show={show} />
      <main>
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'Findings' && <Findings report={report} open={open} />}
          {tab === 'Source' && <SourceView report={report} place={place} />}
          {tab === 'Progress' && <Progress history={report.history} />}
          {tab === 'Run' && <Facts report={report} />}
        </div>
      </main>
    </>
  );
}
