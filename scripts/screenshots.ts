/**
 * Pictures of the web page: the main places, light and dark, on a desktop and on a phone, into `docs/pictures/`.
 *
 *     npm run screenshots                  all of them
 *     npm run screenshots -- /tmp/shots    into another folder
 */
import { spawn } from 'node:child_process';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { furnish, OWNER } from './screenshotScene.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

/** Places, and what is done there before the picture is taken. */
const SHOTS: readonly (readonly [name: string, path: string, act?: (page: Page) => Promise<void>])[] = [
  ['conversation', '/channel/1/topic/logo'],
  ['inbox', '/'],
  ['recent', '/recent'],
  ['search', '/search/blue'],
  ['people', '/people'],
  ['settings', '/settings/security'],
  ['channel', '/settings/channel-1'],
  ['record', '/record/log'],
  ['projections', '/record/projections'],
  [
    'help',
    '/',
    async (page) => {
      await page.locator('main h1').waitFor();
      await page.keyboard.press('?');
    },
  ],
];

const into = process.argv[2] ?? join(ROOT, 'docs/pictures');
const folder = await mkdtemp(join(tmpdir(), 'hansard-screenshots-'));
await mkdir(into, { recursive: true });
const server = spawn(process.execPath, ['dist/main.js'], {
  cwd: ROOT,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...{ PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' },
    ...{ BOOTSTRAP_OWNER_EMAIL: OWNER.email, BOOTSTRAP_OWNER_PASSWORD: OWNER.password },
    BOOTSTRAP_ORGANIZATION_NAME: 'Analytical Society',
  },
});
try {
  const url = await announced();
  await furnish(url);
  const executablePath = process.env.HANSARD_TEST_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server'] });
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
    for (const scheme of ['light', 'dark'] as const) await shoot(browser, url, size, scheme);
  await browser.close();
} finally {
  server.kill();
  await rm(folder, { recursive: true, force: true });
}

/** Where the server listens. */
function announced(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const url = /http:\/\/localhost:\d+/.exec(text)?.[0];
      if (url) resolve(url);
    });
    server.on('exit', () => reject(new Error(`The server did not start: ${text}`)));
  });
}

async function shoot(
  browser: Browser,
  url: string,
  size: keyof typeof SIZES,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const context = await browser.newContext({ ...SIZES[size], colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
  await page.goto(url);
  await page.getByLabel('Password').waitFor();
  await page.screenshot({ path: join(into, `login-${size}-${colorScheme}.png`) });
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  for (const [name, path, act] of SHOTS) {
    await page.locator('#main').waitFor();
    await page.goto(url + path);
    await page.locator('#main').waitFor();
    await act?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(into, `${name}-${size}-${colorScheme}.png`) });
  }
  await context.close();
}
