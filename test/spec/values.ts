/** Values within answers: where they are, and whether they are what a row demands. */
import { expect } from 'chai';
import { Demand, Including } from './row.ts';

/** `streams[name=design].stream_id`: keys, `[0]` for an element, `[key=value]` for the element that has it. */
export function at(body: unknown, path: string): unknown {
  let value = body;
  for (const [, key, index, name, memberValue] of path.matchAll(/([^.[\]]+)|\[(\d+)\]|\[(\w+)=([^\]]*)\]/g)) {
    if (value === undefined || value === null) return undefined;
    if (index !== undefined) value = (value as readonly unknown[])[Number(index)];
    else if (name === undefined) value = (value as Record<string, unknown>)[key!];
    else
      value = (value as readonly Record<string, unknown>[]).find(
        (item) => String(item[name]) === memberValue,
      );
  }
  return value;
}

/** Fails unless a value is what is wanted there. */
export function expectValue(value: unknown, expected: unknown, path: string): void {
  if (expected instanceof Demand)
    expect(expected.accepts(value), `${path} is ${JSON.stringify(value)}, not ${expected.text}`).to.equal(
      true,
    );
  else if (expected instanceof Including && expected.isIn)
    expect(value, path).to.deep.include(expected.element);
  else if (expected instanceof Including) expect(value, path).to.not.deep.include(expected.element);
  else expect(value, path).to.deep.equal(expected);
}
