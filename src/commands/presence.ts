/** What people report of themselves, put on record together. */
import type { EphemeralEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import { PresencesReported } from '../events/presence.ts';
import type { UserId } from '../ids.ts';
import { type Presence, presencesIn, type PresenceState } from '../organization/presence.ts';
import { type Command, nothingToDo } from './define.ts';

/** Reports that somebody is active or just connected, or that they no longer want to be seen. */
export type Report = 'active' | 'idle' | 'hidden';

/** Seconds by which a time must be off before it is put on record anew. */
const WORTH_RECORDING = 55;
/** Seconds of inactivity after which somebody who is active has come online. */
const COMES_ONLINE = 130;
/** Seconds for which who hides seems to have been gone: more than clients take for being offline. */
const HIDDEN_FOR = 320;
/** Seconds after which somebody is forgotten who has not been there. */
const FORGOTTEN = 365 * 24 * 3600;

/**
 * An event that is so many revisions old is on its way out: what only it has is kept by new ones, so many
 * at a time.
 */
const OLD = 256;
const KEPT_AT_ONCE = 64;

type Times = Pick<Presence, 'activeAt' | 'connectedAt'>;

/** A clock that was put back must not keep anybody from being seen, so that a time ahead is off as well. */
const isOff = (time: number | null | undefined, at: number, seconds: number): boolean =>
  time === null || time === undefined || Math.abs(at - time) > seconds;

/** What a report makes of somebody's presence; undefined where that is not worth recording. `at` in UNIX seconds. */
export function reported(present: Times | undefined, report: Report, at: number): Times | undefined {
  if (report === 'hidden') return { activeAt: null, connectedAt: at - HIDDEN_FOR };
  const { activeAt = null, connectedAt } = present ?? {};
  const isActive = report === 'active' && isOff(activeAt, at, WORTH_RECORDING);
  const isConnected = isOff(connectedAt, at, WORTH_RECORDING);
  if (!isActive && !isConnected) return undefined;
  return {
    activeAt: isActive ? at : activeAt,
    connectedAt: isConnected || connectedAt === undefined ? at : connectedAt,
  };
}

export interface PresenceReports {
  /** UNIX seconds. */
  readonly at: number;
  readonly reports: ReadonlyMap<UserId, Report>;
}

/** Records what is news in the reports, and what would go with old events. */
export const recordPresences: Command<
  PresenceReports,
  void,
  PresenceState,
  DomainEventOf<Pick<EphemeralEvents, 'PresencesReported'>>
> = {
  name: 'RecordPresences',
  decide(state, { at, reports }, { nextRevision }) {
    const news = [...reports].flatMap(([userId, report]) => {
      const present = state.people.get(userId);
      const times = reported(present, report, at);
      return times ? [{ userId, ...times, isAnnounced: isAnnounced(present, report, at) }] : [];
    });
    if (news.length === 0) return nothingToDo(undefined);
    const old = [...oldPresences(state, nextRevision)].filter(({ userId }) => !reports.has(userId));
    const isForgotten = ({ connectedAt }: Presence): boolean => at - connectedAt > FORGOTTEN;
    const event = PresencesReported({
      at,
      presences: news.map((each) => [each.userId, ...ago(each, at)]),
      announcedUserIds: news.filter(({ isAnnounced }) => isAnnounced).map(({ userId }) => userId),
      kept: old
        .filter((each) => !isForgotten(each))
        .map((each) => [each.userId, ...ago(each, at), each.updateId]),
      forgottenUserIds: old.filter(isForgotten).map(({ userId }) => userId),
    });
    return { events: [event], result: undefined };
  },
};

const isAnnounced = (present: Times | undefined, report: Report, at: number): boolean =>
  report === 'hidden' || (report === 'active' && isOff(present?.activeAt, at, COMES_ONLINE));

const ago = ({ activeAt, connectedAt }: Times, at: number): [number | null, number] => [
  activeAt === null ? null : at - activeAt,
  at - connectedAt,
];

/** Of the oldest events, where those are old. */
function* oldPresences(state: PresenceState, nextRevision: number): Generator<Presence> {
  let left = KEPT_AT_ONCE;
  for (let revision = state.needed; revision <= nextRevision - OLD && left > 0; revision += 1)
    for (const presence of presencesIn(state, revision)) {
      if (left-- === 0) return;
      yield presence;
    }
}
