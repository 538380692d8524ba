/**
 * The restores of an organization from back-ups. What was lost had revisions, which the events that follow a restore have
 * again; so clients see these under IDs that nothing before had (docs/decisions/0065).
 */
import { cell } from './containers.ts';
import { slice } from './define.ts';

export interface Restoration {
  /** Revision of its event, the first that the back-up does not have. */
  readonly revision: number;
  /** What the revisions from there on are raised by where clients see them. */
  readonly raisedBy: number;
}

/** UNIX milliseconds before any restore: 1 January 2026. */
const RESTORE_EPOCH_MS = 1_767_225_600_000;
/** More events than one organization records in a second for long. */
const MAX_EVENTS_PER_SECOND = 4_096;

export const restorationsSlice = slice({
  version: 1,
  state: () => ({ all: cell<readonly Restoration[]>([]) }),
  evolve: {
    OrganizationRestored({ all }, _data, { revision, metadata: { time } }) {
      const seconds = Math.max(0, Math.floor((time - RESTORE_EPOCH_MS) / 1_000));
      const last = all.get().at(-1)?.raisedBy ?? 0;
      const raisedBy = Math.max(seconds * MAX_EVENTS_PER_SECOND, last + MAX_EVENTS_PER_SECOND);
      all.set([...all.get(), { revision, raisedBy }]);
    },
  },
});

/** State that knows restores. */
interface WithRestorations {
  readonly restorations: ReturnType<typeof restorationsSlice.state>;
}

/** All restores, oldest first. */
export const restorationsOf = ({ restorations }: WithRestorations): readonly Restoration[] =>
  restorations.all.get();
