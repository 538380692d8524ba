/** Every place that carries HTML made of somebody's text: a limited guest learns no name there from who mentions it. */
import { expect } from 'chai';
import { z } from 'zod';
import { apiRoutes } from '../../src/api/table.ts';
import { payloads } from '../../src/live/translation/shapes.ts';
import { startReceiver } from '../support/receivers.ts';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { makeBot } from './bots.ts';
import { startCast } from './cast.ts';
import { listIn } from './expected.ts';
import { ON_THIS_MACHINE, payloadOf } from './hooks.ts';

type Fields = Readonly<Record<string, unknown>>;

const STRANGER = 'Stella Stranger';

/** Whether a schema has a field with HTML in it, by what the wire calls such fields. */
const hasHtml = (schema: z.ZodType): boolean =>
  /"[a-z_]*rendered_\w+":/.test(
    JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })),
  );

/** Each once. */
const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

/** An author's own words, rendered with their own rights at that moment. */
const OWN_WORDS = ['scheduled_messages/add', 'scheduled_messages/update', 'reminders/add'];

describe('the name of somebody whom a limited guest may not know', () => {
  let hansard: Hansard;
  let owner: Person;
  let guest: Person;
  let stranger: Person;
  let channelId: number;
  let messageId: number;
  let queue: Fields;
  let mention: string;

  const post = async (path: string, fields: Fields, who = owner): Promise<Answer> => {
    const answer = await who.post(path, fields);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer;
  };
  const patch = async (path: string, fields: Fields, who = owner): Promise<void> => {
    const answer = await who.patch(path, fields);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  };

  before(async () => {
    ({ hansard, owner, guest } = await startCast({ environment: ON_THIS_MACHINE }));
    stranger = await hansard.person(STRANGER);
    mention = `@**|${stranger.userId}** and @**|${owner.userId}**`;
    const principals = [owner.userId, guest.userId, stranger.userId];
    await post('/users/me/subscriptions', { subscriptions: [{ name: 'all' }], principals });
    channelId = Number((await owner.get('/get_stream_id', { stream: 'all' })).body.stream_id);
    const field = await post('/realm/profile_fields', { name: 'About', field_type: 2 });
    const data = [{ id: field.body.id, value: mention }];
    const groups = listIn(await owner.get('/user_groups'), 'user_groups');
    const members = groups.find(({ name }) => name === 'role:members')?.id;
    await patch('/realm', { can_access_all_users_group: { new: members } });
    // While they know each other, the guest writes of the stranger, too.
    await patch('/users/me/profile_data', { data }, guest);
    const later = { type: 'channel', to: channelId, topic: 't', content: mention };
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 3_600;
    await post('/scheduled_messages', { ...later, scheduled_delivery_timestamp }, guest);
    const { id: message_id } = (await post('/messages', later)).body;
    await post('/reminders', { message_id, scheduled_delivery_timestamp, note: mention }, guest);
    await owner.delete('/users/me/subscriptions', { subscriptions: ['all'], principals: [stranger.userId] });
    const client_capabilities = { notification_settings_null: false };
    queue = (await post('/register', { apply_markdown: true, client_capabilities }, guest)).body;
    const folder = await post('/channel_folders/create', { name: 'f', description: mention });
    await patch(`/channel_folders/${String(folder.body.channel_folder_id)}`, { description: `${mention} 2` });
    await patch(`/streams/${channelId}`, { description: mention });
    const another = { subscriptions: [{ name: 'seen', description: mention }] };
    await post('/users/me/subscriptions', { ...another, principals: [owner.userId, guest.userId] });
    await patch('/realm', { description: mention });
    await patch('/users/me/profile_data', { data });
    const newcomer = await hansard.person('Nell Newcomer');
    await patch('/users/me/profile_data', { data }, newcomer);
    await post('/users/me/subscriptions', { subscriptions: [{ name: 'seen' }] }, newcomer);
    messageId = Number((await post('/messages', { ...later, topic: 't' })).body.id);
    await patch(`/messages/${messageId}`, { content: `${mention} 2` });
  });
  after(() => hansard.stop());

  /** The people are named there, and who may know them all is told so; a guest is told one of them. */
  const expectHidden = (response: unknown, ownersResponse: unknown): void => {
    const [hidden, open] = [JSON.stringify(response), JSON.stringify(ownersResponse)];
    expect(hidden).to.include('@Unknown user').and.not.include(STRANGER);
    expect(hidden).to.match(/data-user-id=\\?\\"\d+\\?\\">@(?!Unknown)/);
    expect(open).to.include(`@${STRANGER}`);
  };

  /** Route → what is asked of it; where the answer is not the same for both, by whom the text is. */
  const answers: Readonly<Record<string, { readonly path: () => string; readonly fields?: Fields }>> = {
    'GET /messages': { path: () => '/messages', fields: { anchor: 'newest', num_before: 9, num_after: 0 } },
    'GET /messages/:message_id': { path: () => `/messages/${messageId}` },
    'GET /messages/:message_id/history': { path: () => `/messages/${messageId}/history` },
    'GET /streams': { path: () => '/streams' },
    'GET /streams/:stream_id': { path: () => `/streams/${channelId}` },
    'GET /users/me/subscriptions': { path: () => '/users/me/subscriptions' },
    'GET /channel_folders': { path: () => '/channel_folders' },
    'GET /users': { path: () => '/users', fields: { include_custom_profile_fields: true } },
    'GET /users/:user_id': {
      path: () => `/users/${owner.userId}`,
      fields: { include_custom_profile_fields: true },
    },
  };

  for (const [route, { path, fields }] of Object.entries(answers))
    it(`is not in the answer of ${route}`, async () => {
      // Owners are shown what is ready for all of their class first, and again afterwards.
      const before = await owner.get(path(), fields);
      expectHidden((await guest.get(path(), fields)).body, before.body);
      expect((await owner.get(path(), fields)).body).to.deep.equal(before.body);
    });

  for (const path of ['/scheduled_messages', '/reminders', '/users/me'])
    it(`is not in what the guest has written before: GET ${path}`, async () => {
      const response = JSON.stringify((await guest.get(path)).body);
      expect(response).to.include('Unknown user').and.not.include(STRANGER);
    });

  it('is in no other answer with HTML: every such route is in this table', () => {
    const own = [
      'GET /scheduled_messages',
      'GET /reminders',
      'GET /users/me',
      'POST /register',
      'GET /events',
    ];
    const withHtml = apiRoutes.filter(({ response }) => hasHtml(response));
    const named = withHtml.map(({ method, path }) => `${method} ${path}`);
    const content = ['GET /messages', 'GET /messages/:message_id'];
    expect(sorted([...named, ...content])).to.deep.equal(sorted([...Object.keys(answers), ...own]));
  });

  it('is not in what a registration tells, part by part', async () => {
    const [mine, owners] = [(await post('/register', {}, guest)).body, (await post('/register', {})).body];
    const parts = [
      'streams',
      'subscriptions',
      'realm_rendered_description',
      'channel_folders',
      'realm_users',
    ];
    for (const part of parts) expectHidden([mine[part]], [owners[part]]);
    expect(JSON.stringify(mine)).not.to.include(STRANGER);
  });

  it('is in no client event', async () => {
    const { queue_id: queueId, last_event_id: last } = queue;
    const { body } = await guest.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true });
    const response = listIn({ body } as Answer, 'events');
    expect(JSON.stringify(response)).not.to.include(STRANGER);
    const hiding = response.filter((event) => JSON.stringify(event).includes('@Unknown user'));
    const named = (event: Fields) =>
      event.op === undefined ? String(event.type) : `${String(event.type)}/${String(event.op)}`;
    const withHtml = Object.entries(payloads).filter(([, schema]) => hasHtml(schema));
    const names = withHtml.map(([name]) => name.split(' ')[0] ?? name);
    expect(sorted(hiding.map(named))).to.deep.equal(
      sorted(names.filter((name) => !OWN_WORDS.includes(name))),
    );
  });

  it('is not rendered for the guest', async () => {
    const { body } = await post('/messages/render', { content: mention }, guest);
    expect(body.rendered).not.to.include(STRANGER);
  });

  it('is not in what the receiver of a bot is told whose owner is such a guest', async () => {
    const receiver = await startReceiver(() => ({}));
    const requested = { full_name: 'Hook', short_name: 'hook', bot_type: 3, payload_url: receiver.url };
    const bot = await makeBot(hansard, owner, requested);
    const send = (content: string) =>
      post('/messages', { type: 'direct', to: [bot.userId], content: `${content} ${mention}` });
    await send('one');
    await hansard.settled();
    await patch(`/users/${bot.userId}`, { role: 600 });
    await send('two');
    await hansard.settled();
    expectHidden(
      payloadOf(receiver, 1).message.rendered_content,
      payloadOf(receiver).message.rendered_content,
    );
    expect(payloadOf(receiver, 1).message.content).to.include(mention);
    await receiver.close();
  });
});
