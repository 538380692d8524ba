/** Writing on the web page: with the keys of a composition, to people with one name, in two directions, and to topics with odd names. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, faultsOf, PHONE, WebPages } from '../support/webPage.ts';

describeWebPage('who writes on the web page', () => {
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

  const box = (page: Page) => page.locator('#compose textarea');
  const pathOf = (topic: string): string => `/channel/${channelId}/topic/${topic}`;
  const sendTo = async (topic: string, content: string): Promise<number> =>
    (await grace.post('/messages', { type: 'channel', to: channelId, topic, content })).body.id as number;

  /** A key of a composition, as one of the browsers reports it. */
  const press = (page: Page, key: string, form: object): Promise<void> =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({
        key,
        ctrlKey: key === 'Enter',
        bubbles: true,
        cancelable: true,
        ...form,
      })}))`,
    );

  it('confirms and drops a composition, and neither sends, completes nor leaves by it', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('kana'));
    await box(page).fill('こんにちは @gr');
    await page.getByRole('option', { name: 'Grace' }).waitFor();
    for (const form of [{ isComposing: true }, { keyCode: 229 }, { isComposing: true, keyCode: 229 }])
      for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown']) await press(page, key, form);
    expect(await box(page).inputValue()).to.equal('こんにちは @gr');
    await page.getByRole('option', { name: 'Grace', selected: true }).waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('blue');
    await press(page, 'Escape', { keyCode: 229 });
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).to.equal('blue');
    await page.context().close();
  });

  it('calls one of two people with one name, and nobody by a word that calls everybody', async () => {
    for (const [index, full_name] of ['Sam Smith', 'sam smith', 'Everyone'].entries())
      await owner.post('/users', { email: `${index}@example.com`, full_name, password: OWNER_PASSWORD });
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('names'));
    await box(page).fill('@sam');
    await page.getByRole('option', { name: 'Sam Smith' }).first().waitFor();
    await page.getByRole('option', { name: 'Sam Smith' }).first().click();
    expect(await box(page).inputValue()).to.match(/^@\*\*Sam Smith\|\d+\*\* $/i);
    await box(page).fill('@everyo');
    await page.getByRole('option', { name: 'Everyone' }).click();
    expect(await box(page).inputValue()).to.match(/^@\*\*Everyone\|\d+\*\* $/);
    await box(page).fill('@grac');
    await page.getByRole('option', { name: 'Grace' }).click();
    expect(await box(page).inputValue()).to.equal('@**Grace** ');
    await page.context().close();
  });

  for (const topic of ['.', '..', '%2e', '...', '?text=..', 'a/..'])
    it(`finds the topic “${topic}” by its address`, async () => {
      const text = `In ${topic.length} signs: ${topic}`;
      await sendTo(topic, text);
      const page = await pages.loggedIn(OWNER_EMAIL, '/recent');
      await page.locator('main a').getByText(topic, { exact: true }).first().click();
      const article = page.locator('article[data-id]').getByText(text, { exact: true });
      await article.waitFor();
      await page.reload();
      await article.waitFor();
      await page.context().close();
    });

  it('sees each paragraph in its own direction, names of what is no text, and long formulas that scroll alone', async () => {
    const formula = `$$${'x_1 + '.repeat(80)}x$$`;
    await sendTo(
      'bidi',
      `Hello, world.\n\nשלום עולם.\n\n\`\`\`js\nlet x;\n\`\`\`\n\n| a |\n|---|\n| b |\n\n${formula}`,
    );
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('bidi'), PHONE);
    const hebrew = page.locator('.content p', { hasText: 'שלום' });
    await hebrew.waitFor();
    const sideOf = (text: string): Promise<string> =>
      page.evaluate<string>(`(() => {
        const paragraph = [...document.querySelectorAll('.content p')].find((each) => each.textContent.includes('${text}'));
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        const [line, box] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()];
        return line.left - box.left < box.right - line.right ? 'left' : 'right';
      })()`);
    expect([await sideOf('Hello'), await sideOf('שלום')]).to.deep.equal(['left', 'right']);
    await page.getByRole('group', { name: 'Code' }).waitFor();
    await page.getByRole('table', { name: 'Table' }).waitFor();
    await page.getByRole('group', { name: 'Formula' }).waitFor();
    expect(
      await page.evaluate<boolean>(
        "(() => { const box = document.querySelector('.katex'); return box.scrollWidth > box.clientWidth; })()",
      ),
    ).to.equal(true);
    expect(
      await page.evaluate<number>(
        "document.querySelector('.messages').scrollWidth - document.querySelector('.messages').clientWidth",
      ),
    ).to.equal(0);
    expect(
      await page.evaluate<string>("getComputedStyle(document.querySelector('#compose textarea')).fontSize"),
    ).to.equal('16px');
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.context().close();
  });

  it('reads that there is no network before sending anything', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('sees the counter vanish when everything, a channel or a topic is marked as read elsewhere', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/people');
    const ways: readonly [string, Record<string, unknown>][] = [
      ['/mark_all_as_read', {}],
      ['/mark_stream_as_read', { stream_id: channelId }],
      ['/mark_topic_as_read', { stream_id: channelId, topic_name: 'count' }],
    ];
    await owner.post('/mark_all_as_read');
    for (const [path, fields] of ways) {
      await sendTo('count', 'One more.');
      await until(async () => (await page.title()).startsWith('('));
      expect((await owner.post(path, fields)).status).to.equal(200);
      await until(async () => !(await page.title()).startsWith('('));
    }
    await page.context().close();
  });

  it('is told that invitations were not mailed, and gets a link instead', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL);
    await page.locator('.userMenu button').click();
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('E-mail addresses').fill('new@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('This server sends no mail').first().waitFor();
    expect(await page.getByLabel('Invitation link').inputValue()).to.match(/\/join\/\w+/);
    await page.context().close();
  });

  it('takes a completion back with Ctrl+Z', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('undo'));
    await box(page).pressSequentially('Ask @grac');
    await page.getByRole('option', { name: 'Grace' }).click();
    expect(await box(page).inputValue()).to.equal('Ask @**Grace** ');
    await page.keyboard.press('Control+z');
    expect(await box(page).inputValue()).to.equal('Ask @grac');
    await page.context().close();
  });

  /** Pastes a picture, beside a text or without one; answers whether the page has taken the picture. */
  const paste = (page: Page, text: string): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const pasted = new DataTransfer();
      pasted.items.add(new File(['x'], 'cells.png', { type: 'image/png' }));
      if ('${text}' !== '') pasted.setData('text/plain', '${text}');
      const event = new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true });
      return !document.querySelector('#compose textarea').dispatchEvent(event);
    })()`);

  it('pastes the text of cells, and a picture that comes alone', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('cells'));
    await box(page).waitFor();
    expect(await paste(page, 'a, b')).to.equal(false);
    expect(await paste(page, '')).to.equal(true);
    await until(async () => (await box(page).inputValue()).includes('cells.png'));
    await page.context().close();
  });
});
