/** Client events as JSON texts. The ID is the last member, so that the rest can be shared between queues. */

const made = new WeakMap<object, string>();

/** An object as JSON, cached: it must not change afterwards. */
export function cachedJson(shown: object): string {
  const known = made.get(shown);
  if (known !== undefined) return known;
  const json = JSON.stringify(shown);
  made.set(shown, json);
  return json;
}

/** A JSON object with an ID as its last member. */
export const withId = (json: string, id: number): string => `${json.slice(0, -1)},"id":${id}}`;

/** A client event and its ID. */
export interface IdentifiedText {
  readonly id: number;
  readonly text: string;
}

export const readEventId = (text: string): IdentifiedText => ({
  id: Number(text.slice(text.lastIndexOf(':') + 1, -1)),
  text,
});

const HEARTBEAT = '{"type":"heartbeat"';

/** An event that only shows that the connection is alive. */
export const heartbeat = (id: number): string => withId(`${HEARTBEAT}}`, id);

export const isHeartbeat = (text: string): boolean => text.startsWith(HEARTBEAT);
