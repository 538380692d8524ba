import { expect } from 'chai';
import {
  archiveChannel,
  type ChannelUpdate,
  setDefaultChannel,
} from '../../../src/commands/channels/channels.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { OrganizationSettingName } from '../../../src/events/organizations.ts';
import type { ChannelFolderId } from '../../../src/events/channels.ts';
import type { ChannelId } from '../../../src/base/ids.ts';
import { CHANNEL_REFERENCES } from '../../../src/organization/slices/organizations.ts';
import { example } from '../../support/examples.ts';
import {
  attempt,
  CHANNELS,
  changes,
  MEMBERS,
  type Name,
  NOBODY,
  outcome,
  refusalOf,
  town,
  type Who,
} from '../channelFixture.ts';

describe('the other settings of a channel', () => {
  it('all change in one decision, the name last', () => {
    const given: Partial<ChannelUpdate> = {
      newName: ' Wide open ',
      description: { text: 'new', html: '<p>new</p>' },
      isDefault: true,
      messageRetentionDays: 30,
      folderId: 1 as ChannelFolderId,
      topicsPolicy: 'disable_empty_topic',
    };
    expect(changes('open', given)).to.deep.equal([
      { type: 'ChannelTopicsPolicyChanged', oldPolicy: 'inherit', newPolicy: 'disable_empty_topic' },
      { type: 'ChannelRetentionChanged', oldDays: null, newDays: 30 },
      { type: 'ChannelMovedToFolder', oldFolderId: null, newFolderId: 1 },
      { type: 'DefaultChannelAdded', defaultChannelIds: [CHANNELS.standing, CHANNELS.open] },
      {
        type: 'ChannelDescribed',
        oldAuthorId: 1,
        newAuthorId: 1,
        oldDescription: 'What it is for',
        newDescription: 'new',
        newRenderedDescription: '<p>new</p>',
      },
      { type: 'ChannelRenamed', oldName: 'open', newName: 'Wide open' },
    ]);
  });

  it('stay without an event where they are so already', () => {
    const given: Partial<ChannelUpdate> = {
      description: { text: 'What it is for', html: '<p>What it is for</p>' },
      isDefault: false,
      messageRetentionDays: null,
      folderId: null,
      topicsPolicy: 'inherit',
      isPrivate: false,
      isUnarchived: true,
    };
    expect(changes('open', given)).to.deep.equal([]);
  });

  const rows: readonly (readonly [Who, Partial<ChannelUpdate>, string])[] = [
    ['owner', { newName: 'open' }, 'BAD_REQUEST: Channel already has that name.'],
    ['owner', { newName: ' ' }, "BAD_REQUEST: Channel name can't be empty."],
    ['owner', { newName: 'CHANNEL 5' }, "CHANNEL_ALREADY_EXISTS: Channel 'CHANNEL 5' already exists"],
    ['owner', { newName: 'OPEN' }, 'allowed'],
    ['admin', { messageRetentionDays: 30 }, 'UNAUTHORIZED_PRINCIPAL: Must be an organization owner'],
    ['runner', { isDefault: true }, 'BAD_REQUEST: You do not have permission to change default channels.'],
    ['admin', { isDefault: true }, 'allowed'],
    ['owner', { folderId: 2 as ChannelFolderId }, 'BAD_REQUEST: Invalid channel folder ID'],
    ['owner', { folderId: 9 as ChannelFolderId }, 'BAD_REQUEST: Invalid channel folder ID'],
    ['runner', { topicsPolicy: 'disable_empty_topic' }, 'allowed'],
  ];
  for (const [who, given, expected] of rows)
    it(`${JSON.stringify(given)} by the ${who}: ${expected}`, () =>
      expect(refusalOf('open', given, who)).to.equal(expected));

  it('tells the name that is taken', () => {
    const decided = attempt('open', { newName: 'channel 3' });
    expect((decided as Refused).extra).to.deep.equal({ channel_name: 'channel 3' });
  });

  it('leaves the topics policy to whom the organization lets, and to administrators', () => {
    const closed = example.organizationPermissionChanged({
      permission: 'can_set_topics_policy_group',
      oldValue: MEMBERS,
      newValue: NOBODY,
    });
    const given = { topicsPolicy: 'disable_empty_topic' as const };
    expect(refusalOf('open', given, 'runner', closed)).to.equal('BAD_REQUEST: Insufficient permission');
    expect(refusalOf('open', given, 'admin', closed)).to.equal('allowed');
  });

  it('keeps named topics out of a channel of the empty topic only, as long as there are any', () => {
    const given = { topicsPolicy: 'empty_topic_only' as const };
    const named = example.messageSent();
    const decided = attempt('open', given, 'owner', named);
    expect(decided).to.include({ code: 'BAD_REQUEST' });
    expect((decided as Refused).extra).to.deep.equal({ empty_topic_display_name: 'general chat' });
    expect(refusalOf('open', given, 'owner', example.messageSent({ topic: '' }))).to.equal('allowed');
    const gone = example.messagesDeleted({ messageIds: [25] });
    expect(refusalOf('open', given, 'owner', named, gone)).to.equal('allowed');
    const moved = example.messagesMoved({ messageIds: [25], newTopic: '' });
    expect(refusalOf('open', given, 'owner', named, moved)).to.equal('allowed');
  });
});

describe('archiving a channel', () => {
  const archive = (channel: Name, actor: Who, ...before: DomainEvent[]) =>
    outcome(town(...before), archiveChannel, { channelId: CHANNELS[channel] as ChannelId }, actor);
  const typesOf = (decided: ReturnType<typeof archive>) =>
    decided instanceof Refused ? decided.code : decided.events.map(({ type }) => type);

  it('is for administrators of the organization, in a private channel or not, and of the channel', () => {
    for (const who of ['owner', 'admin', 'runner'] as const)
      expect(typesOf(archive('shared', who))).to.deep.equal(['ChannelArchived']);
    expect(typesOf(archive('open', 'moderator'))).to.equal('CANNOT_ADMINISTER_CHANNEL');
    expect(typesOf(archive('shared', 'member'))).to.equal('BAD_REQUEST');
  });

  it('takes it away from the default channels', () => {
    expect(typesOf(archive('standing', 'admin'))).to.deep.equal(['DefaultChannelRemoved', 'ChannelArchived']);
  });

  it('takes it away from every setting of the organization that names it, and from no other', () => {
    const named = (property: OrganizationSettingName, channel: Name) =>
      example.organizationSettingChanged({ property, oldValue: null, newValue: CHANNELS[channel] });
    const decided = archive(
      'shared',
      'admin',
      ...CHANNEL_REFERENCES.map((property) => named(property, 'shared')),
      named('signupAnnouncementChannelId', 'open'),
    );
    const cleared = (property: string) => ({
      type: 'OrganizationSettingChanged',
      data: { property, oldValue: CHANNELS.shared, newValue: null },
    });
    expect(decided instanceof Refused ? decided : decided.events.slice(0, -1)).to.deep.equal([
      cleared('announcementChannelId'),
      cleared('moderationRequestChannelId'),
      cleared('serviceAnnouncementChannelId'),
    ]);
    expect(typesOf(decided).at(-1)).to.equal('ChannelArchived');
  });

  it('happens once, and is taken back by an update', () => {
    expect(typesOf(archive('archived', 'admin'))).to.deep.equal([]);
    expect(changes('archived', { isUnarchived: true }, 'runner')).to.deep.equal([
      { type: 'ChannelUnarchived' },
    ]);
  });
});

describe('default channels', () => {
  const set = (channel: Name, isDefault: boolean, actor: Who) =>
    outcome(town(), setDefaultChannel, { channelId: CHANNELS[channel] as ChannelId, isDefault }, actor);

  it('are changed by administrators, each once', () => {
    expect(set('open', true, 'admin')).to.have.nested.property('events[0].type', 'DefaultChannelAdded');
    expect(set('standing', false, 'admin')).to.have.nested.property(
      'events[0].type',
      'DefaultChannelRemoved',
    );
    expect(set('standing', true, 'admin')).to.deep.include({ events: [] });
    expect(set('open', false, 'admin')).to.deep.include({ events: [] });
  });

  it('are neither private nor changed by others', () => {
    expect(set('shared', true, 'admin')).to.include({ message: 'Private channels cannot be made default.' });
    const hidden = { message: 'Private channels cannot be made default.' };
    for (const channel of ['shared', 'protected'] as const) {
      expect(set(channel, false, 'admin')).to.include(hidden);
      expect(set(channel, false, 'owner')).to.deep.include({ events: [] });
    }
    const complaint = 'You do not have permission to change default channels.';
    expect(set('open', true, 'runner')).to.include({ message: complaint });
    expect(set('shared', true, 'member')).to.include({ message: 'Invalid channel ID' });
  });
});
