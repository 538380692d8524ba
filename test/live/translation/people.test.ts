import { expect } from 'chai';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { CHANNELS, clientEvents, PEOPLE, theOne, town, toWhom } from '../fixture.ts';
import { example, foldOn } from '../../support/examples.ts';

const { owner, member, outsider, guest, stranger, gone } = PEOPLE;
const all = `${owner} ${member} ${outsider} ${guest} ${stranger}`;

describe('a person', () => {
  it('who is new is told with the address to those who may see it, and comes into a group', () => {
    expect(toWhom(town(), example.userCreated({ userId: 7 }))).to.deep.equal([
      `realm_user/add → ${all} 7`,
      `user_group/add_members → ${all} 7`,
    ]);
    const { payload } = theOne(town(), example.userCreated({ userId: 7 }), 'realm_user');
    expect(payload)
      .to.have.property('person')
      .that.includes({ user_id: 7, delivery_email: 'user7@example.com', is_active: true })
      .and.not.property('bot_type');
  });

  it('who hides the address is known by another one, and only some are told the real one', () => {
    const hidden = example.personalSettingChanged({
      userId: member,
      property: 'emailAddressVisibility',
      oldValue: 1,
      newValue: 3,
    });
    expect(toWhom(town(), hidden)).to.deep.equal([
      `user_settings/update/email_address_visibility → ${member}`,
      // The picture of the address, that of the placeholder, the address that is hidden, and the placeholder.
      `realm_user/update → ${owner} ${member}`,
      `realm_user/update → ${outsider} ${guest} ${stranger}`,
      `realm_user/update → ${outsider} ${guest} ${stranger}`,
      `realm_user/update → ${all}`,
    ]);
    const moved = example.userEmailChanged({ userId: member });
    expect(toWhom(town(hidden), moved)).to.deep.equal([
      `realm_user/update → ${owner} ${member}`,
      `realm_user/update → ${owner} ${member}`,
    ]);
  });

  it('who may see another address by a new role is told it, and forgets it with the role', () => {
    const hidden = example.personalSettingChanged({
      userId: member,
      property: 'emailAddressVisibility',
      oldValue: 1,
      newValue: 3,
    });
    const addresses = (state: OrganizationState, event: DomainEvent) =>
      clientEvents(state, event).flatMap((one) =>
        'payload' in one && one.payload.type === 'realm_user' && 'delivery_email' in one.payload.person
          ? [[[...one.to], one.payload.person]]
          : [],
      );
    const role = { userId: outsider, oldRole: 400, newRole: 200 } as const;
    const promoted = example.userRoleChanged(role);
    const demoted = example.userRoleChanged({ ...role, oldRole: 200, newRole: 400 });
    expect(addresses(town(hidden), promoted)).to.deep.equal([
      [[outsider], { user_id: member, delivery_email: 'user2@example.com' }],
    ]);
    expect(addresses(town(hidden, promoted), demoted)).to.deep.equal([
      [[outsider], { user_id: member, delivery_email: null }],
    ]);
  });

  it('who is deactivated leaves groups and loses all queues', () => {
    expect(toWhom(town(), example.userDeactivated({ userId: outsider }))).to.deep.equal([
      `realm_user/update → ${owner} ${member} ${guest} ${stranger}`,
      `user_group/remove_members → ${owner} ${member} ${guest} ${stranger}`,
      `ended → ${outsider}`,
    ]);
  });

  it('who is deactivated is told nothing until he comes back', () => {
    expect(toWhom(town(), example.messagesStarred({ userId: gone }))).to.deep.equal([]);
    expect(toWhom(town(), example.userReactivated({ userId: gone }))[0]).to.equal(
      `realm_user/update → ${all} ${gone}`,
    );
  });
});

describe('who comes back', () => {
  it('is told to follow his channels again to those who see them', () => {
    const back = clientEvents(town(), example.userReactivated({ userId: gone }));
    const peers = back.flatMap((one) =>
      'payload' in one && one.payload.type === 'subscription' ? [[[...one.to], one.payload]] : [],
    );
    const added = { type: 'subscription', op: 'peer_add', user_ids: [gone] };
    expect(peers).to.deep.equal([
      [[owner, member, outsider, guest], { ...added, stream_ids: [CHANNELS.public] }],
      [[owner, member, guest], { ...added, stream_ids: [CHANNELS.shared, CHANNELS.protected] }],
      [[owner, member, outsider, guest, stranger], { ...added, stream_ids: [CHANNELS.web] }],
    ]);
  });
});

describe('a bot', () => {
  const bot = example.userCreated({ userId: 7, bot: { type: 1, ownerId: member, isSystem: false } });

  it('is told, as far as it is set up, to administrators and its owner', () => {
    expect(toWhom(town(bot), example.botSetUp({ botId: 7 }))).to.deep.equal([
      `realm_bot/add → ${owner} ${member}`,
    ]);
    expect(
      toWhom(town(bot, example.botSetUp({ botId: 7 })), example.userDeactivated({ userId: 7 })),
    ).to.include(`realm_bot/delete → ${owner} ${member}`);
  });

  it('is told by the names of its channels to those who may know them, its token at delivery', () => {
    const setUp = example.botSetUp({
      botId: 7,
      defaults: { sendingChannelId: CHANNELS.shared, eventsChannelId: null, allPublicChannels: true },
    });
    const services = [{ base_url: 'https://weather.example.com/hook', interface: 1 }];
    const shown = (name: string | null) => ({
      user_id: 7,
      default_sending_stream: name,
      default_events_register_stream: null,
      default_all_public_streams: true,
      services,
    });
    const left = example.usersUnsubscribed({ channelIds: [CHANNELS.shared], userIds: [member] });
    const notified = clientEvents(town(bot, left), setUp);
    expect(notified.map((one) => 'payload' in one && [[...one.to], one.payload, one.deferred])).to.deep.equal(
      [
        [[owner], { type: 'realm_bot', op: 'add', bot: shown('channel 2') }, 'token'],
        [[member], { type: 'realm_bot', op: 'add', bot: shown(null) }, 'token'],
      ],
    );
    const changed = example.botDefaultChanged({ botId: 7, newValue: CHANNELS.public });
    expect(theOne(town(bot, setUp), changed, 'realm_bot').payload).to.deep.equal({
      type: 'realm_bot',
      op: 'update',
      bot: { user_id: 7, default_sending_stream: 'public' },
    });
  });

  it('whose receiver is gone is nothing that clients have a word for', () => {
    const state = town(bot, example.botSetUp({ botId: 7 }));
    expect(toWhom(state, example.botServiceDisabled({ botId: 7 }))).to.deep.equal([]);
  });

  it('is there for new administrators, and gone for those who are none any more', () => {
    const role = { userId: outsider, oldRole: 400, newRole: 200 } as const;
    const state = town(bot, example.botSetUp({ botId: 7 }));
    const promoted = example.userRoleChanged(role);
    expect(toWhom(state, promoted)).to.include(`realm_bot/add → ${outsider}`);
    const demoted = example.userRoleChanged({ ...role, oldRole: 200, newRole: 400 });
    expect(toWhom(foldOn(state, promoted), demoted)).to.include(`realm_bot/delete → ${outsider}`);
  });

  const given = example.botOwnerChanged({ botId: 7, oldOwnerId: member, newOwnerId: outsider });

  it('that changes hands is gone for one owner and there for the other', () => {
    expect(toWhom(town(bot, example.botSetUp({ botId: 7 })), given)).to.deep.equal([
      `realm_user/update → ${all} 7`,
      `realm_bot/delete → ${member}`,
      `realm_bot/add → ${outsider}`,
    ]);
  });

  it('that is given to a guest is seen to leave the groups of members, and sees public channels no more', () => {
    const toGuest = example.botOwnerChanged({ botId: 7, oldOwnerId: member, newOwnerId: guest });
    const notified = toWhom(town(bot), toGuest);
    expect(notified).to.include.members([
      `user_group/remove_members → ${all} 7`,
      `user_group/add_members → ${all} 7`,
      'stream/delete → 7',
    ]);
    expect(toWhom(town(bot), given).filter((one) => /^(user_group|stream)/.test(one))).to.deep.equal([]);
  });

  it('that is deactivated is there for its new owner once it is active again', () => {
    const ofBot = (notified: readonly string[]) => notified.filter((one) => one.startsWith('realm_bot'));
    const asleep = [bot, example.botSetUp({ botId: 7 }), example.userDeactivated({ userId: 7 })];
    expect(ofBot(toWhom(town(...asleep), given))).to.deep.equal([]);
    const awake = toWhom(town(...asleep, given), example.userReactivated({ userId: 7 }));
    expect(ofBot(awake)).to.deep.equal([`realm_bot/add → ${owner} ${outsider}`]);
  });
});

describe('groups, folders and emoji', () => {
  it('are told to everybody', () => {
    for (const event of [
      example.userGroupCreated(),
      example.channelFolderCreated(),
      example.channelFoldersReordered(),
      example.customEmojiAdded(),
    ])
      expect(toWhom(town(), event))
        .to.have.length(1)
        .and.satisfy(([one]: string[]) => one?.endsWith(all));
  });

  it('have an older form where clients know no newer one', () => {
    const group = town(example.userGroupCreated());
    const { payload, instead } = theOne(group, example.userGroupDeactivated(), 'user_group');
    expect(payload).to.deep.include({ op: 'update', data: { deactivated: true } });
    expect(instead?.payloads).to.deep.equal([{ type: 'user_group', op: 'remove', group_id: 9 }]);
    const emoji = theOne(town(), example.customEmojiAdded(), 'realm_emoji');
    expect(emoji.instead?.payloads[0]).to.have.nested.property('realm_emoji.1.name', 'emoji-1');
  });
});

describe('a deactivated group', () => {
  const state = town(
    example.userGroupCreated({ groupId: 9, memberIds: [outsider] }),
    example.userGroupDeactivated({ groupId: 9 }),
  );

  it('is told of to clients alone that know of such groups, whoever comes into it or leaves it', () => {
    const unheard = { without: 'include_deactivated_groups', payloads: [] };
    for (const event of [
      example.userGroupRenamed({ groupId: 9 }),
      example.userGroupMembersAdded({ groupId: 9, userIds: [member] }),
      example.userGroupMembersRemoved({ groupId: 9, userIds: [outsider] }),
      example.userGroupSubgroupsAdded({ groupId: 9 }),
      example.userGroupSubgroupsRemoved({ groupId: 9 }),
    ])
      expect(theOne(state, event, 'user_group').instead, event.type).to.deep.equal(unheard);
    const left = clientEvents(state, example.userDeactivated({ userId: outsider }));
    const groups = left.flatMap((one) =>
      'payload' in one && one.payload.type === 'user_group' ? [one.instead] : [],
    );
    expect(groups).to.deep.equal([undefined, unheard]);
  });
});

describe('the organization', () => {
  it('tells settings under their names, and some of them together', () => {
    const changed = (property: 'announcementChannelId' | 'topicsPolicy', newValue: string | null) =>
      theOne(town(), example.organizationSettingChanged({ property, oldValue: null, newValue }), 'realm')
        .payload;
    expect(changed('announcementChannelId', null)).to.deep.include({
      property: 'new_stream_announcements_stream_id',
      value: -1,
    });
    expect(changed('topicsPolicy', 'disable_empty_topic')).to.deep.include({
      op: 'update_dict',
      data: { topics_policy: 'disable_empty_topic', mandatory_topics: true },
    });
  });

  it('tells everybody that it is at its end', () => {
    expect(toWhom(town(), example.organizationDeactivated())).to.deep.equal([`realm/deactivated → ${all}`]);
  });
});
