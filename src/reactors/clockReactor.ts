/** Submits time-driven commands to organizations for which something is due. */
import { type Clock, inSeconds } from '../clock.ts';
import { BY_SERVER, type Command } from '../commands/define.ts';
import { removeUnusedFiles, UNUSED_FOR } from '../commands/files.ts';
import { admitFullMembers } from '../commands/fullMembership.ts';
import { expireInvitations } from '../commands/invitations.ts';
import type { Lanes, OrganizationLane } from '../commands/lane/lanes.ts';
import { noteQuietChannels } from '../commands/quietChannels.ts';
import type { Logger } from '../logger.ts';
import { channelsGoneQuiet } from '../organization/channelActivity.ts';
import { filesUnusedSince } from '../organization/files.ts';
import { peopleDue } from '../organization/fullMembership.ts';
import { invitationsDue } from '../organization/invitations.ts';
import type { OrganizationState } from '../organization/state.ts';

/** A command that the passage of time makes necessary. */
interface TimedCommand {
  readonly command: Command<void, void>;
  readonly isDue: (organization: OrganizationState, now: number) => boolean;
}

const TIMED_COMMANDS: readonly TimedCommand[] = [
  { command: admitFullMembers, isDue: (organization, now) => peopleDue(organization, now).length > 0 },
  {
    command: noteQuietChannels,
    isDue: ({ channelActivity }, now) => channelsGoneQuiet(channelActivity, now).length > 0,
  },
  {
    command: removeUnusedFiles,
    isDue: (organization, now) => filesUnusedSince(organization, now - UNUSED_FOR).length > 0,
  },
  { command: expireInvitations, isDue: (organization, now) => invitationsDue(organization, now).length > 0 },
];

/** Milliseconds between two checks. */
const PERIOD = 60 * 1000;

/**
 * Checks all organizations independently: a failing one does not affect the others. Returns a function that
 * stops it. If several nodes try at once, one is first.
 */
export function startClockReactor(lanes: Lanes, clock: Clock, logger: Logger): () => void {
  const submission = { ...BY_SERVER, correlationId: 'passing-time' };
  const submitDue = (lane: OrganizationLane, command: TimedCommand['command']): void => {
    const { organizationId } = lane.state;
    lane
      .submit(command, undefined, submission)
      .catch((err) =>
        logger.warn(
          { event: 'clock.tick_failed', organizationId, command: command.name, err },
          `${command.name} failed in organization ${organizationId}; next attempt in ${inSeconds(PERIOD)}.`,
        ),
      );
  };
  return clock.every(PERIOD, () => {
    for (const lane of lanes.all())
      for (const { command, isDue } of TIMED_COMMANDS)
        if (isDue(lane.state, clock.now())) submitDue(lane, command);
  });
}
