// Tests of the page in Chromium.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const out = join(root, 'target/web');
const shots = join(out, 'screenshots');
const require = createRequire(join(out, 'tools/package.json'));
const { chromium } = require('playwright-core');
const data = (path) => join(root, 'tests/data', path);

let browser;
let server;

before(async () => {
  mkdirSync(shots, { recursive: true });
  server = await serve(join(out, 'page'));
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens the page and fails the test at the end if the page has an error. */
async function open(hash = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (entry) => { if (entry.type() === 'error' && !/404/.test(entry.text())) errors.push(entry.text()); });
  await page.goto(server.address + hash);
  await page.waitForSelector('html[data-ready=true]');
  page.finish = async () => {
    assert.deepEqual(errors, []);
    await context.close();
  };
  return page;
}

/** Drops files on the page. */
async function drop(page, ...files) {
  const list = files.map((file) => (typeof file === 'string' ? { name: basename(file), bytes: [...readFileSync(file)] } : { name: file.name, bytes: [...Buffer.from(file.text)] }));
  const transfer = await page.evaluateHandle((items) => {
    const dataTransfer = new DataTransfer();
    for (const { name, bytes } of items) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    return dataTransfer;
  }, list);
  await page.evaluate(() => document.querySelector('.messages').replaceChildren());
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await page.waitForSelector('.message');
}

const square = (page, name) => page.locator(`#reversi [data-square=${name}]`);
const shogiSquare = (page, name) => page.locator(`#shogi .shogi-grid [data-square="${name}"]`);
const text = (page, selector) => page.locator(selector).first().innerText();

test('a game of Reversi is played by clicks', async () => {
  const page = await open('#reversi/');
  for (const move of ['f5', 'd6', 'c3', 'd3', 'c4']) await square(page, move).click();
  assert.match(await text(page, '#reversi .opening'), /Tiger/);
  assert.match(page.url(), /#reversi\/f5d6c3d3c4$/);
  assert.equal(await page.locator('#reversi .moves .move').count(), 5);
  // An illegal square does nothing.
  await square(page, 'a1').click({ force: true });
  assert.equal(await page.locator('#reversi .moves .move').count(), 5);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.match(page.url(), /f5d6c3d3$/);
  assert.match(await square(page, 'c4').getAttribute('aria-label'), /legal move, flips \d/);
  // The whole game, to its end.
  const rest = 'd3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1d7d1d6f1c6h4h2h1a8b7c7b6e8c8g7f7e7f6g8d8b8h8h6f8';
  await page.getByRole('button', { name: 'New game' }).first().click();
  for (const move of rest.match(/../g)) {
    if (await page.getByRole('button', { name: 'Pass', exact: true }).isVisible()) await page.getByRole('button', { name: 'Pass', exact: true }).click();
    await square(page, move).click();
  }
  assert.match(await text(page, '#reversi .turn'), /Game over: (Black|White) wins by \d+/);
  await page.finish();
});

test('the engine answers, and a game goes on', async () => {
  const page = await open('#reversi/');
  await page.locator('#reversi').getByLabel('Level').selectOption('2').catch(() => {});
  await page.locator('#reversi select').first().selectOption('black');
  await page.locator('#reversi select').nth(1).selectOption('2');
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('#reversi .moves .move').length === 2, undefined, { timeout: 30_000 });
  await page.waitForFunction(() => document.querySelector('#reversi .turn').textContent === 'Black to move');
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await page.locator('#reversi .moves .move').count(), 0);
  await page.finish();
});

test('search values deepen, and endings are exact', async () => {
  const page = await open('#reversi/f5d6c3d3');
  await page.getByText('Analyse', { exact: true }).click();
  await page.waitForFunction(() => /Depth ([6-9]|1\d)/.test(document.querySelector('#reversi .card .hint').textContent), undefined, { timeout: 60_000 });
  assert.ok(await page.locator('#reversi .cell.value.best').count() >= 1);
  assert.match(await text(page, '#reversi .cell.value .mark b'), /^([+−]\d|0)/);
  // The page still reacts while the search runs.
  await square(page, 'c4').click();
  assert.equal(await page.locator('#reversi .moves .move').count(), 5);
  const ending = 'd3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1d7d1d6f1c6h4h2h1a8b7c7b6e8c8';
  await page.goto(`${server.address}#reversi/${ending}`);
  await page.waitForFunction(() => /exact/.test(document.querySelector('#reversi .card .hint').textContent), undefined, { timeout: 60_000 });
  assert.ok(await page.locator('#reversi .cell.exact').count() >= 1);
  await page.finish();
});

test('a review shows the mistakes and a chart', async () => {
  const page = await open('#reversi/d3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForSelector('#reversi .chart svg', { timeout: 120_000 });
  assert.match(await page.locator('#reversi .review-body').innerText(), /loses|No move loses/);
  await page.finish();
});

test('files of Reversi are read', async () => {
  const page = await open('#reversi/');
  await drop(page, data('reversi/wthor/WTH_1977.wtb'), data('reversi/wthor/WTH.JOU'), data('reversi/wthor/WTH.TRN'));
  assert.match(await text(page, '.games h2'), /WTH_1977\.wtb: \d+ games/);
  assert.ok(await page.locator('.games tbody tr').count() > 10);
  assert.match(await page.locator('.games tbody').innerText(), /[A-Z][a-z]+/);
  await page.locator('.games tbody tr').nth(2).click();
  assert.match(page.url(), /#reversi\/[a-h1-8]{40,}/);
  await drop(page, data('reversi/WTH_1977.pgn'));
  assert.match(await text(page, '.games .tag'), /pgn/i);
  await drop(page, { name: 'a.txt', text: 'f5d6c3\nf5f6e6f4\n' });
  assert.equal(await page.locator('.games tbody tr').count(), 2);
  await drop(page, { name: 'a.ggf', text: '(;GM[Othello]PC[x]PB[me]PW[you]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)' });
  assert.match(page.url(), /f5d6$/);
  await drop(page, { name: 'a.obf', text: '--XXXXX--OOOXX-O-OOOXXOX-OXOXXOXXOXXXOXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18;' });
  assert.equal(await page.locator('#reversi .cell.black').count(), 27);
  // A board in eight rows, pasted.
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('#paste').fill('--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nO');
  await page.getByRole('button', { name: 'Read' }).click();
  assert.equal(await text(page, '#reversi .turn'), 'White to move');
  // A fault is shown with its place.
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('#paste').fill('f5d6d6');
  await page.getByRole('button', { name: 'Read' }).click();
  assert.match(await text(page, '#paste-error'), /ply 3 at byte 4/);
  await page.finish();
});

test('a game of shogi is played by clicks, with a promotion', async () => {
  const page = await open('#shogi/');
  const move = async (from, to) => {
    await shogiSquare(page, from).click();
    await shogiSquare(page, to).click();
  };
  await shogiSquare(page, '7g').click();
  assert.equal(await page.locator('#shogi .cell.target').count(), 1);
  await shogiSquare(page, '7f').click();
  await move('3c', '3d');
  await move('8h', '2b');
  await page.getByRole('button', { name: 'Promote', exact: true }).click();
  await move('3a', '2b');
  assert.match(page.url(), /#shogi\/startpos\/\.7g7f\.3c3d\.8h2b\+\.3a2b$/);
  // Both sides have a bishop in hand, and Black drops it.
  await page.locator('#shogi [data-hand="black:B"]').click();
  await shogiSquare(page, '5e').click();
  assert.match(await page.locator('#shogi .moves .move.on').innerText(), /☗B\*5e/);
  // Back, and another move: a variation.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await move('2g', '2f');
  assert.equal(await page.locator('#shogi .variations button').count(), 2);
  await page.getByRole('button', { name: 'Flip board' }).click();
  assert.equal(await page.locator('#shogi .shogi-grid .cell').first().getAttribute('data-square'), '1i');
  await page.finish();
});

test('records of every format are replayed', async () => {
  const page = await open('#shogi/');
  const count = () => page.locator('#shogi .moves .move').count();
  for (const [file, least, format] of [
    ['shogi/records/kif/fork.kif', 5, 'KIF'], ['shogi/records/kif/jt201409130101.kif', 80, 'KIF'], ['shogi/records/ki2/denou3-1.ki2', 50, 'KI2'],
    ['shogi/records/csa/example.csa', 3, 'CSA'], ['shogi/records/jkf/ryuou201409020101.jkf', 50, 'JKF'], ['shogi/packed/sample.hcpe', 1, 'HCPE'],
    ['shogi/packed/sample.psv', 1, 'PSV'], ['shogi/packed/sample.txt', 1, 'TEXT'], ['shogi/books/yaneuraou.db', 1, 'DB'], ['shogi/books/yaneuraou.ybb', 1, 'YBB'],
  ]) {
    await drop(page, data(file));
    await page.waitForFunction(([name, tag]) => document.querySelector('.messages').textContent.includes(`${name} (${tag})`), [basename(file), format])
      .catch(async () => assert.fail(`${file}: ${await page.locator('.messages').innerText()}`));
    assert.ok(await count() >= least, `${file}: ${await count()} moves`);
  }
  await drop(page, { name: 'a.sfen', text: 'position startpos moves 7g7f 3c3d 2g2f\n' });
  assert.equal(await count(), 4);
  await drop(page, data('shogi/records/kif/jt201409130101.kif'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  assert.ok(await page.locator('#shogi .moves .time').count() > 50);
  await drop(page, data('shogi/records/kif/fork-test.kif'));
  // A fault is shown with its place, and can be skipped.
  await drop(page, { name: 'bad.kif', text: '手合割：平手\n   1 ７六歩(77)\n   2 ７六歩(77)\n' });
  assert.match(await page.locator('.message.error').innerText(), /line 3, column \d+/);
  await page.getByRole('button', { name: 'Read what is readable' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#shogi .moves .move').length === 2);
  await page.finish();
});

test('a mate is found and played, and a position is set up', async () => {
  const page = await open('#shogi/');
  await page.getByRole('button', { name: 'Edit position' }).click();
  await page.getByRole('button', { name: 'Empty board' }).click();
  await page.locator('#shogi [data-tool="k"]').click();
  await shogiSquare(page, '5a').click();
  await page.locator('#shogi [data-tool="P"]').click();
  await shogiSquare(page, '5c').click();
  await page.locator('#shogi [data-tool="move"]').click();
  await page.locator('#shogi [data-hand="black:G"]').click();
  await page.getByRole('button', { name: 'Rest to White’s hand' }).click();
  assert.match(await text(page, '#shogi .editor .good'), /Legal position/);
  await page.getByRole('button', { name: 'Done' }).click();
  assert.match(page.url(), /#shogi\/4k4\/9\/4P4\/9\/9\/9\/9\/9\/9_b_G2r2b3g4s4n4l17p_1/);
  await page.getByRole('button', { name: 'Find a mate' }).click();
  await page.waitForFunction(() => /Mate in 1, the shortest/.test(document.querySelector('#shogi .mate .hint').textContent), undefined, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Play the line' }).click();
  await page.waitForFunction(() => document.querySelector('#shogi .turn').textContent.includes('Mated'));
  // Exchange values.
  await page.goto(`${server.address}#shogi/4k4/9/9/9/4r4/9/9/4R4/4K4_b_-_1`);
  await page.getByText('Exchange values').click();
  assert.ok(await page.locator('#shogi .cell.gain').count() >= 1);
  await page.finish();
});

test('keyboard, languages, themes and the address', async () => {
  const page = await open('#reversi/f5');
  await square(page, 'd6').focus();
  await page.keyboard.press('Enter');
  assert.match(page.url(), /f5d6$/);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'c6');
  await page.getByRole('tab', { name: 'Shogi' }).click();
  await page.waitForSelector('#shogi .shogi-grid');
  await page.keyboard.press('f');
  assert.equal(await page.locator('#shogi .shogi-grid .cell').first().getAttribute('data-square'), '1i');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: '日本語' }).click();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  assert.match(await text(page, '#shogi .turn'), /先手の番/);
  await page.locator('#tab-reversi').click();
  assert.match(page.url(), /f5d6$/);
  assert.equal(await page.locator('#live').getAttribute('aria-live'), 'polite');
  const unnamed = await page.evaluate(() => [...document.querySelectorAll('button, select, input:not([hidden])')]
    .filter((one) => !one.closest('[hidden]') && !(one.getAttribute('aria-label') || one.textContent.trim() || one.closest('label') || one.labels?.length)).length);
  assert.equal(unnamed, 0);
  // A wrong address is explained.
  await page.goto(`${server.address}#reversi/f5f5`);
  assert.match(await page.locator('.message.error').innerText(), /f5/);
  await page.finish();
});

test('the page has no known fault for screen readers and in its contrasts', async () => {
  const axe = readFileSync(join(out, 'tools/node_modules/axe-core/axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark']) {
    for (const hash of ['#reversi/f5d6c3', '#shogi/startpos/.7g7f']) {
      const page = await open(hash, { colorScheme });
      if (hash.startsWith('#reversi')) await page.waitForSelector('#reversi .cell.book');
      await page.evaluate(axe);
      const faults = await page.evaluate(async () => (await window.axe.run()).violations.map((one) => `${one.id}: ${one.nodes[0].html}`));
      assert.deepEqual(faults, [], `${hash} ${colorScheme}`);
      await page.finish();
    }
  }
});

test('the page works offline after loading', async () => {
  const page = await open('#reversi/f5d6');
  await page.waitForSelector('html[data-offline=true]', { timeout: 30_000, state: 'attached' });
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-ready=true]', { state: 'attached' });
  await page.getByText('Analyse', { exact: true }).click();
  await page.waitForSelector('#reversi .cell.value', { timeout: 30_000 });
  await page.finish();
});

test('perft in the page counts as the program does', async () => {
  const page = await open();
  const rows = await page.evaluate(async () => {
    const { init, reversiPerft, shogiPerft } = await import('./gamekit/gamekit.js');
    await init();
    const measure = (run) => {
      const start = performance.now();
      const count = run();
      return [count, performance.now() - start];
    };
    const first = [measure(() => reversiPerft(9)), measure(() => shogiPerft(4))];
    const deep = [measure(() => reversiPerft(10)), measure(() => shogiPerft(5))];
    return [first, deep];
  });
  const rate = ([count, millis]) => `${(count / millis / 1000).toFixed(0)} M/s`;
  const [[reversi9, shogi4], [reversi10, shogi5]] = rows;
  assert.deepEqual([reversi9[0], shogi4[0], reversi10[0], shogi5[0]], [3_005_288, 719_731, 24_571_284, 19_861_490]);
  console.log(`perft in the page: Reversi 9 ${rate(reversi9)} at first, 10 after it ${rate(reversi10)}; `
    + `shogi 4 ${rate(shogi4)} at first, 5 after it ${rate(shogi5)}`);
  await page.finish();
});

test('screenshots', async () => {
  const sizes = { phone: { width: 390, height: 844 }, tablet: { width: 820, height: 1180 }, wide: { width: 1440, height: 900 } };
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark']) {
      const locale = colorScheme === 'dark' ? 'ja-JP' : 'en-GB';
      const page = await open('#reversi/f5d6c3d3c4f4f6', { viewport, colorScheme, locale, hasTouch: size === 'phone', deviceScaleFactor: 1 });
      await page.waitForSelector('#reversi .cell.book');
      await page.locator('#reversi .switch').first().click();
      await page.waitForFunction(() => document.querySelectorAll('#reversi .cell.value').length > 4, undefined, { timeout: 30_000 });
      await page.waitForTimeout(700);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${size}: the page is ${wide} pixels too wide`);
      await page.screenshot({ path: join(shots, `reversi-${size}-${colorScheme}.png`), fullPage: size === 'phone' });
      await page.goto(`${server.address}#shogi/l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL_w_RGgsn5p_1/.3i5g+`);
      await page.waitForSelector('#shogi .cell.went');
      await page.waitForTimeout(300);
      const shogiWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(shogiWide <= 0, `${size}: the page is ${shogiWide} pixels too wide`);
      await page.screenshot({ path: join(shots, `shogi-${size}-${colorScheme}.png`), fullPage: size === 'phone' });
      await page.finish();
    }
  }
});
