import { until } from './waiting.ts';
/** What a server counts, as its operators see it. */

interface Measured {
  /** Of the API. */
  readonly url: string;
}

/** A figure without labels; NaN where there is none of that name. */
export async function metricOf({ url }: Measured, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Resolves when so many polls and streams wait for events. */
export const pollsWaiting = (server: Measured, count = 1): Promise<unknown> =>
  until(async () => (await metricOf(server, 'hansard_polls_waiting')) >= count);
