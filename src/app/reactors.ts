/** The reactors of a server, and where what they did is on record. */
import type { Clock } from '../clock.ts';
import { Lane } from '../commands/lane.ts';
import type { PresenceLanes } from '../commands/presenceLanes.ts';
import { abandonEffect, checkpointReactor } from '../commands/reactors.ts';
import type { Config } from '../config.ts';
import { chainStart, hashOf } from '../events/chain.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import { decode } from '../events/catalog.ts';
import { reactorStream } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { Mailer } from '../mail/mail.ts';
import { ReactorState } from '../organization/reactors.ts';
import type { OpenJournal, Reactors } from '../reactors/runner.ts';
import { startReactors } from '../reactors/runner.ts';
import { invitationMail } from '../reactors/invitationMail.ts';
import { notices } from '../reactors/notices.ts';
import type { Founding } from './bootstrap.ts';
import { invitationLinks } from './invitationLinks.ts';
import type { Push } from './push.ts';
import { startScheduledSends } from '../reactors/scheduledSends.ts';
import { type Hide, hiding } from '../reactors/presence.ts';
import { type NoticeParts, noticeSender } from './notices.ts';
import { scheduledSender } from './scheduledSends.ts';

export interface ReactorParts extends NoticeParts {
  readonly config: Config;
  readonly founding: Pick<Founding, 'secrets'>;
  readonly mailer: Mailer;
  readonly log: EventLog;
  readonly presence: PresenceLanes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly push: Push;
}

/** Starts all reactors of this server, those that the clock sets off last. */
export async function runReactors(parts: ReactorParts): Promise<Reactors> {
  const { log, clock, logger, lanes } = parts;
  const followers = await startReactors({
    ...{ log, clock, logger, lanes },
    reactors: [
      notices(noticeSender(parts)),
      invitationMail({ ...parts, links: invitationLinks(parts.founding.secrets, parts.config) }),
      hiding(hidingIn(parts)),
      ...parts.push.reactors,
    ],
    openJournal: journalsIn(parts),
  });
  const scheduled = startScheduledSends({ clock, logger, lanes, sender: scheduledSender(parts) });
  return {
    async settled() {
      await scheduled.settled();
      await followers.settled();
    },
    async stop() {
      await scheduled.stop();
      await followers.stop();
    },
  };
}

const hidingIn =
  ({ presence }: Pick<ReactorParts, 'presence'>): Hide =>
  async (organizationId, userId) =>
    (await presence.of(organizationId)).report(userId, 'hidden');

const BY_SERVER = { actor: null, client: 'hansard' } as const;

/** A journal is a lane of its own: two nodes that write to it at once come one after the other. */
const journalsIn =
  ({ log, clock }: Pick<ReactorParts, 'log' | 'clock'>): OpenJournal =>
  async (reactor, organizationId) => {
    const stream = reactorStream(reactor, organizationId);
    const state = await newestState(log, stream);
    const lane = new Lane({ log, clock, stream, organization: organizationId, state });
    await lane.readOn();
    const submission = { ...BY_SERVER, correlationId: stream };
    return {
      get checkpoint() {
        return state.checkpoint;
      },
      isAbandoned: (effectId) => state.abandoned.has(effectId),
      async advance(revision) {
        await lane.submit(checkpointReactor, { revision }, submission);
      },
      async abandon(effectId, reason) {
        await lane.submit(abandonEffect, { effectId, reason }, submission);
      },
    };
  };

/** As the newest checkpoint leaves it: nothing before that matters any more. */
async function newestState(log: EventLog, stream: string): Promise<ReactorState> {
  for await (const page of log.readStream(stream, { direction: 'backwards' })) {
    const newest = page.find(({ type }) => type === 'ReactorCheckpointed');
    if (newest === undefined) continue;
    const state = new ReactorState({ revision: newest.revision - 1, hash: hashOf(newest) });
    state.fold(decode(newest));
    return state;
  }
  return new ReactorState({ revision: -1, hash: chainStart(stream) });
}
