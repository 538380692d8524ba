/** An organization in which people have talked, for pictures of it. */
import { type Client, connect } from '../packages/client/src/client.ts';
import { OWNER } from './builtServer.ts';

const PASSWORD = 'seven lanterns at sea';

const PEOPLE = ['Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Mary Somerville'] as const;
type Name = (typeof PEOPLE)[number] | 'Ada Lovelace';

const addressOf = (name: string): string => `${name.split(' ')[0]?.toLowerCase()}@example.com`;

/** The messages: author, channel, topic and text. */
const MESSAGES: readonly (readonly [Name, channel: string, topic: string, content: string])[] = [
  [
    'Grace Hopper',
    'design',
    'logo',
    'Two drafts for the logo. The **blue** one reads better when it is small.',
  ],
  [
    'Alan Turing',
    'design',
    'logo',
    'Agreed. On dark paper the blue needs more light, though:\n\n> contrast 4.5 : 1 or nothing',
  ],
  [
    'Ada Lovelace',
    'design',
    'logo',
    'Then blue it is. @**Grace Hopper**, would you put the files into the folder by Friday?',
  ],
  [
    'Grace Hopper',
    'design',
    'logo',
    'By Friday. For the engine room, this is how its width grows:\n\n```python\ndef width(steps):\n    return sum(1 / n for n in range(1, steps))\n```',
  ],
  [
    'Katherine Johnson',
    'design',
    'logo',
    'That is $$\\sum_{n=1}^{s-1} \\frac{1}{n}$$, so it never stops. A spoiler for those who want to find out:\n\n```spoiler How wide after 1,000 steps?\nAbout 7.48.\n```',
  ],
  ['Mary Somerville', 'design', 'logo', 'Lovely. :tada:'],
  ['Alan Turing', 'design', 'poster', '/poll Which paper?\nCream\nWhite\nGrey'],
  ['Katherine Johnson', 'orbits', 'second pass', 'The numbers of the second pass agree to the ninth digit.'],
  ['Mary Somerville', 'orbits', 'second pass', 'To the ninth! Show me the table.'],
  [
    'Katherine Johnson',
    'orbits',
    'second pass',
    '| pass | error |\n| --- | --- |\n| first | 0.000031 |\n| second | 0.0000000004 |',
  ],
  ['Grace Hopper', 'engine room', 'moth in relay 70', 'First actual case of a bug being found.'],
  ['Alan Turing', 'engine room', '✔ broken printer', 'Printing again since noon.'],
  ['Mary Somerville', 'welcome', 'hello', 'Good morning, everybody!'],
];

/** Makes everything by the interface, as anybody could. */
export async function furnish(url: string): Promise<void> {
  const ada = await loggedIn(url, OWNER.email, OWNER.password);
  await ada.call('PATCH /settings', { full_name: 'Ada Lovelace' });
  const clients = new Map<Name, Client>([['Ada Lovelace', ada]]);
  for (const name of PEOPLE) {
    await ada.call('POST /users', { email: addressOf(name), full_name: name, password: PASSWORD });
    clients.set(name, await loggedIn(url, addressOf(name), PASSWORD));
  }
  await makeChannels(ada);
  const ids: number[] = [];
  for (const [name, channel, topic, content] of MESSAGES) {
    const sender = clients.get(name) ?? ada;
    ids.push((await sender.send({ type: 'channel', to: channel, topic, content })).id);
  }
  const grace = clients.get('Grace Hopper') ?? ada;
  const to = JSON.stringify([OWNER.email]);
  await grace.send({ type: 'direct', to, content: 'Between us: I like the *green* one too.' });
  for (const [name, emoji] of [
    ['Alan Turing', '+1'],
    ['Katherine Johnson', '+1'],
    ['Ada Lovelace', '+1'],
    ['Mary Somerville', 'heart'],
  ] as const)
    await clients
      .get(name)
      ?.call('POST /messages/:message_id/reactions', { message_id: ids[0] ?? 0, emoji_name: emoji });
  await ada.call('PATCH /messages/:message_id', {
    message_id: ids[2] ?? 0,
    content: 'Then **blue** it is. @**Grace Hopper**, would you put the files into the folder by Friday?',
  });
  await ada.call('POST /messages/flags', { messages: [ids[3] ?? 0], op: 'add', flag: 'starred' });
  await grace.call('POST /users/me/status', { status_text: 'Looking for moths', emoji_name: 'bug' });
}

async function makeChannels(ada: Client): Promise<void> {
  const principals = [OWNER.email, ...PEOPLE.map(addressOf)];
  const { channel_folder_id: work } = await ada.call('POST /channel_folders/create', {
    name: 'Work',
    description: '',
  });
  const about: Readonly<Record<string, string>> = {
    design: 'How things look',
    orbits: 'Where things go',
    'engine room': 'What keeps it running',
    welcome: 'Say hello',
  };
  for (const [name, description] of Object.entries(about))
    await ada.call('POST /users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals,
      invite_only: name === 'engine room',
      folder_id: name === 'welcome' ? null : work,
      send_new_subscription_messages: false,
    });
}

async function loggedIn(url: string, email: string, password: string): Promise<Client> {
  const { api_key: apiKey } = await connect({ url }).call('POST /fetch_api_key', {
    username: email,
    password,
  });
  return connect({ url, email, apiKey, program: 'website' });
}
