import { expect } from 'chai';
import { createChannel } from '../../src/commands/channels/create.ts';
import { createChannelFolder } from '../../src/commands/channels/folders.ts';
import { createProfileField } from '../../src/commands/people/profileFields.ts';
import { updateChannel } from '../../src/commands/channels/channels.ts';
import { addCustomEmoji } from '../../src/commands/organization/emoji.ts';
import { subscribe } from '../../src/commands/channels/subscriptions.ts';
import { uploadFile } from '../../src/commands/organization/files.ts';
import { setTopicPolicy } from '../../src/commands/channels/topics.ts';
import { unsubscribe } from '../../src/commands/channels/subscriptions.ts';
import { changeUserGroupMembers } from '../../src/commands/groups/members.ts';
import { createUserGroup } from '../../src/commands/groups/userGroups.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { GroupSettingValue, UserGroupId } from '../../src/events/userGroups.ts';
import type { ChannelId, UserId } from '../../src/base/ids.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { systemGroupId } from '../../src/organization/slices/userGroups.ts';
import type { CheckedTopic } from '../../src/commands/text.ts';
import { example, examplePermissions, foldOn, organizationAfter } from '../support/examples.ts';
import { plainChannels, subscribingTo } from '../support/subscribing.ts';
import { eventsOrRefusal } from './eventsOrRefusal.ts';

const OWNER = 1;
const FIRST_GROUP = 20;
const range = (count: number, from = 1): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

/** An owner, and what has happened since. */
function organization(...events: readonly DomainEvent[]): OrganizationState {
  const state = organizationAfter(example.userCreated({ userId: OWNER, role: 100 }));
  for (const event of events) foldOn(state, event);
  return state;
}

/** Somebody else has made what is there. */
const MAKER = 99;
const channels = (count: number) =>
  range(count).map((channelId) => example.channelCreated({ channelId, creatorId: MAKER }));
const people = (count: number) => range(count - 1, 2).map((userId) => example.userCreated({ userId }));
const groups = (count: number, more: object = {}) =>
  range(count, FIRST_GROUP).map((groupId) =>
    example.userGroupCreated({ groupId, creatorId: MAKER, ...more }),
  );

let made = 0;
const newName = (): string => `new ${(made += 1)}`;
const names = (count: number) => range(count).map(newName);
const everybody = (count: number) => ({ kind: 'ids' as const, userIds: range(count) as UserId[] });
const emptyGroup = () => ({
  name: newName(),
  description: '',
  memberIds: [] as UserId[],
  subgroupIds: [],
  permissions: {},
});
const naming = (count: number) => ({
  directMembers: range(count) as UserId[],
  directSubgroups: [],
});

/** Counts the people and groups that all permissions name. */
const namedIn = ({ channels, userGroups }: OrganizationState): number =>
  [...channels.byId.values(), ...userGroups.byId.values()]
    .flatMap(({ permissions }) => Object.values<GroupSettingValue>(permissions))
    .reduce<number>((sum, value) => sum + (typeof value === 'number' ? 0 : value.directMembers.length), 0);

type Verdict = ReturnType<typeof eventsOrRefusal>;

/** Folds the decided events, so that the next command exceeds the limit by one. */
function expectAllowed(verdict: Verdict): void {
  expect(verdict).to.be.an('array').and.not.have.lengthOf(0);
}

function expectRefused(verdict: Verdict, message: string): void {
  expect(verdict).to.deep.equal({ refused: 'BAD_REQUEST', message });
}

/** One channel, followed by so many people. */
const createOne = (state: OrganizationState, count: number): Verdict =>
  eventsOrRefusal(
    state,
    createChannel,
    {
      name: newName(),
      description: '',
      renderedDescription: '',
      settings: plainChannels,
      subscriberIds: range(count) as UserId[],
    },
    OWNER,
  );

describe('the structure of an organization', () => {
  it('has at most 10,000 channels', () => {
    const state = organization(...channels(9_998));
    const create = (count: number) => eventsOrRefusal(state, subscribe, subscribingTo(names(count)), OWNER);
    expectAllowed(create(1));
    expectAllowed(createOne(state, 1));
    for (const verdict of [create(1), createOne(state, 0)])
      expectRefused(verdict, 'Too many channels (maximum 10000).');
  });

  it('begins and ends at most 20,000 subscriptions at once', () => {
    const state = organization(...people(101));
    const begin = (count: number) =>
      eventsOrRefusal(state, subscribe, subscribingTo(names(200), { principals: everybody(count) }), OWNER);
    expectAllowed(begin(100));
    expectRefused(begin(101), 'Too many subscriptions at once (maximum 20000).');
    const all = channels(200);
    for (const event of [...all, example.usersSubscribed({ channelIds: range(200), userIds: range(101) })])
      foldOn(state, event);
    const channelNames = [...state.channels.byId.values()].map(({ name }) => name);
    const end = (count: number) =>
      eventsOrRefusal(state, unsubscribe, { channelNames, principals: everybody(count) }, OWNER);
    expectAllowed(end(100));
    expectRefused(end(101), 'Too many subscriptions at once (maximum 20000).');
  });

  it('has at most 5,000,000 subscriptions', () => {
    const state = organization(
      example.usersSubscribed({ channelIds: range(249), userIds: range(20_000, 2) }),
    );
    foldOn(state, example.usersSubscribed({ channelIds: [250], userIds: range(19_999, 2) }));
    const begin = (count: number) => eventsOrRefusal(state, subscribe, subscribingTo(names(count)), OWNER);
    expectAllowed(begin(1));
    const full = 'Too many subscriptions (maximum 5000000).';
    for (const verdict of [begin(1), createOne(state, 1)]) expectRefused(verdict, full);
    expectAllowed(createOne(state, 0));
  });

  it('has at most 2,000 user groups', () => {
    const state = organization();
    const present = state.userGroups.byId.size;
    for (const event of groups(1_999 - present)) foldOn(state, event);
    expectAllowed(eventsOrRefusal(state, createUserGroup, emptyGroup(), OWNER));
    expectRefused(
      eventsOrRefusal(state, createUserGroup, emptyGroup(), OWNER),
      'Too many user groups (maximum 2000).',
    );
  });

  it('has at most 2,000,000 members of user groups', () => {
    const memberIds = range(20_000);
    const state = organization(...people(3), ...groups(99, { memberIds }));
    foldOn(
      state,
      example.userGroupCreated({ groupId: 500, creatorId: MAKER + 1, memberIds: range(19_998, 3) }),
    );
    const full = 'Too many members of user groups (maximum 2000000 in all).';
    const create = (count: number) =>
      eventsOrRefusal(
        state,
        createUserGroup,
        { ...emptyGroup(), memberIds: range(count) as UserId[] },
        OWNER,
      );
    const add = (count: number) =>
      eventsOrRefusal(
        state,
        changeUserGroupMembers,
        {
          groupId: 500 as UserGroupId,
          addUsers: [count] as UserId[],
          removeUsers: [],
          addSubgroups: [],
          removeSubgroups: [],
        },
        OWNER,
      );
    expectAllowed(create(1));
    expectAllowed(add(1));
    expectRefused(create(1), full);
    expectRefused(add(2), full);
  });

  it('has permissions that name at most 500,000 people and groups', () => {
    const state = organization(...people(3));
    const permitted = (count: number) => ({ ...examplePermissions, canSendMessage: naming(count) });
    for (const channelId of range(49, 2))
      foldOn(state, example.channelCreated({ channelId, creatorId: MAKER, permissions: permitted(10_000) }));
    foldOn(state, example.channelCreated({ channelId: 1 }));
    foldOn(state, example.channelCreated({ channelId: 51, creatorId: MAKER, permissions: permitted(0) }));
    foldOn(
      state,
      example.channelPermissionChanged({
        channelId: 51,
        permission: 'canSendMessage',
        oldValue: naming(0),
        newValue: naming(499_998 - namedIn(state)),
      }),
    );
    const full = 'Permissions name too many people and groups (maximum 500000 in all).';
    const change = (count: number) =>
      eventsOrRefusal(
        state,
        updateChannel,
        { channelId: 1 as ChannelId, permissions: { canSendMessage: { new: naming(count) } } } as never,
        OWNER,
      );
    const create = (count: number) =>
      eventsOrRefusal(
        state,
        createUserGroup,
        {
          ...emptyGroup(),
          permissions: { canAddMembers: naming(count), canManage: systemGroupId('role:members') },
        },
        OWNER,
      );
    expectAllowed(change(1));
    expectAllowed(create(1));
    expectRefused(create(1), full);
    expectRefused(change(2), full);
  });

  it('has at most 1,000 channel folders and 200 custom profile fields', () => {
    const state = organization();
    foldOn(state, ...range(999).map((folderId) => example.channelFolderCreated({ folderId })));
    const description = { text: '', html: '' };
    const folder = () => eventsOrRefusal(state, createChannelFolder, { name: newName(), description }, OWNER);
    expectAllowed(folder());
    expectRefused(folder(), 'Too many channel folders (maximum 1000).');
    foldOn(state, ...range(199).map((fieldId) => example.profileFieldCreated({ fieldId })));
    const switches = {
      displayInSummary: false,
      required: false,
      editableByUser: true,
      useForUserMatching: false,
    };
    const requestedField = () => ({ type: 1, name: newName(), hint: '', data: {}, ...switches });
    const field = () => eventsOrRefusal(state, createProfileField, requestedField(), OWNER);
    expectAllowed(field());
    expectRefused(field(), 'Too many custom profile fields (maximum 200).');
  });

  it('has at most 5,000 custom emoji', () => {
    const emoji = { codeOf: () => undefined, namesOf: () => [] };
    const picture = { imageType: 'png', bytes: Buffer.alloc(1) } as const;
    const state = organization();
    for (const emojiId of range(5_000)) foldOn(state, example.customEmojiAdded({ emojiId, authorId: MAKER }));
    foldOn(state, example.customEmojiDeactivated({ emojiId: 1 }));
    const add = () =>
      eventsOrRefusal(state, addCustomEmoji, { name: newName().replace(' ', '_'), picture, emoji }, OWNER);
    expectAllowed(add());
    expectRefused(add(), 'Too many custom emoji (maximum 5000).');
  });

  it('has at most 20,000 files of one person', () => {
    const state = organization();
    foldOn(state, ...range(19_999).map((fileId) => example.fileUploaded({ fileId })));
    const file = { name: 'a', urlName: 'a', digest: 'd', size: 1, contentType: 'text/plain' };
    let uploads = 0;
    const upload = (who: number) => {
      const quotas = { organization: null, person: null };
      const keyed = { ...file, key: `0a/${(uploads += 1)}` };
      return eventsOrRefusal(state, uploadFile, { file: keyed, picture: undefined, quotas }, who);
    };
    expectAllowed(upload(OWNER));
    const message = 'Too many files (maximum 20000).';
    expect(upload(OWNER)).to.deep.equal({ refused: 'REALM_UPLOAD_QUOTA', message });
    expectAllowed(upload(2));
  });

  it('has at most 10,000 topics with a policy of one person, who changes those still', () => {
    const state = organization(...channels(1));
    for (const number of range(9_999)) foldOn(state, example.topicPolicySet({ topic: `topic ${number}` }));
    const mute = (topic: string) =>
      eventsOrRefusal(
        state,
        setTopicPolicy,
        { channel: { id: 1 as ChannelId }, topic: topic as CheckedTopic, policy: 'muted' },
        OWNER,
      );
    expectAllowed(mute('the last'));
    expectRefused(mute('new'), 'Too many topics with a policy of yours (maximum 10000).');
    expectAllowed(mute('topic 1'));
  });
});
