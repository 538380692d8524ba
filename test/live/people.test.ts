import { expect } from 'chai';
import { CHANNELS, clientEvents, PEOPLE, theOne, town, toWhom } from './scene.ts';
import { example } from '../support/examples.ts';

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
      `realm_user/update → ${outsider} ${guest} ${stranger}`,
      `realm_user/update → ${all}`,
    ]);
    const moved = example.userEmailChanged({ userId: member });
    expect(toWhom(town(hidden), moved)).to.deep.equal([
      `realm_user/update → ${all}`,
      `realm_user/update → ${owner} ${member}`,
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
    expect(toWhom(town(bot), example.userDeactivated({ userId: 7 }))).to.include(
      `realm_bot/delete → ${owner} ${member}`,
    );
  });

  it('whose receiver is gone is told to be disabled until it is set up again', () => {
    const services = (...events: readonly ReturnType<(typeof example)[keyof typeof example]>[]) => {
      const before = town(bot, example.botSetUp({ botId: 7 }), ...events.slice(0, -1));
      return theOne(before, events.at(-1)!, 'realm_bot').payload;
    };
    const told = { base_url: 'https://weather.example.com/hook', interface: 1 };
    const disabled = example.botServiceDisabled({ botId: 7 });
    const update = (service: object) => ({
      type: 'realm_bot',
      op: 'update',
      bot: { user_id: 7, services: [service] },
    });
    expect(services(disabled)).to.deep.equal(update({ ...told, is_disabled: true }));
    expect(services(disabled, example.botServiceEnabled({ botId: 7 }))).to.deep.equal(update(told));
  });

  it('that changes hands is gone for one owner and there for the other', () => {
    const given = example.botOwnerChanged({ botId: 7, oldOwnerId: member, newOwnerId: outsider });
    expect(toWhom(town(bot), given)).to.deep.equal([
      `realm_user/update → ${all} 7`,
      `realm_bot/delete → ${member}`,
      `realm_bot/add → ${outsider}`,
    ]);
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
