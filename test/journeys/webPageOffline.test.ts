/** The web page without a connection, and after it: what was seen is there, and the event queue goes on. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { describeWebPage, faultsOf, logIn, WebPages } from '../support/webPage.ts';

describeWebPage('the web page without a connection', () => {
  let pages: WebPages;
  let owner: Person;
  let grace: Person;
  let channelId: number;

  before(async () => {
    pages = await WebPages.start();
    ({ owner, other: grace, channelId } = await pages.twoPeopleIn('design'));
    await send(owner, 'Shall it be blue?');
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const send = (person: Person, content: string) =>
    person.post('/messages', { type: 'channel', to: channelId, topic: 'logo', content });
  const topic = (): string => `/channel/${channelId}/topic/logo`;
  const message = (page: Page, text: string) => page.locator('article[data-id]', { hasText: text });

  /** Resolves when this browser has kept the page's files and its state. */
  async function isKept(page: Page): Promise<void> {
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.waitForTimeout(3_500);
  }

  /** How often a page has asked for everything anew. */
  function registrations(page: Page): { count: number } {
    const counted = { count: 0 };
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/register') counted.count += 1;
    });
    return counted;
  }

  it('goes on with its event queue when it is opened again, and misses nothing', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await isKept(page);
    await page.goto('about:blank');
    await send(grace, 'While nobody looked.');
    await grace.patch('/settings', { full_name: 'Grace Hopper' });
    const registered = registrations(page);
    await page.goto(pages.origin);
    await page.locator('main').getByRole('link', { name: 'logo' }).click();
    await message(page, 'While nobody looked.').getByText('Grace Hopper').waitFor();
    await send(grace, 'And now.');
    await message(page, 'And now.').waitFor();
    expect(registered.count).to.equal(0);
    await grace.patch('/settings', { full_name: 'Grace' });
    await page.context().close();
  });

  it('opens without the network, shows what was seen, and sends what is written when it is back', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, topic());
    await message(page, 'Shall it be blue?').waitFor();
    await isKept(page);
    await page.context().setOffline(true);
    await page.goto(pages.origin + topic());
    await message(page, 'Shall it be blue?').waitFor();
    await page.getByText('You are offline and see what was here last.').waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.locator('#compose textarea').fill('From the tunnel.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('on its way').waitFor();
    await page.reload();
    await page.getByText('on its way').waitFor();
    await page.goto(`${pages.origin}/settings/appearance`);
    await page.locator('main').getByText('24-hour time').waitFor();
    await page.goto(pages.origin + topic());
    await message(page, 'Shall it be blue?').waitFor();
    await send(grace, 'Meanwhile.');
    const registered = registrations(page);
    await page.context().setOffline(false);
    await message(page, 'From the tunnel.').waitFor();
    await message(page, 'Meanwhile.').waitFor();
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    expect(registered.count).to.equal(0);
    const { body } = await owner.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow: [['topic', 'logo']],
    });
    const sent = (body.messages as { content: string }[]).map(({ content }) => content);
    expect(sent.filter((content) => content === 'From the tunnel.')).to.have.length(1);
    await page.context().close();
  });

  it('shows one person nothing of another, and sends nothing as somebody else', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, topic());
    await message(page, 'Shall it be blue?').waitFor();
    await isKept(page);
    await page.context().setOffline(true);
    await page.goto(pages.origin + topic());
    await page.locator('#compose textarea').fill('I am Ada.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('on its way').waitFor();
    await page.goto('about:blank');
    await page.context().setOffline(false);
    const form = { username: grace.email, password: OWNER_PASSWORD };
    const headers = { 'X-Requested-With': 'test' };
    const answer = await page.request.post(`${pages.origin}/api/v1/sessions`, { form, headers });
    expect(answer.status()).to.equal(200);
    await page.goto(pages.origin + topic());
    await page.locator('.userMenu').getByText('Grace').waitFor();
    await message(page, 'Shall it be blue?').waitFor();
    await page.waitForTimeout(1_000);
    expect(await page.getByText('I am Ada.').count()).to.equal(0);
    await page.context().close();
  });

  it('keeps nothing that was seen once the session has ended elsewhere', async () => {
    const page = await pages.loggedIn(grace.email, topic());
    await message(page, 'Shall it be blue?').waitFor();
    await isKept(page);
    await page.goto('about:blank');
    const { sessions } = (await grace.get('/sessions')).body as { sessions: { session_id: string }[] };
    for (const { session_id: id } of sessions) await grace.delete(`/sessions/${id}`);
    await page.goto(pages.origin);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.waitForTimeout(300);
    await page.context().setOffline(true);
    await page.goto(pages.origin + topic());
    await page.getByText('The server cannot be reached').first().waitFor();
    expect(await page.getByText('Shall it be blue?').count()).to.equal(0);
    await page.context().setOffline(false);
    await logIn(page, grace.email);
    await message(page, 'Shall it be blue?').waitFor();
    await page.context().close();
  });
});
