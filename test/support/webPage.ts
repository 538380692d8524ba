/** The web page in a browser: what journeys of people who use it have in common. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from '../cli/installation.ts';
import { CHROMIUM, newPageOf, startBrowser, violationsOn } from './browser.ts';
import { Hansard, type HansardOptions, OWNER_PASSWORD } from './hansard.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** A suite that needs a browser; skipped by name where there is none. */
export const describeWebPage = (title: string, suite: (this: Mocha.Suite) => void): Mocha.Suite | void =>
  CHROMIUM
    ? describe(title, suite)
    : describe.skip(`${title} (skipped: there is no chromium, nor HANSARD_TEST_CHROMIUM)`, suite);

/** A server with the page, and a browser. */
export class WebPages {
  readonly hansard: Hansard;
  readonly browser: Browser;
  readonly origin: string;
  /** Errors in any page; the policy's refusals are among them. */
  readonly faults: string[] = [];

  private constructor(hansard: Hansard, browser: Browser) {
    this.hansard = hansard;
    this.browser = browser;
    this.origin = new URL(hansard.url).origin;
  }

  static async start({ environment, ...options }: HansardOptions = {}): Promise<WebPages> {
    build();
    const hansard = await Hansard.start({ ...options, environment: { WEB_APP: 'on', ...environment } });
    return new WebPages(hansard, await startBrowser());
  }

  /** Ada, who owns the organization, and somebody else in a new channel. */
  async twoPeopleIn(channel: string, otherName = 'Grace') {
    const owner = await this.hansard.owner();
    await owner.patch('/settings', { full_name: 'Ada' });
    const other = await this.hansard.person(otherName);
    const principals = [owner.userId, other.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: channel }], principals });
    const channelId = (await owner.get('/get_stream_id', { stream: channel })).body.stream_id as number;
    return { owner, other, channelId };
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.hansard.stop();
  }

  /** A page of a browser of its own. */
  async opened(path: string, options: BrowserContextOptions = {}, origin = this.origin): Promise<Page> {
    const page = await newPageOf(this.browser, options);
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) this.faults.push(message.text());
    });
    await page.goto(origin + path);
    return page;
  }

  /** A page where somebody has logged in; everybody has the owner's password. */
  async loggedIn(
    email: string,
    path = '/',
    options: BrowserContextOptions = {},
    origin = this.origin,
  ): Promise<Page> {
    const page = await this.opened(path, options, origin);
    await logIn(page, email);
    return page;
  }
}

/** Logs in on the page that asks for it. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('#main').waitFor();
}

/** What axe has against a page, in light and in dark colors, and whether it is wider than the window. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(250);
    found.push(...(await violationsOn(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return excess > 0 ? [...found, `${excess} pixels wider than the window`] : found;
}
