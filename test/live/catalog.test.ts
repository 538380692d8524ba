import { expect } from 'chai';
import { type AnyEvent, eventAreas } from '../../src/events/catalog.ts';
import { clientEventsOf, UNTRANSLATED, translations } from '../../src/live/catalog.ts';
import type { AddressedPayload } from '../../src/live/translation/define.ts';
import { payloads } from '../../src/live/translation/shapes.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { example, recorded } from '../support/examples.ts';
import { z } from 'zod';

const history = Object.values(example).map((make) => make());
const Payload = z.union(Object.values(payloads));

/** Folds a history and translates each event of it. */
function translated(events: readonly AnyEvent[]): readonly AddressedPayload[] {
  const state: OrganizationState = emptyOrganization(ROOT_ORGANIZATION);
  return events.flatMap((event) => {
    const after = state.layer();
    after.fold(event);
    const clientEvents = clientEventsOf(event, { before: state, after, host: 'chat.example.com' });
    after.merge();
    return clientEvents.filter((one) => 'payload' in one);
  });
}

describe('what clients are told', () => {
  it('is decided for every event of an organization, and of who is there in it', () => {
    const types = Object.values(eventAreas)
      .filter(({ stream }) => stream === 'organization' || stream === 'ephemeral')
      .flatMap(({ definitions }) => Object.keys(definitions));
    const decided = [...Object.keys(translations), ...Object.keys(UNTRANSLATED)];
    expect(decided.sort()).to.deep.equal(types.sort());
  });

  for (const [what, erased] of [
    ['one of everything', () => false],
    ['one of everything, with all texts erased', () => true],
  ] as const)
    it(`of ${what} has the documented shapes`, () => {
      const clientEvents = translated(recorded(history, {}, erased));
      const all = clientEvents.flatMap(({ payload, instead }) => [payload, ...(instead?.payloads ?? [])]);
      expect(all.length).to.be.greaterThan(40);
      for (const payload of all)
        expect(Payload.safeParse(payload).error, JSON.stringify(payload)).to.equal(undefined);
    });

  it('is complete but for what the state of an organization does not keep', () => {
    const quiet = [
      example.organizationFounded(),
      example.systemGroupsCreated(),
      ...[1, 2].map((userId) => example.userCreated({ userId })),
      example.channelCreated(),
      example.usersSubscribed({ userIds: [1, 2] }),
      example.messageSent(),
      example.messageSent({ participantIds: [1] }),
      example.messageEdited(),
      example.topicPolicySet({ newPolicy: 'muted' }),
    ];
    const clientEvents = [history, quiet].flatMap((events) => translated(recorded(events)));
    const open = clientEvents.filter(({ deferred }) => deferred !== undefined);
    const missing = open.map(({ payload, deferred }) => {
      const op = 'op' in payload ? `/${payload.op}` : '';
      return `${payload.type}${op}: ${typeof deferred === 'object' ? Object.keys(deferred).join() : deferred}`;
    });
    expect([...new Set(missing)].sort()).to.deep.equal([
      'message: recipient_id',
      'muted_topics: muted_topics',
      'realm_bot/add: token',
      'realm_bot/update: token',
      'subscription/add: subscription settings',
      'update_message: personal flags',
      'update_message_flags/add: unreadIn',
    ]);
  });
});
