/** Submits time-driven commands to organizations for which something is due. */
import { type Clock, inSeconds } from '../clock.ts';
import { BY_SERVER, type Command } from '../commands/define.ts';
import { removeUnusedFiles, UNUSED_FILE_MS } from '../commands/files.ts';
import { admitFullMembers } from '../commands/fullMembership.ts';
import { expireInvitations } from '../commands/invitations.ts';
import type { Lanes, OrganizationLane } from '../commands/lane/lanes.ts';
import { noteQuietChannels } from '../commands/quietChannels.ts';
import { sendDueReminders } from '../commands/reminders.ts';
import type { Logger } from '../logger.ts';
import { quietChannels } from '../organization/channelActivity.ts';
import { filesUnusedSince } from '../organization/files.ts';
import { dueFullMembers } from '../organization/fullMembership.ts';
import { expiredInvitations } from '../organization/invitations.ts';
import { nextReminderAt } from '../organization/reminders.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { Reactors } from './running/runner.ts';

/** A command that the passage of time makes necessary. */
interface TimedCommand {
  readonly name: string;
  /** Milliseconds between two looks. */
  readonly period: number;
  readonly isDue: (organization: OrganizationState, now: number) => boolean;
  readonly submit: (lane: OrganizationLane, now: number) => Promise<unknown>;
}

const submission = { ...BY_SERVER, correlationId: 'passing-time' };
const MINUTE_MS = 60 * 1000;

const everyMinute = (command: Command<void, void>, isDue: TimedCommand['isDue']): TimedCommand => ({
  name: command.name,
  period: MINUTE_MS,
  isDue,
  submit: (lane) => lane.submit(command, undefined, submission),
});

const TIMED_COMMANDS: readonly TimedCommand[] = [
  everyMinute(admitFullMembers, (organization, now) => dueFullMembers(organization, now).length > 0),
  everyMinute(
    noteQuietChannels,
    ({ channelActivity }, now) => quietChannels(channelActivity, now).length > 0,
  ),
  everyMinute(
    removeUnusedFiles,
    (organization, now) => filesUnusedSince(organization, now - UNUSED_FILE_MS).length > 0,
  ),
  everyMinute(expireInvitations, (organization, now) => expiredInvitations(organization, now).length > 0),
  {
    name: sendDueReminders.name,
    period: 5 * 1000,
    isDue: (organization, now) => nextReminderAt(organization) <= now,
    submit: (lane, at) => lane.submit(sendDueReminders, { at }, submission),
  },
];

/**
 * Checks all organizations independently: a failing one does not affect the others. If several nodes try at once,
 * one is first.
 */
export function startClockReactor(
  lanes: Pick<Lanes, 'all'>,
  clock: Clock,
  logger: Logger,
): Pick<Reactors, 'settled' | 'stop'> {
  const submissions = new Set<Promise<void>>();
  const submitDue = async (lane: OrganizationLane, { name, period, submit }: TimedCommand): Promise<void> => {
    const { organizationId } = lane.state;
    try {
      await submit(lane, clock.now());
    } catch (err) {
      logger.warn(
        { event: 'clock.tick_failed', organizationId, command: name, err },
        `${name} failed in organization ${organizationId}; next attempt in ${inSeconds(period)}.`,
      );
    }
  };
  const started = (submission: Promise<void>): void => {
    submissions.add(submission);
    void submission.then(() => submissions.delete(submission));
  };
  const stops = TIMED_COMMANDS.map((timed) =>
    clock.every(timed.period, () => {
      for (const lane of lanes.all())
        if (timed.isDue(lane.state, clock.now())) started(submitDue(lane, timed));
    }),
  );
  const settled = async (): Promise<void> => void (await Promise.all(submissions));
  return {
    settled,
    async stop() {
      for (const stop of stops) stop();
      await settled();
    },
  };
}
