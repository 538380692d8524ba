import { expect } from 'chai';
import { partsOf } from '../../../src/api/http/form.ts';
import { HttpRefusal } from '../../../src/api/http/problems.ts';
import { AS_MEMBER, bodyOf, startExample, type ExampleServer } from './exampleServer.ts';

const parts = (body: string, contentType = 'multipart/form-data; boundary=x') =>
  [...partsOf(contentType, Buffer.from(body))].map(({ bytes, ...part }) => ({
    ...part,
    text: String(bytes),
  }));
const NAMED = 'Content-Disposition: form-data; name="a"';
const PART = { name: 'a', isFile: false, charset: undefined, text: 'b' };

describe('A multipart body', () => {
  const bodies: Readonly<Record<string, readonly [body: string, contentType?: string]>> = {
    'as browsers send it': [`--x\r\n${NAMED}\r\n\r\nb\r\n--x--\r\n`],
    'with words before and behind': [`Hello\r\n--x\r\n${NAMED}\r\n\r\nb\r\n--x--\r\nGoodbye`],
    'with blanks behind its delimiters': [`--x \t\r\n${NAMED}\r\n\r\nb\r\n--x--`],
    'with other headers, in any case': [
      `--x\r\nX-A: b\r\n${NAMED.toUpperCase().replace('"A"', 'a')}\r\n\r\nb\r\n--x--`,
    ],
    'with a boundary in quotes, and a character set': [
      `--x y\r\n${NAMED}\r\n\r\nb\r\n--x y--`,
      'Multipart/Form-Data; charset=ISO-8859-1; Boundary="x y"',
    ],
  };
  for (const [shape, [body, contentType]] of Object.entries(bodies))
    it(`${shape} is understood`, () => expect(parts(body, contentType)).to.deep.equal([PART]));

  it('may hold what looks like delimiters, and empty texts', () => {
    const text = 'a --x\r\n-x--\r\n--\r\n\r\n';
    expect(parts(`--x\r\n${NAMED}\r\n\r\n${text}\r\n--x\r\n${NAMED}\r\n\r\n\r\n--x--`)).to.deep.equal([
      { ...PART, text },
      { ...PART, text: '' },
    ]);
  });

  it('tells files by their names or by their type', () => {
    const isFile = (more: string): boolean | undefined =>
      parts(`--x\r\n${NAMED}${more}\r\n\r\nb\r\n--x--`)[0]?.isFile;
    for (const more of [
      '; filename="a;b\\"c"',
      '; filename=a',
      "; filename*=UTF-8''a",
      '\r\nContent-Type: application/octet-stream',
    ])
      expect(isFile(more), more).to.equal(true);
    for (const more of ['', '\r\nContent-Type: text/plain; filename=a', '; named="; filename=a"'])
      expect(isFile(more), more).to.equal(false);
  });

  const malformed: Readonly<Record<string, readonly [body: string, contentType?: string]>> = {
    'without a boundary': ['--x--', 'multipart/form-data'],
    'with a boundary of 71 characters': [
      `--${'x'.repeat(71)}--`,
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
    ],
    'without a delimiter': ['a=b'],
    'without an end': [`--x\r\n${NAMED}\r\n\r\nb`],
    'that ends in a delimiter which is not the last': [`--x\r\n${NAMED}\r\n\r\nb\r\n--x`],
    'with a part that has no head': ['--x\r\n\r\nb\r\n--x--'],
    'with a head that has no end': [`--x\r\n${NAMED}\r\nb\r\n--x--`],
    'with a head of more than 8 kB': [`--x\r\n${NAMED}\r\nX: ${'x'.repeat(8192)}\r\n\r\nb\r\n--x--`],
    'with a part that has no name': ['--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n--x--'],
    'with a part that is no field': [`--x\r\n${NAMED.replace('form-data', 'attachment')}\r\n\r\nb\r\n--x--`],
    'with words behind a delimiter': [`--xy\r\n${NAMED}\r\n\r\nb\r\n--x--`],
  };
  for (const [shape, [body, contentType]] of Object.entries(malformed))
    it(`${shape} is refused`, () =>
      expect(() => parts(body, contentType)).to.throw(HttpRefusal, 'Malformed multipart body'));
});

describe('A field of a multipart body', () => {
  let example: ExampleServer;
  before(async () => {
    example = await startExample();
  });
  after(() => example.server.stop());

  const topic = async (ofBody: string, ofPart: string, bytes: Buffer) => {
    const body = Buffer.concat([
      Buffer.from(`--x\r\n${NAMED.replace('"a"', '"kind"')}\r\n\r\ndirect\r\n`),
      Buffer.from(
        `--x\r\n${NAMED.replace('"a"', '"topic"')}${ofPart && `\r\nContent-Type: ${ofPart}`}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n--x--'),
    ]);
    const headers = { ...AS_MEMBER, 'content-type': `multipart/form-data; boundary=x${ofBody}` };
    const { topic: topicText, msg } = await bodyOf(await example.send('POST', '/api/v1/echo', body, headers));
    return topicText ?? msg;
  };

  it('is UTF-8, whatever character set the body names', async () => {
    for (const ofBody of ['', '; charset=utf-8', '; charset=ISO-8859-1', '; charset="x-unknown"'])
      expect(await topic(ofBody, '', Buffer.from('café')), ofBody).to.equal('café');
  });

  it('is of the character set that it names itself', async () => {
    expect(await topic('', 'text/plain; charset=ISO-8859-1', Buffer.from('café', 'latin1'))).to.equal('café');
    expect(await topic('', 'text/plain; charset="utf-16le"', Buffer.from('café', 'utf16le'))).to.equal(
      'café',
    );
    expect(await topic('', 'text/plain; charset=UTF-8', Buffer.from('café'))).to.equal('café');
    expect(await topic('', 'text/plain; charset=x-unknown', Buffer.from('a'))).to.equal(
      'Unsupported character set',
    );
    expect(await topic('', 'text/plain; charset=shift_jis', Buffer.from([0xff]))).to.equal(
      'The request is not valid shift_jis',
    );
  });
});
