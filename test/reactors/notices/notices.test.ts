import { expect } from 'chai';
import type { DomainEvent } from '../../../src/events/define.ts';
import { ROLES } from '../../../src/events/users.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { noticesOf } from '../../../src/reactors/notices/notices.ts';
import type { Notice } from '../../../src/reactors/notices/define.ts';
import { EMPTY_DIRECTORY } from '../../../src/rendering/rendered.ts';
import { render } from '../../../src/rendering/markdown.ts';
import { example, organizationAfter, recorded } from '../../support/examples.ts';

const [OWNER, MIA] = [1, 2];

/** An organization with an owner, a member and a channel. */
const fixture = (...events: readonly DomainEvent[]) =>
  organizationAfter(
    example.userCreated({ userId: OWNER, fullName: 'Olga' }),
    example.userCreated({ userId: MIA, email: 'mia@example.com', fullName: 'Mia' }),
    example.channelCreated({ channelId: 1, name: 'design', creatorId: OWNER }),
    ...events,
  );

type NoticesOf = (event: unknown, organization: OrganizationState) => readonly Notice[];

/** The notices of an event; the owner is the actor, where nobody else is named. */
function noticesFor(
  event: DomainEvent,
  organization = fixture(),
  actor: number | null = OWNER,
): readonly Notice[] {
  const [happened] = recorded([event], { after: organization, actor });
  return (noticesOf as Readonly<Record<string, NoticesOf>>)[event.type]!(happened, organization);
}

describe('the notification bot', () => {
  const on = example.organizationSettingChanged({
    property: 'sendChannelEventsMessages',
    oldValue: false,
    newValue: true,
  });

  it('tells people who were subscribed by somebody else, in one message for all channels', () => {
    const notified = { userIds: [MIA], channelIds: [1] };
    const [notice, ...others] = noticesFor(
      example.usersSubscribed({ userIds: [MIA], channelIds: [1], notified }),
    );
    expect(others).to.deep.equal([]);
    expect(notice).to.deep.include({ to: { userId: MIA } });
    expect(notice!.content).to.equal('@_**Olga|1** subscribed you to the channel #**design**.');
  });

  it('does not name who did something to guests who may not know who that is', () => {
    const GUS = 3;
    const limited = fixture(
      example.userCreated({ userId: GUS, email: 'gus@example.com', fullName: 'Gus', role: ROLES.guest }),
      example.organizationPermissionChanged({
        permission: 'can_access_all_users_group',
        newValue: systemGroupId('role:members'),
      }),
    );
    const noticesOn = (event: DomainEvent, by: number | null = OWNER) =>
      noticesFor(event, limited, by).map(({ to, content }) => [to, content]);
    const notified = { userIds: [MIA, GUS], channelIds: [1] };
    expect(
      noticesOn(example.usersSubscribed({ userIds: [MIA, GUS], channelIds: [1], notified })),
    ).to.deep.equal([
      [{ userId: MIA }, '@_**Olga|1** subscribed you to the channel #**design**.'],
      [{ userId: GUS }, 'Somebody subscribed you to the channel #**design**.'],
    ]);
    expect(noticesOn(example.userGroupMembersRemoved({ groupId: 4, userIds: [MIA, GUS] }))).to.deep.equal([
      [{ userId: MIA }, '@_**Olga|1** removed you from the group @_*role:fullmembers*.'],
      [{ userId: GUS }, 'Somebody removed you from the group @_*role:fullmembers*.'],
    ]);
    const joined = example.invitationAccepted({ inviterId: GUS, userId: MIA });
    expect(noticesOn(joined, null).at(-1)).to.deep.equal([
      { userId: GUS },
      'Somebody has accepted your invitation.',
    ]);
  });

  it('tells nobody who is not to be told', () => {
    expect(noticesFor(example.usersSubscribed({ userIds: [MIA], channelIds: [1] }))).to.deep.equal([]);
  });

  it('says in a channel what becomes of it only where the organization wants that', () => {
    const renamed = example.channelRenamed({ channelId: 1, oldName: 'design', newName: 'brand' });
    expect(noticesFor(renamed)).to.deep.equal([]);
    const [notice] = noticesFor(renamed, fixture(on));
    expect(notice!.to).to.deep.equal({ channelId: 1, topic: 'channel events' });
    expect(notice!.content).to.equal('@_**Olga|1** renamed this channel from **design** to **brand**.');
  });

  describe('of names that are written like mentions', () => {
    const NAMES = ['x @**all** 1', 'a @**|2**', 'g* @**Mia**', '@*crew* `', '\\@**all**', '@**all**'];
    const directory = {
      ...EMPTY_DIRECTORY,
      users: [{ id: MIA, name: 'Mia', active: true }],
      groups: [{ id: 9, name: 'crew', displayName: 'crew', system: false, active: true }],
    };
    const happenings: Readonly<Record<string, (name: string) => DomainEvent>> = {
      'subscribes to a channel': () =>
        example.usersSubscribed({ ...people, channelIds: [2], notified: { ...people, channelIds: [2] } }),
      'renames a channel': (name) => example.channelRenamed({ channelId: 1, oldName: name, newName: name }),
      'puts somebody into a group': () => example.userGroupMembersAdded({ ...people, groupId: 10 }),
      'moves a topic': (name) =>
        example.messagesMoved({
          oldChannelId: 1,
          newChannelId: 2,
          oldTopic: name,
          newTopic: name,
          notifiesOldTopic: true,
          notifiesNewTopic: true,
        }),
    };
    const people = { userIds: [MIA] };

    for (const [what, happening] of Object.entries(happenings))
      it(`calls nobody when somebody ${what}, and shows them as they are`, () => {
        for (const name of NAMES) {
          const named = [
            example.channelCreated({ channelId: 2, name }),
            example.userGroupCreated({ groupId: 10, name }),
          ];
          const notices = noticesFor(happening(name), fixture(on, ...named));
          expect(notices).not.to.be.empty;
          for (const { content } of notices) {
            const { html } = render(content.replace('@_**Olga|1**', 'Olga'), directory);
            expect(html, content).not.to.include('mention');
            expect(html, content).to.include(name);
          }
        }
      });
  });

  it('tells who was put into a group by somebody else, and not who joined', () => {
    const event = example.userGroupMembersAdded({ groupId: 4, userIds: [OWNER, MIA] });
    expect(noticesFor(event).map(({ to }) => to)).to.deep.equal([{ userId: MIA }]);
  });

  const accepted = (given: Parameters<typeof example.invitationAccepted>[0] = {}) =>
    example.invitationAccepted({ inviterId: OWNER, userId: MIA, ...given });

  it('welcomes who joins by an invitation, and tells who invited', () => {
    expect(noticesFor(accepted())).to.deep.equal([
      {
        about: 'welcome',
        to: { userId: MIA },
        content: 'Welcome to Hansard! Look around in the channels, and say hello.',
      },
      { about: 'inviter', to: { userId: OWNER }, content: '@_**Mia|2** has accepted your invitation.' },
    ]);
  });

  it('welcomes with the text that was chosen, and where that is empty with none', () => {
    const welcomes = (welcomeMessage: string) =>
      noticesFor(accepted({ welcomeMessage, notifiesInviter: false })).map(({ content }) => content);
    expect(welcomes('Hello, **you**.')).to.deep.equal(['Hello, **you**.']);
    expect(welcomes(' ')).to.deep.equal([]);
  });

  it('welcomes whom somebody makes an account for, with what the organization says by then', () => {
    const welcomes = (organization: OrganizationState, by: number | null, bot: 'bot' | null = null) => {
      const made = example.userCreated({
        userId: MIA,
        bot: bot && { type: 1, ownerId: OWNER, isSystem: false },
      });
      return noticesFor(made, organization, by).map(({ to, content }) => ({ to, content }));
    };
    const own = example.organizationSettingChanged({
      property: 'welcomeMessage',
      oldValue: '',
      newValue: 'Hello, **you**.',
    });
    const to = { userId: MIA };
    const content = 'Welcome to Hansard! Look around in the channels, and say hello.';
    expect(welcomes(fixture(), OWNER)).to.deep.equal([{ to, content }]);
    expect(welcomes(fixture(own), OWNER)).to.deep.equal([{ to, content: 'Hello, **you**.' }]);
    expect(welcomes(fixture(), null), 'who comes by himself').to.deep.equal([]);
    expect(welcomes(fixture(), OWNER, 'bot')).to.deep.equal([]);
  });

  it('tells nobody who invited and is no more', () => {
    const after = fixture(example.userDeactivated({ userId: OWNER }));
    expect(noticesFor(accepted(), after).map(({ about }) => about)).to.deep.equal(['welcome']);
  });

  it('announces people, and no bots, where the organization wants newcomers announced', () => {
    const announcing = fixture(
      example.organizationSettingChanged({
        property: 'signupAnnouncementChannelId',
        oldValue: null,
        newValue: 1,
      }),
    );
    const came = (organization: OrganizationState, bot: null | 'bot' = null) => {
      const made = example.userCreated({
        userId: MIA,
        bot: bot && { type: 1, ownerId: OWNER, isSystem: false },
      });
      return noticesFor(made, organization).map(({ to, content }) => ({ to, content }));
    };
    const announcement = {
      to: { channelId: 1, topic: 'signups' },
      content: '@_**Mia|2** joined this organization.',
    };
    expect(came(fixture())).not.to.deep.include(announcement);
    expect(came(announcing, 'bot')).to.deep.equal([]);
    expect(came(announcing)).to.deep.include(announcement);
  });

  it('does not tell who joins of the groups that he comes into', () => {
    const event = example.userGroupMembersAdded({ groupId: 4, userIds: [MIA] });
    const [happened] = recorded([event], { after: fixture(), actor: null });
    const createNotices = (noticesOf as Readonly<Record<string, NoticesOf>>)[event.type]!;
    expect(createNotices(happened, fixture())).to.deep.equal([]);
  });

  describe('of a scheduled message that failed', () => {
    const scheduled = { authorId: MIA, deliverAt: Date.UTC(2026, 0, 2) };
    const failed = example.scheduledSendFailed({ ...scheduled, reason: 'This channel is *archived*.' });
    const after = (...events: readonly DomainEvent[]) =>
      fixture(example.messageScheduled(scheduled), ...events);

    it('tells its author when that was to be, and why', () => {
      const [notice, ...others] = noticesFor(failed, after());
      expect(others).to.deep.equal([]);
      expect(notice!.to).to.deep.equal({ userId: MIA });
      expect(notice!.content).to.include('scheduled for <time:2026-01-02T00:00:00.000Z> was not sent');
      expect(notice!.content).to.include('\n> This channel is *archived*.\n');
    });

    it('tells nobody who has left, and nobody in an organization that is closed', () => {
      expect(noticesFor(failed, after(example.userDeactivated({ userId: MIA })))).to.deep.equal([]);
      expect(noticesFor(failed, after(example.organizationDeactivated()))).to.deep.equal([]);
    });
  });
});
