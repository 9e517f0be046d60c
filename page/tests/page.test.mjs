// The page in a real browser. PAGE names the bundled template (default: it is built here); with SHOTS, a folder,
// pictures are kept there to look at.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { filled, sample } from './sample.mjs';

const folder = mkdtempSync(join(tmpdir(), 'heddle-page-'));
let browser;
let template;

before(async () => {
  const page = process.env.PAGE ?? join(folder, 'template.html');
  if (!process.env.PAGE) execFileSync('node', [fileURLToPath(new URL('../build.mjs', import.meta.url)), page]);
  template = readFileSync(page, 'utf8');
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
           '--disable-component-update', '--disable-sync'],
  });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// Opens a report; whatever the page complains about or fetches fails the test.
async function open(report, scheme = 'light') {
  const file = join(folder, 'report.html');
  writeFileSync(file, filled(template, report));
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width: 1300, height: 850 } });
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.on('request', (request) => request.url().startsWith('file:') || page.complaints.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return page;
}

async function close(page, picture) {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${picture}.png`) });
  assert.deepEqual(page.complaints, []);
  await page.close();
}

const chosen = (page) => page.locator('aside h3').textContent();

for (const scheme of ['light', 'dark']) {
  test(`three steps, ${scheme}`, async () => {
    const page = await open(sample(3), scheme);
    assert.equal(await page.locator('.row').count(), 4);
    assert.equal(await page.locator('.arrow').count(), 1);
    assert.match(await page.locator('.message').textContent(), /<\/script>/);
    assert.match(await page.locator('.hint').textContent(), /<b>word<\/b>/);
    assert.match(await page.locator('.cell.ending').textContent(), /FAILS: assertion/);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(ground, scheme === 'dark' ? 'rgb(22, 24, 29)' : 'rgb(255, 255, 255)');
    await close(page, `three-${scheme}`);
  });

  test(`a thousand steps, ${scheme}`, async () => {
    const page = await open(sample(1000, 5), scheme);
    assert.ok((await page.locator('.row').count()) < 60, 'only what is seen is in the document');
    assert.equal(await page.locator('.lanes').getAttribute('aria-rowcount'), '1002');
    assert.match(await chosen(page), /step 1000/);
    await page.locator('.lanes').press('Home');
    assert.match(await chosen(page), /main, step 1$/);
    await page.waitForFunction(() => document.querySelector('.row.chosen .number')?.textContent === '1');
    await close(page, `thousand-${scheme}`);
  });
}

test('what a thread does between two steps is a row that can be chosen', async () => {
  const report = sample(12);
  const place = { file: 'queue.c', line: 12, column: 5 };
  report.findings[0].run.between = [
    { before: 1, thread: 0, source: '12: --jobs;', note: 'jobs: 1 -> 0', place, told: true },
    { before: 3, thread: 1, source: '13: log(jobs);', note: 'jobs is 0', place, told: false },
  ];
  const page = await open(report);
  const between = page.locator('.cell.between');
  assert.equal(await between.count(), 1);
  assert.match(await between.textContent(), /--jobs;jobs: 1 -> 0/);
  await page.locator('.lanes').press('Home');
  assert.match(await chosen(page), /main, step 1$/);
  await page.locator('.lanes').press('ArrowDown');
  assert.equal(await chosen(page), 'main, between steps');
  assert.match(await page.locator('aside').textContent(), /queue\.c:12/);
  await page.locator('.lanes').press('ArrowDown');
  assert.match(await chosen(page), /main, step 2$/);
  await page.locator('input[type=checkbox]').check();
  assert.equal(await between.count(), 2);
  await page.getByRole('button', { name: 'What needs what' }).click();
  assert.equal(await page.locator('.event.between').count(), 0);
  await close(page, 'between');
});

test('the keyboard chooses steps and tabs', async () => {
  const page = await open(sample(12));
  await page.locator('.lanes').press('Home');
  await page.locator('.lanes').press('ArrowDown');
  await page.locator('.lanes').press('ArrowDown');
  assert.match(await chosen(page), /worker#1, step 3/);
  assert.match(await page.locator('aside').textContent(), /main, step 2 hands the lock to this/);
  assert.match(await page.locator('aside .stack').textContent(), /lock \(queue.c:14\) <- work \(queue.c:30\)/);
  assert.match(await page.locator('.row.chosen .cell').getAttribute('title'), /<- work \(queue.c:30\)/);
  const active = await page.locator('.lanes').getAttribute('aria-activedescendant');
  assert.match(await page.locator(`#${active} [role=gridcell]`).getAttribute('aria-label'), /worker#1, step 3/);
  await page.locator('#tab-Findings').press('ArrowRight');
  assert.equal(await page.locator('#tab-Source').getAttribute('aria-selected'), 'true');
  await close(page, 'keyboard');
});

test('the orders that matter are said, marked, and lead to each other', async () => {
  const page = await open(sample(4));
  assert.match(await page.locator('.message ~ .orders').textContent(), /step 2 before step 3/);
  assert.equal(await page.locator('.cell.needed').count(), 2);
  await page.locator('.cell.needed').first().click();
  assert.match(await page.locator('aside .orders').textContent(), /Another order of this and worker#1, step 3, and it does not fail/);
  await page.locator('aside .orders button').click();
  assert.equal(await chosen(page), 'worker#1, step 3');
  await close(page, 'orders');
});

test('the source shows what was reached and where it fails', async () => {
  const page = await open(sample(3));
  await page.locator('aside .link', { hasText: 'queue.c:14' }).click();
  assert.equal(await page.locator('.file .reached').count(), 3);
  assert.match(await page.locator('.file .here').textContent(), /14 line 14;/);
  assert.equal(await page.locator('.mark.bug').count(), 3);
  assert.match(await page.locator('.mark.open').textContent(), /unreachable/);
  await close(page, 'source');
});

test('what needs what can be zoomed and walked through', async () => {
  const page = await open(sample(40));
  await page.getByText('What needs what').click();
  assert.equal(await page.locator('.event:not(.other)').count(), 41);
  assert.match(await page.locator('.event.other').textContent(), /worker#1 3.*does not fail/);
  assert.equal(await page.locator('.arrow.conflict').count(), 1);
  const scale = () => page.locator('.drawing g').first().getAttribute('transform');
  const earlier = await scale();
  await page.locator('.drawing svg').press('Shift+Equal');
  assert.notEqual(await scale(), earlier);
  await page.locator('.drawing svg').press('0');
  assert.equal(await scale(), earlier);
  await page.locator('.event').nth(38).click();
  assert.match(await chosen(page), /step 39/);
  await close(page, 'drawing');
});

test('progress has a plot for everything that was measured', async () => {
  const page = await open(sample(3));
  await page.locator('#tab-Progress').click();
  assert.equal(await page.locator('figure').count(), 4);
  assert.match(await page.locator('figure svg').first().getAttribute('aria-label'), /17 after 2.00 seconds/);
  await close(page, 'progress');
});

test('a finding without its run is told as text', async () => {
  const page = await open(sample(3));
  await page.locator('nav button').nth(1).click();
  assert.match(await page.locator('article pre').textContent(), /the other text/);
  await close(page, 'text');
});

test('nothing found', async () => {
  const page = await open({ ...sample(3), verdict: 'complete', sentence: 'no bug found; complete', findings: [], history: [] });
  assert.equal(await page.locator('#tab-Source').getAttribute('aria-selected'), 'true');
  await page.locator('#tab-Findings').click();
  assert.match(await page.locator('main').textContent(), /No bug was found/);
  await close(page, 'nothing');
});
