import { expect } from 'chai';
import { chainEvent, chainStart, followsInChain } from '../../src/events/chain.ts';

describe('the chain of a stream', () => {
  const before = chainStart('organization-1');
  const { hash: _hash, ...event } = chainEvent(before, {
    id: 'aaaaaaaa-0000-4000-8000-000000000000',
    type: 'MessageSent',
    data: '{"content":"hello","senderId":1}',
    metadata: '{"version":1,"actor":1,"time":1700000000000}',
  });
  const fields = Object.keys(event) as (keyof typeof event)[];

  it('holds for what was written', () => {
    expect(followsInChain(before, event)).to.equal(true);
    expect(followsInChain(chainStart('organization-2'), event)).to.equal(false);
  });

  for (const field of fields)
    it(`breaks wherever a character of the ${field} is another one, is missing or is there twice`, () => {
      const text = event[field];
      for (let at = 0; at < text.length; at += 1) {
        const [start, end] = [text.slice(0, at), text.slice(at + 1)];
        for (const instead of [text[at] === 'x' ? 'y' : 'x', '', text.charAt(at).repeat(2)]) {
          const changed = { ...event, [field]: start + instead + end };
          expect(followsInChain(before, changed), changed[field]).to.equal(false);
        }
      }
    });
});
