import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readBytes, readJson, openZip } from '../../src/import/archive.ts';
import { readLines } from '../../src/import/mattermost.ts';
import { archiveOf, openTar } from '../../src/import/tar.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { tarOf } from './tars.ts';
import { type Files, zipOf } from './zips.ts';

describe('an archive from elsewhere', () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => (temporary = await temporaryFolder()));
  after(() => temporary.remove());

  const opened = (bytes: Buffer) => {
    const path = join(temporary.folder, 'archive.zip');
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

  const tarred = (bytes: Buffer) => {
    const path = join(temporary.folder, 'archive.tar.gz');
    writeFileSync(path, bytes);
    return openTar(path, temporary.folder);
  };

  it('gives the bytes of its entries, in any order', async () => {
    const archive = await zipped({ 'a.json': [1], 'b/c.txt': Buffer.from('text') });
    expect(archive.names).to.deep.equal(['a.json', 'b/c.txt']);
    expect(String(await readBytes(archive, 'b/c.txt'))).to.equal('text');
    expect(await readJson(archive, 'a.json')).to.deep.equal([1]);
    expect(await failure(readBytes(archive, 'b/c.txt', 3))).to.match(/larger than 3 bytes/);
    expect(await failure(readJson(archive, 'b/c.txt'))).to.equal('Damaged: The entry b/c.txt is not JSON.');
    archive.close();
  });

  it('gives no more of what is read as a whole than 60 times what it takes, beside 8 MiB', async () => {
    const large = Buffer.from(JSON.stringify([' '.repeat(20 * 1_048_576)]));
    const text = Buffer.from(JSON.stringify([randomBytes(700_000).toString('base64').repeat(10)]));
    const files = { 'bomb.json': large, 'text.json': text };
    const archives = [await zipped(files), await tarred(await tarOf({ 'bomb.json': large }))];
    for (const archive of archives) {
      expect(await failure(readJson(archive, 'bomb.json'))).to.match(
        /^Damaged: The entry bomb\.json is larger than (?:8|9)\d{6} bytes\.$/,
      );
      archive.close();
    }
    const zip = await zipped(files);
    expect(await readJson(zip, 'text.json')).to.have.length(1);
    zip.close();
  });

  it('gives no line of more than 8 MiB, however little it takes, and none that is not UTF-8', async () => {
    const archive = await zipped({
      'long.jsonl': Buffer.from(`{}\n"${' '.repeat(60 * 1_048_576)}"\n`),
      'latin.jsonl': Buffer.from('{}\n"Grüße"\n{}', 'latin1'),
    });
    const linesOf = async (name: string) => {
      const lines: (string | undefined)[] = [];
      for await (const line of readLines(archive, name)) lines.push(line);
      return lines;
    };
    expect(await failure(linesOf('long.jsonl'))).to.equal(
      'Damaged: A line of the entry long.jsonl is longer than 8388608 bytes.',
    );
    expect(await linesOf('latin.jsonl')).to.deep.equal(['{}', undefined, '{}']);
    archive.close();
    const latin = await zipped({ 'a.json': Buffer.from('["Grüße"]', 'latin1') });
    expect(await failure(readJson(latin, 'a.json'))).to.equal('Damaged: The entry a.json is not UTF-8.');
    latin.close();
  });

  it('has no headers that fill the memory', async () => {
    const name = 'a'.repeat(20 * 1_048_576);
    const long = await tarOf({}, [{ name: 'a/', type: 'directory', pax: { path: name } }]);
    const plain = await tarOf({ [`${'b/'.repeat(500)}c.txt`]: Buffer.from('c') });
    expect(await failure(tarred(long))).to.equal(
      'OperatorError: The archive is damaged: Header exceeds max size.',
    );
    const archive = await tarred(plain);
    expect(archive.names).to.have.length(1);
    archive.close();
  });

  it('is the same with one folder around everything, and what macOS adds to it', async () => {
    const around = await zipped({
      'export/a.json': [1],
      'export/b/c.txt': Buffer.from('text'),
      '__MACOSX/export/._a.json': Buffer.from('x'),
      '.DS_Store': Buffer.from('x'),
    });
    expect(around.names.slice(0, 2)).to.deep.equal(['a.json', 'b/c.txt']);
    expect(await readJson(around, 'a.json')).to.deep.equal([1]);
    expect(around.names).to.have.lengthOf(4);
    around.close();
    for (const names of [
      ['a/1.json', 'b/2.json'],
      ['a/1.json', 'list.jsonl'],
    ]) {
      const several = await zipped(Object.fromEntries(names.map((name) => [name, [1]])));
      expect(several.names).to.deep.equal(names);
      several.close();
    }
  });

  it('may have the mark of UTF-8 before its texts', async () => {
    const archive = await zipped({
      'a.json': Buffer.from('\uFEFF[1]'),
      'b.jsonl': Buffer.from('\uFEFF{}\n{}\n'),
    });
    expect(await readJson(archive, 'a.json')).to.deep.equal([1]);
    const lines: (string | undefined)[] = [];
    for await (const line of readLines(archive, 'b.jsonl')) lines.push(line);
    expect(lines).to.deep.equal(['{}', '{}']);
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
    expect(await failure(readBytes(archive, 'a.json'))).to.match(
      /^Damaged: The entry a.json cannot be read: /,
    );
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

describe('a tar file from elsewhere', () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => (temporary = await temporaryFolder()));
  after(() => temporary.remove());

  const opened = async (bytes: Buffer) => {
    writeFileSync(join(temporary.folder, 'archive.tar.gz'), bytes);
    return openTar(join(temporary.folder, 'archive.tar.gz'), temporary.folder);
  };
  const failure = async (bytes: Buffer): Promise<string> =>
    opened(bytes).then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('gives the bytes of its entries, in any order, and leaves nothing in the folder', async () => {
    const long = `${'folder/'.repeat(40)}c.txt`;
    const files = { './a.json': [1], 'b.txt': Buffer.alloc(0), [long]: Buffer.from('text') };
    const archive = await opened(
      await tarOf(files, [{ name: 'l', type: 'symlink', linkname: '/etc/passwd' }]),
    );
    expect(archive.names).to.deep.equal(['a.json', 'b.txt', long]);
    expect(archive.unpacked.links).to.deep.equal(['l']);
    expect(String(await readBytes(archive, long))).to.equal('text');
    expect(await readBytes(archive, 'b.txt')).to.have.length(0);
    const elsewhere = archiveOf(archive.unpacked);
    expect(await readJson(elsewhere, 'a.json')).to.deep.equal([1]);
    archive.close();
    expect(readdirSync(temporary.folder)).to.deep.equal(['archive.tar.gz']);
  });

  it('may be without compression', async () => {
    const archive = await opened(gunzipSync(await tarOf({ 'a.json': [1] })));
    expect(await readJson(archive, 'a.json')).to.deep.equal([1]);
    archive.close();
  });

  for (const name of ['../outside.json', '/etc/passwd', 'a/../../b', 'c:\\x', 'a\\b'])
    it(`is refused when it names ${name}`, async () => {
      expect(await failure(await tarOf({ [name]: [] }))).to.equal(
        `OperatorError: The archive is damaged: it names ${name}, outside of itself.`,
      );
    });

  it('is refused when it would unpack to two hundred times its size and more', async () => {
    const zeros = (mebibytes: number) => tarOf({ 'zeros.json': Buffer.alloc(mebibytes * 1_048_576) });
    (await opened(await zeros(64))).close();
    expect(await failure(await zeros(85))).to.equal(
      'OperatorError: The archive would be too large unpacked (from zeros.json on).',
    );
  });

  it('is refused as well when what would be too large is left out of it', async () => {
    const tar = gunzipSync(await tarOf({ 'zeros.json': Buffer.alloc(85 * 1_048_576) }));
    const [type, link, checksum] = [156, '2', 148];
    // The header's checksum is its sum of bytes, with six octal digits.
    const sum = parseInt(tar.toString('latin1', checksum, checksum + 6), 8) - tar[type]! + link.charCodeAt(0);
    tar.write(link, type, 'latin1');
    tar.write(sum.toString(8).padStart(6, '0'), checksum, 'latin1');
    expect(await failure(gzipSync(tar))).to.equal(
      'OperatorError: The archive would be too large unpacked (from zeros.json on).',
    );
  });

  it('is refused when it is none, or half of one', async () => {
    expect(await failure(Buffer.from('no tar'))).to.match(/^OperatorError: .* cannot be read as a tar file/);
    const whole = await tarOf({ 'a.txt': randomBytes(5_000) });
    expect(await failure(whole.subarray(0, 2_000))).to.match(/^OperatorError: The archive is damaged: /);
    expect(await failure(gzipSync(gunzipSync(whole).subarray(0, 2_000)))).to.match(
      /^OperatorError: The archive is damaged: /,
    );
  });
});
