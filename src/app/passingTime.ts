/** Tells organizations now and then that time has passed: who has waited long enough is a full member. */
import type { Clock } from '../clock.ts';
import { admitFullMembers } from '../commands/fullMembership.ts';
import type { Lanes } from '../commands/lanes.ts';
import type { Logger } from '../logger.ts';
import { peopleDue } from '../organization/fullMembership.ts';

/** Milliseconds between two looks. */
const PERIOD = 60 * 1000;

/** Looks after the waiting periods of all organizations; answers how to stop. On several nodes one comes first. */
export function keepAdmitting(lanes: Lanes, clock: Clock, logger: Logger): () => void {
  const submission = { actor: null, client: 'hansard', correlationId: 'full-membership' };
  const admit = async (): Promise<void> => {
    for (const lane of lanes.all())
      if (peopleDue(lane.state, clock.now()).length > 0)
        await lane.submit(admitFullMembers, undefined, submission);
  };
  return clock.every(
    PERIOD,
    () => void admit().catch((err) => logger.warn({ err }, 'full members were not admitted')),
  );
}
