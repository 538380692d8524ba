/** The state of the client package: pure, and no larger than what an event changes. */
import { expect } from 'chai';
import {
  applyEvent,
  type ClientEvent,
  type ClientState,
  isIn,
  stateOf,
  Table,
  type Snapshot,
} from '../../packages/client/src/client.ts';

const group = (id: number, members: readonly number[], subgroups: readonly number[] = []) => ({
  id,
  members,
  direct_subgroup_ids: subgroups,
});

const SNAPSHOT = {
  user_id: 1,
  realm_name: 'Acme',
  can_invite_others_to_realm: true,
  realm_can_invite_users_group: 9,
  realm_users: [
    { user_id: 1, full_name: 'Olga', role: 100 },
    { user_id: 2, full_name: 'Mia', role: 400 },
  ],
  realm_user_groups: [group(8, [1]), group(9, [], [8])],
  unread_msgs: {
    count: 2,
    pms: [{ other_user_id: 1, sender_id: 1, unread_message_ids: [5] }],
    streams: [{ stream_id: 3, topic: 'news', unread_message_ids: [6] }],
    huddles: [],
    mentions: [6],
    old_unreads_missing: false,
  },
} as unknown as Snapshot;

const after = (state: ClientState, event: object): ClientState =>
  applyEvent(state, { id: 7, ...event } as ClientEvent);

const rename = (state: ClientState, name: string): ClientState =>
  after(state, { type: 'realm_user', op: 'update', person: { user_id: 2, full_name: name } });

describe('the state of a client', () => {
  it('is what it was while later ones are made of it', () => {
    const first = stateOf(SNAPSHOT);
    const second = rename(first, 'Mia Renamed');
    const third = rename(second, 'Mia Again');
    const names = [first, second, third].map(({ users }) => users.get(2)?.full_name);
    expect(names).to.deep.equal(['Mia', 'Mia Renamed', 'Mia Again']);
  });

  it('shares with the next one whatever an event does not change', () => {
    const before = stateOf(SNAPSHOT);
    const { users: _before, ...others } = before;
    const { users: _after, ...sharedOthers } = rename(before, 'Mia Renamed');
    for (const [name, part] of Object.entries(sharedOthers))
      expect(part, name).to.equal(others[name as keyof typeof others]);
  });

  it('is the same after an event of a type that is not known', () => {
    const before = stateOf(SNAPSHOT);
    expect(after(before, { type: 'weather', op: 'change' })).to.equal(before);
  });

  it('is that of a new snapshot after a queue was registered again', () => {
    const params = { include_subscribers: true } as const;
    const snapshot = { ...SNAPSHOT, realm_name: 'Acme again' };
    const again = after(stateOf(SNAPSHOT, params), { type: 'registered', snapshot });
    expect(again.fields.realm_name).to.equal('Acme again');
    expect(again.params).to.equal(params);
  });

  it('follows messages to other topics, and forgets those that were read', () => {
    const moved = after(stateOf(SNAPSHOT), {
      type: 'update_message',
      message_id: 6,
      message_ids: [6, 77],
      stream_id: 3,
      propagate_mode: 'change_all',
      orig_subject: 'news',
      subject: 'old news',
    });
    expect([...moved.unread]).to.deep.equal([
      [6, { conversation: { channelId: 3, topic: 'old news' }, isMention: true }],
      [5, { conversation: { userIds: [1] }, isMention: false }],
    ]);
    const flags = { type: 'update_message_flags', op: 'add', flag: 'read' };
    expect(after(moved, { ...flags, messages: [6], all: false }).unread.size).to.equal(1);
    expect(after(moved, { ...flags, messages: [], all: true }).unread.size).to.equal(0);
    expect(moved.unread.size).to.equal(2);
  });

  it('has the rights that follow from groups within groups', () => {
    const before = stateOf(SNAPSHOT);
    expect(isIn(before, 9, 1)).to.equal(true);
    const left = after(before, { type: 'user_group', op: 'remove_members', group_id: 8, user_ids: [1] });
    expect(isIn(left, 9, 1)).to.equal(false);
    expect(left.fields.can_invite_others_to_realm).to.equal(false);
    expect(before.fields.can_invite_others_to_realm).to.equal(true);
  });
});

describe('a table', () => {
  it('has its own entries, however many versions were made of it', () => {
    const versions = [new Table([['a', 1]])];
    for (let value = 2; value < 6; value += 1)
      versions.push(versions.at(-1)!.with('a', value).with('b', value));
    versions.push(versions.at(-1)!.without(['a', 'b']));
    const shown = () => versions.map((table) => [...table].map(([key, value]) => `${key}${value}`).sort());
    const expected = [['a1'], ['a2', 'b2'], ['a3', 'b3'], ['a4', 'b4'], ['a5', 'b5'], []];
    expect(shown()).to.deep.equal(expected);
    expect(versions[2]!.change(['b', 'c'], (value) => value * 10).get('b')).to.equal(30);
    expect(shown()).to.deep.equal(expected);
  });

  it('is itself where nothing is different', () => {
    const table = new Table([['a', 1]]);
    expect(
      table
        .with('a', 1)
        .without(['b'])
        .change(['c'], String as never),
    ).to.equal(table);
  });
});
