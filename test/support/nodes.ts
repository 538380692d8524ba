/** Nodes whose states are folded from one log in memory: what each has not been told, it does not know. */
import { systemClock } from '../../src/base/clock.ts';
import { BY_SERVER } from '../../src/commands/define.ts';
import { Lanes, type OrganizationLane } from '../../src/commands/lane/lanes.ts';
import {
  createLog,
  foundOrganization,
  registerOrganization,
} from '../../src/commands/organization/organizations.ts';
import type { EventLog, StoredEvent } from '../../src/events/log/eventLog.ts';
import { type CredentialId, organizationStream, ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { MemoryLog, Wire } from './memoryLog.ts';

const operator = { ...BY_SERVER, correlationId: 'test' };

/** The log, and the root organization in it. */
export class Shared {
  readonly memory = new MemoryLog();
  readonly troubles: string[] = [];
  /** Revisions at which snapshots were asked for, and the characters that each is said to have. */
  readonly snapshots: number[] = [];
  snapshotCharacters = 0;

  node(log: EventLog = this.memory.over(new Wire())): Lanes {
    return new Lanes({
      log,
      clock: systemClock,
      factsOf: () => ({
        load: async (_kind, ids) => ids.map(() => undefined),
        hasPassed: () => true,
        waitUntilPassed: async () => {},
        excerpt: async () => undefined,
        event: () => Promise.reject(new Error('No decision here asks for events.')),
      }),
      loadSnapshot: async () => undefined,
      saveSnapshot: async ({ revision }) => {
        this.snapshots.push(revision);
        return this.snapshotCharacters;
      },
      onTrouble: (organizationId, { message }) => this.troubles.push(`${organizationId}: ${message}`),
    });
  }

  async found(lanes: Lanes): Promise<OrganizationLane> {
    await lanes.server.submit(createLog, { logId: 'log' }, operator);
    const registration = { subdomain: '', name: 'Acme', resumes: undefined };
    await lanes.server.submit(registerOrganization, registration, operator);
    const lane = await lanes.organization(ROOT_ORGANIZATION);
    const founder = {
      email: 'ada@example.com',
      host: 'chat.example.com',
      fullName: 'Ada',
      passwordCredentialId: 'p' as CredentialId,
      apiKeyCredentialId: 'k' as CredentialId,
    };
    const input = { organizationId: ROOT_ORGANIZATION, subdomain: '', name: 'Acme', owner: founder };
    await lane.submit(foundOrganization, input, operator);
    return lane;
  }

  get recorded(): readonly StoredEvent[] {
    return this.memory.streamOf(organizationStream(ROOT_ORGANIZATION));
  }
}
