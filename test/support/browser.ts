/** Debian's Chromium, in which people of the tests follow links, and axe, which looks at what they see. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { LONGEST_WAIT } from './waiting.ts';

/** Where the browser is; undefined where there is none, so that its suites are skipped by name. */
export const CHROMIUM = process.env.HANSARD_TEST_CHROMIUM || programNamed('chromium');

function programNamed(name: string): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const ARGUMENTS = ['--no-sandbox', '--no-proxy-server', '--host-resolver-rules=MAP * 127.0.0.1'];

/** A browser for which every host is this machine. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM ?? '', args: ARGUMENTS });

/** A browser with a profile on the disk, which can be killed like a computer that loses its power. */
export interface KillableBrowser {
  readonly page: Page;
  kill(): Promise<void>;
}

/** Starts a browser on the profile in a folder. */
export async function startOnProfile(folder: string): Promise<KillableBrowser> {
  const child = spawn(
    CHROMIUM ?? '',
    [...ARGUMENTS, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const killAll = (): boolean => process.kill(-child.pid!, 'SIGKILL');
  process.on('exit', killAll);
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stderr })) {
    url = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error('The browser did not start.');
  child.stderr.resume();
  const browser = await chromium.connectOverCDP(url);
  const page = await browser.contexts()[0]!.newPage();
  page.setDefaultTimeout(LONGEST_WAIT);
  return {
    page,
    async kill() {
      process.off('exit', killAll);
      killAll();
      await ended;
      await browser.close();
    },
  };
}

/** A page of a browser of its own, which waits as long as tests do. */
export async function newPageOf(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(LONGEST_WAIT);
  return page;
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe has against the page, a line each: WCAG 2.2 AA, and what is good practice besides. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const { violations, passes } = await page.evaluate<AxeResults, string>(
    (rules) =>
      (globalThis as never as { axe: { run(options: unknown): never } }).axe.run({
        runOnly: JSON.parse(rules),
      }),
    JSON.stringify(RULES),
  );
  if (passes.length < 10) throw new Error(`axe has looked at next to nothing: ${passes.length} rules.`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
