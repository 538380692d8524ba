/** When people have lately asked for another e-mail address. */
import type { UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/** Times kept of one person. */
const MAX_REQUEST_TIMES = 5;

export const emailChangesSlice = slice({
  version: 1,
  state: () => ({
    /** UNIX milliseconds, ascending. */
    askedAt: map<UserId, readonly number[]>(),
  }),
  evolve: {
    EmailChangeRequested: ({ askedAt }, { userId }, { metadata }) =>
      askedAt.set(userId, [...(askedAt.get(userId) ?? []), metadata.time].slice(-MAX_REQUEST_TIMES)),
  },
});

/** State with these times. */
interface WithEmailChanges {
  readonly emailChanges: ReturnType<typeof emailChangesSlice.state>;
}

export const emailChangesAskedAt = ({ emailChanges }: WithEmailChanges, userId: UserId): readonly number[] =>
  emailChanges.askedAt.get(userId) ?? [];
