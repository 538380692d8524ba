/** Whether this node can serve, and the health of its projections: the answers of /health/ready. */
import type { Health } from '../api/http/health.ts';
import type { Core } from './core.ts';

/** Each reason is a sentence that says why this node cannot serve; the list is empty if it can. */
export async function checkHealth({
  lanes,
  projections,
  reports,
  rights,
}: Pick<Core, 'lanes' | 'projections' | 'reports' | 'rights'>): Promise<Health> {
  const reported = await projections.health();
  const faults = [...lanes.all()].flatMap(({ fault }) => fault?.message ?? []);
  const states = reported.flatMap(({ projection, state, failure }) => {
    if (state === 'building') return `The projection ${projection} is being built.`;
    return failure === undefined ? [] : `The projection ${projection} cannot be kept: ${failure}`;
  });
  return {
    reasons: [...faults, ...states, ...reports.renderFaults(), ...rights.sentences({ ofAll: true })],
    degraded: rights.sentences({ ofAll: false }),
    projections: reported.map(({ projection, lag, quarantined }) => ({
      name: projection,
      lag: lag.events,
      quarantined: quarantined.map(({ organizationId, type, position }) => ({
        organizationId,
        event: `${type} at position ${position}`,
      })),
    })),
  };
}
