/** Somebody with accounts in two organizations of one server, side by side in the web page. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, faultsOf, logIn, PHONE, WebPages } from '../support/webPage.ts';

const ACME_EMAIL = 'owner@acme.example.com';

describeWebPage('several organizations in the web page', () => {
  let pages: WebPages;
  let owner: Person;
  let grace: Person;
  let root: string;
  let other: string;

  before(async () => {
    const host = `chat.example.com:${await freePort()}`;
    const environment = { EXTERNAL_HOST: host, EXTERNAL_SCHEME: 'http', PORT: host.split(':')[1]! };
    pages = await WebPages.start({ environment });
    [root, other] = [`http://${host}`, `http://acme.${host}`];
    owner = await pages.hansard.owner();
    grace = await pages.hansard.account('Grace');
    const acme = await pages.hansard.organization('acme');
    for (const each of [owner, acme])
      await each.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    await pages.hansard.settled();
    for (const each of [owner, acme]) await each.post('/mark_all_as_read');
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const rail = (page: Page) => page.getByRole('navigation', { name: 'Organizations' });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const openColumn = async (page: Page, isOnPhone: boolean): Promise<void> => {
    if (isOnPhone) await press(page, 'Show or hide the channels');
  };

  /** Somebody who has logged in at the root, and then adds the other organization. */
  async function withBoth(options: object): Promise<Page> {
    const page = await pages.opened('/', options, root);
    await page.clock.install();
    await logIn(page, OWNER_EMAIL);
    await openColumn(page, 'isMobile' in options);
    await page.clock.fastForward(2_000);
    await page.locator('.userMenu > button').click();
    await press(page, 'Organizations');
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByLabel('Host name of the organization').fill('nobody');
    await press(page, 'Go there and log in');
    await page.getByRole('alert').getByText('There is no organization of this server at nobody').waitFor();
    await page.getByLabel('Host name of the organization').fill(new URL(other).host);
    await press(page, 'Go there and log in');
    await page.getByRole('heading', { name: 'acme' }).waitFor();
    expect(new URL(page.url()).origin).to.equal(other);
    await page.clock.fastForward(2_000);
    await rail(page).getByRole('link', { name: 'Hansard' }).waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await logIn(page, ACME_EMAIL);
    return page;
  }

  for (const [size, options] of Object.entries({ desktop: {}, phone: PHONE }))
    it(`stand beside each other with what is unread, on a ${size}`, async () => {
      const page = await withBoth(options);
      await page.clock.fastForward(61_000);
      await openColumn(page, size === 'phone');
      const toRoot = rail(page).getByRole('link', { name: 'Hansard' });
      await toRoot.waitFor();
      expect(await rail(page).getByRole('link').count()).to.equal(2);
      expect(await rail(page).locator('[aria-current]').innerText()).to.include('acme');
      expect(await toRoot.locator('.count').count()).to.equal(0);
      await grace.post('/messages', { type: 'direct', to: [owner.userId], content: `On a ${size}.` });
      await pages.hansard.settled();
      await page.clock.fastForward(61_000);
      await toRoot.locator('.count', { hasText: '1' }).waitFor();
      expect(await faultsOf(page)).to.deep.equal([]);
      await page.evaluate('document.documentElement.dir = "rtl"');
      expect(await faultsOf(page)).to.deep.equal([]);
      await toRoot.click();
      await page.locator('main').getByRole('link', { name: 'Grace' }).first().click();
      await page.locator('article').getByText(`On a ${size}.`).waitFor();
      expect(new URL(page.url()).origin).to.equal(root);
      await owner.post('/mark_all_as_read');
      await page.context().close();
    });

  it('are reached with the keyboard, and taken out of the list', async () => {
    const page = await withBoth({});
    await page.clock.fastForward(61_000);
    await rail(page).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Organization with this number').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.waitForURL(`${root}/`);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('2');
    await page.waitForURL(`${other}/`);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await rail(page).getByRole('button', { name: 'Add an organization' }).click();
    await press(page, 'Remove Hansard');
    await rail(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('say where nobody is logged in any more, and forget where one logs out', async () => {
    const page = await withBoth({});
    await page.clock.fastForward(61_000);
    await rail(page).waitFor();
    await page.context().clearCookies({ name: 'hansard-session', domain: 'chat.example.com' });
    await page.clock.fastForward(61_000);
    await rail(page).getByRole('link', { name: 'not logged in' }).waitFor();
    await page.locator('.userMenu > button').click();
    await press(page, 'Log out');
    await page.getByLabel('Password').waitFor();
    const left = await page.context().cookies(root);
    expect(left.map(({ name, value }) => [name, value])).to.deep.equal([['hansard-organizations', '-']]);
    await page.context().close();
  });

  it('begin with something to do, and with an invitation to where one is', async () => {
    await pages.hansard.organization('new');
    const page = await pages.opened('/', {}, root.replace('://', '://new.'));
    await logIn(page, 'owner@new.example.com');
    await page.locator('main').getByRole('button', { name: 'Browse channels' }).click();
    await page.getByText('There are no channels yet.').waitFor();
    await press(page, 'Create a channel');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('council');
    await dialog.getByLabel('Who may read it').selectOption('By invitation, with everything said before');
    await dialog.getByRole('button', { name: 'Create a channel' }).click();
    await page.getByRole('heading', { name: 'council' }).waitFor();
    await page.locator('.userMenu > button').click();
    await press(page, 'Invite people');
    await until(() => dialog.getByLabel('council').isChecked());
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await press(page, 'Copy the link');
    await page.getByText(/The browser does not let this page copy: http.*join/).waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await press(page, 'Leave');
    await dialog.getByText('You cannot come back to it by yourself').waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.locator('nav.column').getByRole('link', { name: 'council' }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('are nothing that a page of another site learns of, nor one beside them with more than the count', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/', {}, root);
    const visitor = await page.context().newPage();
    const request = (url: string, init = '{}') =>
      visitor
        .evaluate<string>(
          `fetch(${JSON.stringify(url)}, {credentials: 'include', ...${init}}).then((r) => r.json()).then((b) => b.result, String)`,
        )
        .catch(String);
    await visitor.goto(`${other.replace('acme.chat.example.com', 'evil.example')}/api/v1/openapi.json`);
    expect(await request(`${root}/api/v1/users/me/unread_count`)).to.include('Failed to fetch');
    await visitor.goto(`${other}/api/v1/openapi.json`);
    expect(await request(`${root}/api/v1/users/me/unread_count`)).to.equal('success');
    for (const path of [
      '/users/me',
      '/messages?anchor=newest&num_before=1&num_after=0',
      '/sessions',
      '/users',
    ])
      expect(await request(`${root}/api/v1${path}`), path).to.include('Failed to fetch');
    const write =
      "{method: 'POST', headers: {'X-Requested-With': 'x'}, body: new URLSearchParams({content: 'x'})}";
    expect(await request(`${root}/api/v1/messages/render`, write)).to.include('Failed to fetch');
    await page.context().close();
  });
});
