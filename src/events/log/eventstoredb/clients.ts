import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Channel } from '@grpc/grpc-js';

/** The driver as its subclasses see it: `dispose` ends the calls, and leaves the connection open. */
declare class ClientWithChannel extends EventStoreDBClient {
  override getChannel: () => Promise<Channel>;
}

/** A client on loan. */
export interface ClientLease {
  readonly client: EventStoreDBClient;
  release(): void;
}

interface Generation {
  readonly client: EventStoreDBClient;
  leases: number;
}

/**
 * Lends clients of the driver. A client stays with one server until that server or the network breaks its
 * connection, which a server that has frozen never does: so a client whose server is silent is retired. The
 * next lease gets a new client, which looks for a server anew; the old one is closed after its last lease.
 */
export class Clients {
  readonly #open: () => EventStoreDBClient;
  readonly #listeners = new Set<() => void>();
  readonly #retired = new Set<Generation>();
  #current: Generation | undefined;

  /** `open` is called at once, and again after each retirement; each client needs a connection of its own. */
  constructor(open: () => EventStoreDBClient) {
    this.#open = open;
    this.#current = { client: open(), leases: 0 };
  }

  lease(): ClientLease {
    const generation = (this.#current ??= { client: this.#open(), leases: 0 });
    generation.leases += 1;
    let isReleased = false;
    const release = (): void => {
      if (!isReleased) generation.leases -= 1;
      isReleased = true;
    };
    return { client: generation.client, release };
  }

  /** Lends this client no more. Nothing happens if that was so. */
  retire(client: EventStoreDBClient): void {
    if (this.#current?.client === client) this.renew();
  }

  /** Retires the present client. */
  renew(): void {
    if (!this.#current) return;
    this.#retired.add(this.#current);
    this.#current = undefined;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Retires the present client, and ends its calls. */
  async abandon(): Promise<void> {
    const client = this.#current?.client;
    this.renew();
    await client?.dispose();
  }

  /** Calls back after each retirement, until the returned function is called. */
  onRetired(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether a retired client could be closed. */
  get hasUnused(): boolean {
    return [...this.#retired].some(({ leases }) => leases === 0);
  }

  /**
   * Closes retired clients that nobody uses, and resolves when their calls have ended. Before, the driver may
   * still have to begin a call, which fails on a closed connection in a way that ends the process.
   */
  async closeUnused(): Promise<void> {
    const unused = [...this.#retired].filter(({ leases }) => leases === 0);
    for (const generation of unused) this.#retired.delete(generation);
    await Promise.all(unused.map(({ client }) => client.dispose()));
    for (const { client } of unused) void disconnect(client);
  }

  /** Ends the calls of the present client. */
  async close(): Promise<void> {
    await Promise.all([this.#current?.client.dispose(), this.closeUnused()]);
  }
}

async function disconnect(client: EventStoreDBClient): Promise<void> {
  try {
    (await (client as ClientWithChannel).getChannel()).close();
  } catch {
    // It has found no server, so there is nothing to close.
  }
}
