import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { until } from '../../support/waiting.ts';
import { startCast } from '../cast.ts';
import { fetched } from '../uploads.ts';
import { uploadInPieces } from '../tusUpload.ts';

const MIB = 1_048_576;
const HOUR = 60 * 60 * 1000;
const BYTES = 'application/offset+octet-stream';

describe('uploads that continue where they were cut off', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    const environment = { MAX_FILE_UPLOAD_SIZE_MIB: '30', UPLOAD_QUOTA_PER_USER_MIB: '60' };
    ({ hansard, owner, member, guest } = await startCast({ environment, clock }));
  });
  after(() => hansard.stop());

  const tusRequest = (
    method: string,
    url: string,
    who: Person | undefined,
    headers: Readonly<Record<string, string>> = {},
    body?: Uint8Array,
  ) =>
    fetch(url, {
      method,
      headers: { ...who?.headers, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
  const uploadsUrl = () => `${hansard.url}/tus`;
  const begun = async (who: Person, length: number, name = 'notes.txt'): Promise<string> => {
    const metadata = `filename ${btoa(name)},filetype ${btoa('text/plain')}`;
    const answer = await tusRequest('POST', uploadsUrl(), who, {
      'upload-length': String(length),
      'upload-metadata': metadata,
    });
    expect(answer.status).to.equal(201);
    return new URL(answer.headers.get('location')!, hansard.url).href;
  };
  const sent = (who: Person, url: string, offset: number, body: Uint8Array, more = {}) =>
    tusRequest('PATCH', url, who, { 'content-type': BYTES, 'upload-offset': String(offset), ...more }, body);
  const offsetOf = async (who: Person, url: string): Promise<string | null> =>
    (await tusRequest('HEAD', url, who)).headers.get('upload-offset');
  const problem = async (answer: Response) => [answer.status, ((await answer.json()) as { msg: string }).msg];

  it('are made by a public client, in pieces', async () => {
    const bytes = randomBytes(20 * MIB + 7);
    const { url, filename } = await uploadInPieces(
      uploadsUrl(),
      owner.headers,
      bytes,
      'große Datei.bin',
      9 * MIB,
    );
    expect(filename).to.equal('große Datei.bin');
    expect(url).to.match(/^\/user_uploads\/1\/[0-9a-f]{2}\/[\w-]{32}\/große-Datei\.bin$/);
    const read = await fetched(hansard, encodeURI(url), owner);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).to.equal(true);
    const again = await uploadInPieces(`${uploadsUrl()}/`, owner.headers, Buffer.from('small'), 'b.txt', MIB);
    expect(again.filename).to.equal('b.txt');
    for (const { id } of (await owner.get('/attachments')).body['attachments'] as { id: number }[])
      await owner.delete(`/attachments/${id}`);
  });

  it('say how much is there, and go on from there', async () => {
    const url = await begun(member, 10);
    expect(await offsetOf(member, url)).to.equal('0');
    const first = await sent(member, url, 0, Buffer.from('0123'));
    expect([first.status, first.headers.get('upload-offset')]).to.deep.equal([204, '4']);
    expect(first.headers.get('tus-resumable')).to.equal('1.0.0');
    const head = await tusRequest('HEAD', url, member);
    expect(
      ['upload-offset', 'upload-length', 'cache-control'].map((name) => head.headers.get(name)),
    ).to.deep.equal(['4', '10', 'no-store']);
    const again = 'The upload continues at another offset';
    expect(await problem(await sent(member, url, 0, Buffer.from('0123')))).to.deep.equal([409, again]);
    const last = await sent(member, url, 4, Buffer.from('456789'));
    expect(last.status).to.equal(200);
    const { url: file } = (await last.json()) as { url: string };
    expect(await (await fetched(hansard, file, member)).text()).to.equal('0123456789');
    expect(await offsetOf(member, url)).to.equal('10');
  });

  it('say again where the file is to a client that has not got the answer', async () => {
    const url = await begun(member, 10);
    await sent(member, url, 0, Buffer.from('0123'));
    expect((await sent(member, url, 0, Buffer.from('0123'))).status).to.equal(409);
    const last = () => sent(member, url, 4, Buffer.from('456789'));
    const { url: file } = (await (await last()).json()) as { url: string };
    const repeated = await last();
    expect([repeated.status, repeated.headers.get('upload-offset')]).to.deep.equal([200, '10']);
    expect(await repeated.json()).to.include({ url: file, filename: 'notes.txt' });
    expect((await sent(member, url, 0, Buffer.from('0123'))).status).to.equal(409);
    expect((await tusRequest('DELETE', url, member)).status).to.equal(404);
    expect((await sent(owner, url, 4, Buffer.from('456789'))).status).to.equal(404);
    const { attachments } = (await member.get('/attachments')).body as {
      attachments: { id: number; path_id: string }[];
    };
    const same = attachments.filter(({ path_id: path }) => `/user_uploads/${path}` === file);
    expect(same).to.have.lengthOf(1);
    await member.delete(`/attachments/${same[0]!.id}`);
    expect((await tusRequest('HEAD', url, member)).status).to.equal(404);
    expect((await last()).status).to.equal(404);
  });

  it('that have become files take no room from others', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const url = await begun(member, 1);
      expect((await sent(member, url, 0, Buffer.from('x'))).status, String(nth)).to.equal(200);
    }
  });

  it('take methods that a POST only names, where something between cannot pass others', async () => {
    const url = await begun(member, 2);
    const posted = (method: string, more: Readonly<Record<string, string>> = {}, body?: Uint8Array) =>
      tusRequest('POST', url, member, { 'x-http-method-override': method, ...more }, body);
    const piece = { 'content-type': BYTES, 'upload-offset': '0' };
    expect((await posted('PATCH', piece, Buffer.from('a'))).status).to.equal(204);
    const head = await posted('HEAD');
    expect([head.status, head.headers.get('upload-offset'), await head.text()]).to.deep.equal([200, '1', '']);
    expect((await posted('DELETE')).status).to.equal(204);
    expect((await posted('HEAD')).status).to.equal(404);
    const elsewhere = await fetch(`${hansard.url}/users/me`, {
      method: 'POST',
      headers: { ...member.headers, 'x-http-method-override': 'DELETE' },
    });
    expect(elsewhere.status).to.equal(405);
    expect((await member.get('/users/me')).status).to.equal(200);
  });

  it('lose nothing of what had come when the connection was cut', async () => {
    const bytes = randomBytes(3 * MIB);
    const url = await begun(member, bytes.length);
    const cut = request(url, {
      method: 'PATCH',
      headers: {
        ...member.headers,
        'tus-resumable': '1.0.0',
        'content-type': BYTES,
        'upload-offset': '0',
        'content-length': String(bytes.length),
      },
    });
    cut.on('error', () => undefined);
    cut.write(bytes.subarray(0, 2 * MIB));
    await once(cut, 'drain');
    // The bytes are with the server's system, and it answers somebody else once it has read what came before.
    for (let turn = 0; turn < 5; turn += 1) expect((await member.get('/users/me')).status).to.equal(200);
    cut.destroy();
    let offset = 0;
    await until(async () => (offset = Number(await offsetOf(member, url))) > 0);
    expect(offset).to.equal(2 * MIB);
    const last = await sent(member, url, offset, bytes.subarray(offset));
    const { url: file } = (await last.json()) as { url: string };
    const read = Buffer.from(await (await fetched(hansard, file, member)).arrayBuffer());
    expect(read.equals(bytes)).to.equal(true);
  });

  it('are for who began them', async () => {
    const url = await begun(member, 10);
    for (const method of ['HEAD', 'DELETE'])
      expect((await tusRequest(method, url, owner)).status, method).to.equal(404);
    expect((await sent(owner, url, 0, Buffer.from('x'))).status).to.equal(404);
    for (const answer of [
      await tusRequest('HEAD', url, undefined),
      await tusRequest('POST', uploadsUrl(), undefined, { 'upload-length': '5' }),
      await tusRequest(
        'PATCH',
        url,
        undefined,
        { 'content-type': BYTES, 'upload-offset': '0' },
        Buffer.from('x'),
      ),
    ])
      expect(answer.status).to.equal(401);
    expect((await tusRequest('HEAD', `${uploadsUrl()}/..%2f..`, member)).status).to.equal(404);
    expect((await tusRequest('DELETE', url, member)).status).to.equal(204);
    expect((await tusRequest('HEAD', url, member)).status).to.equal(404);
  });

  it('refuse what the protocol does not have', async () => {
    const url = await begun(guest, 10);
    const refused = async (answer: Response) => (await problem(answer))[0];
    expect(
      await refused(await tusRequest('POST', uploadsUrl(), guest, { 'tus-resumable': '0.2.2' })),
    ).to.equal(412);
    expect(await refused(await tusRequest('POST', uploadsUrl(), guest))).to.equal(400);
    expect(await refused(await tusRequest('POST', uploadsUrl(), guest, { 'upload-length': '-5' }))).to.equal(
      400,
    );
    expect(
      await refused(await sent(guest, url, 0, Buffer.from('x'), { 'content-type': 'text/plain' })),
    ).to.equal(415);
    expect(await refused(await sent(guest, url, 0, Buffer.alloc(11)))).to.equal(413);
    expect(await offsetOf(guest, url)).to.equal('0');
    const { status, headers } = await tusRequest('OPTIONS', uploadsUrl(), undefined);
    expect([status, headers.get('tus-version')]).to.deep.equal([204, '1.0.0']);
    expect(headers.get('tus-extension')).to.contain('creation');
    expect(headers.get('tus-max-size')).to.equal(String(30 * MIB));
    expect(await tusRequest('DELETE', url, guest)).to.have.property('status', 204);
  });

  it('without an announced length take no more than they were to have', async () => {
    const url = await begun(guest, 10);
    const unannounced = request(url, {
      method: 'PATCH',
      headers: {
        ...guest.headers,
        'tus-resumable': '1.0.0',
        'content-type': BYTES,
        'upload-offset': '0',
        'transfer-encoding': 'chunked',
      },
    });
    unannounced.end('01234567890');
    const [answer] = (await once(unannounced, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).to.equal(413);
    expect(await offsetOf(guest, url)).to.equal('0');
    await tusRequest('DELETE', url, guest);
  });

  it('are bounded in size, in number, and by the quota of their person with all that are coming', async () => {
    const post = (length: number) =>
      tusRequest('POST', uploadsUrl(), guest, { 'upload-length': String(length) });
    const large = 'Uploaded file is larger than the allowed limit of 30 MiB';
    expect(await problem(await post(30 * MIB + 1))).to.deep.equal([413, large]);
    expect(await problem(await post(0))).to.deep.equal([400, 'You must specify a file to upload']);
    const [first, second] = [await begun(guest, 30 * MIB), await begun(guest, 30 * MIB)];
    expect(await problem(await post(1))).to.deep.equal([400, 'Upload would exceed your upload quota.']);
    for (const url of [first, second]) await tusRequest('DELETE', url, guest);
    const begunNow = await Promise.all(Array.from({ length: 15 }, () => begun(guest, 10)));
    begunNow.push(await begun(guest, 10));
    const many = 'Too many uploads at the same time (maximum 16).';
    expect(await problem(await post(10))).to.deep.equal([400, many]);
    for (const url of begunNow) await tusRequest('DELETE', url, guest);
    expect((await post(10)).status).to.equal(201);
  });

  it('can be continued for a day', async () => {
    const url = await begun(member, 10);
    clock.advance(23 * HOUR - 1000);
    expect(await offsetOf(member, url)).to.equal('0');
    clock.advance(1000);
    expect((await tusRequest('HEAD', url, member)).status).to.equal(404);
    expect((await sent(member, url, 0, Buffer.from('0123456789'))).status).to.equal(404);
  });

  it('are 16 of one person at most, and none too many for the quota, also where they begin at the same time', async () => {
    const many = (length: number) =>
      Promise.all(
        Array.from({ length: 40 }, () =>
          tusRequest('POST', uploadsUrl(), guest, { 'upload-length': String(length) }),
        ),
      );
    const end = async (answers: readonly Response[]): Promise<number> => {
      const locations = answers.flatMap(({ headers }) => headers.get('location') ?? []);
      for (const path of locations) await tusRequest('DELETE', new URL(path, hansard.url).href, guest);
      return locations.length;
    };
    expect(await end(await many(1))).to.be.within(0, 16);
    expect(await end(await many(25 * MIB))).to.be.within(0, 2);
    expect(await end([await tusRequest('POST', uploadsUrl(), guest, { 'upload-length': '1' })])).to.equal(1);
  });
});
