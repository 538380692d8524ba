import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { recordedFacts, recordedMessages } from '../support/recorded.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { repetitions } from '../support/repetitions.ts';
import { things } from '../support/makers.ts';
import { randomMoment, until } from '../support/waiting.ts';

/** Each kind of change is the first of a round. */
const KILLS = repetitions(20, 5);
const CHANGES = 15;

describe('a server that is killed while the notification bot speaks', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  let mia: Person;
  let channel: number;
  let group: number;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    server = await ServerProcess.start(folder);
    owner = await server.login();
    const account = { email: 'mia@example.com', full_name: 'Mia', password: OWNER_PASSWORD };
    await owner.post('/users', account);
    mia = await server.login(account.email, account.password);
    await owner.patch('/realm', { send_channel_events_messages: true });
    channel = await things.channel.make(owner, { name: 'design' });
    group = await things.group.make(owner, { name: 'builders' });
  });
  after(async () => {
    await server.kill();
    await remove();
  });

  /** A message that goes from one topic to another. */
  async function move(topic: string): Promise<void> {
    const message = { type: 'channel', to: channel, topic: 'old', content: topic };
    const { id } = (await owner.post('/messages', message)).body;
    const noticeOptions = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
    await owner.patch(`/messages/${String(id)}`, { topic, propagate_mode: 'change_one', ...noticeOptions });
  }

  /** What changes and is told of. */
  const changes: readonly ((text: string) => Promise<unknown>)[] = [
    (description) => owner.patch(`/streams/${channel}`, { description }),
    () => owner.post(`/user_groups/${group}/members`, { add: [mia.userId] }),
    () => owner.post(`/user_groups/${group}/members`, { delete: [mia.userId] }),
    (name) => owner.patch(`/streams/${channel}`, { new_name: name }),
    move,
  ];

  async function restart(): Promise<void> {
    server = await ServerProcess.start(folder);
    [owner, mia] = [server.known(owner), server.known(mia)];
  }

  it(`says everything once, whenever it is killed (${KILLS} times)`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Each round begins with the next kind of change, and makes that one at least.
      const make = (nth: number) => changes[(kill + nth) % changes.length]!(`Change ${kill}.${nth}`);
      await make(0);
      let isKilled = false;
      const killing = randomMoment(300).then(() => {
        isKilled = true;
        return server.kill();
      });
      for (let change = 1; change < CHANGES && !isKilled; change += 1)
        await make(change).catch(() => undefined);
      await killing;
      await restart();
    }
    await allNotices();
    for (const [type, text] of SAID) {
      const happened = recordedFacts(folder).filter((fact) => fact.type === type);
      expect(happened.length, type).to.be.greaterThan(0);
      expect(noticesWith(text).length, text).to.equal(happened.length);
    }
  });

  /** What the bot says of each event. */
  const SAID = [
    ['ChannelDescribed', 'changed the description of this channel.'],
    ['UserGroupMembersAdded', 'added you to the group'],
    ['UserGroupMembersRemoved', 'removed you from the group'],
    ['ChannelRenamed', 'renamed this channel from'],
    ['MessagesMoved', 'was moved to #'],
    ['MessagesMoved', 'was moved here from #'],
  ] as const;

  const noticesWith = (text: string) =>
    recordedMessages(folder).filter(({ content }) => content.includes(text));

  /** Something new is said once everything before has been, and after that what was said twice, too. */
  async function allNotices(): Promise<void> {
    for (const description of ['The last one', 'The very last one']) {
      await owner.patch(`/streams/${channel}`, { description });
      await until(() =>
        noticesWith('changed the description').some(({ content }) => content.endsWith(`> ${description}`)),
      );
    }
  }
});
