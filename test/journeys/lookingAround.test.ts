/** What somebody sees who opens the server's address in a browser, and what the reference page sends for them. */
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { CHROMIUM, newPageOf, startBrowser, violationsOn } from '../support/browser.ts';
import { Hansard } from '../support/hansard.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true } as const;

const MESSAGES = '#operations-tag-Messages';

const suite = CHROMIUM ? describe : describe.skip;

suite(
  `looking around in a browser${CHROMIUM ? '' : ' (skipped: there is no chromium, nor HANSARD_TEST_CHROMIUM)'}`,
  () => {
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
      const page = await newPageOf(browser, options);
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

    it('has a reference whose longest forms fit a phone', async () => {
      const page = await opened('/api/v1/reference', PHONE);
      for (const [method, path] of [
        ['patch', '/streams/{stream_id}'],
        ['post', '/register'],
      ] as const) {
        await search(page, `${method} ${path}`);
        const one = await operation(page, method, path);
        await one.getByRole('button', { name: 'Try it out' }).click();
        await one.getByRole('button', { name: 'Execute' }).waitFor();
        expect(await widthOf(page), path).to.equal(PHONE.viewport.width);
        await one.locator('.opblock-summary-control').click();
      }
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
      const request = page.waitForRequest((each) =>
        each.url().includes(`/api/v1${path.replace(/\{.*/, '')}`),
      );
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
      ).to.deep.equal(['content', 'to', 'topic', 'type']);
      await page.context().close();
      page = await opened('/api/v1/reference');
      const messagesRequest = await sendingOf(page, 'get', '/messages', {
        anchor: 'newest',
        num_before: '1',
        num_after: '0',
      });
      expect(Object.fromEntries(new URL(messagesRequest.url()).searchParams)).to.deep.equal({
        anchor: 'newest',
        num_before: '1',
        num_after: '0',
      });
      await page.context().close();
    });

    it('sends from the reference lists, objects and numbers as JSON', async () => {
      let page = await opened('/api/v1/reference');
      await search(page, '/users/me/subscriptions can_send');
      const expected = {
        subscriptions: '[{"name": "attic"}, {"name": "cellar"}]',
        can_send_message_group: '11',
      };
      const subscribing = await sendingOf(page, 'post', '/users/me/subscriptions', expected);
      const sent = Object.fromEntries(new URLSearchParams(subscribing.postData() ?? ''));
      expect(Object.keys(sent).sort()).to.deep.equal(['can_send_message_group', 'subscriptions']);
      expect(JSON.parse(sent['subscriptions'] ?? '')).to.deep.equal([{ name: 'attic' }, { name: 'cellar' }]);
      expect(JSON.parse(sent['can_send_message_group'] ?? '')).to.equal(11);
      await page.context().close();
      page = await opened('/api/v1/reference');
      await search(page, 'patch /streams');
      const changing = await sendingOf(page, 'patch', '/streams/{stream_id}', {
        stream_id: '1',
        can_send_message_group: '{"new": {"direct_members": [1], "direct_subgroups": []}}',
      });
      const changed = Object.fromEntries(new URLSearchParams(changing.postData() ?? ''));
      expect(Object.keys(changed)).to.deep.equal(['can_send_message_group']);
      expect(JSON.parse(changed['can_send_message_group'] ?? '')).to.deep.equal({
        new: { direct_members: [1], direct_subgroups: [] },
      });
      await page.context().close();
    });

    it('finds operations in the reference by path, summary and names of fields', async () => {
      const page = await opened('/api/v1/reference', PHONE);
      const found = async (words: string) => {
        await search(page, words);
        return page
          .locator('.opblock-summary-path')
          .evaluateAll((all) =>
            (all as unknown as { dataset: { path: string } }[]).map(({ dataset }) => dataset.path),
          );
      };
      expect(await found('resend')).to.deep.equal(['/invites/{invite_id}/resend']);
      expect(await found('Mute user')).to.include('/users/me/muted_users/{muted_user_id}');
      expect(await found('can_send_message_group patch')).to.deep.equal(['/streams/{stream_id}']);
      expect(await found('no such words')).to.deep.equal([]);
      expect(await found('')).to.deep.equal([]);
      expect(await page.locator('.opblock-tag').count()).to.be.greaterThan(15);
      await page.context().close();
    });

    it('explains group settings once, and leads there from each', async () => {
      const page = await opened('/api/v1/reference');
      await search(page, 'patch /streams');
      const one = await operation(page, 'patch', '/streams/{stream_id}');
      const link = one.getByRole('link', { name: 'group-setting value' }).first();
      await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
      await page.getByText('Deactivated people are never among them').waitFor({ state: 'visible' });
      await page.context().close();
    });
  },
);

/** Types into the reference’s search. */
async function search(page: Page, words: string): Promise<void> {
  await page.getByLabel('Search calls and fields').fill(words);
  await page.waitForTimeout(300);
}

/** One operation, unfolded. */
async function operation(page: Page, method: string, path: string) {
  const area = page.locator(MESSAGES);
  await page.locator('.opblock-tag').first().waitFor();
  const one = page.locator(`.opblock-${method}`, {
    has: page.locator(`.opblock-summary-path[data-path="${path}"]`),
  });
  const words = await page.getByLabel('Search calls and fields').inputValue();
  if (words === '' && !(await one.isVisible())) await area.click();
  await one.waitFor();
  await one.locator('.opblock-summary-control').click();
  return one;
}
