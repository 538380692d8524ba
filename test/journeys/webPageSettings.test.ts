/** What people set in the web page: groups, bots, alert words, files, channels. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';
import { describeWebPage, faultsOf, PHONE, WebPages } from '../support/webPage.ts';

describeWebPage('settings in the web page', () => {
  let pages: WebPages;
  let owner: Person;
  let grace: Person;

  before(async () => {
    pages = await WebPages.start();
    owner = await pages.hansard.owner();
    await owner.patch('/settings', { full_name: 'Ada' });
    grace = await pages.hansard.person('Grace');
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** Says yes in the dialog that asks. */
  const agree = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const groupCalled = async (groupName: string): Promise<Record<string, unknown> | undefined> => {
    const { body } = await owner.get('/user_groups');
    return (body.user_groups as Record<string, unknown>[]).find(({ name }) => name === groupName);
  };

  it('make a group with people and groups in it, change it, and give it up', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/people');
    await button(page, 'Create a group').click();
    await page.getByRole('dialog').getByLabel('Name').fill('makers');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a group' }).click();
    await page.getByRole('heading', { name: '@makers' }).waitFor();
    await page.getByLabel('Add people by name').fill('Gra');
    await button(page, 'Add Grace').click();
    await page.getByRole('heading', { name: 'Members: 2 people' }).waitFor();
    await page.getByLabel('Add a group').selectOption('Moderators');
    await button(page, 'Remove Moderators').waitFor();
    await page.getByLabel('Description').fill('Who makes things.');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Who may do what with it').click();
    await page.getByLabel('Mention').selectOption('Moderators');
    expect(await faultsOf(page)).to.deep.equal([]);
    const groups = (await owner.get('/user_groups')).body.user_groups as { id: number; name: string }[];
    const moderators = groups.find(({ name }) => name === 'role:moderators')?.id;
    await until(async () => (await groupCalled('makers'))?.['can_mention_group'] === moderators);
    expect(await groupCalled('makers')).to.deep.include({
      description: 'Who makes things.',
      can_mention_group: moderators,
      members: [owner.userId, grace.userId],
      direct_subgroup_ids: [moderators],
    });
    await button(page, 'Remove Grace').click();
    await page.getByRole('heading', { name: 'Members: 1 person' }).waitFor();
    await button(page, 'Deactivate the group').click();
    await agree(page, 'Deactivate the group');
    await page.getByText('There are no groups yet.').waitFor();
    expect(await groupCalled('makers')).to.equal(undefined);
    await page.context().close();
  });

  it('offer of a group what somebody may do with it', async () => {
    const { body } = await owner.post('/user_groups/create', {
      name: 'closed',
      description: 'For few.',
      members: [owner.userId],
    });
    const page = await pages.loggedIn(grace.email, `/settings/group-${String(body.group_id)}`, PHONE);
    await page.getByRole('heading', { name: '@closed' }).waitFor();
    expect(await page.locator('main').getByRole('button').allTextContents()).to.deep.equal([]);
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.context().close();
  });

  it('create a bot, give it another key, and deactivate it', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/settings/bots');
    await page.getByText('You have no bots.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Echo');
    await page.getByLabel('User name').fill('echo');
    await button(page, 'Create a bot').click();
    await page.getByText('API key', { exact: true }).click();
    const key = page.getByLabel('API key of Echo');
    const first = await key.inputValue();
    expect(await faultsOf(page)).to.deep.equal([]);
    await button(page, 'New key Echo').click();
    await agree(page, 'New key');
    await page.getByText('the old one is void').waitFor();
    await until(async () => (await key.inputValue()) !== first);
    const { bots } = (await owner.get('/bots')).body as { bots: { api_key: string }[] };
    expect(bots.map((bot) => bot.api_key)).to.deep.equal([await key.inputValue()]);
    await button(page, 'Deactivate Echo').click();
    await agree(page, 'Deactivate');
    await page.getByText('You have no bots.').waitFor();
    await page.context().close();
  });

  it('ask before somebody is deactivated, and take Escape for a no', async () => {
    const hopper = await pages.hansard.person('Hopper');
    const isActive = async (): Promise<unknown> =>
      ((await owner.get(`/users/${hopper.userId}`)).body.user as { is_active: boolean }).is_active;
    const page = await pages.loggedIn(OWNER_EMAIL, '/settings/organization');
    await button(page, 'Deactivate Hopper').click();
    await page.getByRole('heading', { name: 'Deactivate Hopper' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await isActive()).to.equal(true);
    await button(page, 'Deactivate Hopper').click();
    await agree(page, 'Deactivate');
    await button(page, 'Reactivate Hopper').click();
    await button(page, 'Deactivate Hopper').waitFor();
    expect(await isActive()).to.equal(true);
    await page.context().close();
  });

  it('keep alert words', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/settings/notifications');
    await page.getByLabel('A word or a few').fill('lighthouse');
    await button(page, 'Add').click();
    await button(page, 'lighthouse Remove').waitFor();
    expect((await owner.get('/users/me/alert_words')).body.alert_words).to.deep.equal(['lighthouse']);
    expect(await faultsOf(page)).to.deep.equal([]);
    await button(page, 'lighthouse Remove').click();
    await button(page, 'lighthouse Remove').waitFor({ state: 'detached' });
    expect((await owner.get('/users/me/alert_words')).body.alert_words).to.deep.equal([]);
    await page.context().close();
  });

  it('list the files that one has uploaded, and delete them', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, `/direct/${grace.userId}`);
    const file = { name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.alloc(2_500, 'a') };
    await page.locator('#compose input[type=file]').setInputFiles(file);
    const box = page.locator('#compose textarea');
    await until(async () => (await box.inputValue()).includes('map.txt'));
    await button(page, 'Send').click();
    await page.locator('article[data-id]', { hasText: 'map.txt' }).waitFor();
    await page.goto(`${pages.origin}/settings/files`);
    await page.getByText('2.5 kB of your uploads are stored.').waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'its message' }).click();
    await page.locator('article', { hasText: 'map.txt' }).waitFor();
    await page.goBack();
    await button(page, 'Delete map.txt').click();
    await agree(page, 'Delete');
    await page.getByText('You have uploaded nothing yet.').waitFor();
    expect((await owner.get('/attachments')).body.attachments).to.deep.equal([]);
    await page.context().close();
  });

  it('say of a channel who is in it from the start, how long it keeps messages, and open it again', async () => {
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }] });
    const id = (await owner.get('/get_stream_id', { stream: 'harbour' })).body.stream_id as number;
    const channel = async (): Promise<Record<string, unknown>> =>
      (await owner.get(`/streams/${id}`)).body.stream as Record<string, unknown>;
    const page = await pages.loggedIn(OWNER_EMAIL, `/settings/channel-${id}`);
    await page.getByLabel('New people are in it from the start').check();
    await page.getByLabel('Messages without a topic').selectOption('Not allowed');
    await page.getByLabel('Days after which messages are deleted').fill('90');
    await page.keyboard.press('Tab');
    await until(async () => (await channel())['message_retention_days'] === 90);
    await until(async () => (await channel())['topics_policy'] === 'disable_empty_topic');
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.getByRole('switch', { name: 'New people are in it' }).uncheck();
    await button(page, 'Archive the channel').click();
    await agree(page, 'Archive the channel');
    await page.getByRole('heading', { name: 'Channels' }).first().waitFor();
    await page.goto(`${pages.origin}/settings/channel-${id}`);
    await button(page, 'Open it again').click();
    await button(page, 'Archive the channel').waitFor();
    expect((await channel())['is_archived']).to.equal(false);
    await page.context().close();
  });

  it('name people and groups who may do something, with the keyboard alone', async () => {
    const { body } = await owner.post('/user_groups/create', { name: 'crew', description: '', members: [] });
    const groupId = body.group_id as number;
    const members = (await groupCalled('role:members'))!['id'] as number;
    const holders = async (): Promise<unknown> =>
      (await owner.post('/register', { fetch_event_types: ['realm'] })).body.realm_can_add_custom_emoji_group;
    const page = await pages.loggedIn(OWNER_EMAIL, '/settings/organization');
    const choice = page.getByRole('combobox', { name: 'Add custom emoji', exact: true });
    await page.getByText('Who may do what').press('Enter');
    await choice.selectOption('People and groups that are named');
    const named = page.getByRole('group', { name: 'Add custom emoji: people and groups' });
    await named.getByLabel('Name a person').press('G');
    await page.keyboard.type('ra');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await named.getByRole('button', { name: 'Remove Grace' }).waitFor();
    const field = named.getByLabel('Name a person');
    expect(
      await field.evaluate((each) => [each.matches(':focus'), 'value' in each && each.value]),
    ).to.deep.equal([true, '']);
    await named.getByLabel('Name a group').selectOption('@crew');
    await named.getByRole('button', { name: 'Remove @crew' }).waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await named.getByRole('button', { name: 'Remove Members' }).press('Enter');
    await named.getByRole('button', { name: 'Remove Members' }).waitFor({ state: 'detached' });
    expect(await holders()).to.deep.equal({ direct_members: [grace.userId], direct_subgroups: [groupId] });
    await page.reload();
    await page.getByText('Who may do what').click();
    await named.getByRole('button', { name: 'Remove Grace' }).click();
    await choice.locator('option:checked', { hasText: '@crew' }).waitFor({ state: 'attached' });
    expect(await holders()).to.equal(groupId);
    await choice.selectOption('Members');
    await until(async () => (await holders()) === members);
    await named.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
