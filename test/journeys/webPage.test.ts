/** People who use the web page in a browser. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { violationsOn } from '../support/browser.ts';
import { OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, PHONE, WebPages } from '../support/webPage.ts';

describeWebPage('the web page in a browser', () => {
  let pages: WebPages;
  let origin: string;
  let owner: Person;
  let grace: Person;
  let channelId: number;

  before(async () => {
    pages = await WebPages.start();
    ({ origin } = pages);
    ({ owner, other: grace, channelId } = await pages.twoPeopleIn('design'));
    await owner.post('/messages', {
      type: 'channel',
      to: channelId,
      topic: 'logo',
      content: 'Shall it be **blue**?',
    });
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const opened: WebPages['opened'] = (...where) => pages.opened(...where);
  const loggedIn: WebPages['loggedIn'] = (...where) => pages.loggedIn(...where);
  const topic = (): string => `/channel/${channelId}/topic/logo`;
  const box = (page: Page) => page.locator('#compose textarea');
  const write = async (page: Page, text: string): Promise<void> => {
    await box(page).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };
  const message = (page: Page, text: string) => page.locator('article', { hasText: text });

  it('says what is wrong with a log-in, and lets in who knows the password', async () => {
    const page = await opened('/');
    await page.getByLabel('E-mail address').fill(OWNER_EMAIL);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').getByText('Your username or password is incorrect').waitFor();
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(await page.evaluate('document.cookie')).to.equal('');
    await page.context().close();
  });

  it('lets two people talk, react, edit and find', async () => {
    const [ada, other] = [await loggedIn(OWNER_EMAIL, topic()), await loggedIn(grace.email, topic(), PHONE)];
    await write(other, 'Blue it is, @**Ada**.');
    await message(ada, 'Blue it is').waitFor();
    await write(ada, 'Then **blue**.');
    await message(other, 'Then blue.').waitFor();
    const sentMessage = message(ada, 'Blue it is');
    await sentMessage.hover();
    await sentMessage.getByRole('button', { name: 'React' }).click();
    await ada.getByLabel('Search by name').fill('heart');
    await ada.getByRole('button', { name: 'heart', exact: true }).click();
    await message(other, 'Blue it is').getByRole('button', { name: 'Ada: heart' }).waitFor();
    const mine = message(ada, 'Then blue.');
    await mine.hover();
    await mine.getByRole('button', { name: 'Edit' }).click();
    await ada.locator('.editor textarea').fill('Then dark **blue**.');
    await ada.getByRole('button', { name: 'Save' }).click();
    await message(other, 'Then dark blue.').getByRole('button', { name: 'edited' }).click();
    await other.getByRole('dialog').getByText('Ada').first().waitFor();
    await other.getByRole('button', { name: 'Close' }).click();
    await ada.getByRole('combobox', { name: 'Search' }).fill('dark');
    await ada.keyboard.press('Enter');
    await ada.getByRole('heading', { name: 'Search: dark' }).waitFor();
    await message(ada, 'Then dark blue.').waitFor();
    await Promise.all([ada, other].map((page) => page.context().close()));
  });

  it('counts what is unread, and marks read what is seen', async () => {
    const { id } = (await grace.post('/messages', { type: 'direct', to: [owner.userId], content: 'Psst' }))
      .body;
    const page = await loggedIn(OWNER_EMAIL);
    await page.locator('.conversation', { hasText: 'Grace' }).click();
    await message(page, 'Psst').waitFor();
    await page.locator('[data-unread]').first().waitFor({ state: 'detached' });
    await until(async () => {
      const { body } = await owner.get(`/messages/${String(id)}`);
      return (body.message as { flags: string[] }).flags.includes('read');
    });
    await page.context().close();
  });

  it('keeps what was written without a connection, through a reload, and sends it once', async () => {
    const page = await loggedIn(OWNER_EMAIL, topic());
    await message(page, 'Shall it be').waitFor();
    await page.context().setOffline(true);
    await write(page, 'from the tunnel');
    await page.getByText('on its way').waitFor();
    await page.getByText('What you write is kept').waitFor();
    await page.context().setOffline(false);
    await page.locator('article[data-id]', { hasText: 'from the tunnel' }).waitFor();
    await page.reload();
    await message(page, 'from the tunnel').waitFor();
    const { body } = await owner.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [['topic', 'logo']],
      apply_markdown: false,
    });
    const all = (body.messages as { content: string }[]).filter(
      ({ content }) => content === 'from the tunnel',
    );
    expect(all).to.have.length(1);
    await page.context().close();
  });

  it('keeps its place while older messages come', async () => {
    for (let number = 1; number <= 260; number += 1)
      await owner.post('/messages', {
        type: 'channel',
        to: channelId,
        topic: 'long',
        content: `number ${number}.`,
      });
    await owner.post('/mark_all_as_read');
    const page = await loggedIn(OWNER_EMAIL, `/channel/${channelId}/topic/long`);
    await message(page, 'number 260.').waitFor();
    const list = page.getByRole('region', { name: 'Messages', exact: true });
    await until(async () => {
      await list.evaluate((element) =>
        (element as unknown as { scrollBy(x: number, y: number): void }).scrollBy(0, -700),
      );
      return page.getByText('This is the beginning.').isVisible();
    }, 60);
    await message(page, 'number 1.').waitFor();
    expect(await page.locator('article').count()).to.be.at.most(220);
    await page.context().close();
  });

  it('goes on loading for who turns the wheel faster than messages come', async () => {
    const page = await loggedIn(OWNER_EMAIL, `/channel/${channelId}/topic/long`);
    await message(page, 'number 260.').waitFor();
    await page.locator('.messages').hover();
    await until(async () => {
      await page.mouse.wheel(0, -20_000);
      return message(page, 'number 1.').isVisible();
    }, 50);
    await page.context().close();
  });

  it('offers people, channels and emoji while one writes', async () => {
    const page = await loggedIn(OWNER_EMAIL, topic());
    await box(page).click();
    await page.keyboard.type('Hello @gr');
    await page.getByRole('option', { name: 'Grace' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('in #des');
    await page.getByRole('option', { name: 'design' }).waitFor();
    await page.keyboard.press('Enter');
    await until(async () => (await box(page).inputValue()) === 'Hello @**Grace** in #**design** ');
    await page.context().close();
  });

  it('uploads a file that is dropped or chosen, and shows it to the others', async () => {
    const page = await loggedIn(OWNER_EMAIL, topic());
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    await page.locator('#compose input[type=file]').setInputFiles(file);
    await until(async () => (await box(page).inputValue()).includes('notes.txt'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const link = message(page, 'notes.txt').getByRole('link', { name: 'notes.txt' });
    const href = await link.getAttribute('href');
    expect(await (await page.request.get(origin + href)).text()).to.equal('hello');
    await page.context().close();
  });

  it('goes by the keyboard', async () => {
    const page = await loggedIn(OWNER_EMAIL, topic());
    await message(page, 'Shall it be').waitFor();
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'Recent' }).waitFor();
    await page.keyboard.press('/');
    await until(async () => (await page.evaluate('document.activeElement.id')) === 'search');
    await page.context().close();
  });

  it('creates a channel, lists sessions, and logs out', async () => {
    const page = await loggedIn(OWNER_EMAIL, '/channels');
    await page.getByRole('button', { name: 'Create a channel' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('orbits');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a channel' }).click();
    await page.getByRole('heading', { name: 'orbits' }).waitFor();
    await page.goto(`${origin}/settings/security`);
    await page.getByText('this browser').waitFor();
    await page.getByRole('button', { name: 'Ada' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.context().close();
  });

  it('shows an owner who edited a message, and when', async () => {
    const { id } = (
      await grace.post('/messages', {
        type: 'channel',
        to: channelId,
        topic: 'logo',
        content: 'It was blue.',
      })
    ).body;
    await grace.patch(`/messages/${String(id)}`, { content: 'It was green.' });
    const page = await loggedIn(OWNER_EMAIL, topic());
    const edited = message(page, 'It was green.');
    await edited.hover();
    await edited.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Its story in the record' }).click();
    await page
      .locator('.story li', { hasText: 'Message edited' })
      .locator('del', { hasText: 'blue' })
      .waitFor();
    await page.locator('.story li', { hasText: 'Message edited' }).getByText('Grace').first().waitFor();
    await page.goto(`${origin}/record/integrity`);
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('nothing was altered').waitFor();
    await page.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`shows everybody everything, in ${colorScheme} colors`, async () => {
      const record = ['log', 'projections', 'integrity', 'message-1'].map((name) => `/record/${name}`);
      const routes = ['/', topic(), ...record, '/recent', '/people', '/channels', '/drafts', '/search/blue'];
      const settings = [
        'profile',
        'security',
        'appearance',
        'notifications',
        'organization',
        `channel-${channelId}`,
      ];
      for (const options of [{ colorScheme }, { ...PHONE, colorScheme }]) {
        const page = await loggedIn(OWNER_EMAIL, '/', options);
        for (const path of [...routes, ...settings.map((name) => `/settings/${name}`)]) {
          await page.goto(origin + path);
          await page.locator('main h1').waitFor();
          await page.waitForTimeout(250);
          expect(await violationsOn(page), `${path} ${JSON.stringify(options)}`).to.deep.equal([]);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          expect(width, path).to.be.at.most(0);
        }
        await page.context().close();
      }
    });
});
