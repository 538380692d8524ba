/**
 * Pictures of the web page: the main views, light and dark, on a desktop and on a phone, into `docs/pictures/`.
 *
 *     npm run screenshots                  all of them
 *     npm run screenshots -- /tmp/shots    into another folder
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { OWNER, withBuiltServer } from './builtServer.ts';
import { furnish } from './screenshotScene.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

/** Views, and the actions before the picture is taken. */
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
await mkdir(into, { recursive: true });
await withBuiltServer(
  { LOG_LEVEL: 'warn', BOOTSTRAP_ORGANIZATION_NAME: 'Analytical Society' },
  async (url) => {
    await furnish(url);
    const executablePath = process.env.HANSARD_TEST_CHROMIUM ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server'] });
    for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
      for (const scheme of ['light', 'dark'] as const) await shoot(browser, url, size, scheme);
    await browser.close();
  },
);

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
