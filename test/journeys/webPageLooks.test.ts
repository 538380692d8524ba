/** How the web page looks to everybody: its dialogs, and from right to left. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { describeWebPage, faultsOf, PHONE, WebPages } from '../support/webPage.ts';

describeWebPage('the looks of the web page', () => {
  let pages: WebPages;
  let owner: Person;
  let channelId: number;

  before(async () => {
    pages = await WebPages.start();
    owner = await pages.hansard.owner();
    await owner.patch('/settings', { full_name: 'Ada' });
    await pages.hansard.person('Grace');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    channelId = (await owner.get('/get_stream_id', { stream: 'design' })).body.stream_id as number;
    const { id } = (
      await owner.post('/messages', { type: 'channel', to: channelId, topic: 'logo', content: 'Blue?' })
    ).body;
    await owner.patch(`/messages/${String(id)}`, { content: 'Shall it be **blue**?' });
    await owner.post(`/messages/${String(id)}/reactions`, { emoji_name: 'heart' });
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const topic = (): string => `/channel/${channelId}/topic/logo`;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function ofMessage(page: Page, name: string): Promise<void> {
    const message = page.locator('article', { hasText: 'Shall it be blue?' });
    await message.hover();
    await message.getByRole('button', { name: 'More' }).click();
    await press(page, name);
  }

  async function ofUser(page: Page, name: string): Promise<void> {
    await page.locator('.userMenu > button').click();
    await press(page, name);
  }

  /** Name of a dialog → where it is opened, and how. */
  const dialogs: Readonly<Record<string, readonly [string, (page: Page) => Promise<void>]>> = {
    'the keyboard’s help': ['topic', (page) => press(page, 'Keyboard')],
    'choosing an emoji': ['topic', (page) => press(page, 'Add an emoji')],
    'sending later': [
      'topic',
      async (page) => {
        await page.locator('#compose textarea').fill('Later.');
        await press(page, 'Send later');
      },
    ],
    'a new direct message': ['topic', (page) => press(page, 'New direct message')],
    'a status': ['topic', (page) => ofUser(page, 'What you are doing')],
    'an invitation': ['topic', (page) => ofUser(page, 'Invite people')],
    'a profile': [
      'topic',
      (page) => page.locator('article').getByRole('button', { name: 'Ada' }).first().click(),
    ],
    'the history of a message': ['topic', (page) => press(page, 'edited')],
    'who has read a message': ['topic', (page) => ofMessage(page, 'Who has read it')],
    'moving a message': ['topic', (page) => ofMessage(page, 'Move')],
    'a reminder': ['topic', (page) => ofMessage(page, 'Remind me of it')],
    'deleting a message': ['topic', (page) => ofMessage(page, 'Delete')],
    'a new channel': ['/channels', (page) => press(page, 'Create a channel')],
    'a new group': ['/people', (page) => press(page, 'Create a group')],
  };

  for (const [name, [route, open]] of Object.entries(dialogs))
    it(`is for everybody in the dialog of ${name}`, async () => {
      const page = await pages.loggedIn(OWNER_EMAIL, route === 'topic' ? topic() : route);
      if (route === 'topic') await page.locator('article', { hasText: 'Shall it be blue?' }).waitFor();
      await open(page);
      await page.getByRole('dialog').waitFor();
      expect(await faultsOf(page)).to.deep.equal([]);
      const isInside = await page.evaluate(
        'document.querySelector("dialog").contains(document.activeElement)',
      );
      expect(isInside, 'the focus is inside').to.equal(true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.context().close();
    });

  for (const [size, options] of Object.entries({ desktop: {}, phone: PHONE }))
    it(`turns around for languages that are written from right to left, on a ${size}`, async () => {
      const page = await pages.loggedIn(OWNER_EMAIL, topic(), options);
      await page.locator('article', { hasText: 'Shall it be blue?' }).waitFor();
      await page.evaluate('document.documentElement.dir = "rtl"');
      if (size === 'phone') await press(page, 'Show or hide the channels');
      await page.waitForTimeout(400);
      const width = page.viewportSize()?.width ?? 0;
      const column = await page.locator('nav.column').boundingBox();
      expect((column?.x ?? 0) + (column?.width ?? 0)).to.be.closeTo(width, 1);
      if (size === 'phone') await page.locator('.veil').click({ position: { x: 5, y: 400 } });
      const alignment = 'getComputedStyle(document.querySelector("main h1")).textAlign';
      expect(await page.evaluate(alignment)).to.equal('right');
      const picture = await page.locator('article .avatar').first().boundingBox();
      const text = await page.locator('article .content').first().boundingBox();
      expect(picture?.x ?? 0).to.be.above((text?.x ?? 0) + (text?.width ?? 0) - 1);
      expect(await faultsOf(page)).to.deep.equal([]);
      for (const path of [
        '/',
        '/people',
        '/settings/notifications',
        '/record/log',
        '/settings/organization',
      ]) {
        await page.goto(pages.origin + path);
        await page.locator('main h1').waitFor();
        await page.evaluate('document.documentElement.dir = "rtl"');
        await page.waitForTimeout(150);
        const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(excess, path).to.be.at.most(0);
      }
      await page.context().close();
    });
});
