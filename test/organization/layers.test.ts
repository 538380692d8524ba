import { expect } from 'chai';
import fc from 'fast-check';
import type { DomainEvent } from '../../src/events/define.ts';
import type { Role } from '../../src/events/users.ts';
import { type OrganizationState, SLICE_NAMES } from '../../src/organization/state.ts';
import { example, foldOn, organizationAfter } from '../support/examples.ts';

const USERS = [1, 2, 3, 4, 5, 6];
const CHANNELS = [1, 2, 3];
const before = [
  ...USERS.map((userId) => example.userCreated({ userId })),
  ...CHANNELS.map((channelId) => example.channelCreated({ channelId })),
];

const userId = fc.constantFrom(...USERS);
const members = fc.record({
  channelIds: fc.uniqueArray(fc.constantFrom(...CHANNELS), { minLength: 1 }),
  userIds: fc.uniqueArray(userId, { minLength: 1 }),
});
const event: fc.Arbitrary<DomainEvent> = fc.oneof(
  members.map((given) => example.usersSubscribed(given)),
  members.map((given) => example.usersUnsubscribed(given)),
  userId.map((id) => example.userDeactivated({ userId: id })),
  userId.map((id) => example.userReactivated({ userId: id })),
  userId.map((id) => example.passwordChanged({ userId: id })),
  fc
    .record({ userId, newRole: fc.constantFrom<Role>(100, 200, 300, 600) })
    .map((given) => example.userRoleChanged({ ...given, oldRole: 400 })),
  fc.constant(example.messageSent()),
);
/** Batches as a lane makes them: each is acknowledged and merged, or fails and is thrown away. */
const batches = fc.array(
  fc.record({ events: fc.array(event, { maxLength: 5 }), acknowledged: fc.boolean() }),
  {
    maxLength: 8,
  },
);

/** Everything a state holds, in an order that does not depend on its history. */
const contentOf = (state: OrganizationState) => ({
  at: [state.revision, state.position, state.hash, state.time],
  rows: SLICE_NAMES.map((name) =>
    Object.entries(state[name]).map(([container, content]) => [
      container,
      [...content.save()].map((row) => JSON.stringify(row)).sort(),
    ]),
  ),
});

describe('batches folded into layers', () => {
  it('give what their acknowledged events give when they are folded directly', () => {
    fc.assert(
      fc.property(batches, (made) => {
        const [layered, direct] = [organizationAfter(...before), organizationAfter(...before)];
        for (const { events, acknowledged } of made) {
          const layer = foldOn(layered.layer(), ...events);
          if (acknowledged) layer.merge();
          if (acknowledged) foldOn(direct, ...events);
          expect(contentOf(layered)).to.deep.equal(contentOf(direct));
        }
      }),
      { numRuns: 60 },
    );
  });
});
