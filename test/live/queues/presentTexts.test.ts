import { expect } from 'chai';
import type { DomainEvent } from '../../../src/events/define.ts';
import { example } from '../../support/examples.ts';
import { CHANNELS, PEOPLE } from '../fixture.ts';
import { QueueFixture, type Received } from './fixture.ts';

const SECRET = 'plumbago';
const shared = { channelId: CHANNELS.shared, topic: `${SECRET} topic` };
/** The message of the first event after the town. */
const firstId = (fixture: QueueFixture): number => fixture.state.revision + 1 + 1;

/** What a queue from before gets of events that are read in the log, and what it got while they happened. */
async function received(
  happen: (fixture: QueueFixture) => readonly DomainEvent[],
  userId: number = PEOPLE.member,
): Promise<{ live: readonly Received[]; later: readonly Received[] }> {
  const fixture = new QueueFixture();
  const id = fixture.register(userId);
  const live: Received[] = [];
  for (const event of happen(fixture)) {
    fixture.happen(event);
    live.push(...(await fixture.poll(id, live.at(-1)?.id ?? -1, { userId })));
  }
  fixture.restart();
  const later: Received[] = [];
  for (let more = await fixture.poll(id, -1, { userId }); more.length > 0;) {
    later.push(...more);
    more = await fixture.poll(id, later.at(-1)!.id, { userId });
  }
  return { live, later };
}

const nameOf = ({ id, type, op }: Received): string => `${id} ${type} ${String(op)}`;

/** That the same events come, and that only the live ones contain the text. */
async function expectLeftOut(
  happen: (fixture: QueueFixture) => readonly DomainEvent[],
  userId?: number,
): Promise<readonly Received[]> {
  const { live, later } = await received(happen, userId);
  expect(later.map(nameOf), 'the events').to.deep.equal(live.map(nameOf));
  expect(JSON.stringify(live), 'live').to.contain(SECRET);
  expect(JSON.stringify(later), 'later').not.to.contain(SECRET);
  return later;
}

const leaving = (channelId: number) =>
  example.usersUnsubscribed({ channelIds: [channelId], userIds: [PEOPLE.member] });

describe('a queue that is read in the log', () => {
  it('has no text of a message that was deleted since, nor of its edits and submessages', async () => {
    const [message] = await expectLeftOut((fixture) => {
      const messageId = firstId(fixture);
      const place = { channelId: CHANNELS.public, topic: 'lunch' };
      return [
        example.messageSent({ ...place, content: SECRET }),
        example.messageEdited({ ...place, messageId, oldContent: SECRET, newContent: `${SECRET}!` }),
        example.submessageAdded({ ...place, messageId, content: `{"${SECRET}":1}` }),
        example.messagesDeleted({ ...place, messageIds: [messageId] }),
      ];
    });
    expect(message).to.have.nested.property('message.subject', 'lunch');
  });

  it('has no text of a direct message that was deleted since', async () => {
    const to = { channelId: undefined, topic: undefined, participantIds: [PEOPLE.owner, PEOPLE.member] };
    await expectLeftOut((fixture) => [
      example.messageSent({ ...to, content: SECRET }),
      example.messagesDeleted({ ...to, messageIds: [firstId(fixture)] }),
    ]);
  });

  it('has nothing of a channel that its owner has lost: texts, topics, names', async () => {
    await expectLeftOut((fixture) => {
      const messageId = firstId(fixture);
      return [
        example.messageSent({ ...shared, content: SECRET }),
        example.topicPolicySet({ ...shared, userIds: [PEOPLE.member] }),
        example.messagesMoved({
          messageId,
          messageIds: [messageId],
          oldChannelId: CHANNELS.shared,
          newChannelId: CHANNELS.shared,
          oldTopic: shared.topic,
          newTopic: `${SECRET} again`,
        }),
        example.channelRenamed({ channelId: CHANNELS.shared, newName: `${SECRET} room` }),
        example.channelDescribed({ channelId: CHANNELS.shared, newDescription: SECRET }),
        leaving(CHANNELS.shared),
      ];
    });
  });

  it('has texts of a channel that its owner has left and may still read', async () => {
    const { live, later } = await received(() => [
      example.messageSent({ channelId: CHANNELS.public, topic: 'lunch', content: SECRET }),
      leaving(CHANNELS.public),
    ]);
    expect(later).to.deep.equal(live);
  });

  it('has former texts of an edited message as far as the organization displays them', async () => {
    const edited = (policy: 'all' | 'moves') => (fixture: QueueFixture) => [
      example.organizationSettingChanged({
        property: 'messageEditHistoryVisibilityPolicy',
        oldValue: 'all',
        newValue: policy,
      }),
      example.messageSent({ channelId: CHANNELS.public, topic: 'lunch', content: SECRET }),
      example.messageEdited({
        channelId: CHANNELS.public,
        messageId: firstId(fixture) + 1,
        oldContent: SECRET,
        newContent: 'better',
      }),
    ];
    const events = await expectLeftOut(edited('moves'));
    expect(events.at(-1)).to.include({ content: 'better', orig_content: '' });
    const { live, later } = await received(edited('all'));
    expect(later).to.deep.equal(live);
  });

  it('has no data exports for somebody who administers no longer', async () => {
    const admin = PEOPLE.outsider;
    const role = (oldRole: 200 | 400, newRole: 200 | 400) =>
      example.userRoleChanged({ userId: admin, oldRole, newRole });
    const { live, later } = await received(
      () => [role(400, 200), example.exportRequested(), role(200, 400)],
      admin,
    );
    const exportsOf = (events: readonly Received[]) =>
      events.filter(({ type }) => type === 'realm_export').map((event) => event['exports']);
    expect(exportsOf(live)).to.have.lengthOf(1);
    expect(exportsOf(live)[0]).not.to.deep.equal([]);
    expect(exportsOf(later)).to.deep.equal([[]]);
  });
});
