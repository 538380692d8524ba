/** What somebody sees who opens the server's address in a browser, and what the reference page sends for them. */
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { CHROMIUM, startBrowser, violationsOn } from '../support/browser.ts';
import { Hansard } from '../support/hansard.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true } as const;

const MESSAGES = '#operations-tag-Messages';

const suite = CHROMIUM ? describe : describe.skip;

suite(
  `looking around in a browser${CHROMIUM ? '' : ' (skipped: there is no chromium, nor HANSARD_TEST_CHROMIUM)'}`,
  function () {
    this.timeout(60_000);
    let hansard: Hansard;
    let browser: Browser;
    let origin: string;

    before(async () => {
      hansard = await Hansard.start({ environment: { RATE_LIMITS: 'off' } });
      origin = new URL(hansard.url).origin;
      browser = await startBrowser();
    });
    after(async () => {
      await browser?.close();
      await hansard?.stop();
    });

    async function opened(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const page = await (await browser.newContext(options)).newPage();
      page.on('pageerror', (error) => expect.fail(error.message));
      await page.goto(origin + path);
      return page;
    }

    const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

    for (const colorScheme of ['light', 'dark'] as const)
      it(`shows what the server is and where its documentation is, to everybody, in ${colorScheme} colours`, async () => {
        for (const path of ['/', '/no/such/page']) {
          const page = await opened(path, { ...PHONE, colorScheme });
          expect(await violationsOn(page), path).to.deep.equal([]);
          expect(await widthOf(page), path).to.equal(PHONE.viewport.width);
          await page.context().close();
        }
      });

    it('leads from an unknown page over the front page to the reference', async () => {
      const page = await opened('/no/such/page');
      await page.getByRole('link', { name: 'What this server is' }).click();
      await page.getByRole('link', { name: 'Reference of the interface' }).click();
      await page.locator(MESSAGES).waitFor();
      await page.context().close();
    });

    it('has a reference that fits a phone', async () => {
      const page = await opened('/api/v1/reference', PHONE);
      await operation(page, 'post', '/messages').then((one) => one.getByText('Try it out').click());
      expect(await widthOf(page)).to.equal(PHONE.viewport.width);
      await page.context().close();
    });

    const sendingOf = async (page: Page, method: string, path: string, fields: Record<string, string>) => {
      const one = await operation(page, method, path);
      await one.getByRole('button', { name: 'Try it out' }).click();
      for (const [name, value] of Object.entries(fields))
        await one
          .locator(`[data-property-name="${name}"], [data-param-name="${name}"]`)
          .locator('input:not([type=checkbox]), textarea')
          .first()
          .fill(value);
      const request = page.waitForRequest((each) => each.url().includes(`/api/v1${path}`));
      await one.getByRole('button', { name: 'Execute' }).click();
      return request;
    };

    it('sends from the reference what was filled in, and nothing else', async () => {
      let page = await opened('/api/v1/reference');
      const sent = await sendingOf(page, 'post', '/messages', {
        to: '"design"',
        topic: 'logo',
        content: 'Blue?',
      });
      expect(
        Object.keys(Object.fromEntries(new URLSearchParams(sent.postData() ?? ''))).sort(),
      ).to.deep.equal([...['content', 'to', 'topic', 'type']]);
      await page.context().close();
      page = await opened('/api/v1/reference');
      const asked = await sendingOf(page, 'get', '/messages', {
        anchor: 'newest',
        num_before: '1',
        num_after: '0',
      });
      expect(Object.fromEntries(new URL(asked.url()).searchParams)).to.deep.equal({
        ...{ anchor: 'newest', num_before: '1', num_after: '0' },
      });
      await page.context().close();
    });
  },
);

/** One operation, unfolded. */
async function operation(page: Page, method: string, path: string) {
  const area = page.locator(MESSAGES);
  await area.waitFor();
  const one = page.locator(`.opblock-${method}`, {
    has: page.locator(`.opblock-summary-path[data-path="${path}"]`),
  });
  if (!(await one.isVisible())) await area.click();
  await one.locator('.opblock-summary-control').click();
  return one;
}
