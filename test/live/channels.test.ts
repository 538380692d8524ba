import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import type { ClientEvent } from '../../src/live/translation/define.ts';
import { clientEvents, CHANNELS, MEMBERS, PEOPLE, theOne, town, toWhom } from './fixture.ts';
import { example, examplePermissions, foldOn } from '../support/examples.ts';

const { owner, member, outsider, guest, stranger, gone } = PEOPLE;
const all = `${owner} ${member} ${outsider} ${guest} ${stranger}`;

describe('a channel', () => {
  it('that is public is told to members and to guests who follow it', () => {
    const created = (privacy: 'public' | 'web-public' | 'private') =>
      toWhom(town(), example.channelCreated({ channelId: 9, privacy }));
    expect(created('public')).to.deep.equal([`stream/create → ${owner} ${member} ${outsider}`]);
    expect(created('web-public')).to.deep.equal([`stream/create → ${all}`]);
    expect(created('private')).to.deep.equal([`stream/create → ${owner}`]);
  });

  it('that is renamed is told under the name it had', () => {
    const renamed = example.channelRenamed({ oldName: 'public', newName: 'open' });
    const { to, payload } = theOne(town(), renamed, 'stream');
    expect([...to]).to.deep.equal([owner, member, outsider, guest]);
    expect(payload).to.include({ op: 'update', property: 'name', name: 'public', value: 'open' });
  });

  it('that becomes private is deleted for those who see it no more', () => {
    expect(toWhom(town(), example.channelPrivacyChanged())).to.deep.equal([
      `stream/update/invite_only → ${owner} ${member} ${guest}`,
      `stream/delete → ${outsider}`,
    ]);
  });

  it('that becomes public is created for those who see it now, then its change is told, and who follows it', () => {
    const opened = example.channelPrivacyChanged({
      channelId: CHANNELS.shared,
      oldPrivacy: 'private',
      newPrivacy: 'public',
      newHistoryPublicToSubscribers: true,
    });
    expect(toWhom(town(), opened)).to.deep.equal([
      `stream/create → ${outsider}`,
      `stream/update/invite_only → ${owner} ${member} ${outsider} ${guest}`,
      `subscription/peer_add → ${outsider}`,
    ]);
  });

  it('that changes who may post tells older clients so too', () => {
    const changed = example.channelPermissionChanged({ permission: 'canSendMessage', newValue: 6 });
    const payloads = clientEvents(town(), changed).map((one) => 'payload' in one && one.payload);
    expect(
      payloads.map((payload) => payload && 'value' in payload && [payload.property, payload.value]),
    ).to.deep.equal([
      ['can_send_message_group', 6],
      ['stream_post_policy', 2],
      ['is_announcement_only', true],
    ]);
  });

  it('that goes quiet is told to those who see it, and so is its awakening, by what is said or comes', () => {
    const quiet = example.channelsWentQuiet({ channelIds: [CHANNELS.public] });
    const { to, payload } = theOne(town(), quiet, 'stream');
    expect([...to]).to.deep.equal([owner, member, outsider, guest]);
    expect(payload).to.include({ op: 'update', property: 'is_recently_active', value: false });
    const moved = example.messagesMoved({
      messageId: 21,
      oldChannelId: CHANNELS.web,
      newChannelId: CHANNELS.public,
      channelBeginnings: [{ channelId: CHANNELS.public, oldMessageId: null, newMessageId: 21 }],
    });
    for (const awakening of [example.messageSent({ channelId: CHANNELS.public }), moved])
      expect(toWhom(town(), awakening)).to.include(
        `stream/update/is_recently_active → ${owner} ${member} ${outsider} ${guest}`,
      );
  });

  it('that is archived is deleted for clients that know nothing of the archive', () => {
    const { payload, instead } = theOne(town(), example.channelArchived(), 'stream');
    expect(payload).to.include({ property: 'is_archived', value: true });
    expect(instead).to.deep.include({ without: 'archived_channels' });
    expect(instead?.payloads[0]).to.deep.include({ type: 'stream', op: 'delete', stream_ids: [1] });
  });

  it('that new people are subscribed to is told to members', () => {
    expect(toWhom(town(), example.defaultChannelAdded())).to.deep.equal([
      `default_streams → ${owner} ${member} ${outsider}`,
    ]);
  });

  it('that a role or a group lets somebody see is created for him', () => {
    const promoted = example.userRoleChanged({ userId: outsider, oldRole: 400, newRole: 200 });
    expect(toWhom(town(), promoted)).to.include(`stream/create → ${outsider}`);
    const state = town(
      example.userGroupCreated({ groupId: 9, memberIds: [] }),
      example.channelCreated({
        channelId: 9,
        privacy: 'private',
        permissions: { ...examplePermissions, canSubscribe: 9 },
      }),
    );
    const joined = example.userGroupMembersAdded({ groupId: 9, userIds: [outsider, guest] });
    expect(toWhom(state, joined)).to.deep.equal([
      `user_group/add_members → ${all}`,
      `stream/create → ${outsider}`,
    ]);
  });
});

describe('subscriptions', () => {
  it('tell newcomers of the channel, then of their subscription, and others of the newcomers', () => {
    const joined = example.usersSubscribed({ channelIds: [CHANNELS.shared], userIds: [outsider] });
    expect(toWhom(town(), joined)).to.deep.equal([
      `stream/create → ${outsider}`,
      `subscription/add → ${outsider}`,
      `subscription/peer_add → ${owner} ${member} ${guest}`,
    ]);
  });

  it('come with their followers, with the colour that was asked for, or without one until delivery', () => {
    const subscribed = { channelIds: [1], userIds: [outsider], colors: [{ channelId: 1, color: '#123456' }] };
    const [colored] = clientEvents(town(), example.usersSubscribed(subscribed));
    expect(colored).to.not.have.property('deferred');
    expect(colored)
      .to.have.nested.property('payload.subscriptions[0]')
      .that.deep.includes({ color: '#123456', subscribers: [member, outsider, guest], is_muted: false });
    const plain = { channelIds: [1], userIds: [outsider] };
    expect(clientEvents(town(), example.usersSubscribed(plain))[0]).to.have.property(
      'deferred',
      'subscription settings',
    );
  });

  it('that end are told in the other order', () => {
    const left = example.usersUnsubscribed({ channelIds: [CHANNELS.shared], userIds: [member] });
    expect(toWhom(town(), left)).to.deep.equal([
      `subscription/remove → ${member}`,
      `subscription/peer_remove → ${owner} ${guest}`,
      `stream/delete → ${member}`,
    ]);
  });

  it('that end together are told to those, too, who leave and see the channel still', () => {
    const left = example.usersUnsubscribed({ channelIds: [CHANNELS.public], userIds: [member, guest] });
    expect(toWhom(town(), left)).to.deep.equal([
      `subscription/remove → ${member} ${guest}`,
      `subscription/peer_remove → ${owner} ${member} ${outsider}`,
      `stream/delete → ${guest}`,
    ]);
    const alone = example.usersUnsubscribed({ channelIds: [CHANNELS.public], userIds: [member] });
    expect(toWhom(town(), alone)[1]).to.equal(`subscription/peer_remove → ${owner} ${outsider} ${guest}`);
  });

  it('that are muted are told by the older name first', () => {
    const muted = example.subscriptionSettingChanged({
      userId: member,
      property: 'isMuted',
      oldValue: false,
      newValue: true,
    });
    expect(toWhom(town(), muted)).to.deep.equal([
      `subscription/update/in_home_view → ${member}`,
      `subscription/update/is_muted → ${member}`,
    ]);
  });
});

describe('channels in the archive', () => {
  const archived = (...more: readonly DomainEvent[]) =>
    town(
      ...[CHANNELS.public, CHANNELS.shared].map((id) => example.channelArchived({ channelId: id })),
      ...more,
    );
  /** `type/op` with the events for clients that know nothing of the archive. */
  const instead = (event: DomainEvent, ...more: readonly DomainEvent[]) =>
    clientEvents(archived(...more), event).flatMap((one) =>
      'payload' in one && /^(stream|subscription)$/.test(one.payload.type)
        ? [[`${one.payload.type}/${'op' in one.payload && one.payload.op}`, one.instead?.payloads] as const]
        : [],
    );

  it('are shown to clients that know of it, and to no others', () => {
    const role = { userId: outsider, oldRole: 400, newRole: 200 } as const;
    const promoted = example.userRoleChanged(role);
    const [create, ...others] = instead(promoted);
    expect(others).to.deep.equal([
      ['subscription/peer_add', []],
      ['subscription/peer_add', undefined],
    ]);
    expect(create?.[0]).to.equal('stream/create');
    expect(create?.[1]).to.have.length(1);
    expect(create?.[1]).to.have.nested.property('[0].streams[0].stream_id', CHANNELS.protected);
    const demoted = example.userRoleChanged({ ...role, oldRole: 200, newRole: 400 });
    const gone = { type: 'stream', op: 'delete', streams: [{ stream_id: 3 }], stream_ids: [3] };
    expect(instead(demoted, promoted)).to.deep.equal([['stream/delete', [gone]]]);
  });

  it('and what becomes of them, are told to no others', () => {
    expect(instead(example.channelRenamed())).to.deep.equal([['stream/update', []]]);
    const pinned = { userId: member, property: 'pinToTop', oldValue: false, newValue: true } as const;
    expect(instead(example.subscriptionSettingChanged(pinned))).to.deep.equal([['subscription/update', []]]);
    const left = { channelIds: [CHANNELS.public, CHANNELS.web], userIds: [guest] };
    const rest = [{ stream_id: CHANNELS.web, name: 'channel 4' }];
    expect(instead(example.usersUnsubscribed(left))).to.deep.equal([
      ['subscription/remove', [{ type: 'subscription', op: 'remove', subscriptions: rest }]],
      ['subscription/peer_remove', []],
      ['subscription/peer_remove', undefined],
      ['stream/delete', []],
    ]);
  });
});

describe('topics', () => {
  it('are told to those whose they are, and with muting the older list', () => {
    const muted = example.topicPolicySet({ userIds: [member, outsider] as never, newPolicy: 'muted' });
    expect(toWhom(town(), muted)).to.deep.equal([
      `user_topic → ${member} ${outsider}`,
      `muted_topics → ${member} ${outsider}`,
    ]);
  });
});

describe('limited guests', () => {
  const limited = example.organizationPermissionChanged({
    permission: 'can_access_all_users_group',
    newValue: MEMBERS,
  });

  it('register anew when they may know everybody no more', () => {
    expect(toWhom(town(), limited)).to.deep.equal([
      `realm/update_dict/default → ${all}`,
      `ended → ${guest} ${stranger}`,
    ]);
  });

  it('are told of people with whom they come to share a channel, and of those with whom they do no more', () => {
    const joined = example.usersSubscribed({ channelIds: [1], userIds: [outsider] });
    expect(toWhom(town(limited), joined)[0]).to.equal(`realm_user/add → ${guest}`);
    const left = example.usersUnsubscribed({ channelIds: [1], userIds: [outsider] });
    expect(toWhom(town(limited, joined), left).at(-1)).to.equal(`realm_user/remove → ${guest}`);
  });

  it('are told of deactivated people, too, with whom they come to share a channel', () => {
    const shared = { channelIds: [CHANNELS.shared], userIds: [stranger] };
    const joined = example.usersSubscribed(shared);
    const known = (events: readonly ClientEvent[], op: string) =>
      events.flatMap((one) =>
        'payload' in one && one.payload.type === 'realm_user' && one.payload.op === op
          ? [one.payload.person.user_id]
          : [],
      );
    expect(known(clientEvents(town(limited), joined), 'add')).to.deep.equal([member, guest, stranger, gone]);
    const left = clientEvents(town(limited, joined), example.usersUnsubscribed(shared));
    expect(known(left, 'remove')).to.deep.equal([member, guest, stranger, gone]);
  });

  it('register anew where very many come to a channel of theirs, or go', () => {
    const crowd = Array.from({ length: 201 }, (_, index) => 10 + index);
    const state = town(limited, ...crowd.map((userId) => example.userCreated({ userId })));
    const many = { channelIds: [CHANNELS.public], userIds: crowd };
    const ended = (notified: readonly string[]) => notified.filter((one) => /ended|realm_user/.test(one));
    const joined = example.usersSubscribed(many);
    expect(ended(toWhom(state, joined))).to.deep.equal([`ended → ${guest}`]);
    const full = foldOn(state, joined);
    expect(ended(toWhom(full, example.usersUnsubscribed(many)))).to.deep.equal([`ended → ${guest}`]);
    const late = example.usersSubscribed({ channelIds: [CHANNELS.public], userIds: [stranger] });
    expect(ended(toWhom(full, late))).to.deep.equal([`realm_user/add → ${guest}`, `ended → ${stranger}`]);
  });

  it('are told who writes to them, before what', () => {
    const direct = example.messageSent({ senderId: owner, participantIds: [owner, stranger] });
    expect(toWhom(town(limited), direct)).to.deep.equal([
      `realm_user/add → ${stranger}`,
      `message → ${owner} ${stranger}`,
    ]);
  });

  it('are told nothing of people whom they do not know', () => {
    const renamed = example.userRenamed({ userId: outsider });
    expect(toWhom(town(limited), renamed)).to.deep.equal([
      `realm_user/update → ${owner} ${member} ${outsider}`,
    ]);
  });
});

describe('a property of a channel', () => {
  const seers = `${owner} ${member} ${outsider} ${guest}`;
  const change = (event: DomainEvent, ...before: readonly DomainEvent[]) => {
    const { to, payload } = theOne(town(...before), event, 'stream');
    expect([...to].join(' ')).to.equal(seers);
    return payload;
  };

  it('is told as it is now, to those who see the channel', () => {
    expect(change(example.channelDescribed())).to.deep.include({
      property: 'description',
      value: 'What it is *really* for',
      rendered_description: '<p>What it is <em>really</em> for</p>',
    });
    const policy = example.channelTopicsPolicyChanged({ newPolicy: 'empty_topic_only' });
    expect(change(policy)).to.include({ property: 'topics_policy', value: 'empty_topic_only' });
    const retention = example.channelRetentionChanged({ newDays: 30 });
    expect(change(retention)).to.include({ property: 'message_retention_days', value: 30 });
    const moved = example.channelMovedToFolder({ newFolderId: 1 });
    expect(change(moved, example.channelFolderCreated())).to.include({ property: 'folder_id', value: 1 });
  });

  it('is not in the archive any more, and for clients that know nothing of it the channel is new', () => {
    const back = clientEvents(town(example.channelArchived()), example.channelUnarchived());
    const instead = back.map((one) => [
      [...one.to].join(' '),
      'payload' in one && one.instead?.payloads.map((payload) => 'op' in payload && payload.op),
    ]);
    expect(instead).to.deep.equal([
      [`${member} ${guest}`, ['create', 'add']],
      [`${owner} ${outsider}`, ['create', 'peer_add']],
    ]);
  });

  it('is that new people are not subscribed to it any more', () => {
    const removed = example.defaultChannelRemoved({ defaultChannelIds: [] });
    const { to, payload } = theOne(town(example.defaultChannelAdded()), removed, 'default_streams');
    expect([...to]).to.deep.equal([owner, member, outsider]);
    expect(payload).to.deep.equal({ type: 'default_streams', default_streams: [] });
  });
});

describe('a folder of channels', () => {
  const created = example.channelFolderCreated();
  const change = (event: DomainEvent, ...before: readonly DomainEvent[]) => {
    const { to, payload } = theOne(town(created, ...before), event, 'channel_folder');
    expect([...to].join(' ')).to.equal(all);
    return payload;
  };
  const update = (data: object) => ({ type: 'channel_folder', op: 'update', channel_folder_id: 1, data });

  it('is told to everybody, property by property', () => {
    expect(change(example.channelFolderCreated({ folderId: 2 }))).to.deep.nested.include({
      op: 'add',
      'channel_folder.name': 'folder 2',
      'channel_folder.is_archived': false,
    });
    expect(change(example.channelFolderRenamed())).to.deep.equal(update({ name: 'Projects' }));
    expect(change(example.channelFolderDescribed())).to.deep.equal(
      update({ description: 'What we work on', rendered_description: '<p>What we work on</p>' }),
    );
    const archived = example.channelFolderArchived();
    expect(change(archived)).to.deep.equal(update({ is_archived: true }));
    expect(change(example.channelFolderUnarchived(), archived)).to.deep.equal(update({ is_archived: false }));
    expect(change(example.channelFoldersReordered())).to.deep.equal({
      type: 'channel_folder',
      op: 'reorder',
      order: [1],
    });
  });
});
