/** The reactors of a server, and where they record what they did. */
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Logger } from '../base/logger.ts';
import type { PresenceLanes } from '../commands/lane/presence.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import type { Tail } from '../events/log/tail.ts';
import type { Mailer } from '../mail/mail.ts';
import { createDepartureMarker, leftChannels } from '../reactors/channelDepartures.ts';
import { type Hide, presenceReactor, startClockReactor } from '../reactors/clockReactor.ts';
import { type ExportDependencies, exportMaker, exportsReactor } from '../reactors/exports.ts';
import { deactivationMail, invitationLinks, invitationMail } from '../reactors/mail.ts';
import { type NoticeDependencies, notices, noticeSender } from '../reactors/notices/notices.ts';
import type { PushFeature } from '../reactors/push/service.ts';
import type { Reactor } from '../reactors/running/define.ts';
import { openProgressIn, type ReactorRecords } from '../reactors/running/records.ts';
import { type Reactors, startReactors } from '../reactors/running/runner.ts';
import { scheduledSender, startScheduledSends } from '../reactors/scheduledSends.ts';
import type { Webhooks } from '../reactors/webhooks/service.ts';
import type { FoundingDependencies } from './core/bootstrap.ts';

interface ReactorDependencies extends NoticeDependencies, Pick<ExportDependencies, 'views' | 'files'> {
  readonly config: Config;
  readonly founding: Pick<FoundingDependencies, 'secrets'>;
  readonly mailer: Mailer;
  readonly log: EventLog;
  readonly tail: Tail;
  readonly presence: PresenceLanes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly push: PushFeature;
  readonly records: ReactorRecords;
  readonly webhooks: Webhooks;
  /** Learns what is still to be done. */
  readonly reports: { backlogs: Reactors['backlogs'] };
}

/** Starts all reactors of this server; those driven by the clock come last. */
export async function runReactors(parts: ReactorDependencies): Promise<Reactors> {
  const { log, tail, clock, logger, lanes, webhooks } = parts;
  const followers = await startReactors({
    log,
    tail,
    clock,
    logger,
    lanes,
    reactors: followingReactors(parts),
    openProgress: openProgressIn(parts.records),
  });
  await webhooks.start();
  const scheduled = startScheduledSends({ clock, logger, lanes, sender: scheduledSender(parts) });
  const timed = startClockReactor(lanes, clock, logger);
  const backlogs = () => [...followers.backlogs(), webhooks.deliveries.backlog, ...scheduled.backlogs()];
  parts.reports.backlogs = backlogs;
  return {
    backlogs,
    async settled() {
      await timed.settled();
      await scheduled.settled();
      await followers.settled();
      // A webhook's reply is an event that other reactors follow, which may cause more deliveries.
      while (!webhooks.deliveries.isSettled) {
        await webhooks.deliveries.settled();
        await followers.settled();
      }
    },
    async stop() {
      await timed.stop();
      await scheduled.stop();
      await followers.stop();
      await webhooks.stop();
    },
  };
}

/** Those that are driven by events. */
const followingReactors = (parts: ReactorDependencies): readonly Reactor[] => [
  notices(noticeSender(parts)),
  invitationMail({ ...parts, links: invitationLinks(parts.founding.secrets, parts.config) }),
  deactivationMail(parts),
  presenceReactor(hidingIn(parts)),
  exportsReactor(exportMaker(parts)),
  leftChannels(createDepartureMarker(parts)),
  ...parts.push.reactors,
  parts.webhooks.reactor,
];

const hidingIn =
  ({ presence }: Pick<ReactorDependencies, 'presence'>): Hide =>
  async (organizationId, userId) =>
    (await presence.of(organizationId)).report(userId, 'hidden');
