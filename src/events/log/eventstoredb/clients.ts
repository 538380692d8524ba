import type { EventStoreDBClient } from '@eventstore/db-client';

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
 * next lease gets a new client, which looks for a server again; the old one is closed after its last lease.
 */
export class Clients {
  readonly #open: () => EventStoreDBClient;
  readonly #disconnect: (client: EventStoreDBClient) => Promise<void>;
  readonly #listeners = new Set<() => void>();
  readonly #retired = new Set<Generation>();
  #current: Generation | undefined;

  /** `open` is called at once, and again after each retirement; each client needs a connection of its own. */
  constructor(open: () => EventStoreDBClient, disconnect: (client: EventStoreDBClient) => Promise<void>) {
    this.#open = open;
    this.#disconnect = disconnect;
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
    for (const { client } of unused) void this.#disconnect(client);
  }

  /** Ends the calls of the present client. */
  async close(): Promise<void> {
    await Promise.all([this.#current?.client.dispose(), this.closeUnused()]);
  }
}

/**
 * Closes the connection of a client, which its `dispose` leaves open: the driver shows it to subclasses
 * only.
 */
export function disconnector(
  driver: typeof EventStoreDBClient,
): (client: EventStoreDBClient) => Promise<void> {
  class Subclass extends driver {
    static async disconnect(client: Subclass): Promise<void> {
      try {
        (await client.getChannel()).close();
      } catch {
        // It has found no server, so there is nothing to close.
      }
    }
  }
  return (client) => Subclass.disconnect(client);
}
