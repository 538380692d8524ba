/** The notifications on people's devices, recorded in the stream `reactor-pushed-{organization}`. */
import type { Clock } from '../../clock.ts';
import { BY_SERVER } from '../../commands/define.ts';
import { Lane } from '../../commands/lane/lane.ts';
import { recordPushed, recordWithdrawn } from '../../commands/pushes.ts';
import { decode } from '../../events/catalog.ts';
import { chainStart, hashOf } from '../../events/chain.ts';
import type { EventLog, StoredEvent } from '../../events/log/eventLog.ts';
import { type OrganizationId, reactorStream } from '../../ids.ts';
import { PushedState } from '../../organization/pushes.ts';
import type { PushRecord } from '../push.ts';

interface PushRecordDependencies {
  readonly log: EventLog;
  readonly clock: Clock;
}

/** Number of events read at the start; older notifications are forgotten. */
const REMEMBERED = 20_000;

/** Opens the record of each organization on first use. */
export function pushRecords(
  sources: PushRecordDependencies,
): (organizationId: OrganizationId) => Promise<PushRecord> {
  const records = new Map<OrganizationId, Promise<PushRecord>>();
  return (organizationId) => {
    const known = records.get(organizationId);
    if (known) return known;
    const opening = openRecord(sources, organizationId);
    records.set(organizationId, opening);
    opening.catch(() => records.delete(organizationId));
    return opening;
  };
}

/** If two nodes write at once, one is first. */
async function openRecord(
  { log, clock }: PushRecordDependencies,
  organizationId: OrganizationId,
): Promise<PushRecord> {
  const stream = reactorStream('pushed', organizationId);
  const state = await newestState(log, stream);
  const lane = new Lane({ log, clock, stream, organization: organizationId, state });
  await lane.catchUp();
  const submission = { ...BY_SERVER, correlationId: stream };
  return {
    shownTo: (userId) => state.shownTo(userId),
    seeing: (messageIds) => state.seeing(messageIds),
    async pushed(messageId, userIds) {
      await lane.submit(recordPushed, { messageId, userIds }, submission);
    },
    async withdrawn(userId, messageIds) {
      await lane.submit(recordWithdrawn, { userId, messageIds }, submission);
    },
  };
}

/** The state after the newest events. */
async function newestState(log: EventLog, stream: string): Promise<PushedState> {
  const newest: StoredEvent[] = [];
  for await (const page of log.readStream(stream, { direction: 'backwards' })) {
    newest.push(...page);
    if (newest.length >= REMEMBERED) break;
  }
  const oldest = newest.at(-1);
  if (oldest === undefined) return new PushedState({ revision: -1, hash: chainStart(stream) });
  const state = new PushedState({ revision: oldest.revision - 1, hash: hashOf(oldest) });
  for (const event of newest.reverse()) state.fold(decode(event));
  return state;
}
