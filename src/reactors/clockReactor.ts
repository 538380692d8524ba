/** Submits time-driven commands to organizations for which something is due. */
import { type Clock, inSeconds } from '../base/clock.ts';
import type { OrganizationId, UserId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import { noteQuietChannels } from '../commands/channels/channels.ts';
import { BY_SERVER, type Command } from '../commands/define.ts';
import type { Lanes, OrganizationLane } from '../commands/lane/lanes.ts';
import { removeUnusedFiles, UNUSED_FILE_MS } from '../commands/organization/files.ts';
import { admitFullMembers } from '../commands/organization/settings.ts';
import { expireInvitations } from '../commands/people/invitations.ts';
import { sendDueReminders } from '../commands/personal/reminders.ts';
import { dueFullMembers } from '../organization/access/organizations.ts';
import { quietChannels } from '../organization/slices/channelActivity.ts';
import { filesUnusedSince } from '../organization/slices/files.ts';
import { expiredInvitations } from '../organization/slices/invitations.ts';
import { nextReminderAt } from '../organization/slices/personal.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Reactor } from './running/define.ts';
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

// The reactor that hides people who turn `presence_enabled` off: they appear to have been away for a while.

/** Records that somebody is hidden; idempotent. */
export type Hide = (organizationId: OrganizationId, userId: UserId) => Promise<void>;

export const presenceReactor = (hide: Hide): Reactor =>
  defineReactor({
    name: 'presence',
    on: {
      PersonalSettingChanged({ id, data: { userId, property, newValue } }, { organizationId, users }) {
        const isHidden = users.byId.get(userId)?.settings.presenceEnabled === false;
        if (property !== 'presenceEnabled' || newValue === true || !isHidden) return [];
        return [{ id: `hide:${id}`, run: () => hide(organizationId, userId) }];
      },
    },
  });
