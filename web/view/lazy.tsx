/** Parts of the page that are loaded when they are opened. */
import { type ComponentType, lazy as load, Suspense } from 'preact/compat';
import { strings } from '../strings.ts';

export { Suspense };

/** Milliseconds before each attempt. */
const ATTEMPTS = [0, 500, 2_000];
/** Milliseconds after a reload in which the page is not reloaded again. */
const RELOADED_FOR = 60_000;

/** A component that is loaded when it is first shown. A load that fails is tried again; then the page is reloaded once, as after an upgrade. */
export const lazy = <Props,>(part: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  load(() => loaded(part));

async function loaded<Props>(part: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  for (const delay of ATTEMPTS) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const component = await part().catch(() => undefined);
    if (component !== undefined) return component;
  }
  if (!wasReloaded() && navigator.onLine) {
    location.reload();
    return new Promise(() => undefined);
  }
  return Missing;
}

function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' && performance.now() < RELOADED_FOR;
}

const Missing = () => (
  <p class="fault padded" role="alert">
    {strings.partMissing}{' '}
    <button type="button" onClick={() => location.reload()}>
      {strings.reload}
    </button>
  </p>
);
