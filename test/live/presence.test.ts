import { expect } from 'chai';
import { decode } from '../../src/events/catalog.ts';
import { clientEventsOf } from '../../src/live/catalog.ts';
import type { AddressedPayload } from '../../src/live/translation/define.ts';
import { payloads } from '../../src/live/translation/shapes.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { example, stored } from '../support/examples.ts';
import { presenceExamples } from '../support/examples/presence.ts';
import { PEOPLE, town } from './fixture.ts';

const { owner, member, outsider, guest, stranger, gone } = PEOPLE;
const AT = 1_767_225_600;

/** The client events when people of the town report. */
function presenceEvents(
  organization: OrganizationState,
  reported: Parameters<typeof presenceExamples.presencesReported>[0],
): readonly AddressedPayload[] {
  const [event] = stored([presenceExamples.presencesReported({ at: AT, ...reported })]);
  const moment = { before: organization, after: organization, host: 'chat.example.com' };
  return clientEventsOf(decode(event!), moment) as readonly AddressedPayload[];
}

const online = (userId: number) => ({
  presences: [[userId, 0, 0] as [number, number, number]],
  announcedUserIds: [userId],
});

const limited = example.organizationPermissionChanged({
  permission: 'can_access_all_users_group',
  oldValue: 2,
  newValue: 3,
});

describe('who comes online', () => {
  it('is told to everybody who may know him, himself among them', () => {
    const [clientEvent, ...others] = presenceEvents(town(), online(member));
    expect(others).to.deep.equal([]);
    expect([...clientEvent!.to]).to.deep.equal([owner, member, outsider, guest, stranger]);
    const [limitedly] = presenceEvents(town(limited), online(member));
    expect([...limitedly!.to]).to.deep.equal([owner, member, outsider, guest]);
  });

  it('is told in the simplified form, and instead in the legacy one', () => {
    const [clientEvent] = presenceEvents(town(), online(member));
    const { payload, instead } = clientEvent!;
    expect(payload).to.deep.equal({
      type: 'presence',
      presences: { [member]: { active_timestamp: AT, idle_timestamp: AT } },
    });
    expect(instead?.without).to.equal('simplified_presence_events');
    expect(instead?.payloads).to.deep.equal([
      {
        type: 'presence',
        user_id: member,
        email: 'user2@example.com',
        server_timestamp: Date.UTC(2026, 0, 1) / 1000,
        presence: { website: { client: 'website', status: 'active', timestamp: AT, pushable: false } },
      },
    ]);
    expect(payloads.presence.safeParse(payload).success).to.equal(true);
    expect(payloads['presence (legacy)'].safeParse(instead?.payloads[0]).success).to.equal(true);
  });

  it('is told of nobody who was there before, has gone, or is in an organization that shows nobody', () => {
    expect(presenceEvents(town(), { ...online(member), announcedUserIds: [] })).to.deep.equal([]);
    expect(presenceEvents(town(), online(gone))).to.deep.equal([]);
    const hidden = example.organizationSettingChanged({
      property: 'presenceDisabled',
      oldValue: false,
      newValue: true,
    });
    expect(presenceEvents(town(hidden), online(member))).to.deep.equal([]);
  });

  it('is told in organizations of a hundred active accounts, and in none that has more', () => {
    const people = (count: number) =>
      Array.from({ length: count }, (_, index) => example.userCreated({ userId: 7 + index }));
    expect(presenceEvents(town(...people(95)), online(member))).to.have.length(1);
    expect(presenceEvents(town(...people(96)), online(member))).to.deep.equal([]);
  });
});

describe('who does not show himself any more', () => {
  it('is told to have been gone for a while', () => {
    const [clientEvent] = presenceEvents(town(), {
      presences: [[member, null, 320]],
      announcedUserIds: [member],
    });
    const presences = (clientEvent!.payload as { presences: Record<number, Record<string, number>> })
      .presences;
    expect(presences[member]?.idle_timestamp).to.equal(AT - 320);
    // Also who has joined since then: longer ago than what clients take for active.
    expect(presences[member]?.active_timestamp).to.be.below(AT - 320 - 70);
  });
});
