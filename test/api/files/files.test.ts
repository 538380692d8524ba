import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { startCast } from '../cast.ts';
import { expectRefusal, expectSuccess } from '../expected.ts';
import { fetched, type File, sendFiles, siteOf, upload } from '../uploads.ts';

describe('files over HTTP', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    const environment = { MAX_FILE_UPLOAD_SIZE_MIB: '1', UPLOAD_QUOTA_PER_USER_MIB: '2' };
    ({ hansard, owner, member, guest } = await startCast({ environment, clock }));
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      invite_only: true,
      history_public_to_subscribers: false,
    });
  });
  after(() => hansard.stop());

  const send = (who: Person, ...files: File[]) => sendFiles(hansard, who, '/user_uploads', files);
  const say = async (who: Person, to: string, content: string): Promise<number> =>
    (await who.post('/messages', { type: 'channel', to, topic: 't', content })).body['id'] as number;
  const attachments = async (who: Person) =>
    (await who.get('/attachments')).body['attachments'] as Record<string, unknown>[];
  const statusFor = async (who: Person | undefined, url: string): Promise<number> =>
    (await fetched(hansard, url, who)).status;

  it('are taken in and given back', async () => {
    const answer = await send(owner, { bytes: 'Logo: round.', name: 'logo notes.txt' });
    expect(answer.status).to.equal(200);
    const { url, uri, filename } = answer.body as Record<string, string>;
    expect(url).to.match(/^\/user_uploads\/1\/[0-9a-f]{2}\/[\w-]{32}\/logo-notes\.txt$/);
    expect({ uri, filename }).to.deep.equal({ uri: url, filename: 'logo notes.txt' });
    const read = await fetched(hansard, url!, owner);
    expect(read.status).to.equal(200);
    expect(await read.text()).to.equal('Logo: round.');
    expect(read.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(read.headers.get('content-disposition')).to.equal(
      `inline; filename="logo notes.txt"; filename*=UTF-8''logo%20notes.txt`,
    );
    expect(read.headers.get('content-security-policy')).to.match(/default-src 'none'.*sandbox$/);
    expect(read.headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('are found where a client encodes the rest of a path as one part of it', async () => {
    const url = await upload(hansard, owner, { bytes: 'Logo: round.', name: 'logo.txt' });
    const [, uploads, organization, ...rest] = url.split('/');
    for (const [slash, prefix] of [
      ['%2F', ''],
      ['%2f', ''],
    ] as const) {
      const encoded = `${prefix}/${uploads}/${organization}/${rest.join(slash)}`;
      expect(await (await fetched(hansard, encoded, owner)).text(), encoded).to.equal('Logo: round.');
      expect(await statusFor(undefined, encoded)).to.equal(401);
    }
    const { status, body } = await owner.get(`/user_uploads/${organization}/${rest.join('%2F')}`);
    expect(status).to.equal(200);
    const [, , token, name] = (body.url as string).slice(1).split('/');
    expect(await statusFor(undefined, `/user_uploads/temporary/${token}%2F${name}`)).to.equal(200);
    expect(await statusFor(owner, `/user_uploads/${organization}/..%2F..%2Fapi%2Fv1%2Fusers`)).to.equal(404);
  });

  it('are listed for their owner', async () => {
    const before = (await owner.get('/attachments')).body['upload_space_used'] as number;
    const url = await upload(hansard, owner, { bytes: '12345678', name: 'numbers.txt' });
    const id = await say(owner, 'design', `See [numbers](${url}).`);
    const listed = (await attachments(owner)).at(-1)!;
    expect(listed).to.deep.include({
      name: 'numbers.txt',
      path_id: url.slice('/user_uploads/'.length),
      size: 8,
      message_ids: [id],
    });
    expect((listed['messages'] as { id: number }[])[0]!.id).to.equal(id);
    const after = (await owner.get('/attachments')).body['upload_space_used'] as number;
    expect(after - before).to.equal(8);
    expect(await attachments(guest)).to.deep.equal([]);
  });

  it('refuse what is no file, several, an empty one, and one that is too large', async () => {
    const none = 'You must specify a file to upload';
    expectRefusal(await send(owner), none);
    expectRefusal(await owner.post('/user_uploads'), none);
    expectRefusal(await send(owner, { bytes: '' }), none);
    expectRefusal(
      await send(owner, { bytes: 'a' }, { bytes: 'b' }),
      'You may only upload one file at a time',
    );
    const large = 'Uploaded file is larger than the allowed limit of 1 MiB';
    expectRefusal(await send(owner, { bytes: Buffer.alloc(1_048_577) }), large);
    expectRefusal(await send(owner, { bytes: Buffer.alloc(4_000_000) }), large);
    expect((await send(member, { bytes: Buffer.alloc(1_048_576) })).status).to.equal(200);
  });

  it('refuse what is beyond a quota, before and after the body is there', async () => {
    const quota = 'Upload would exceed your upload quota.';
    expect((await send(member, { bytes: Buffer.alloc(1_048_576, 1) })).status).to.equal(200);
    expectRefusal(await send(member, { bytes: 'x' }), quota, { code: 'REALM_UPLOAD_QUOTA' });
    expectRefusal(await send(member, { bytes: Buffer.alloc(9_000) }), quota, { code: 'REALM_UPLOAD_QUOTA' });
    for (const { id } of await attachments(member)) await member.delete(`/attachments/${id as number}`);
    expect((await send(member, { bytes: 'x' })).status).to.equal(200);
  });

  it('are asked for credentials before their body is read', async () => {
    const stranger = { headers: { authorization: `Basic ${btoa(`nobody@example.com:${'a'.repeat(32)}`)}` } };
    const answer = await send(stranger as unknown as Person, { bytes: Buffer.alloc(60_000_000) });
    expect(answer.status).to.equal(401);
  });

  it('are read by their owner, and by others where a message that they may read shows them', async () => {
    const url = await upload(hansard, owner);
    expect(await statusFor(member, url)).to.equal(404);
    await say(owner, 'secret', `[Notes](${url})`);
    expect(await statusFor(member, url)).to.equal(404);
    const id = await say(owner, 'design', `[Notes](${url})`);
    expect(await statusFor(member, url)).to.equal(200);
    expect(await statusFor(guest, url)).to.equal(404);
    expect(await statusFor(undefined, url)).to.equal(401);
    await owner.delete(`/messages/${id}`);
    expect(await statusFor(member, url)).to.equal(404);
    expect(await statusFor(owner, url)).to.equal(200);
  });

  it('are not given to others by who may not read them', async () => {
    const url = await upload(hansard, owner);
    await say(member, 'design', `[Theirs](${url})`);
    expect(await statusFor(guest, url)).to.equal(404);
    expect(await statusFor(member, url)).to.equal(404);
    await owner.post('/messages', { type: 'direct', to: [member.userId], content: `[Mine](${url})` });
    expect(await statusFor(member, url)).to.equal(200);
    await member.post('/messages', { type: 'direct', to: [guest.userId], content: `[Theirs](${url})` });
    expect(await statusFor(guest, url)).to.equal(200);
  });

  it('in a protected history are read by who was subscribed when they came', async () => {
    const early = await upload(hansard, owner);
    await say(owner, 'secret', `[Early](${early})`);
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      principals: [member.userId],
    });
    const late = await upload(hansard, owner);
    await say(owner, 'secret', `[Late](${late})`);
    expect([await statusFor(member, early), await statusFor(member, late)]).to.deep.equal([404, 200]);
  });

  it('are read by a temporary URL for a minute', async () => {
    const url = await upload(hansard, owner, { bytes: 'For a minute.', name: 'großes.txt' });
    const answer = await owner.get(encodeURI(url));
    expect(answer.status).to.equal(200);
    const temporary = answer.body['url'] as string;
    expect(await (await fetched(hansard, temporary)).text()).to.equal('For a minute.');
    expect(await statusFor(undefined, temporary.replace(/[^/]*$/, 'other.txt'))).to.equal(404);
    expect(await statusFor(undefined, temporary.replace('temporary/', 'temporary/A'))).to.equal(404);
    clock.advance(60_000);
    expect(await statusFor(undefined, temporary)).to.equal(404);
    expectRefusal(await member.get(encodeURI(url)), 'Not found', { status: 404 });
  });

  it('are read in ranges, and not again where they are known', async () => {
    const url = await upload(hansard, owner, { bytes: '0123456789' });
    const part = async (range: string, more = {}) => {
      const answer = await fetched(hansard, url, owner, { range, ...more });
      return [answer.status, await answer.text(), answer.headers.get('content-range')];
    };
    expect(await part('bytes=2-4')).to.deep.equal([206, '234', 'bytes 2-4/10']);
    expect(await part('bytes=7-')).to.deep.equal([206, '789', 'bytes 7-9/10']);
    expect(await part('bytes=-2')).to.deep.equal([206, '89', 'bytes 8-9/10']);
    expect(await part('bytes=8-99')).to.deep.equal([206, '89', 'bytes 8-9/10']);
    expect(await part('bytes=10-')).to.deep.equal([416, '', 'bytes */10']);
    expect(await part('bytes=-0')).to.deep.equal([416, '', 'bytes */10']);
    expect(await part('bytes=4-2')).to.deep.equal([200, '0123456789', null]);
    expect(await part('bytes=0-1,3-4')).to.deep.equal([200, '0123456789', null]);
    expect(await part('bytes=0-1', { 'if-range': '"other"' })).to.deep.equal([200, '0123456789', null]);
    const etag = (await fetched(hansard, url, owner)).headers.get('etag')!;
    expect((await part('bytes=0-1', { 'if-range': etag }))[0]).to.equal(206);
    const known = await fetched(hansard, url, owner, { 'if-none-match': etag });
    expect([known.status, await known.text()]).to.deep.equal([304, '']);
    const head = await fetch(siteOf(hansard) + url, { method: 'HEAD', headers: owner.headers });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, '10']);
  });

  it('are removed by their owner alone, and are gone for everybody', async () => {
    const url = await upload(hansard, owner);
    await say(owner, 'design', `[Notes](${url})`);
    const { id } = (await attachments(owner)).at(-1)!;
    expectRefusal(await member.delete(`/attachments/${id as number}`), 'Invalid attachment');
    expectSuccess(await owner.delete(`/attachments/${id as number}`));
    expect([await statusFor(owner, url), await statusFor(member, url)]).to.deep.equal([404, 404]);
    expectRefusal(await owner.delete(`/attachments/${id as number}`), 'Invalid attachment');
  });

  it('are told of by an edit that shows them no longer', async () => {
    const url = await upload(hansard, owner);
    const id = await say(owner, 'design', `[Notes](${url})`);
    const edited = await owner.patch(`/messages/${id}`, { content: 'No notes.' });
    const detached = edited.body['detached_uploads'] as Record<string, unknown>[];
    expect(detached.map((file) => [file['path_id'], file['message_ids']])).to.deep.equal([
      [url.slice('/user_uploads/'.length), []],
    ]);
    expect(await statusFor(member, url)).to.equal(404);
    const again = await owner.patch(`/messages/${id}`, { content: `[Notes](${url})` });
    expect(again.body['detached_uploads']).to.deep.equal([]);
    expect(await statusFor(member, url)).to.equal(200);
  });

  it('go with the last message that shows them', async () => {
    const url = await upload(hansard, owner);
    const ids = [
      await say(owner, 'design', `[Notes](${url})`),
      await say(owner, 'design', `<${site()}${url}>`),
    ];
    const shown = async () =>
      (await attachments(owner)).find(({ path_id }) => url.endsWith(path_id as string));
    expect((await shown())?.['message_ids']).to.deep.equal(ids);
    await owner.delete(`/messages/${ids[0]!}`);
    expect((await shown())?.['message_ids']).to.deep.equal([ids[1]]);
    await owner.delete(`/messages/${ids[1]!}`);
    expect(await shown()).to.equal(undefined);
    expect(await statusFor(owner, url)).to.equal(404);
  });

  const site = (): string => siteOf(hansard);
});
