/** When people reported messages to the moderators, within the last day: there is a bound for each person. */
import { DAY_MS } from '../../base/clock.ts';
import type { UserId } from '../../base/ids.ts';
import { map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** Times of which a day has not passed, in UNIX milliseconds. */
const withinDay = (times: readonly number[], now: number): readonly number[] =>
  times.filter((time) => time > now - DAY_MS);

export const reportsSlice = slice({
  version: 1,
  state: () => ({
    /** Times of a person's reports, in UNIX milliseconds; those of earlier days end with the next one. */
    timesOf: map<UserId, readonly number[]>(),
  }),
  evolve: {
    MessageReported: ({ timesOf }, { reporterId }, { metadata: { time } }) =>
      timesOf.set(reporterId, [...withinDay(timesOf.get(reporterId) ?? [], time), time]),
  },
});

/** State with reports of messages. */
interface WithReports {
  readonly reports: ReturnType<typeof reportsSlice.state>;
}

/** The number of reports that a person made in the day before `now`, in UNIX milliseconds. */
export const countReports = ({ reports }: WithReports, reporterId: UserId, now: number): number =>
  withinDay(reports.timesOf.get(reporterId) ?? [], now).length;
