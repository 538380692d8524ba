/** Values within answers: where they are, and whether they are what a row demands. */
import { expect } from 'chai';
import { Demand, Including } from './row.ts';

/** `streams[name=design].stream_id`: keys, `[0]` for an element, `[key=value]` for the element that has it. */
export function at(body: unknown, path: string): unknown {
  let value = body;
  for (const [, key, index, name, wanted] of path.matchAll(/([^.[\]]+)|\[(\d+)\]|\[(\w+)=([^\]]*)\]/g)) {
    if (value === undefined || value === null) return undefined;
    if (index !== undefined) value = (value as readonly unknown[])[Number(index)];
    else if (name === undefined) value = (value as Record<string, unknown>)[key!];
    else value = (value as readonly Record<string, unknown>[]).find((item) => String(item[name]) === wanted);
  }
  return value;
}

/** Fails unless a value is what is wanted there. */
export function expectValue(value: unknown, wanted: unknown, path: string): void {
  if (wanted instanceof Demand)
    expect(wanted.accepts(value), `${path} is ${JSON.stringify(value)}, not ${wanted.text}`).to.equal(true);
  else if (wanted instanceof Including && wanted.isIn) expect(value, path).to.deep.include(wanted.element);
  else if (wanted instanceof Including) expect(value, path).to.not.deep.include(wanted.element);
  else expect(value, path).to.deep.equal(wanted);
}
