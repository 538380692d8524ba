/** Entries as they are passed between threads: sets of people become text. */
import type { UserId } from '../../ids.ts';
import { Bitset } from '../../organization/bitset.ts';
import type { AddressedPayload } from '../define.ts';
import type { Entry } from './entry.ts';

type PackedTold = Omit<AddressedPayload, 'to' | 'offeredTo' | 'flagged'> & {
  readonly offeredTo?: string;
  readonly flagged?: Readonly<Record<string, string>>;
};

export interface PackedEntry {
  readonly id: number;
  readonly revision: number;
  readonly time: number;
  readonly bytes: number;
  readonly to: string;
  /** Absent if queues end. */
  readonly addressed?: PackedTold;
  readonly unknownTo?: readonly (readonly [UserId, string])[];
}

export function packed({ event, unknownTo, ...entry }: Entry): PackedEntry {
  const unknown = unknownTo && [...unknownTo].map(([userId, audience]) => [userId, audience.save()] as const);
  const shared = { ...entry, to: event.to.save(), ...(unknown && { unknownTo: unknown }) };
  if (!('payload' in event)) return shared;
  const { to: _to, offeredTo, flagged, ...told } = event;
  return {
    ...shared,
    addressed: {
      ...told,
      ...(offeredTo && { offeredTo: offeredTo.save() }),
      ...(flagged && { flagged: mapped(flagged, (audience) => audience.save()) }),
    },
  };
}

export function unpacked({ to: saved, addressed: told, unknownTo, ...entry }: PackedEntry): Entry {
  const to = Bitset.load<UserId>(saved);
  const unknown = unknownTo?.map(([userId, audience]) => [userId, Bitset.load<UserId>(audience)] as const);
  const shared = { ...entry, ...(unknown && { unknownTo: new Map(unknown) }) };
  if (told === undefined) return { ...shared, event: { to, endsQueues: true } };
  const { offeredTo, flagged, ...plain } = told;
  return {
    ...shared,
    event: {
      ...plain,
      to,
      ...(offeredTo !== undefined && { offeredTo: Bitset.load<UserId>(offeredTo) }),
      ...(flagged && { flagged: mapped(flagged, (audience) => Bitset.load<UserId>(audience)) }),
    },
  };
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
