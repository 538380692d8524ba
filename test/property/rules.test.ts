/** Rules evaluated one by one, for everybody at once, and with reasons, after histories at random. */
import { expect } from 'chai';
import fc from 'fast-check';
import { ROLES } from '../../src/events/users.ts';
import type { MessageId, UserId } from '../../src/base/ids.ts';
import { type RuleSubjects, ruleCatalog } from '../organization/ruleCatalog.ts';
import type { Actor, Rule } from '../../src/organization/access/rules.ts';
import { isActive } from '../../src/organization/access/rules.ts';
import type { UploadedFile } from '../../src/organization/slices/files.ts';
import type { Invitation } from '../../src/organization/slices/invitations.ts';
import type { ProfileField } from '../../src/organization/slices/profileFields.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { example, foldOn } from '../support/examples.ts';
import { COMMANDS, foundSystem, verdictOf } from './systemUnderTest.ts';
import { history, type History, OPENING } from './steps.ts';
import type { EmojiId } from '../../src/events/emoji.ts';
import type { FileId } from '../../src/events/files.ts';
import type { InvitationId } from '../../src/events/invitations.ts';

const SEED = Number(process.env.SEED) || 42;
const numRuns = Number(process.env.RUNS) || 60;

/** The state after a history at random, with bots of all kinds besides and people who have talked. */
function organizationOf({ constitution, steps }: History): OrganizationState {
  const system = foundSystem(constitution);
  for (const step of [...OPENING, ...steps]) verdictOf(system, step, COMMANDS);
  return foldOn(
    system,
    example.userCreated({ userId: 8, bot: { type: 3, ownerId: 1, isSystem: false } }),
    example.userCreated({ userId: 9, role: 100, bot: { type: 2, ownerId: 2, isSystem: false } }),
    example.userCreated({ userId: 10, bot: { type: 1, ownerId: null, isSystem: true } }),
    example.messageSent({ senderId: 3, participantIds: [3, 6] }),
  );
}

const allRoles = Object.values(ROLES);

/** The arguments of every kind of rule in an organization. */
function subjectsIn(organization: OrganizationState) {
  const { users, channels, userGroups } = organization;
  const people = [...users.byId.values()];
  const userIds = people.map(({ userId }) => userId);
  const allChannels = [...channels.byId.values()];
  const messageIds = [1, 20, organization.revision] as MessageId[];
  const fileIds = [1 as FileId];
  messageIds.forEach((messageId, index) => {
    const messagePlace = index === 0 ? { participantIds: userIds.slice(0, 2) } : allChannels[index];
    const shown = { channelId: undefined, participantIds: undefined, ...messagePlace, sentAt: 0 };
    organization.files.showing.set(messageId, { ...shown, messageId, fileIds });
  });
  return {
    organization: [[]],
    channel: allChannels.map((channel) => [channel]),
    newChannel: [['web-public'], ['public'], ['private']],
    group: [...userGroups.byId.values()].map((group) => [group]),
    person: userIds.map((userId) => [userId]),
    addressHolder: people.map((user) => [user]),
    bot: people.filter(({ bot }) => bot !== null).map((user) => [user]),
    newBot: [[1], [2], [3]],
    messageLocation: [
      [{ messageId: 5 as MessageId, participantIds: userIds.slice(0, 2) }],
      ...allChannels.flatMap(({ channelId }) =>
        messageIds.flatMap((messageId) => [
          [{ messageId, channelId }] as const,
          [
            {
              messageId,
              channelId,
              arrivalRevision: messageId + 5,
              sentToChannelIds: [allChannels[0]!.channelId],
            },
          ] as const,
        ]),
      ),
    ],
    message: userIds.flatMap((senderId) =>
      [undefined, allChannels[0]].map((channel) => [{ senderId, channel }] as const),
    ),
    conversation: [userIds.slice(0, 2), userIds.slice(6, 8), userIds.slice(3, 4)].map(
      (ids) => [ids] as const,
    ),
    invitation: userIds
      .slice(0, 4)
      .flatMap((inviterId, index) => allRoles.map((role) => [invitation(inviterId, role, index)] as const)),
    role: allRoles.map((role) => [role]),
    emoji: [
      [{ emojiId: 1 as EmojiId, name: 'party', authorId: 4 as UserId, imageType: 'png', deactivated: false }],
    ],
    file: [[], ...messageIds.map((messageId) => [messageId])].map((shownIn) => [file(shownIn)] as const),
    profileField: [[field(true)], [field(false)]],
  } satisfies { readonly [Kind in keyof RuleSubjects]: readonly (readonly [...RuleSubjects[Kind]])[] };
}

const invitation = (inviterId: UserId, role: Invitation['role'], index: number): Invitation => ({
  invitationId: 1 as InvitationId,
  credentialId: 'link' as Invitation['credentialId'],
  email: index % 2 === 0 ? null : 'someone@example.com',
  inviterId,
  role,
  channelIds: [],
  groupIds: [],
  withDefaultChannels: false,
  notifiesInviter: false,
  welcomeMessage: null,
  invitedAt: 0,
  expiresAt: null,
});
const file = (shownIn: readonly MessageId[]): UploadedFile => ({
  fileId: 1 as FileId,
  ownerId: 3 as UserId,
  key: '0a/key',
  name: 'logo.png',
  urlName: 'logo.png',
  digest: 'd',
  size: 1,
  contentType: 'image/png',
  uploadedAt: 0,
  shownIn,
});
const field = (editableByUser: boolean) => ({ name: 'Pronouns', editableByUser }) as ProfileField;

type AnyRule = Rule<readonly unknown[]>;

/** Every rule of the catalog with all of its arguments. */
function* questionsIn(organization: OrganizationState): Iterable<[string, AnyRule, readonly unknown[]]> {
  const subjects: Readonly<Record<string, readonly (readonly unknown[])[]>> = subjectsIn(organization);
  for (const [kind, rules] of Object.entries(ruleCatalog))
    for (const [name, rule] of Object.entries(rules))
      for (const on of subjects[kind]!) yield [name, rule, on];
}

describe(`every permission rule, after random histories (SEED=${SEED} RUNS=${numRuns})`, () => {
  const forEachHistory = (check: (organization: OrganizationState) => void): void =>
    fc.assert(
      fc.property(history(40), (lived) => check(organizationOf(lived))),
      { seed: SEED, numRuns, endOnFailure: true },
    );

  it('has as holders exactly the active people of whom it holds', () => {
    forEachHistory((organization) => {
      const active = [...isActive.holders(organization)];
      for (const [name, rule, on] of questionsIn(organization))
        expect([...rule.holders(organization, ...on)], `${name} ${JSON.stringify(on)}`).to.deep.equal(
          active.filter((userId) => rule(organization, userId, ...on)),
        );
    });
  });

  it('has the same verdict with reasons and without, and a sentence for it', () => {
    forEachHistory((organization) => {
      const actors: Actor[] = [null, 99 as UserId, ...organization.users.byId.keys()];
      for (const [name, rule, on] of questionsIn(organization))
        for (const actor of actors) {
          const { holds, sentence } = rule.explain(organization, actor, ...on);
          if (holds !== rule(organization, actor, ...on))
            expect.fail(`${name} ${actor} ${JSON.stringify(on)}`);
          if (!/^\S.*\S$/.test(sentence) || /undefined|null/.test(sentence))
            expect.fail(`${name}: ${sentence}`);
        }
    });
  });
});
