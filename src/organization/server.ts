/**
 * The state of the server, folded from the stream `server`: the log's identity, the organizations and their
 * subdomains. There are few of them and they rarely change, so a layer copies it.
 */
import { type OrganizationId, SERVER_STREAM } from '../base/ids.ts';
import type { AnyEvent } from '../events/catalog.ts';
import { chainStart } from '../events/chain.ts';

/** An organization that has claimed its subdomain; '' is the root organization's. */
interface RegisteredOrganization {
  readonly organizationId: OrganizationId;
  readonly subdomain: string;
  readonly name: string;
}

type ServerHandlers = {
  readonly [Type in AnyEvent['type']]?: (
    server: ServerState,
    data: Extract<AnyEvent, { type: Type }>['data'],
  ) => void;
};

const handlers: ServerHandlers = {
  LogCreated: (server, { logId }) => {
    server.logId = logId;
  },
  VaultAssigned: (server, { vaultId }) => {
    server.vaultId = vaultId;
  },
  OrganizationRegistered: (server, registered) => {
    server.organizations.set(registered.organizationId, registered);
    server.idBySubdomain.set(registered.subdomain, registered.organizationId);
  },
};

export class ServerState {
  logId: string | undefined;
  /** The vault of all servers on this log; undefined if the log belongs to one server. */
  vaultId: string | undefined;
  organizations = new Map<OrganizationId, RegisteredOrganization>();
  idBySubdomain = new Map<string, OrganizationId>();
  revision = -1;
  hash = chainStart(SERVER_STREAM);
  /** UNIX milliseconds of the last event. */
  time = 0;
  #base: ServerState | undefined;

  get nextOrganizationId(): OrganizationId {
    return (Math.max(0, ...this.organizations.keys()) + 1) as OrganizationId;
  }

  fold(event: AnyEvent): void {
    const handler = handlers[event.type] as ((server: ServerState, data: unknown) => void) | undefined;
    handler?.(this, event.data);
    this.revision = event.revision;
    this.hash = event.metadata.hash;
    this.time = event.metadata.time;
  }

  layer(): ServerState {
    const layer = new ServerState();
    layer.#take(this);
    layer.#base = this;
    return layer;
  }

  /** Gives a layer's events to its base. */
  merge(): void {
    if (this.#base === undefined) throw new Error('Only a layer can be merged.');
    this.#base.#take(this);
  }

  #take(other: ServerState): void {
    this.logId = other.logId;
    this.vaultId = other.vaultId;
    this.organizations = new Map(other.organizations);
    this.idBySubdomain = new Map(other.idBySubdomain);
    this.revision = other.revision;
    this.hash = other.hash;
    this.time = other.time;
  }
}
