/**
 * The web page in Chromium: how soon the first message is seen, and how evenly a long conversation scrolls. Needs a build and a
 * browser (HANSARD_TEST_CHROMIUM).
 *
 *     npx tsx bench/page.ts           50,000 messages
 *     npx tsx bench/page.ts 5000
 */
import { chromium, type Page } from 'playwright-core';
import { type Client, connect } from '../packages/client/src/client.ts';
import { OWNER, withBuiltServer } from '../scripts/builtServer.ts';

const MESSAGES = Number(process.argv[2] ?? 50_000);
/** Sends at a time. */
const AT_ONCE = 32;
/** Pixels of one turn of the wheel, and turns in a second. */
const TURN = 600;
const TURNS = 60;

await withBuiltServer({ LOG_LEVEL: 'error' }, async (url) => {
  await fill(url);
  await measure(url);
});

/** A long conversation, all of it read. */
async function fill(url: string): Promise<void> {
  const { email, password } = OWNER;
  const body = new URLSearchParams({ username: email, password });
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
  const { api_key: apiKey } = (await answer.json()) as { api_key: string };
  const client: Client = connect({ url, email, apiKey });
  await client.call('POST /users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < MESSAGES) {
      sent += 1;
      await client.call('POST /messages', {
        type: 'channel',
        to: 'design',
        topic: 'long',
        content: `Message **${sent}**: ${'as long as usual, '.repeat(sent % 9)}and an end.`,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  while (!(await client.call('POST /mark_all_as_read')).complete);
}

async function measure(url: string): Promise<void> {
  const executablePath = process.env.HANSARD_TEST_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server'] });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(url);
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('nav.column').getByRole('link', { name: 'design' }).waitFor();
  const link = page.locator('nav.column').getByRole('link', { name: 'design' });
  const channel = String(await link.getAttribute('href'));
  const topicUrl = `${url}${channel}/topic/long`;
  print('first message after navigation, nothing kept', `${await firstMessage(page, topicUrl, true)} ms`);
  await page.waitForTimeout(4_000);
  print('first message after navigation, opened before', `${await firstMessage(page, topicUrl, false)} ms`);
  await page.locator('article').last().waitFor();
  await scroll(page);
  await browser.close();
}

/** Milliseconds from navigation until a message is in the document and drawn. */
async function firstMessage(page: Page, url: string, isFirst: boolean): Promise<number> {
  if (isFirst)
    await page.evaluate(`(async () => {
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
      localStorage.clear();
    })()`);
  await page.goto(url, { waitUntil: 'commit' });
  return Math.round(
    await page.evaluate<number>(`new Promise((resolve) => {
      const look = () => document.querySelector('article')
        ? requestAnimationFrame(() => resolve(performance.now()))
        : setTimeout(look, 4);
      look();
    })`),
  );
}

/** Turns the wheel until the first message is there, and counts the frames. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 400);
  await page.evaluate(`(() => {
    globalThis.frames_ = [];
    let before = performance.now();
    const next = (now) => { globalThis.frames_.push(now - before); before = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
  })()`);
  const work = await workOf(page);
  const began = performance.now();
  const beginning = page.getByText('This is the beginning.');
  let rows = 0;
  for (let turn = 0; turn % TURNS !== 0 || !(await beginning.isVisible()); turn += 1) {
    await page.mouse.wheel(0, -TURN);
    await page.waitForTimeout(1_000 / TURNS);
    if (turn % TURNS === 0) rows = Math.max(rows, await page.locator('article').count());
  }
  const seconds = (performance.now() - began) / 1_000;
  const busy = await work();
  const frames = (await page.evaluate<number[]>('globalThis.frames_')).sort((one, other) => one - other);
  const at = (share: number): string =>
    `${(frames[Math.floor((frames.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  const late = frames.filter((frame) => frame > 25).length;
  print(`scrolling ${MESSAGES} messages`, `${seconds.toFixed(0)} s, at most ${rows} rows in the document`);
  print(
    'frames',
    `${frames.length}, ${((100 * (frames.length - late)) / frames.length).toFixed(1)} % in time`,
  );
  print(
    'processor time of the page',
    `${((1_000 * busy) / MESSAGES).toFixed(2)} ms a message, ${((1_000 * busy) / frames.length).toFixed(1)} ms a frame`,
  );
  print('a frame takes', `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}`);
}

/** Begins to count the processor time of the page's main thread; the answer ends it, in seconds. Other programs do not count. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await now();
  return async () => (await now()) - before;
}

function print(what: string, figures: string): void {
  process.stdout.write(`${what}: ${figures}\n`);
}
