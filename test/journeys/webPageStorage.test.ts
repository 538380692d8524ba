/** The web page in browsers whose storage is blocked, full, damaged or silent, and with parts of it that do not come. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, logIn, WebPages } from '../support/webPage.ts';

/** What is wrong with a browser, and the script that makes it so. */
const BROWSERS: Readonly<Record<string, string>> = {
  'blocks local storage':
    "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('No', 'SecurityError'); } })",
  'has no local storage': "Object.defineProperty(globalThis, 'localStorage', { value: null })",
  'has full local storage':
    "Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError'); }",
  'has damaged local storage': `if (!globalThis.name) {
    for (const name of ['reader', 'server', 'organizations', 'scheme', 'anchor']) localStorage.setItem('hansard ' + name, '{"x":');
    globalThis.name = 'damaged';
  }`,
  'has foreign values in local storage': `if (!globalThis.name) {
    localStorage.setItem('hansard organizations', '{"a":null,"b":{"name":7},"c":[]}');
    localStorage.setItem('hansard server', 'chat.example.com');
    localStorage.setItem('hansard reader', '-1.5');
    globalThis.name = 'damaged';
  }`,
  'blocks the database': "indexedDB.open = () => { throw new DOMException('No', 'SecurityError'); }",
  'has no database': "Object.defineProperty(globalThis, 'indexedDB', { value: undefined })",
  'has a database that never answers': 'indexedDB.open = () => ({})',
  'has a database that is locked':
    "const ask = IDBObjectStore.prototype; for (const name of ['get', 'getAll', 'put', 'delete', 'clear']) ask[name] = () => ({})",
};

describeWebPage('the web page in a browser that', () => {
  let pages: WebPages;
  let owner: Person;
  let channelId: number;

  before(async () => {
    pages = await WebPages.start();
    ({ owner, channelId } = await pages.twoPeopleIn('design'));
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const message = (page: Page, text: string) => page.locator('article[data-id]', { hasText: text });
  const topic = (): string => `${pages.origin}/channel/${channelId}/topic/logo`;

  for (const [fault, script] of Object.entries(BROWSERS))
    it(`${fault}: people log in, write, reload and read`, async () => {
      const page = await pages.opened('/about');
      await page.context().addInitScript(script);
      await page.goto(topic());
      await logIn(page, OWNER_EMAIL);
      await page.locator('#compose textarea').fill(`Written where it ${fault}.`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await message(page, `Written where it ${fault}.`).waitFor();
      await page.reload();
      await message(page, `Written where it ${fault}.`).waitFor();
      await page.context().close();
    });

  const isPart = (url: URL): boolean => /^\/app\/(?:settings|channelsPage)-/.test(url.pathname);

  it('loses a part of the page once: it is loaded again', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/', { serviceWorkers: 'block' });
    let lost = 0;
    await page.route(isPart, (route) => (lost++ === 0 ? route.abort() : route.continue()));
    await page.locator('nav a[href="/channels"]').click();
    await page.locator('main').getByRole('heading', { name: 'Channels' }).waitFor();
    expect(lost).to.be.greaterThan(0);
    await page.context().close();
  });

  it('finds a part of the page gone: it reloads the page once, and says so where that does not help', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/', { serviceWorkers: 'block' });
    let reloads = 0;
    page.on('load', () => (reloads += 1));
    await page.route(isPart, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${pages.origin}/settings/profile`);
    await page.getByText('This part of the page could not be loaded.').waitFor();
    expect(reloads).to.equal(2);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.locator('main').getByText('Profile').first().waitFor();
    await page.context().close();
  });

  it('prints: a whole conversation is on the paper', async () => {
    for (let line = 0; line < 240; line += 1)
      await owner.post('/messages', {
        type: 'channel',
        to: channelId,
        topic: 'minutes',
        content: `Line ${line}.`,
      });
    const page = await pages.loggedIn(OWNER_EMAIL, `/channel/${channelId}/topic/minutes`);
    await page.locator('.messages article').first().waitFor();
    await page.evaluate('globalThis.print = () => dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: 'print' });
    await page.keyboard.press('Control+p');
    await until(async () => (await page.locator('.messages article').count()) === 240);
    const [list, whole] = await page.evaluate<[number, number]>(
      "(() => { const list = document.querySelector('.messages'); return [list.clientHeight, list.scrollHeight]; })()",
    );
    expect(list).to.be.at.least(whole);
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).to.be.at.least(list);
    for (const part of ['.navigation', '.compose', '.bar'])
      expect(await page.locator(part).first().isVisible(), part).to.equal(false);
    await page.context().close();
  });

  it('prints a conversation that is still being loaded once it has come', async () => {
    await owner.post('/messages', { type: 'channel', to: channelId, topic: 'tide', content: 'Low at noon.' });
    const page = await pages.loggedIn(OWNER_EMAIL);
    await page.evaluate('globalThis.print = () => (globalThis.isPrinted = true)');
    let answer = (): void => undefined;
    const isPressed = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/messages?**', (route) => isPressed.then(() => route.continue()));
    const asked = page.waitForRequest('**/api/v1/messages?**');
    await page.locator('main').getByRole('link', { name: 'tide' }).click();
    await asked;
    await page.keyboard.press('Control+p');
    answer();
    await until(() => page.evaluate<boolean>('globalThis.isPrinted === true'));
    expect(await message(page, 'Low at noon.').count()).to.equal(1);
    await page.context().close();
  });
});
