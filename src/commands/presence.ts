/** Recording presence reports of many people together. */
import type { EphemeralEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import { PresencesReported } from '../events/presence.ts';
import type { UserId } from '../ids.ts';
import { type Presence, presencesIn, type PresenceState } from '../organization/presence.ts';
import { type Command, nothingToDo } from './define.ts';

/** Somebody is active, is connected but idle, or wants to be hidden. */
export type Report = 'active' | 'idle' | 'hidden';

/** Minimum change of a time, in seconds, that is recorded. */
const MIN_CHANGE_SECONDS = 55;
/** Seconds of inactivity after which somebody who becomes active has come online. */
const ONLINE_AFTER_SECONDS = 130;
/** Seconds since a hidden person seems to have been active: more than clients consider online. */
const HIDDEN_OFFSET_SECONDS = 320;
/** Seconds after which absent people are forgotten. */
const FORGET_AFTER_SECONDS = 365 * 24 * 3600;

/**
 * An event this many revisions back will soon be removed: entries found only there are repeated in new
 * events, this many at a time.
 */
const CARRY_OVER_REVISIONS = 256;
const CARRY_OVER_BATCH = 64;

type Times = Pick<Presence, 'activeAt' | 'connectedAt'>;

/** A clock that was set back must not hide anybody, so a time in the future counts as changed. */
const isOff = (time: number | null | undefined, at: number, seconds: number): boolean =>
  time === null || time === undefined || Math.abs(at - time) > seconds;

/**
 * A report applied to a person's presence; undefined if the change is too small to record. `at` is in UNIX
 * seconds.
 */
export function applyReport(present: Times | undefined, report: Report, at: number): Times | undefined {
  if (report === 'hidden') return { activeAt: null, connectedAt: at - HIDDEN_OFFSET_SECONDS };
  const { activeAt = null, connectedAt } = present ?? {};
  const isActive = report === 'active' && isOff(activeAt, at, MIN_CHANGE_SECONDS);
  const isConnected = isOff(connectedAt, at, MIN_CHANGE_SECONDS);
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

/** Records changes from the reports, and entries that would be lost with old events. */
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
      const times = applyReport(present, report, at);
      return times ? [{ userId, ...times, isAnnounced: isAnnounced(present, report, at) }] : [];
    });
    if (news.length === 0) return nothingToDo(undefined);
    const old = [...oldPresences(state, nextRevision)].filter(({ userId }) => !reports.has(userId));
    const isForgotten = ({ connectedAt }: Presence): boolean => at - connectedAt > FORGET_AFTER_SECONDS;
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
  report === 'hidden' || (report === 'active' && isOff(present?.activeAt, at, ONLINE_AFTER_SECONDS));

const ago = ({ activeAt, connectedAt }: Times, at: number): [number | null, number] => [
  activeAt === null ? null : at - activeAt,
  at - connectedAt,
];

/** Entries of the oldest events, if these will soon be removed. */
function* oldPresences(state: PresenceState, nextRevision: number): Generator<Presence> {
  let left = CARRY_OVER_BATCH;
  for (
    let revision = state.needed;
    revision <= nextRevision - CARRY_OVER_REVISIONS && left > 0;
    revision += 1
  )
    for (const presence of presencesIn(state, revision)) {
      if (left-- === 0) return;
      yield presence;
    }
}
