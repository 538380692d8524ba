/** The same talk of any length as an export of each system. */
import type { System } from '../../src/import/records.ts';
import { PIXEL } from './slackExport.ts';
import { tarOf } from './tars.ts';
import { type Files, zipOf } from './zips.ts';

const AT = 1_577_952_000;
const PEOPLE = 12;
const CHANNELS = 3;
/** One of so many messages has a file, is edited, is starred. */
const RARELY = 40;

const numbers = (count: number): readonly number[] => [...Array(count).keys()];

/** A message, whatever the system. */
interface Message {
  readonly number: number;
  readonly person: number;
  readonly channel: number;
  readonly text: string;
  readonly isSpecial: boolean;
  /** The first message of its thread. */
  readonly thread: number;
}

const messageAt = (number: number): Message => ({
  number,
  person: number % PEOPLE,
  channel: number % CHANNELS,
  isSpecial: number % RARELY === 7,
  text:
    number % 3 === 0
      ? `Plain words, number ${number}`
      : `Number **${number}** of \`many\`: https://example.com/${number}`,
  thread: number - (number % (CHANNELS * 5)) + (number % CHANNELS),
});

const uploadOf = ({ number }: Message): Buffer => Buffer.concat([PIXEL, Buffer.from(String(number))]);

function slackTalk(messages: number): Files {
  const ts = (number: number): string => `${AT + number}.000000`;
  const days = new Map<string, object[]>();
  const uploads: Record<string, Buffer> = {};
  for (const each of numbers(messages).map(messageAt)) {
    const { number, isSpecial } = each;
    if (isSpecial) uploads[`__uploads/F${number}/${number}.png`] = uploadOf(each);
    const day = `c${each.channel}/${new Date((AT + number) * 1000).toISOString().slice(0, 10)}.json`;
    days.set(day, days.get(day) ?? []);
    days.get(day)?.push({
      type: 'message',
      user: `U${each.person}`,
      ts: ts(number),
      thread_ts: ts(each.thread),
      text: each.text,
      ...(isSpecial && {
        edited: { ts: ts(number + 60) },
        files: [{ id: `F${number}`, name: `${number}.png`, mimetype: 'image/png' }],
        reactions: [{ name: '+1', users: ['U1', 'U2'] }],
      }),
    });
  }
  const members = numbers(PEOPLE).map((person) => `U${person}`);
  return {
    'users.json': members.map((id) => ({
      id,
      name: id,
      profile: { email: `${id.toLowerCase()}@example.com` },
    })),
    'channels.json': numbers(CHANNELS).map((channel) => ({
      id: `C${channel}`,
      name: `c${channel}`,
      members,
    })),
    ...Object.fromEntries(days),
    ...uploads,
  };
}

function mattermostTalk(messages: number): Files {
  const uploads: Record<string, Buffer> = {};
  const threads = new Map<number, { readonly post: object; readonly replies: object[] }>();
  for (const each of numbers(messages).map(messageAt)) {
    const { number, isSpecial } = each;
    if (isSpecial) uploads[`data/f/${number}.png`] = uploadOf(each);
    const reactions = ['u1', 'u2'].map((user) => ({ user, emoji_name: '+1', create_at: 1 }));
    const post = {
      user: `u${each.person}`,
      message: each.text,
      create_at: (AT + number) * 1000,
      ...(isSpecial && { edit_at: (AT + number + 60) * 1000, flagged_by: ['u3'], reactions }),
      ...(isSpecial && { attachments: [{ path: `f/${number}.png` }] }),
    };
    const thread = threads.get(each.thread);
    if (thread) thread.replies.push(post);
    else threads.set(number, { post: { ...post, team: 't', channel: `c${each.channel}` }, replies: [] });
  }
  const channels = numbers(CHANNELS).map((channel) => ({ team: 't', name: `c${channel}`, type: 'O' }));
  const teams = [{ name: 't', channels }];
  const lines = [
    { type: 'version', version: 1 },
    ...channels.map((channel) => ({ type: 'channel', channel })),
    ...numbers(PEOPLE).map((person) => ({
      type: 'user',
      user: { username: `u${person}`, email: `u${person}@example.com`, teams },
    })),
    ...[...threads.values()]
      .reverse()
      .map(({ post, replies }) => ({ type: 'post', post: { ...post, replies } })),
  ];
  return {
    'import.jsonl': Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    ...uploads,
  };
}

function zulipTalk(messages: number): Files {
  const uploads: Record<string, Buffer> = {};
  const all = numbers(messages).map(messageAt);
  const files: Record<string, object> = {};
  for (let first = 0; first < messages; first += 1_000) {
    const some = all.slice(first, first + 1_000);
    files[`messages-${String(first / 1_000 + 1).padStart(6, '0')}.json`] = {
      zerver_message: some.map(({ number, person, channel, text, thread, isSpecial }) => ({
        id: number + 1,
        sender: person + 1,
        recipient: channel + 1,
        subject: `thread ${thread}`,
        content: isSpecial
          ? `${text}\n[${number}.png](/user_uploads/1/aa/${number}.png) [before](#narrow/near/${number})`
          : text,
        date_sent: AT + number,
        ...(isSpecial && {
          edit_history: JSON.stringify([{ user_id: 2, timestamp: AT + number + 60, prev_content: 'before' }]),
        }),
      })),
      zerver_usermessage: some
        .filter(({ isSpecial }) => isSpecial)
        .flatMap(({ number }) => [
          { user_profile: 3, message: number + 1, flags_mask: 3 },
          { user_profile: 4, message: number + 1, flags_mask: 0 },
        ]),
    };
  }
  for (const each of all) if (each.isSpecial) uploads[`uploads/1/aa/${each.number}.png`] = uploadOf(each);
  const subscribed = numbers(PEOPLE * CHANNELS);
  return {
    'realm.json': {
      zerver_realm: [{ id: 1, date_created: AT }],
      zerver_userprofile: numbers(PEOPLE).map((person) => ({
        id: person + 1,
        full_name: `U${person}`,
        delivery_email: `u${person}@example.com`,
      })),
      zerver_usergroup: [{ id: 1, name: 'crew' }],
      zerver_usergroupmembership: [{ user_group: 1, user_profile: 2 }],
      zerver_stream: numbers(CHANNELS).map((channel) => ({ id: channel + 1, name: `c${channel}` })),
      zerver_recipient: numbers(CHANNELS).map((channel) => ({
        id: channel + 1,
        type: 2,
        type_id: channel + 1,
      })),
      zerver_subscription: subscribed.map((number) => ({
        user_profile: (number % PEOPLE) + 1,
        recipient: Math.floor(number / PEOPLE) + 1,
      })),
      zerver_reaction: all
        .filter(({ isSpecial }) => isSpecial)
        .flatMap(({ number }) =>
          [2, 3].map((user_profile) => ({ user_profile, message: number + 1, emoji_name: '+1' })),
        ),
    },
    ...files,
    ...uploads,
  };
}

/** Bytes of an export with so many messages. */
export const TALKS: Readonly<Record<System, (messages: number) => Promise<Buffer>>> = {
  slack: async (messages) => zipOf(slackTalk(messages)),
  mattermost: async (messages) => zipOf(mattermostTalk(messages)),
  zulip: (messages) => tarOf(zulipTalk(messages)),
};
