import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { fetched, upload } from '../uploads.ts';

describe('character sets of files', () => {
  let hansard: Hansard;
  let owner: Person;
  before(async () => {
    ({ hansard, owner } = await startCast());
  });
  after(() => hansard.stop());

  /** A file whose head has these bytes, given as Latin-1. */
  const sent = async (disposition: string, type = 'multipart/form-data; boundary=x', more = {}) => {
    const body = `--x\r\nContent-Disposition: form-data; name="f"; ${disposition}\r\nContent-Type: text/plain\r\n\r\na\r\n--x--\r\n`;
    const answer = await fetch(`${hansard.url}/user_uploads`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': type, ...more },
      body: Buffer.from(body, 'latin1'),
    });
    const { filename, msg } = (await answer.json()) as { filename?: string; msg: string };
    return filename ?? msg;
  };
  const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

  it('are those of their names, in every form', async () => {
    expect(await sent(`filename="${latin1('Müller € あ.txt')}"`)).to.equal('Müller € あ.txt');
    expect(await sent('filename="M\xfcller.txt"')).to.equal('Müller.txt');
    expect(
      await sent('filename="\xa4.txt"', 'multipart/form-data; boundary=x; charset=ISO-8859-15'),
    ).to.equal('€.txt');
    expect(await sent('filename="a.txt"; filename*=UTF-8\'\'M%C3%BCller%20%E3%81%82.txt')).to.equal(
      'Müller あ.txt',
    );
    expect(await sent("filename*=ISO-8859-1''M%FCller.txt")).to.equal('Müller.txt');
  });

  it('are those of their names in uploads by pieces', async () => {
    for (const encoding of ['utf8', 'latin1'] as const) {
      const begun = await fetch(`${hansard.url}/tus`, {
        method: 'POST',
        headers: {
          ...owner.headers,
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': `filename ${Buffer.from('Müller.txt', encoding).toString('base64')}`,
          'content-type': 'application/offset+octet-stream',
        },
        body: 'a',
      });
      expect(begun.status).to.equal(201);
      const { body } = await owner.get('/attachments');
      expect((body['attachments'] as { name: string }[]).at(-1)?.name, encoding).to.equal('Müller.txt');
    }
  });

  it('are declared with texts as their bytes show', async () => {
    const served = async (bytes: Buffer, type = 'text/plain') => {
      const url = await upload(hansard, owner, { bytes, name: 'notes.txt', type });
      const answers = [await fetched(hansard, url, owner), await fetched(hansard, url, owner)];
      const [first, second] = answers.map((answer) => answer.headers.get('content-type'));
      expect(second).to.equal(first);
      const text = new TextDecoder(first?.split('=')[1]).decode(await answers[0]!.arrayBuffer());
      return [first, text];
    };
    expect(await served(Buffer.from('Grüße'))).to.deep.equal(['text/plain; charset=utf-8', 'Grüße']);
    expect(await served(Buffer.from('Grüße', 'latin1'))).to.deep.equal([
      'text/plain; charset=windows-1252',
      'Grüße',
    ]);
    expect(await served(Buffer.from('\ufeffGrüße', 'utf16le'))).to.deep.equal([
      'text/plain; charset=utf-16le',
      'Grüße',
    ]);
    // The first piece that is read ends within a character.
    const long = `${'a'.repeat(65_535)}ü`;
    expect(await served(Buffer.from(long))).to.deep.equal(['text/plain; charset=utf-8', long]);
    expect(await served(Buffer.from(long, 'latin1'))).to.deep.equal([
      'text/plain; charset=windows-1252',
      long,
    ]);
  });

  it('are no compression: that is refused, so that nothing packed is stored for what it is not', async () => {
    const refusal = 'Unsupported content encoding';
    const gzip = { 'content-encoding': 'gzip' };
    expect(await sent('filename=a.txt', undefined, gzip)).to.equal(refusal);
    expect(await sent('filename=a.txt\r\nContent-Transfer-Encoding: base64')).to.equal(
      'Unsupported content transfer encoding',
    );
    const packed = gzipSync('a');
    const begun = await fetch(`${hansard.url}/tus`, {
      method: 'POST',
      headers: {
        ...owner.headers,
        ...gzip,
        'tus-resumable': '1.0.0',
        'upload-length': String(packed.length),
        'content-type': 'application/offset+octet-stream',
      },
      body: packed,
    });
    expect(begun.status).to.equal(400);
    expect(await begun.text()).to.contain(refusal);
  });
});
