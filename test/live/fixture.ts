/** A town in which things happen, and the client events of each. */
import type { DomainEvent } from '../../src/events/define.ts';
import { z } from 'zod';
import { clientEventsOf } from '../../src/live/catalog.ts';
import type { ClientEvent, AddressedPayload } from '../../src/live/translation/define.ts';
import { payloads } from '../../src/live/translation/shapes.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { example, organizationAfter, recorded } from '../support/examples.ts';

export const PEOPLE = { owner: 1, member: 2, outsider: 3, guest: 4, stranger: 5, gone: 6 } as const;
export const CHANNELS = { public: 1, shared: 2, protected: 3, web: 4 } as const;
export const [MEMBERS, NOBODY] = [3, 8];

/** The member, the guest and somebody who has left follow every channel; the stranger is a guest who follows none. */
export const town = (...more: readonly DomainEvent[]): OrganizationState =>
  organizationAfter(
    example.userCreated({ userId: PEOPLE.owner, role: 100 }),
    example.userCreated({ userId: PEOPLE.member }),
    example.userCreated({ userId: PEOPLE.outsider }),
    example.userCreated({ userId: PEOPLE.guest, role: 600 }),
    example.userCreated({ userId: PEOPLE.stranger, role: 600 }),
    example.userCreated({ userId: PEOPLE.gone }),
    example.channelCreated({ channelId: CHANNELS.public, name: 'public' }),
    example.channelCreated({
      channelId: CHANNELS.shared,
      privacy: 'private',
      historyPublicToSubscribers: true,
    }),
    example.channelCreated({ channelId: CHANNELS.protected, privacy: 'private' }),
    example.channelCreated({ channelId: CHANNELS.web, privacy: 'web-public' }),
    example.usersSubscribed({
      channelIds: Object.values(CHANNELS),
      userIds: [PEOPLE.member, PEOPLE.guest, PEOPLE.gone],
    }),
    example.userDeactivated({ userId: PEOPLE.gone }),
    ...more,
  );

const Payload = z.union(Object.values(payloads));

/** The client events of an event; every payload is checked against its schema. */
export function clientEvents(state: OrganizationState, event: DomainEvent): readonly ClientEvent[] {
  const [happened] = recorded([event], { after: state });
  const after = state.layer();
  after.fold(happened!);
  const produced = clientEventsOf(happened!, { before: state, after, host: 'chat.example.com' });
  for (const one of produced)
    if ('payload' in one) [one.payload, ...(one.instead?.payloads ?? [])].map(checked);
  return produced;
}

function checked(payload: unknown): void {
  const { success, error } = Payload.safeParse(payload);
  if (!success) throw new Error(`${JSON.stringify(payload)} is no payload: ${error.message}`);
}

/** `type/op` with the IDs of those who are notified; `ended` where queues end. */
export const toWhom = (state: OrganizationState, event: DomainEvent): readonly string[] =>
  clientEvents(state, event).map((one) => `${nameOf(one)} → ${[...one.to].join(' ')}`);

function nameOf(one: ClientEvent): string {
  if (!('payload' in one)) return 'ended';
  const { payload } = one;
  const parts = [
    payload.type,
    'op' in payload ? payload.op : '',
    'property' in payload ? payload.property : '',
  ];
  return parts.filter((part) => part !== '').join('/');
}

/** The one client event of a type. */
export function theOne(state: OrganizationState, event: DomainEvent, type: string): AddressedPayload {
  const found = clientEvents(state, event).filter(
    (one): one is AddressedPayload => 'payload' in one && one.payload.type === type,
  );
  if (found.length !== 1) throw new Error(`There are ${found.length} events of type ${type}.`);
  return found[0]!;
}
