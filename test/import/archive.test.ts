import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, jsonOf, openZip } from '../../src/import/archive.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type Files, zipOf } from './zips.ts';

describe('an archive from elsewhere', () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => (place = await temporaryFolder()));
  after(() => place.remove());

  const opened = (bytes: Buffer) => {
    const path = join(place.folder, 'archive.zip');
    writeFileSync(path, bytes);
    return openZip(path);
  };
  const failure = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const zipped = (files: Files, claimed?: number) =>
    opened(zipOf(files, claimed === undefined ? {} : { claimed }));

  it('gives the bytes of its entries, in any order', async () => {
    const archive = await zipped({ 'a.json': [1], 'b/c.txt': Buffer.from('text') });
    expect(archive.names).to.deep.equal(['a.json', 'b/c.txt']);
    expect(String(await bytesOf(archive, 'b/c.txt'))).to.equal('text');
    expect(await jsonOf(archive, 'a.json')).to.deep.equal([1]);
    expect(await failure(bytesOf(archive, 'b/c.txt', 3))).to.match(/larger than 3 bytes/);
    expect(await failure(jsonOf(archive, 'b/c.txt'))).to.equal('Damaged: The entry b/c.txt is not JSON.');
    archive.close();
  });

  for (const name of ['../outside.json', '/etc/passwd', 'a/../../b', 'c:\\x'])
    it(`is refused when it names ${name}`, async () => {
      expect(await failure(zipped({ [name]: [] }))).to.match(/^OperatorError: The archive is damaged: /);
    });

  it('is refused when it would unpack to two hundred times its size and more', async () => {
    const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1_048_576);
    const archive = await zipped({ 'zeros.json': zeros(64) });
    archive.close();
    expect(await failure(zipped({ 'zeros.json': zeros(85) }))).to.equal(
      'OperatorError: The archive would be too large unpacked (from zeros.json on).',
    );
  });

  it('yields no more of an entry than it has announced', async () => {
    const archive = await zipped({ 'a.json': Buffer.alloc(100_000) }, 10);
    expect(await failure(bytesOf(archive, 'a.json'))).to.match(/^Damaged: The entry a.json cannot be read: /);
    archive.close();
  });

  it('is refused when it is none, or half of one', async () => {
    expect(await failure(opened(Buffer.from('no zip')))).to.match(
      /^OperatorError: .* cannot be read as a zip file/,
    );
    const whole = zipOf({ 'a.json': [1] });
    expect(await failure(opened(whole.subarray(0, whole.length - 30)))).to.match(/^OperatorError: /);
  });
});
