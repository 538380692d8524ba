import { expect } from 'chai';
import {
  findImported,
  idPlaceholder,
  type ImportedMessage,
  importMessages,
} from '../../../src/commands/messages/import.ts';
import { PLAIN_TEXT } from '../../../src/commands/messages/rendering.ts';
import { checkedContent } from '../../../src/commands/text.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/base/ids.ts';
import { example, organizationAfter } from '../../support/examples.ts';

const [ANN, BOB] = [1 as UserId, 2 as UserId];
const SENT = Date.UTC(2020, 0, 1);
const key = (letter: string): string => Buffer.from(letter.repeat(32)).toString('base64url');
const message = (letter: string, fields: Partial<ImportedMessage> = {}): ImportedMessage => ({
  keyHash: key(letter),
  senderId: ANN,
  conversation: { kind: 'channel', channelId: 1 as ChannelId, topic: 'lunch' },
  content: checkedContent('Soup'),
  rendered: PLAIN_TEXT,
  imported: { sentAt: SENT },
  linkedKeys: [],
  fileIds: [],
  earlierChanges: [],
  starredBy: [],
  unreadBy: [],
  collapsedBy: [],
  ...fields,
});

/** Imports into a channel where some keys are known, by the IDs of their messages. */
function imported(messages: readonly ImportedMessage[], known: Readonly<Record<string, number>> = {}) {
  const state = organizationAfter(
    example.userCreated({ userId: ANN }),
    example.userCreated({ userId: BOB }),
    example.channelCreated(),
    example.usersSubscribed({ userIds: [ANN, BOB] }),
  );
  const sentUnder = (keyHash: string) =>
    known[keyHash] === undefined ? undefined : { messageId: known[keyHash] as MessageId };
  const facts = { sentUnder, conversation: () => undefined } as never;
  const context = { actor: null, now: state.time, nextRevision: 100, facts };
  const { events, result } = importMessages.decide(state, messages, context);
  return {
    events,
    result,
    found: findImported.decide(
      state,
      messages.map(({ keyHash }) => keyHash),
      context,
    ),
  };
}

describe('imported messages', () => {
  it('keep author, time and place, and are read by all who did not have them unread', () => {
    const { events } = imported([message('a')]);
    expect(events.map(({ type }) => type)).to.deep.equal(['MessageSent']);
    expect(events[0]?.data).to.deep.include({
      senderId: ANN,
      channelId: 1,
      topic: 'lunch',
      content: 'Soup',
      imported: { sentAt: SENT },
      readBySender: true,
    });
  });

  it('are one under each key, however often they are imported', () => {
    const again = [message('a'), message('b'), message('b')];
    const { events, result, found } = imported(again, { [key('a')]: 7 });
    expect(events).to.have.length(1);
    expect(result).to.deep.equal([key('a'), key('b')]);
    expect([...found.result]).to.deep.equal([key('a')]);
    expect(found.events).to.deep.equal([]);
  });

  it('take along who starred, collapsed or had not read them, behind the messages', () => {
    const marks = { starredBy: [ANN], collapsedBy: [BOB], unreadBy: [BOB] };
    const { events } = imported([message('a', marks), message('b', marks)]);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'MessageSent',
      'MessageSent',
      'MessagesStarred',
      'MessagesCollapsed',
      'MessagesMarkedUnread',
    ]);
    expect(events[2]?.data).to.deep.equal({ userId: ANN, messages: [[101, 102]] });
    expect(events[4]?.data).to.deep.include({ userId: BOB });
  });

  it('link to each other by the IDs that they get, and to those without one by the place alone', () => {
    const link = (letter: string) => `[there](/#narrow/channel/1/near/${idPlaceholder(key(letter))})`;
    const texts = ['a', 'b', 'c'].map((letter) =>
      message('m', {
        keyHash: key(`m${letter}`),
        content: checkedContent(link(letter)),
        linkedKeys: [key(letter)],
      }),
    );
    const { events } = imported([message('a'), ...texts], { [key('b')]: 7 });
    const contents = events.slice(1).map(({ data }) => (data as { content: string }).content);
    expect(contents).to.deep.equal([
      '[there](/#narrow/channel/1/near/101)',
      '[there](/#narrow/channel/1/near/7)',
      '[there](/#narrow/channel/1)',
    ]);
  });
});
