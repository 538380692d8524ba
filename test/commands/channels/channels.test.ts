import { expect } from 'chai';
import { type ChannelUpdate, updateChannel } from '../../../src/commands/channels/channels.ts';
import type { Refused } from '../../../src/base/errors.ts';
import type { ChannelPermissionName } from '../../../src/events/channels.ts';
import type { ChannelFolderId } from '../../../src/events/channels.ts';
import type { UserGroupId } from '../../../src/events/userGroups.ts';
import type { ChannelId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import {
  attempt,
  CHANNELS,
  changes,
  EVERYONE,
  MEMBERS,
  type Name,
  NOBODY,
  outcome,
  refusalOf,
  town,
  updating,
  type Who,
} from '../channelFixture.ts';

const NOT_ADMINISTERED = 'CANNOT_ADMINISTER_CHANNEL: You do not have permission to administer this channel.';
const INVALID = 'BAD_REQUEST: Invalid channel ID';
const NO_CONTENT = 'BAD_REQUEST: Channel content access is required.';
const INSUFFICIENT = 'BAD_REQUEST: Insufficient permission';
const spectators = example.organizationSettingChanged({
  property: 'enableSpectatorAccess',
  oldValue: false,
  newValue: true,
});

describe('who may change a channel', () => {
  const described = { description: { text: 'new', html: '<p>new</p>' } };
  const rows: readonly (readonly [Who, Name, string])[] = [
    ['owner', 'open', 'allowed'],
    ['admin', 'open', 'allowed'],
    ['runner', 'open', 'allowed'],
    ['moderator', 'open', NOT_ADMINISTERED],
    ['member', 'open', NOT_ADMINISTERED],
    ['guest', 'open', NOT_ADMINISTERED],
    ['admin', 'shared', 'allowed'],
    ['insider', 'shared', NOT_ADMINISTERED],
    ['member', 'shared', INVALID],
    ['moderator', 'protected', INVALID],
  ];
  for (const [who, channel, expected] of rows)
    it(`${who}, ${channel}: ${expected}`, () =>
      expect(refusalOf(channel, described, who)).to.equal(expected));

  it('nobody, where there is no channel', () => {
    const input = { ...updating('open', described), channelId: 99 as ChannelId };
    expect(outcome(town(), updateChannel, input, 'owner')).to.include({ message: 'Invalid channel ID' });
  });

  const fromOutside: readonly (readonly [string, Partial<ChannelUpdate>, string])[] = [
    ['its name', { newName: 'other' }, 'allowed'],
    ['its folder', { folderId: 1 as ChannelFolderId }, 'allowed'],
    ['its privacy', { isPrivate: false }, NO_CONTENT],
    ['its history', { historyPublicToSubscribers: true }, NO_CONTENT],
    ['spectators', { isWebPublic: false }, NO_CONTENT],
    ['who adds subscribers', { permissions: { canAddSubscribers: { new: MEMBERS } } }, NO_CONTENT],
    ['who subscribes', { permissions: { canSubscribe: { new: MEMBERS } } }, NO_CONTENT],
    ['who sends', { permissions: { canSendMessage: { new: MEMBERS } } }, NO_CONTENT],
  ];
  for (const [what, given, expected] of fromOutside)
    it(`an administrator who is not in a private channel changes ${what}: ${expected}`, () => {
      expect(refusalOf('shared', given, 'admin')).to.equal(expected);
      expect(refusalOf('shared', given, 'owner')).to.equal('allowed');
    });
});

describe('the visibility of a channel', () => {
  const rows: readonly (readonly [Name, Partial<ChannelUpdate>, string])[] = [
    ['open', { isPrivate: true }, 'private false'],
    ['open', { isPrivate: true, historyPublicToSubscribers: true }, 'private true'],
    ['open', { isWebPublic: true }, 'web-public true'],
    ['web', { isWebPublic: false }, 'public true'],
    ['web', { isPrivate: true }, 'private false'],
    ['shared', { isPrivate: false }, 'public true'],
    ['protected', { isPrivate: false }, 'public true'],
    ['protected', { isPrivate: false, isWebPublic: true }, 'web-public true'],
    ['shared', { historyPublicToSubscribers: false }, 'private false'],
    ['protected', { historyPublicToSubscribers: true }, 'private true'],
    ['shared', { isPrivate: true }, 'private false'],
  ];
  for (const [channel, given, expected] of rows)
    it(`${channel} with ${JSON.stringify(given)} becomes ${expected}`, () => {
      const [event] = changes(channel, given, 'owner', spectators);
      expect(event?.type).to.equal('ChannelPrivacyChanged');
      const { newPrivacy, newHistoryPublicToSubscribers } = event as Record<string, unknown>;
      expect(`${String(newPrivacy)} ${String(newHistoryPublicToSubscribers)}`).to.equal(expected);
    });

  const refused: readonly (readonly [Name, Partial<ChannelUpdate>, string])[] = [
    ['open', { isPrivate: true, isWebPublic: true }, 'BAD_REQUEST: Invalid parameters'],
    ['protected', { isWebPublic: true }, 'BAD_REQUEST: Invalid parameters'],
    ['open', { historyPublicToSubscribers: false }, 'BAD_REQUEST: Invalid parameters'],
    ['web', { historyPublicToSubscribers: false }, 'BAD_REQUEST: Invalid parameters'],
    ['shared', { isPrivate: false, historyPublicToSubscribers: false }, 'BAD_REQUEST: Invalid parameters'],
    ['standing', { isPrivate: true }, 'BAD_REQUEST: A default channel cannot be private.'],
    ['open', { isPrivate: true, isDefault: true }, 'BAD_REQUEST: A default channel cannot be private.'],
    [
      'open',
      { isWebPublic: true, serverAllowsWebPublic: false },
      'BAD_REQUEST: Web-public channels are not enabled.',
    ],
  ];
  for (const [channel, given, expected] of refused)
    it(`${channel} with ${JSON.stringify(given)} is refused`, () =>
      expect(refusalOf(channel, given, 'owner', spectators)).to.equal(expected));

  it('asks the organization and its rules before it becomes web-public', () => {
    const web = { isWebPublic: true };
    expect(refusalOf('open', web, 'owner')).to.equal('BAD_REQUEST: Web-public channels are not enabled.');
    expect(refusalOf('open', web, 'admin', spectators)).to.equal(INSUFFICIENT);
    expect(changes('web', web, 'admin')).to.deep.equal([]);
  });

  it('is protected only where everybody may begin topics', () => {
    const both = 'history_public_to_subscribers, can_create_topic_group';
    const only = (group: UserGroupId) => ({ permissions: { canCreateTopic: { new: group } } });
    const decided = attempt('protected', only(MEMBERS));
    expect(decided).to.include({
      code: 'BAD_REQUEST',
      message: `Unsupported parameter combination: ${both}`,
    });
    expect((decided as Refused).extra).to.deep.equal({ parameters: both });
    expect(refusalOf('open', { isPrivate: true, ...only(MEMBERS) })).to.include(both);
    expect(refusalOf('shared', only(MEMBERS))).to.equal('allowed');
    expect(refusalOf('protected', { ...only(MEMBERS), historyPublicToSubscribers: true })).to.equal(
      'allowed',
    );
    const nested = { canCreateTopic: { new: { directMembers: [], directSubgroups: [EVERYONE] } } };
    expect(refusalOf('protected', { permissions: nested })).to.equal('allowed');
  });

  it('of the channel for moderation requests stays private', () => {
    const moderation = example.organizationSettingChanged({
      property: 'moderationRequestChannelId',
      oldValue: null,
      newValue: CHANNELS.shared,
    });
    const complaint = 'BAD_REQUEST: Moderation request channel must be private.';
    expect(refusalOf('shared', { isPrivate: false }, 'owner', moderation)).to.equal(complaint);
    expect(refusalOf('shared', { newName: 'requests' }, 'owner', moderation)).to.equal('allowed');
  });
});

describe('a channel’s permissions', () => {
  const set = (permission: ChannelPermissionName, value: UserGroupId, old?: UserGroupId) => ({
    permissions: { [permission]: { new: value, ...(old !== undefined && { old }) } },
  });

  it('change with what they were, one event each', () => {
    const given = { permissions: { canSubscribe: { new: MEMBERS }, canResolveTopics: { new: MEMBERS } } };
    const event = { type: 'ChannelPermissionChanged', oldValue: NOBODY, newValue: MEMBERS };
    expect(changes('open', given, 'runner')).to.deep.equal([
      { ...event, permission: 'canResolveTopics' },
      { ...event, permission: 'canSubscribe' },
    ]);
  });

  it('are refused where the expected value is not the present one, and stay without an event', () => {
    expect(refusalOf('open', set('canSubscribe', MEMBERS, EVERYONE))).to.match(/^EXPECTATION_MISMATCH/);
    expect(changes('open', set('canSubscribe', NOBODY, NOBODY))).to.deep.equal([]);
  });

  it('are not given to system groups that they forbid', () => {
    const forbidden = "'can_subscribe_group' setting cannot be set to 'role:everyone' group.";
    expect(refusalOf('open', set('canSubscribe', EVERYONE))).to.equal(`BAD_REQUEST: ${forbidden}`);
  });

  for (const permission of ['canDeleteAnyMessage', 'canDeleteOwnMessage'] as const)
    it(`leave ${permission} to whom the organization lets`, () => {
      expect(refusalOf('open', set(permission, MEMBERS), 'runner')).to.equal(INSUFFICIENT);
      expect(refusalOf('open', set(permission, MEMBERS), 'admin')).to.equal('allowed');
    });
});
