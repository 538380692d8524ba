/** What people have written and the server does not have yet: it goes in order, and nothing of it is lost with the page. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type KillableBrowser, startOnProfile } from '../support/browser.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { repetitions } from '../support/repetitions.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, logIn, WebPages } from '../support/webPage.ts';

describeWebPage('what people have not sent yet on the web page', () => {
  let pages: WebPages;
  let owner: Person;
  let grace: Person;
  let channelId: number;

  before(async () => {
    pages = await WebPages.start();
    ({ owner, other: grace, channelId } = await pages.twoPeopleIn('design'));
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const pathOf = (topic: string): string => `/channel/${channelId}/topic/${topic}`;
  const box = (page: Page) => page.locator('#compose textarea');
  const sendTo = async (topic: string, content: string): Promise<number> =>
    (await grace.post('/messages', { type: 'channel', to: channelId, topic, content })).body.id as number;

  /** The texts of a topic, oldest first. */
  async function textsIn(topic: string): Promise<readonly string[]> {
    const { body } = await owner.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'topic', operand: topic }],
    });
    return (body.messages as { content: string }[]).map(({ content }) => content);
  }

  describe('goes in the order in which it was written', () => {
    const KINDS = ['offline', 'reload', 'kill -9'] as const;
    const TEXTS = ['0', '1', '2', '3', '4', '5', '6', '7'];
    let browser: KillableBrowser;
    let profile: Awaited<ReturnType<typeof temporaryFolder>>;

    before(async () => {
      profile = await temporaryFolder();
      browser = await startOnProfile(profile.folder);
      await browser.page.goto(pages.origin);
      await logIn(browser.page, OWNER_EMAIL);
      await browser.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    });
    after(async () => {
      await browser?.kill();
      await profile?.remove();
    });

    const countStored = (): Promise<number> =>
      browser.page.evaluate<number>(
        `new Promise((resolve) => {
          indexedDB.open('hansard ${owner.userId}').onsuccess = ({ target: { result } }) => {
            result.transaction('outbox').objectStore('outbox').count().onsuccess = ({ target }) => {
              result.close();
              resolve(target.result);
            };
          };
        })`,
      );

    async function writeOffline(topic: string): Promise<void> {
      const { page } = browser;
      await page.goto(pages.origin + pathOf(topic));
      await box(page).waitFor();
      await page.context().setOffline(true);
      for (const text of TEXTS) {
        await box(page).fill(text);
        await box(page).press('Control+Enter');
      }
      await until(async () => (await countStored()) === TEXTS.length);
    }

    const SENT: Readonly<Record<(typeof KINDS)[number], (topic: string) => Promise<unknown>>> = {
      offline: () => browser.page.context().setOffline(false),
      async reload() {
        await browser.page.reload();
        await browser.page.getByText('on its way').first().waitFor();
        await browser.page.context().setOffline(false);
      },
      async 'kill -9'(topic) {
        // Browsers write cookies only twice a minute.
        const cookies = await browser.page.context().cookies();
        await browser.kill();
        browser = await startOnProfile(profile.folder);
        await browser.page.context().addCookies(cookies);
        await browser.page.goto(pages.origin + pathOf(topic));
      },
    };

    for (let round = 0; round < repetitions(50, 3); round += 1) {
      const kind = KINDS[round % KINDS.length]!;
      it(`round ${round + 1}: ${kind}`, async () => {
        const topic = `round ${round}`;
        await writeOffline(topic);
        await SENT[kind](topic);
        await until(async () => (await textsIn(topic)).length >= TEXTS.length);
        expect(await textsIn(topic)).to.deep.equal(TEXTS);
        await until(async () => (await countStored()) === 0);
      });
    }
  });

  it('is there after a reload, with the last letter of it', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('tide'));
    await box(page).pressSequentially('Steadily and without a pause', { delay: 60 });
    await page.reload();
    expect(await box(page).inputValue()).to.equal('Steadily and without a pause');
    await until(async () => (await drafts()).includes('Steadily and without a pause'));
    const begun = "Object.keys(localStorage).filter((name) => name.includes('text ')).length";
    await until(async () => (await page.evaluate<number>(begun)) === 0);
    await box(page).fill('');
    await page.reload();
    expect(await box(page).inputValue()).to.equal('');
    await until(async () => (await drafts()).length === 0);
    await page.goto(`${pages.origin}/channel/${channelId}`);
    await page.getByRole('combobox', { name: 'Topic' }).fill('moon');
    await box(page).fill('Full tonight');
    await page.reload();
    expect(await box(page).inputValue()).to.equal('Full tonight');
    expect(await page.getByRole('combobox', { name: 'Topic' }).inputValue()).to.equal('moon');
    await page.context().close();
  });

  it('is there after a reload when it changes a message, until it is given up', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('edit'));
    await box(page).fill('First.');
    await box(page).press('Control+Enter');
    const article = page.locator('article[data-id]', { hasText: 'First.' });
    const open = async (): Promise<void> => {
      await article.hover();
      await article.getByRole('button', { name: 'Edit' }).click();
    };
    await open();
    await page.locator('.editor textarea').fill('Second.');
    await page.reload();
    await open();
    expect(await page.locator('.editor textarea').inputValue()).to.equal('Second.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open();
    expect(await page.locator('.editor textarea').inputValue()).to.equal('First.');
    await page.context().close();
  });

  it('is a draft on the server as soon as the page is left', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('left'));
    await box(page).fill('Going');
    await page.goto('about:blank');
    await until(async () => (await drafts()).includes('Going'));
    await page.context().close();
  });

  const drafts = async (): Promise<readonly string[]> =>
    ((await owner.get('/drafts')).body.drafts as { content: string }[]).map(({ content }) => content);

  it('and what happens while a list is being loaded is seen in it', async () => {
    const changed = await sendTo('race', 'To be changed.');
    const gone = await sendTo('race', 'To be deleted.');
    const page = await pages.loggedIn(OWNER_EMAIL);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.route('**/api/v1/messages?**', async (route) => {
      const answer = await route.fetch();
      await page.unrouteAll();
      await grace.patch(`/messages/${changed}`, { content: 'Changed.' });
      await owner.delete(`/messages/${gone}`);
      const told = page.waitForResponse(
        async (each) => each.url().includes('/events?') && (await each.text()).includes('Just now.'),
      );
      await sendTo('race', 'Just now.');
      await told;
      await route.fulfill({ response: answer });
    });
    await page.locator('main').getByRole('link', { name: 'race' }).click();
    await page.locator('article[data-id]', { hasText: 'Just now.' }).waitFor();
    await page.locator('article[data-id]', { hasText: 'Changed.' }).waitFor();
    expect(await page.getByText('To be deleted.').count()).to.equal(0);
    await page.context().close();
  });
});
