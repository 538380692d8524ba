/** Topics that people rename and move in the web page. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { violationsOn } from '../support/browser.ts';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { describeWebPage, PHONE, WebPages } from '../support/webPage.ts';

describeWebPage('topics in the web page', () => {
  const clock = new MovedClock();
  let pages: WebPages;
  let owner: Person;
  let grace: Person;
  const channels = { design: -1, planning: -1 };

  before(async () => {
    pages = await WebPages.start({ clock });
    owner = await pages.hansard.owner();
    grace = await pages.hansard.person('Grace');
    const principals = [owner.userId, grace.userId];
    for (const name of ['design', 'planning'] as const) {
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
      channels[name] = (await owner.get('/get_stream_id', { stream: name })).body.stream_id as number;
    }
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const send = async (topic: string, content: string, person = owner): Promise<number> =>
    (await person.post('/messages', { type: 'channel', to: channels.design, topic, content })).body
      .id as number;
  const pathOf = (topic: string): string => `/channel/${channels.design}/topic/${topic}`;
  const heading = (page: Page, name: string) => page.locator('main').getByRole('heading', { name });
  const topicOf = async (id: number): Promise<readonly unknown[]> => {
    const { subject, stream_id: channelId } = (await owner.get(`/messages/${id}`)).body.message as Record<
      string,
      unknown
    >;
    return [channelId, subject];
  };

  async function openMove(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'More about this topic' }).click();
    await page.getByRole('button', { name: 'Rename or move the topic' }).click();
  }

  it('are renamed, and who reads one goes with it', async () => {
    const id = await send('lgo', 'Shall it be blue?');
    const [page, other] = [
      await pages.loggedIn(OWNER_EMAIL, pathOf('lgo')),
      await pages.loggedIn(grace.email, pathOf('lgo'), PHONE),
    ];
    await heading(other, 'lgo').waitFor();
    await openMove(page);
    expect(await violationsOn(page)).to.deep.equal([]);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Topic' }).fill('logo');
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await heading(page, 'logo').waitFor();
    await heading(other, 'logo').waitFor();
    await other.locator('article', { hasText: 'Shall it be blue?' }).waitFor();
    expect(await topicOf(id)).to.deep.equal([channels.design, 'logo']);
    await page.locator('nav').getByRole('link', { name: 'lgo' }).waitFor({ state: 'detached' });
    await Promise.all([page, other].map((each) => each.context().close()));
  });

  it('are moved to another channel, and both places say so where it is wished', async () => {
    const ids = [await send('budget', 'What does it cost?'), await send('budget', 'Nothing.')];
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('budget'));
    await heading(page, 'budget').waitFor();
    await page.locator('article', { hasText: 'Nothing.' }).waitFor();
    await openMove(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Channel').selectOption('planning');
    await dialog.getByLabel('Say in the old place where they have gone').check();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.locator('main').getByRole('link', { name: 'planning' }).waitFor();
    await page.locator('article', { hasText: 'This topic was moved here' }).waitFor();
    for (const id of ids) expect(await topicOf(id)).to.deep.equal([channels.planning, 'budget']);
    await page.goto(pages.origin + pathOf('budget'));
    await page.locator('article', { hasText: 'This topic was moved to' }).waitFor();
    await page.context().close();
  });

  it('give up one message with what was said after it', async () => {
    const ids = [await send('mixed', 'One.'), await send('mixed', 'Two.'), await send('mixed', 'Three.')];
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('mixed'));
    const second = page.locator('article', { hasText: 'Two.' });
    await second.hover();
    await second.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Topic' }).fill('another thing');
    await dialog.getByLabel('Which messages').selectOption('This one and all after it');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await heading(page, 'another thing').waitFor();
    const moved = await Promise.all(ids.map(topicOf));
    expect(moved.map(([, topic]) => topic)).to.deep.equal(['mixed', 'another thing', 'another thing']);
    await page.context().close();
  });

  it('that are too old to be moved whole give up their newest part', async () => {
    await owner.patch('/realm', { move_messages_within_stream_limit_seconds: 3_600 });
    const ids = [await send('long', 'Of long ago.', grace)];
    clock.advance(2 * 3_600_000);
    ids.push(await send('long', 'Of now.', grace), await send('long', 'And of now.', grace));
    const page = await pages.loggedIn(grace.email, pathOf('long'));
    await page.locator('article', { hasText: 'And of now.' }).waitFor();
    await openMove(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Topic' }).fill('short');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await violationsOn(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Move the newest 2 only' }).click();
    await heading(page, 'short').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const moved = await Promise.all(ids.map(topicOf));
    expect(moved.map(([, topic]) => topic)).to.deep.equal(['long', 'short', 'short']);
    await page.locator('article', { hasText: 'And of now.' }).waitFor();
    expect(await page.locator('article', { hasText: 'Of long ago.' }).count()).to.equal(0);
    await page.context().close();
  });

  it('stay where they are for people who may not move them', async () => {
    await send('fixed', 'It stays.');
    const groups = (await owner.get('/user_groups')).body.user_groups as { id: number; name: string }[];
    const moderators = groups.find(({ name }) => name === 'role:moderators')?.id;
    for (const permission of [
      'can_move_messages_between_topics_group',
      'can_move_messages_between_channels_group',
      'can_resolve_topics_group',
    ])
      await owner.patch('/realm', { [permission]: { new: moderators } });
    const page = await pages.loggedIn(grace.email, pathOf('fixed'));
    const message = page.locator('article', { hasText: 'It stays.' });
    await message.hover();
    await message.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Remind me of it' }).waitFor();
    expect(await page.getByRole('button', { name: 'Move', exact: true }).count()).to.equal(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More about this topic' }).click();
    expect(await page.getByRole('button', { name: 'Rename or move the topic' }).count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Mark resolved' }).count()).to.equal(0);
    await page.context().close();
  });

  it('are read from a day on', async () => {
    const id = await send('log', 'Of that day.');
    clock.advance(9 * 24 * 3_600_000);
    for (let index = 0; index < 100; index += 1) await send('log', `Later ${index}.`);
    await owner.post('/mark_all_as_read');
    const { timestamp } = (await owner.get(`/messages/${id}`)).body.message as { timestamp: number };
    const page = await pages.loggedIn(OWNER_EMAIL, pathOf('log'));
    await page.locator('article', { hasText: 'Later 99.' }).waitFor();
    const day = await page.evaluate<string>(`new Date(${timestamp * 1000}).toLocaleDateString('sv')`);
    await page.getByRole('button', { name: 'Go to a date' }).click();
    expect(await violationsOn(page)).to.deep.equal([]);
    await page.getByRole('textbox', { name: 'Date' }).fill(day);
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await page.waitForURL(/near=/);
    const there = page.locator('article', { hasText: 'Of that day.' });
    await there.waitFor();
    const [box, list] = [await there.boundingBox(), await page.locator('.messages').boundingBox()];
    expect(box?.y).to.be.within(list?.y ?? 0, (list?.y ?? 0) + (list?.height ?? 0));
    await page.context().close();
  });
});
