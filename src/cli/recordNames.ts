/** Names of all organizations, loaded when one of their events comes. */
import { type NameOf, namesOf } from '../audit/names.ts';
import { metadataOf } from '../audit/jsonLine.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import type { OrganizationId } from '../ids.ts';

const nameless: NameOf = () => undefined;

export class RecordNames {
  readonly #lanes: Lanes;
  readonly #byOrganization = new Map<number, NameOf>();

  constructor(lanes: Lanes) {
    this.#lanes = lanes;
  }

  /** The names in an event's organization; none in the server's own stream. */
  async of(event: StoredEvent): Promise<NameOf> {
    const id = metadataOf(event).organization;
    const known = this.#byOrganization.get(id);
    if (known) return known;
    const isKnown = this.#lanes.server.state.organizations.has(id as OrganizationId);
    const names = isKnown ? namesOf((await this.#lanes.organization(id as OrganizationId)).state) : nameless;
    this.#byOrganization.set(id, names);
    return names;
  }
}
