/** The web page with many topics and long names, and what people see of what they write themselves. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, faultsOf, PHONE, WebPages } from '../support/webPage.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff Hubert';
const TOPICS = 250;

describeWebPage('a busy organization in the web page', () => {
  let pages: WebPages;
  let owner: Person;
  let grace: Person;
  let channelId: number;

  before(async () => {
    pages = await WebPages.start();
    ({ owner, other: grace, channelId } = await pages.twoPeopleIn('support', LONG));
    for (let sent = 0; sent < TOPICS; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => send(`ticket ${sent + index}`, 'It broke.')),
      );
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const send = (topic: string, content: string, person = grace) =>
    person.post('/messages', { type: 'channel', to: 'support', topic, content });
  const box = (page: Page) => page.locator('#compose textarea');
  const topicRows = (page: Page) => page.locator('.topics a');
  /** Pixels between the last row and the end of what can be seen. */
  const below = (page: Page) =>
    page
      .locator('.messages')
      .evaluate((list) => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight));

  for (const [size, options] of Object.entries({ desktop: {}, phone: PHONE }))
    it(`has an inbox that shows a part of each channel, with names that fit, on a ${size}`, async () => {
      await grace.post('/messages', { type: 'direct', to: [owner.userId], content: 'Hello.' });
      const page = await pages.loggedIn(OWNER_EMAIL, '/', options);
      const rows = page.locator('main section', { hasText: 'support' }).locator('li');
      await rows.first().waitFor();
      expect(await rows.count()).to.equal(20);
      await page.getByRole('button', { name: 'Show 100 more' }).click();
      await until(async () => (await rows.count()) === 120);
      const direct = page.locator('main').getByRole('link', { name: LONG });
      const [name, count] = [
        await direct.locator('.name').boundingBox(),
        await direct.locator('.count').boundingBox(),
      ];
      expect((name?.x ?? 0) + (name?.width ?? 0)).to.be.at.most(count?.x ?? 0);
      const excess =
        '[...document.querySelectorAll(".conversation .name")].filter((e) => e.scrollWidth > e.clientWidth).length';
      expect(await page.evaluate(excess)).to.equal(0);
      expect(await faultsOf(page)).to.deep.equal([]);
      await page.context().close();
    });

  it('finds a topic among many by a part of its name', async () => {
    await owner.post('/mark_all_as_read');
    const page = await pages.loggedIn(OWNER_EMAIL, `/channel/${channelId}`);
    await page.getByRole('button', { name: `All ${TOPICS} topics` }).click();
    await page.getByText('and 150 more').waitFor();
    expect(await topicRows(page).count()).to.equal(100);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByLabel('Find a topic').fill('ket 17');
    await page.getByText('and 150 more').waitFor({ state: 'detached' });
    expect(await topicRows(page).count()).to.equal(11);
    await page.locator('.topics').getByRole('link', { name: 'ticket 171' }).click();
    await page.locator('main').getByRole('heading', { name: 'ticket 171' }).waitFor();
    await page.getByRole('button', { name: 'Only the newest topics' }).click();
    await page.getByLabel('Find a topic').waitFor({ state: 'detached' });
    await until(async () => (await topicRows(page).count()) < 12);
    await page.context().close();
  });

  it('opens at the newest message, also where older ones were kept, and shows what one writes', async () => {
    for (let index = 0; index < 40; index += 1) await send('long', `Line ${index}.`, owner);
    const path = `/channel/${channelId}/topic/long`;
    const page = await pages.loggedIn(OWNER_EMAIL, path);
    await page.getByText('Line 39.', { exact: true }).waitFor();
    for (let index = 40; index < 50; index += 1) await send('long', `Line ${index}.`, owner);
    await owner.post('/mark_all_as_read');
    await page.goto(`${pages.origin}/people`);
    await page.goto(pages.origin + path);
    await page.getByText('Line 49.', { exact: true }).waitFor();
    await until(async () => (await below(page)) < 2);
    await page.locator('.messages').evaluate((list) => (list.scrollTop = 0));
    await until(async () => (await below(page)) > 200);
    await box(page).fill('Here I am.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('article[data-id]', { hasText: 'Here I am.' }).waitFor();
    await until(async () => (await below(page)) < 2);
    await page.context().close();
  });

  it('opens at what is unread, and once that is read at the newest message', async () => {
    for (let index = 0; index < 40; index += 1) await send('read', `Line ${index}.`);
    const page = await pages.loggedIn(OWNER_EMAIL, `/channel/${channelId}/topic/read`);
    const first = page.getByText('Line 0.', { exact: true });
    await first.waitFor();
    await until(async () => (await below(page)) > 200);
    await until(async () => {
      await page.locator('.messages').evaluate((list) => (list.scrollTop += 200));
      return (await below(page)) <= 2;
    }, 50);
    await page.locator('[data-unread]').first().waitFor({ state: 'detached' });
    await page.locator('nav.column').getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goBack();
    await page.getByText('Line 39.', { exact: true }).waitFor();
    await until(async () => (await below(page)) < 2);
    const id = await page.locator('article[data-id]', { hasText: 'Line 0.' }).getAttribute('data-id');
    await page.locator('#search').fill(`id:${id}`);
    await page.locator('#search').press('Enter');
    await page.locator('main').getByRole('link', { name: 'read' }).click();
    await page.waitForURL(/near=/);
    await until(async () => {
      const { y } = (await first.boundingBox()) ?? { y: 0 };
      return y >= 100 && y <= 500;
    });
    await page.locator('.topics').getByRole('link', { name: 'read' }).click();
    await until(async () => (await below(page)) < 2);
    await page.context().close();
  });

  it('says whom a search is about, and keeps it in its box as long as it is shown', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL);
    const search = page.locator('#search');
    await search.fill(`sender:${grace.userId} broke`);
    await search.press('Enter');
    await page
      .locator('main')
      .getByRole('heading', { name: `Search: sender:${LONG} broke` })
      .waitFor();
    await page.locator('nav.column').getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await until(async () => (await search.inputValue()) === '');
    await page.goBack();
    await page.locator('article').first().waitFor();
    await until(async () => (await search.inputValue()) === `sender:${grace.userId} broke`);
    await page.context().close();
  });

  it('says who else is writing, and not that one is oneself', async () => {
    const path = `/channel/${channelId}/topic/long`;
    // What she leaves in the box becomes a draft of hers, and not one of the owner, whose drafts are counted next.
    const [page, other] = [await pages.loggedIn(grace.email, path), await pages.loggedIn(OWNER_EMAIL, path)];
    await box(page).pressSequentially('Well');
    await other.getByText(`${LONG} is writing …`).waitFor();
    await page.waitForTimeout(500);
    expect(await page.getByText(`${LONG} is writing …`).count()).to.equal(0);
    await Promise.all([page, other].map((each) => each.context().close()));
  });

  it('suggests polls, and says of a draft where it belongs', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, `/channel/${channelId}/topic/long`);
    await box(page).pressSequentially('/');
    const poll = page.getByRole('option', { name: '/poll ask a question' });
    await poll.waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await box(page).evaluate((area: HTMLTextAreaElement) => {
      area.blur();
      area.focus();
      return new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await poll.isVisible(), 'the offer, after the box had lost the focus for a moment').to.equal(true);
    await box(page).press('Enter');
    await box(page).pressSequentially('Which?');
    expect(await box(page).inputValue()).to.equal('/poll Which?');
    await page.locator('nav.column').getByRole('link', { name: 'Drafts 1' }).click();
    await page.locator('main').getByRole('link', { name: 'long support' }).waitFor();
    await page.context().close();
  });

  it('sends nothing of which the server would leave out the end', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, `/channel/${channelId}/topic/long`);
    await box(page).fill('x'.repeat(10_001));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('This has 10001 characters').waitFor();
    expect((await box(page).inputValue()).length).to.equal(10_001);
    await box(page).fill(`${'😀'.repeat(9_999)}.`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('article[data-id]', { hasText: '😀.' }).waitFor();
    await page.context().close();
  });

  it('offers first the emoji that many use', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, `/channel/${channelId}/topic/long`);
    await page.getByRole('button', { name: 'Add an emoji' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '+1' }).waitFor();
    const names = await page
      .locator('.emojiGrid button')
      .evaluateAll((all) => all.slice(0, 3).map((each) => each.getAttribute('title')));
    expect(names).to.deep.equal(['+1', 'heart', 'joy']);
    await page.context().close();
  });
});
