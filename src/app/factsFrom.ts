/** The `messageFacts` view, and that of messages for excerpts, as the lanes' source of facts. */
import type { FactsSource } from '../commands/facts.ts';
import type { Lanes } from '../commands/lanes.ts';
import { NotReady } from '../errors.ts';
import type { OrganizationId } from '../ids.ts';
import type { FactKinds } from '../organization/messageFacts.ts';
import type { Projections } from '../projections/runner.ts';
import { documentsOf } from '../projections/documents.ts';
import { excerptOf } from '../projections/messages/excerpt.ts';
import { viewsOf } from '../projections/views.ts';

const PROJECTION = 'messageFacts';

/** Lanes are opened before the projections run: until then there are no facts. */
export function factsFrom(
  lanes: () => Lanes,
  running: () => Projections | undefined,
  organizationId: OrganizationId,
): FactsSource {
  const projections = (): Projections => {
    const found = running();
    if (found === undefined) throw new NotReady('This server is starting.');
    return found;
  };
  const placeOf = (revision: number) => lanes().placeOf(organizationId, revision);
  return {
    async load<Kind extends keyof FactKinds>(kind: Kind, ids: readonly (number | string)[]) {
      const stored = await viewsOf(projections()).load(kind, organizationId, ids);
      return stored.map((found) => found?.document as FactKinds[Kind] | undefined);
    },
    hasPassed: (revision) => projections().passed(PROJECTION, organizationId, placeOf(revision)),
    async excerpt(question, revision) {
      await projections().waitFor(['messages', PROJECTION], organizationId, placeOf(revision));
      return excerptOf(documentsOf(viewsOf(projections()), { organizationId }), question);
    },
    waitUntilPassed: (revision) => projections().waitFor([PROJECTION], organizationId, placeOf(revision)),
  };
}
