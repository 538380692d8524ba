import { createCipheriv, hash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  boxSecret,
  DamagedBox,
  erasedBox,
  openBox,
  openBoxBySecret,
  paddedLength,
  sealBox,
  subjectOf,
} from '../../src/sealing/box.ts';

const key = randomBytes(32);
const subject = { kind: 1, tree: 0xfe_dc_ba_98, number: 2 ** 32 + 5 };
const context = { stream: 'organization-1', type: 'MessageSent', version: 1, eventId: 'e-1', index: 0 };
const fields = { topic: 'launch', content: 'yes' };
const keyOf = (): Uint8Array => key;

const damaged = (open: () => unknown): void => {
  expect(open).to.throw(DamagedBox);
};

describe('a box', () => {
  it('says whose it is, and opens to what was sealed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (said) => {
        const written = JSON.parse(JSON.stringify(said)) as Record<string, unknown>;
        const box = sealBox(key, subject, context, written);
        expect(subjectOf(box, context)).to.deep.equal(subject);
        expect(openBox(box, context, keyOf)).to.deep.equal(written);
      }),
    );
  });

  it('has the same bytes when its write is repeated', () => {
    expect(sealBox(key, subject, context, fields)).to.equal(sealBox(key, subject, context, fields));
  });

  it('is refused with any bit changed', () => {
    const bytes = Buffer.from(sealBox(key, subject, context, fields), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      damaged(() => openBox(changed.toString('base64url'), context, keyOf));
    }
  });

  for (const [what, other] of Object.entries({
    'another stream': { ...context, stream: 'organization-2' },
    'another type': { ...context, type: 'MessageEdited' },
    'another version': { ...context, version: 2 },
    'another event': { ...context, eventId: 'e-2' },
    'another index': { ...context, index: 1 },
  }))
    it(`does not open in ${what}`, () => {
      damaged(() => openBox(sealBox(key, subject, context, fields), other, keyOf));
    });

  it('does not open by another key, nor by the secret of another box', () => {
    const box = sealBox(key, subject, context, fields);
    damaged(() => openBox(box, context, () => randomBytes(32)));
    damaged(() => openBoxBySecret(box, context, boxSecret(key, subject, { ...context, index: 1 })));
  });

  it('is refused cut short, lengthened, or in another alphabet', () => {
    const box = sealBox(key, subject, context, fields);
    for (const other of [
      '',
      'A',
      box.slice(0, -1),
      box.slice(0, 15),
      box.slice(0, 40),
      `${box}AAAA`,
      `${box}=`,
      ` ${box}`,
    ])
      damaged(() => openBox(other, context, keyOf));
  });

  it('opens to nothing once its subject has no key, and so does the header of one erased before', () => {
    expect(openBox(sealBox(key, subject, context, fields), context, () => undefined)).to.equal(undefined);
    expect(openBox(erasedBox(subject), context, () => undefined)).to.equal(undefined);
    expect(subjectOf(erasedBox(subject), context)).to.deep.equal(subject);
  });

  it('is damaged where a header stands alone although its subject has a key', () => {
    damaged(() => openBox(erasedBox(subject), context, keyOf));
  });

  it('is refused with a name in it twice, with what is no object, and with no JSON', () => {
    for (const text of [
      '{"content":"no","content":"yes"}',
      '["content"]',
      'null',
      '{"content":',
      '{ "content":"yes"}',
      '\u{FEFF}{}',
    ])
      damaged(() => openBox(sealedText(text), context, keyOf));
    expect(openBox(sealedText('{"content":"yes"}'), context, keyOf)).to.deep.equal({ content: 'yes' });
  });

  it('is as long as others whose texts are about as long', () => {
    expect([2, 64, 65, 512, 513, 5000, 1_000_000].map(paddedLength)).to.deep.equal([
      64, 64, 128, 512, 544, 5120, 1_015_808,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (length) => {
        const padded = paddedLength(length);
        expect(padded).to.be.at.least(length);
        expect(padded).to.be.at.most(Math.max(length + 63, length * 1.12));
        expect(paddedLength(padded)).to.equal(padded);
      }),
    );
  });
});

/** What somebody who has the key could store, computed without the module. */
function sealedText(text: string): string {
  const half = (...parts: readonly (string | Uint8Array)[]): Buffer =>
    hash('sha512', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer').subarray(0, 32);
  const header = Buffer.from(erasedBox(subject), 'base64url');
  const { stream, type, version, eventId, index } = context;
  const where = Buffer.from(`${stream}\n${type}\n${version}\n${eventId}\n${index}`);
  const contextHash = hash('sha256', Buffer.concat([header, where]), 'buffer');
  const secret = half('hansard box v1\n', key, contextHash);
  const commitment = half('hansard commit v1\n', secret, contextHash, text);
  const cipher = createCipheriv(
    'aes-256-ctr',
    half('hansard key v1\n', secret, commitment),
    Buffer.alloc(16),
  );
  return Buffer.concat([header, commitment, cipher.update(text)]).toString('base64url');
}
