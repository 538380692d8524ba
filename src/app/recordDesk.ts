/** The record as owners of organizations may consult it: what the command line can do, for the API. */
import type { Services } from '../api/http/services.ts';
import { inspectLog } from '../audit/inspection.ts';
import { anchorText, parseAnchor } from '../events/anchor.ts';
import { NotReady } from '../errors.ts';
import { organizationStream } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { Core } from './core.ts';
import type { ViewVerifications } from './viewVerifications.ts';

/** Events that are read before others get a turn: each may have some 300,000 characters. */
const EVENTS_PER_TURN = 32;

/** The desk; `verifications` has to be stopped. */
export const createRecordService = (
  { log, projections, buildListeners }: Pick<Core, 'log' | 'projections' | 'buildListeners'>,
  verifications: ViewVerifications,
  logger: Logger,
): Services['record'] => ({
  ...rebuilds(projections, buildListeners, logger),
  verify: (names) => verifications.start(names),
  verification: (name) => verifications.of(name),
  eventsBefore: (organizationId, revision) =>
    log.readStream(organizationStream(organizationId), {
      from: revision,
      direction: 'backwards',
      limit: EVENTS_PER_TURN,
    }),
  inspect: oneAtATime(async (anchor?: string) => {
    const kept = anchor === undefined ? undefined : parseAnchor(anchor);
    const { digest, ...inspection } = await inspectLog(log, () => undefined, kept);
    const isIntact = inspection.breakCount === 0;
    return {
      ...inspection,
      anchor: isIntact ? anchorText({ position: inspection.head ?? 0, digest }) : null,
    };
  }),
});

/** The views, and building them again. */
function rebuilds(
  projections: Core['projections'],
  fillListeners: Core['buildListeners'],
  logger: Logger,
): Pick<Services['record'], 'projections' | 'rebuild' | 'rebuildProgress'> {
  const progress = new Map<string, { readonly done: number; readonly total: number }>();
  fillListeners.add(({ projection, done, total }) => progress.set(projection, { done, total }));
  return {
    projections: () => projections.health(),
    rebuildProgress: (name) => progress.get(name) ?? null,
    rebuild(name) {
      if (name === undefined) progress.clear();
      else progress.delete(name);
      projections
        .rebuild(name)
        .catch((err: unknown) =>
          logger.error(
            { event: 'record.rebuild_failed', err },
            'A rebuild that an owner requested has failed; the previous view is still served.',
          ),
        );
    },
  };
}

/** Fails with NotReady while an earlier call runs: each reads the whole log. */
function oneAtATime<Answer>(work: (anchor?: string) => Promise<Answer>): typeof work {
  let isRunning = false;
  return async (anchor) => {
    if (isRunning) throw new NotReady('The log is being verified already; ask again when that is done.', 10);
    isRunning = true;
    return work(anchor).finally(() => (isRunning = false));
  };
}
