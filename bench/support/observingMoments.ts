/** Loaded into a server before anything else (`--import`): attaches the observer that `BENCH_OBSERVER` names to its lanes. */
import { Lanes, type OrganizationObserver } from '../../src/commands/lane/lanes.ts';
import { clientEventsOf } from '../../src/live/catalog.ts';

/** An observer of every acknowledged event. */
const OBSERVERS: Readonly<Record<string, OrganizationObserver>> = {
  nothing: () => undefined,
  translating: (_organizationId, event, { before, after }) =>
    void clientEventsOf(event, { before, after, host: 'chat.example.com' }),
};

const observer = OBSERVERS[process.env.BENCH_OBSERVER ?? ''];
const { open } = Lanes.prototype;

if (observer !== undefined)
  Lanes.prototype.open = async function opened(this: Lanes): Promise<void> {
    await open.call(this);
    this.observe(observer, (_organizationId, error) => {
      throw error;
    });
  };
