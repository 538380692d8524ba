/** What people do all day in the web page: where the focus is, what they have begun, files that they drop, long ways back. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, faultsOf, PHONE, WebPages } from '../support/webPage.ts';

describeWebPage('habits in the web page', () => {
  let pages: WebPages;
  let owner: Person;
  let channelId: number;

  before(async () => {
    pages = await WebPages.start();
    ({ owner, channelId } = await pages.twoPeopleIn('design'));
    for (let index = 0; index < 300; index += 1) await send('long', `Line ${index}.`);
    await send('code', '```js\n// Why\nconst blue = "sky" + 1;\n```');
    await owner.post('/mark_all_as_read');
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const send = (topic: string, content: string) =>
    owner.post('/messages', { type: 'channel', to: channelId, topic, content });
  const pathOf = (topic: string): string => `/channel/${channelId}/topic/${topic}`;
  const box = (page: Page): Locator => page.locator('#compose textarea');
  const isFocused = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => element === element.ownerDocument.activeElement);
  /** Pixels between the last row and the end of what can be seen. */
  const below = (page: Page) =>
    page
      .locator('.messages')
      .evaluate((list) => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight));

  it('go up a long conversation and come back at once, by button and by key', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('long'));
    await page.getByText('Line 299.', { exact: true }).waitFor();
    const latest = page.getByRole('button', { name: 'To the newest messages' });
    expect(await latest.count()).to.equal(0);
    for (const back of ['button', 'key'] as const) {
      await until(async () => {
        await page.locator('.messages').evaluate((list) => (list.scrollTop = 0));
        const isFar = !(await page.getByText('Line 299.', { exact: true }).isVisible());
        return isFar && latest.isVisible();
      }, 150);
      if (back === 'button') await latest.click();
      else await page.keyboard.press('End');
      await page.getByText('Line 299.', { exact: true }).waitFor();
      await until(async () => (await below(page)) < 2);
      await latest.waitFor({ state: 'detached' });
    }
    await page.goto(`${pages.origin}${pathOf('long')}?near=${await idOf('Line 20.')}`);
    await page.getByText('Line 20.', { exact: true }).waitFor();
    await latest.click();
    await page.getByText('Line 299.', { exact: true }).waitFor();
    await until(async () => (await below(page)) < 2);
    await page.context().close();
  });

  async function idOf(content: string): Promise<number> {
    const narrow = [{ operator: 'channel', operand: channelId }];
    const query = { narrow, anchor: 'newest', num_before: 400, num_after: 0, apply_markdown: false };
    const { messages } = (await owner.get('/messages', query)).body;
    return (messages as { id: number; content: string }[]).find((each) => each.content === content)?.id ?? -1;
  }

  it('go back to what they were reading', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('long'));
    await page.getByText('Line 299.', { exact: true }).waitFor();
    await page.locator('.messages').evaluate((list) => (list.scrollTop = list.scrollHeight / 2));
    await page.waitForTimeout(400);
    const quarter = () =>
      page.evaluate<string>(
        `(() => {
          const box = document.querySelector('.messages');
          const middle = box.getBoundingClientRect().top + box.clientHeight / 4 + 1;
          const rows = [...box.querySelectorAll('[data-id]')];
          return rows.find((row) => row.getBoundingClientRect().bottom > middle)?.innerText.match(/Line \\d+/)?.[0] ?? '';
        })()`,
      );
    const read = await quarter();
    expect(read).to.match(/Line/);
    await page.locator('nav').getByRole('link', { name: 'Recent' }).click();
    await page.locator('main').getByRole('heading', { name: 'Recent' }).waitFor();
    await page.goBack();
    await page.locator('article').first().waitFor();
    await until(async () => (await quarter()) === read);
    await page.getByRole('button', { name: 'To the newest messages' }).click();
    await until(async () => (await below(page)) < 2);
    await page.locator('nav').getByRole('link', { name: 'Recent' }).click();
    await page.goBack();
    await page.getByText('Line 299.', { exact: true }).waitFor();
    await until(async () => (await below(page)) < 2);
    await page.context().close();
  });

  it('see code in colors', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('code'));
    await page.locator('.codehilite .k').first().waitFor();
    const color = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('.codehilite ${selector}')).color`);
    const colors = new Set(await Promise.all(['code', '.k', '.s', '.m', '.c1'].map(color)));
    expect(colors.size).to.equal(5);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.context().close();
  });

  it('find the menu of the newest message whole, and the focus where it was when a dialog closes', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('long'));
    const message = page.locator('article', { hasText: 'Line 299.' });
    await message.hover();
    const more = message.getByRole('button', { name: 'More' });
    await more.click();
    const menu = await page.locator('.menu').boundingBox();
    const list = await page.locator('.messages').boundingBox();
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).to.be.at.most((list?.y ?? 0) + (list?.height ?? 0));
    expect(menu?.y).to.be.at.least(list?.y ?? Infinity);
    await page.getByRole('button', { name: 'Remind me of it' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(() => isFocused(more));
    await page.keyboard.press('e');
    await page.locator('article textarea').press('Escape');
    await until(() => isFocused(message));
    await box(page).fill('By the button.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await until(() => isFocused(box(page)));
    await page.context().close();
  });

  it('go on with a draft in another browser, and lose none that was taken away there', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('draft'));
    const other = await pages.loggedIn(OWNER_EMAIL, pathOf('draft'), PHONE);
    await box(page).fill('Begun here');
    await until(async () => (await box(other).inputValue()) === 'Begun here');
    await page.waitForTimeout(4_600);
    await box(other).fill('');
    await until(async () => (await box(page).inputValue()) === '');
    await box(page).fill('Written anew');
    await until(async () => (await drafts()).join() === 'Written anew');
    for (const { id } of await listed()) await owner.delete(`/drafts/${id}`);
    await box(page).fill('Written once more');
    await until(async () => (await drafts()).join() === 'Written once more');
    await box(page).fill('');
    await until(async () => (await drafts()).length === 0);
    await Promise.all([page, other].map((each) => each.context().close()));
  });

  const listed = async () => (await owner.get('/drafts')).body.drafts as { id: number; content: string }[];
  const drafts = async () => (await listed()).map(({ content }) => content);

  it('keep what they begin in a channel without a topic while they look elsewhere', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, `/channel/${channelId}`);
    await page.getByRole('combobox', { name: 'Topic' }).fill('paper');
    await box(page).fill('Cream or white?');
    await page.locator('nav').getByRole('link', { name: 'Inbox' }).click();
    await page.locator('main').getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.locator('nav').getByRole('link', { name: 'design' }).click();
    await until(async () => (await box(page).inputValue()) === 'Cream or white?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('main').getByRole('heading', { name: 'paper' }).waitFor();
    await page.locator('article:not(.unsent)', { hasText: 'Cream or white?' }).waitFor();
    await page.context().close();
  });

  it('drop files anywhere on the page', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('long'));
    await page.getByText('Line 299.', { exact: true }).waitFor();
    const files = await page.evaluateHandle<DataTransfer>(
      '(() => { const held = new DataTransfer(); held.items.add(new File(["blue"], "sky.txt")); return held; })()',
    );
    for (const type of ['dragover', 'drop'])
      await page.locator('.messages').dispatchEvent(type, { dataTransfer: files });
    await until(async () => (await box(page).inputValue()).includes('[sky.txt](/user_uploads/'));
    await box(page).fill('');
    await page.goto(`${pages.origin}/people`);
    await page.locator('main h1').waitFor();
    const isLeft = await page.evaluate(
      (held) => {
        const drop = new DragEvent('drop', { dataTransfer: held as never, bubbles: true, cancelable: true });
        return document.querySelector('main')!.dispatchEvent(drop);
      },
      await page.evaluateHandle(
        '(() => { const held = new DataTransfer(); held.items.add(new File([""], "x")); return held; })()',
      ),
    );
    expect(isLeft).to.equal(false);
    await page.context().close();
  });

  it('follow links to messages and topics that were moved or resolved since', async () => {
    const { id } = (await send('broken printer', 'It is on fire.')).body;
    await send('printers', 'Others are not.');
    const resolved = { topic: '✔ broken printer', propagate_mode: 'change_all' };
    await owner.patch(`/messages/${String(id)}`, resolved);
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('broken printer'));
    await page.getByText('It is on fire.', { exact: true }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).pathname)).to.equal(pathOf('✔ broken printer'));
    await owner.patch(`/messages/${String(id)}`, { topic: 'printers', propagate_mode: 'change_one' });
    await page.goto(`${pages.origin}${pathOf('broken printer')}?near=${String(id)}`);
    await page.locator('article.found', { hasText: 'It is on fire.' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(pathOf('printers'));
    await page.context().close();
  });

  it('are offered to write only where they may', async () => {
    const { other } = await pages.twoPeopleIn('announcements', 'Mary');
    const id = (await owner.get('/get_stream_id', { stream: 'announcements' })).body.stream_id as number;
    const page = await pages.loggedIn(other.email, `/channel/${id}/topic/news`);
    await box(page).waitFor();
    const only = { direct_members: [owner.userId], direct_subgroups: [] };
    await owner.patch(`/streams/${id}`, { can_send_message_group: { new: only } });
    await page.getByText('You may read this channel, but not write in it.').waitFor();
    expect(await box(page).count()).to.equal(0);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.context().close();
  });

  it('are told where there is no such channel, and complete topics of channels that they have not opened', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/channel/99999');
    await page.getByText('There is no such channel, or you may not see it.').waitFor();
    expect(await box(page).count()).to.equal(0);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.goto(`${pages.origin}/direct/${owner.userId}`);
    await box(page).pressSequentially('#**design>lo');
    await page.getByRole('option', { name: 'long' }).waitFor();
    await page.context().close();
  });
});
