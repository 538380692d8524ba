/** Client events as JSON texts: the ID is their last member, so that the rest is made once for many queues. */

const made = new WeakMap<object, string>();

/** An object as JSON, made once: it must not change any more. */
export function jsonOf(shown: object): string {
  const known = made.get(shown);
  if (known !== undefined) return known;
  const json = JSON.stringify(shown);
  made.set(shown, json);
  return json;
}

/** A JSON object with an ID as its last member. */
export const withId = (json: string, id: number): string => `${json.slice(0, -1)},"id":${id}}`;

/** A client event, and its ID. */
export interface IdentifiedText {
  readonly id: number;
  readonly text: string;
}

export const identified = (text: string): IdentifiedText => ({
  id: Number(text.slice(text.lastIndexOf(':') + 1, -1)),
  text,
});

const HEARTBEAT = '{"type":"heartbeat"';

/** An event that tells nothing but that the connection lives. */
export const heartbeat = (id: number): string => withId(`${HEARTBEAT}}`, id);

export const isHeartbeat = (text: string): boolean => text.startsWith(HEARTBEAT);
