/** Two people who use the web page in one browser, one after the other and at once: nothing is done in the name of the wrong one. */
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { newPageOf } from '../support/browser.ts';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { describeWebPage, logIn, WebPages } from '../support/webPage.ts';

describeWebPage('the web page and two people in one browser', () => {
  let pages: WebPages;
  let owner: Person;
  let grace: Person;
  let channelId: number;
  let context: BrowserContext;

  before(async () => {
    pages = await WebPages.start();
    ({ owner, other: grace, channelId } = await pages.twoPeopleIn('design'));
    await send(owner, 'Shall it be blue?');
  });
  after(() => pages?.stop());
  beforeEach(async () => {
    context = (await newPageOf(pages.browser)).context();
  });
  afterEach(() => context.close());

  const send = (person: Person, content: string) =>
    person.post('/messages', { type: 'channel', to: channelId, topic: 'logo', content });
  const message = (page: Page, text: string) => page.locator('article[data-id]', { hasText: text });
  const isShown = (page: Page, name: string) => page.locator('.userMenu').getByText(name).waitFor();

  async function tab(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${pages.origin}/channel/${channelId}/topic/logo`);
    return page;
  }
  async function write(page: Page, text: string): Promise<void> {
    await page.locator('#compose textarea').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }
  /** Names of the authors of messages with a text. */
  async function authorsOf(text: string): Promise<readonly unknown[]> {
    const { body } = await owner.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
    });
    const all = body.messages as { content: string; sender_full_name: string }[];
    return all.filter(({ content }) => content === text).map(({ sender_full_name: name }) => name);
  }

  it('shows the newcomer in all tabs at once', async () => {
    const [one, other] = [await tab(), await tab()];
    await logIn(one, OWNER_EMAIL);
    await message(one, 'Shall it be blue?').waitFor();
    await logIn(other, grace.email);
    await isShown(one, 'Grace');
    await write(one, 'Written by the newcomer.');
    await message(one, 'Written by the newcomer.').waitFor();
    expect(await authorsOf('Written by the newcomer.')).to.deep.equal(['Grace']);
  });

  it('leaves in all tabs at once', async () => {
    const one = await tab();
    await logIn(one, OWNER_EMAIL);
    const other = await tab();
    await message(other, 'Shall it be blue?').waitFor();
    await one.locator('.userMenu button').click();
    await one.getByRole('button', { name: 'Log out' }).click();
    await other.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await other.getByText('Shall it be blue?').count()).to.equal(0);
  });

  /** Tabs that are told nothing, as in a browser where tabs cannot speak to each other and local storage is blocked. */
  const makeDeaf = () =>
    context.addInitScript(
      "delete globalThis.BroadcastChannel; Object.defineProperty(globalThis, 'localStorage', { value: null });",
    );
  it('does nothing in a tab that does not know of the newcomer, and sends later what was written there', async () => {
    await makeDeaf();
    const [one, other] = [await tab(), await tab()];
    await logIn(one, OWNER_EMAIL);
    await message(one, 'Shall it be blue?').waitFor();
    await logIn(other, grace.email);
    await write(one, 'Written in the old tab.');
    await isShown(one, 'Grace');
    expect(await authorsOf('Written in the old tab.')).to.deep.equal([]);
    await one.locator('.userMenu button').click();
    await one.getByRole('button', { name: 'Log out' }).click();
    await logIn(one, OWNER_EMAIL);
    await one.goto(`${pages.origin}/channel/${channelId}/topic/logo`);
    await message(one, 'Written in the old tab.').waitFor();
    expect(await authorsOf('Written in the old tab.')).to.deep.equal(['Ada']);
  });

  it('answers the calls of such a tab to nobody', async () => {
    await makeDeaf();
    const [one, other] = [await tab(), await tab()];
    await logIn(one, OWNER_EMAIL);
    await message(one, 'Shall it be blue?').waitFor();
    await logIn(other, grace.email);
    await message(other, 'Shall it be blue?').waitFor();
    const seen: string[] = [];
    one.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname === '/api/v1/messages/flags') seen.push(`${answer.status()}`);
    });
    const row = message(one, 'Shall it be blue?');
    await row.hover();
    await row.getByRole('button', { name: 'More' }).click();
    await row.getByRole('button', { name: 'Star' }).click();
    await isShown(one, 'Grace');
    expect(seen).to.deep.equal(['401']);
    const { body } = await grace.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    expect((body.messages as { flags: string[] }[])[0]?.flags).not.to.include('starred');
  });

  it('asks for no event queue while nobody is logged in', async () => {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/v1/')) asked.push(`${request.method()} ${pathname.slice(7)}`);
    });
    await page.goto(pages.origin);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(asked).not.to.include('POST /register');
  });
});
