import { expect } from 'chai';
import fc from 'fast-check';
import type { EventMetadata } from '../../src/events/define.ts';
import { parseMetadata, serializeMetadata } from '../../src/events/metadata.ts';

const metadata: fc.Arbitrary<EventMetadata> = fc.record(
  {
    version: fc.nat(),
    organization: fc.nat(),
    actor: fc.option(fc.nat()),
    client: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('","time":7,"', '\\","client":"x', '"}')),
    command: fc.oneof(fc.string(), fc.constantFrom(',"time":7,', ',"client":"x"')),
    time: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    $correlationId: fc.oneof(fc.uuid(), fc.string()),
    $causationId: fc.uuid(),
    hash: fc.oneof(fc.string({ minLength: 43, maxLength: 43 }), fc.string()),
  },
  { noNullPrototype: true },
);

/** Every field, read one by one. */
const fieldsOf = (read: EventMetadata): EventMetadata => ({
  version: read.version,
  organization: read.organization,
  actor: read.actor,
  client: read.client,
  command: read.command,
  time: read.time,
  $correlationId: read.$correlationId,
  $causationId: read.$causationId,
  hash: read.hash,
});

describe('metadata', () => {
  it('is written as JSON.stringify writes it, whatever clients and commands are called', () => {
    fc.assert(
      fc.property(metadata, ({ hash: _, ...unhashed }) => {
        expect(serializeMetadata(unhashed)).to.equal(JSON.stringify(unhashed));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('stored metadata', () => {
  it('says field by field what its text says, whatever clients and commands are called', () => {
    fc.assert(
      fc.property(metadata, (written) => {
        const read = parseMetadata(JSON.stringify(written));
        expect(fieldsOf(read)).to.deep.equal(written);
        expect(JSON.parse(JSON.stringify(read))).to.deep.equal(written);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is read also where it was written in another order, or with spaces', () => {
    fc.assert(
      fc.property(metadata, fc.nat({ max: 2 }), (written, indent) => {
        const turned = Object.fromEntries(Object.entries(written).reverse());
        expect(fieldsOf(parseMetadata(JSON.stringify(turned, null, indent)))).to.deep.equal(written);
      }),
      { numRuns: 1_000 },
    );
  });

  it('fails where its text is no JSON and does not tell what is asked', () => {
    for (const text of ['', '{}}', '{"version":', 'time'])
      expect(() => parseMetadata(text).time, text).to.throw(SyntaxError);
  });
});
