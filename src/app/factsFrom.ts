/** The lanes' source of facts: the log and the views of messages. */
import type { FactsSource } from '../commands/lane/facts.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import { NotReady } from '../errors.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import type { OrganizationId } from '../ids.ts';
import { documentsOf } from '../projections/documents.ts';
import { FACT_PROJECTIONS, findFacts } from '../projections/messages/facts.ts';
import { findExcerpt } from '../projections/messages/excerpt.ts';
import type { Projections } from '../projections/running/runner.ts';
import { createViews } from '../projections/views.ts';
import { readRecordedEvent } from '../events/recordedEvent.ts';

/** Lanes open before the projections run; until then there are no facts. */
export function createFactsSource(
  log: Pick<EventLog, 'readStream'>,
  lanes: () => Lanes,
  running: () => Projections | undefined,
  organizationId: OrganizationId,
): FactsSource {
  const projections = (): Projections => {
    const found = running();
    if (found === undefined) throw new NotReady('This server is starting.');
    return found;
  };
  const documents = () => documentsOf(createViews(projections()), { organizationId });
  const placeOf = (revision: number) => lanes().streamPosition(organizationId, revision);
  const waitUntilPassed = (revision: number) =>
    projections().waitFor(FACT_PROJECTIONS, organizationId, placeOf(revision));
  return {
    load: (kind, ids) => findFacts(documents(), kind, ids),
    hasPassed(revision) {
      const place = placeOf(revision);
      return FACT_PROJECTIONS.every((name) => projections().hasApplied(name, organizationId, place));
    },
    waitUntilPassed,
    async excerpt(question, revision) {
      await waitUntilPassed(revision);
      return findExcerpt(documents(), question);
    },
    event: (revision) => readRecordedEvent(log, organizationId, revision),
  };
}
