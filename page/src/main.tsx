import { render } from 'preact';
import { App } from './app';
import { readReport } from './data';

const report = readReport();
document.title = `${report.program}: ${report.sentence}`;
render(<App report={report} />, document.getElementById('page')!);
