import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { fileDigests } from '../../src/backup/backedUpLog.ts';

const SAMPLES = new URL('samples/', import.meta.url);

/** The digests in a text, found by their form: 64 hexadecimal digits and nothing else. */
const digestsOf = (data: string): readonly string[] =>
  Array.from(data.matchAll(/"([0-9a-f]{64})"/g), ([, digest = '']) => digest);

describe('events that name stored bytes', () => {
  const all = readdirSync(SAMPLES).map((name) => {
    const sample = JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8')) as { data?: unknown };
    return { name, data: JSON.stringify(sample.data ?? sample) };
  });

  it('do so in fields that back-ups find', () => {
    const naming = all.filter(({ data }) => digestsOf(data).length > 0);
    expect(naming.map(({ name }) => name)).to.include.members([
      'AvatarChanged.v1.json',
      'FileUploaded.v1.json',
    ]);
    for (const { name, data } of naming) expect(fileDigests({ data }), name).to.deep.equal(digestsOf(data));
  });

  it('are not made by texts that people write', () => {
    const digest = 'a'.repeat(64);
    const data = JSON.stringify({ content: `{"digest":"${digest}"}` });
    expect(fileDigests({ data })).to.deep.equal([]);
  });
});
