/** Whether a node that may lag behind another one has what a caller was told there. */
import { NotReady } from '../../errors.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { type OrganizationId, organizationStream } from '../../ids.ts';
import type { OrganizationLane } from './lanes.ts';

/**
 * Whether a lane's state contains a revision, waiting for so many milliseconds; false if the log does not have it
 * either. Fails with `NotReady` if only this node does not have it yet.
 */
export async function waitForRecorded(
  lane: Pick<OrganizationLane, 'waitForRevision'>,
  log: Pick<EventLog, 'readStream'>,
  { organizationId, revision }: { readonly organizationId: OrganizationId; readonly revision: number },
  patience: number,
): Promise<boolean> {
  if (await lane.waitForRevision(revision, patience)) return true;
  const stream = organizationStream(organizationId);
  for await (const page of log.readStream(stream, { from: revision, limit: 1 }))
    if (page.length > 0) throw new NotReady('This server has not seen yet what another one has told you.');
  return false;
}
