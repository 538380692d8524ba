/** Presence of all organizations of this node. */
import { NotReady } from '../../errors.ts';
import type { StoredEvent } from '../../events/log/eventLog.ts';
import { type OrganizationId, organizationOfEphemeralStream } from '../../ids.ts';
import { PresenceLane, type PresenceOptions } from './presenceLane.ts';

export class PresenceLanes {
  readonly #options: PresenceOptions;
  readonly #lanes = new Map<OrganizationId, Promise<PresenceLane>>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** The lane of an organization, opened on first use; fails with NotReady. */
  of(organizationId: OrganizationId): Promise<PresenceLane> {
    const known = this.#lanes.get(organizationId);
    if (known) return known;
    const opening = PresenceLane.open(this.#options, organizationId).catch((cause: unknown) => {
      this.#lanes.delete(organizationId);
      throw new NotReady('Presence is not available now.', 1, { cause });
    });
    this.#lanes.set(organizationId, opening);
    return opening;
  }

  /** Passes events of the subscription to open lanes; the others read them when they are opened. */
  receive(events: readonly StoredEvent[]): void {
    const ephemeral = events.filter(({ stream }) => organizationOfEphemeralStream(stream) !== undefined);
    for (const stream of new Set(ephemeral.map((event) => event.stream))) {
      const lane = this.#lanes.get(organizationOfEphemeralStream(stream) as OrganizationId);
      const own = ephemeral.filter((event) => event.stream === stream);
      lane?.then((open) => open.receive(own)).catch(() => undefined);
    }
  }

  /** Waits until all reports are recorded. */
  async close(): Promise<void> {
    for (const lane of this.#lanes.values()) await (await lane.catch(() => undefined))?.idle();
  }
}
