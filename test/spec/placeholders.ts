/** What rows name in braces: something new of each kind, made by those who may. */
import { makeBot } from '../api/bots.ts';
import { makeHook } from '../api/hooks.ts';
import { ask } from '../support/sendRequest.ts';
import { newPushDevice } from '../support/bouncer.ts';
import type { Hansard, Person } from '../support/hansard.ts';
import { things } from '../support/makers.ts';
import { at } from './values.ts';

const CAST = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
export type People = Readonly<Record<(typeof CAST)[number], Person>>;

/** What things are made on. */
type Stage = People & {
  readonly hansard: Hansard;
  readonly now: number;
  /** Has something closed in the end. */
  readonly onStop: (close: () => Promise<void>) => void;
};
type Maker = (stage: Stage, unique: string) => Promise<Readonly<Record<string, unknown>>>;

const known =
  (caller: keyof People): Maker =>
  async (stage) => ({ [caller]: stage[caller].userId, [`${caller}Email`]: stage[caller].email });

const madeChannel = (
  { owner }: Stage,
  name: string,
  subscribers: readonly Person[],
  settings: Readonly<Record<string, unknown>>,
): Promise<number> =>
  things.channel.make(owner, { name, principals: subscribers.map(({ userId }) => userId), ...settings });

/** A thing of the owner's, with its name. */
const named =
  (
    word: 'group' | 'folder' | 'field',
    given: (stage: Stage) => Readonly<Record<string, unknown>> = () => ({}),
  ): Maker =>
  async (stage, unique) => {
    const name = `${word} ${unique}`;
    return { [word]: await things[word].make(stage.owner, { name, ...given(stage) }), [`${word}Name`]: name };
  };

/** The things of all tests, made by the owner. */
const ofOwner = Object.entries(things).map(([word, { make }]): readonly [string, Maker] => [
  word,
  async ({ owner }) => ({ [word]: await make(owner) }),
]);

/** Name → what it brings. `Name` and `Email` behind a name are its text. */
export const makers: Readonly<Record<string, Maker>> = {
  ...Object.fromEntries(ofOwner),
  owner: known('owner'),
  administrator: known('administrator'),
  moderator: known('moderator'),
  member: known('member'),
  guest: known('guest'),
  nobody: async () => ({ nobody: 900_000_001 }),
  fresh: async (_, unique) => ({ fresh: unique }),
  long: async () => ({ long: 'x'.repeat(61) }),
  /** In an hour, which is after all rows, and in a day, in UNIX seconds. */
  soon: async ({ now }) => ({ soon: Math.floor(now / 1000) + 60 * 60 }),
  tomorrow: async ({ now }) => ({ tomorrow: Math.floor(now / 1000) + 24 * 60 * 60 }),
  veryLong: async () => ({ veryLong: 'x'.repeat(1025) }),
  tooLong: async () => ({ tooLong: 'x'.repeat(10_001) }),
  /** A public channel to which the whole cast is subscribed. */
  async channel(stage, unique) {
    const { owner, administrator, moderator, member, guest } = stage;
    const name = `public ${unique}`;
    const everybody = [owner, administrator, moderator, member, guest];
    return { channel: await madeChannel(stage, name, everybody, {}), channelName: name };
  },
  /** A public channel with the owner alone. */
  async quiet(stage, unique) {
    const name = `quiet ${unique}`;
    return { quiet: await madeChannel(stage, name, [stage.owner], {}), quietName: name };
  },
  /** A private channel of the owner and the member; its history is protected. */
  async secret(stage, unique) {
    const name = `secret ${unique}`;
    const id = await madeChannel(stage, name, [stage.owner, stage.member], { invite_only: true });
    return { secret: id, secretName: name };
  },
  /** A private channel of the owner alone; its history is protected. */
  async hidden(stage, unique) {
    const name = `hidden ${unique}`;
    return { hidden: await madeChannel(stage, name, [stage.owner], { invite_only: true }), hiddenName: name };
  },
  /** More people than are told of a new channel. */
  async crowd({ hansard }, unique) {
    const crowd: number[] = [];
    while (crowd.length <= 100)
      crowd.push((await hansard.account(`One ${crowd.length} of ${unique}`)).userId);
    return { crowd };
  },
  /** A message of the member in `{channel}`'s topic `logo`: both are new. */
  async message(stage, unique) {
    const channel = await makers.channel!(stage, unique);
    return { ...channel, message: await things.message.make(stage.member, { to: channel.channel }) };
  },
  async user({ hansard }, unique) {
    const person = await hansard.account(`User ${unique}`);
    return { user: person.userId, userEmail: person.email, userName: `User ${unique}`, userPerson: person };
  },
  /** A public channel of 15, the owner and the member among them, with 15 people in topic `busy`; `{another}` is none of the channel. */
  async many(stage, unique) {
    const { hansard, owner, member } = stage;
    const extras: Person[] = [];
    for (let i = 0; i < 14; i += 1) extras.push(await hansard.account(`Extra ${unique} ${i}`));
    const [another, ...others] = extras as [Person, ...Person[]];
    const name = `many ${unique}`;
    const many = await madeChannel(stage, name, [owner, member, ...others], {});
    const message = await things.message.make(owner, { to: many, topic: 'busy' });
    for (const person of extras)
      await ask(hansard, person, `POST /messages/${message}/reactions`, { emoji_name: 'heart' });
    return { many, manyName: name, another: another.userId };
  },
  /** The member's; on a server that has a bouncer. */
  async device({ member }) {
    return { device: await newPushDevice((path, fields) => member.post(path, { ...fields })) };
  },
  async ownersDevice({ owner }) {
    return { ownersDevice: await things.device.make(owner) };
  },
  async leaver({ hansard, owner }, unique) {
    const person = await hansard.account(`Leaver ${unique}`);
    await ask(hansard, owner, `DELETE /users/${person.userId}`);
    return { leaver: person.userId, leaverEmail: person.email, leaverPerson: person };
  },
  async bot({ hansard, owner }) {
    const person = await makeBot(hansard, owner);
    return { bot: person.userId, botEmail: person.email, botPerson: person };
  },
  /** An incoming webhook of the owner's. */
  async webhook({ hansard, owner }) {
    const person = await makeBot(hansard, owner, { bot_type: 2 });
    return { webhook: person.userId, webhookPerson: person };
  },
  /** An outgoing webhook of the owner's, whose receiver says `answer`. */
  async hook({ hansard, owner, onStop }) {
    const { bot, receiver, fullName } = await makeHook(hansard, owner, { body: { content: 'answer' } });
    onStop(() => receiver.close());
    return { hook: bot.userId, hookEmail: bot.email, hookName: fullName, hookReceiver: receiver };
  },
  /** The notification bot, which has told somebody of a subscription. */
  async notifier(stage, unique) {
    const { hansard, owner } = stage;
    const person = await hansard.account(`Told ${unique}`);
    await madeChannel(stage, `told ${unique}`, [owner], {});
    await madeChannel(stage, `told ${unique}`, [person], {});
    await hansard.settled();
    const query = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'dm']] };
    const { body } = await ask(hansard, person, 'GET /messages', query);
    return { notifier: at(body, 'messages[0].sender_id') };
  },
  /** A group of the owner's with the member in it. */
  group: named('group', ({ member }) => ({ members: [member.userId] })),
  folder: named('folder'),
  /** A short text that everybody edits. */
  field: named('field'),
  everyone: systemGroup('everyone'),
  members: systemGroup('members'),
  fullmembers: systemGroup('fullmembers'),
  moderators: systemGroup('moderators'),
  administrators: systemGroup('administrators'),
  owners: systemGroup('owners'),
  noone: systemGroup('nobody', 'noone'),
  internet: systemGroup('internet'),
};

/** Clients find system groups by name; here they are numbered in the order in which an organization creates them. */
function systemGroup(role: string, name = role): Maker {
  const order = ['internet', 'everyone', 'members', 'fullmembers', 'moderators', 'administrators', 'owners'];
  return async () => ({ [name]: [...order, 'nobody'].indexOf(role) + 1 });
}
