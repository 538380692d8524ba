import { expect } from 'chai';
import sharp from 'sharp';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectRefusal } from '../expected.ts';
import { fetched, type File, sendFiles, siteOf } from '../uploads.ts';

/** A red picture of this size. */
const picture = async (width: number, height: number): Promise<File> => ({
  bytes: await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer(),
  name: 'me.jpg',
  type: 'image/jpeg',
});

/** Says that it has 50,000 by 50,000 pixels. */
const BOMB = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAw1AAAMNQCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('avatars over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    ({ hansard, owner, member } = await startCast());
  });
  after(() => hansard.stop());

  const set = (who: Person, ...files: File[]) => sendFiles(hansard, who, '/users/me/avatar', files);
  const shownOf = async (who: Person, clientGravatar = false): Promise<unknown> =>
    (
      (await owner.get(`/users/${who.userId}`, { client_gravatar: clientGravatar })).body['user'] as {
        avatar_url: unknown;
      }
    ).avatar_url;
  const sizeOf = async (url: string): Promise<unknown> => {
    const answer = await fetched(hansard, url);
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return { format, width, height };
  };

  it('are set, shown wherever people are, and served in two sizes', async () => {
    const answer = await set(member, await picture(300, 900));
    expect(answer.status).to.equal(200);
    const url = answer.body['avatar_url'] as string;
    expect(url).to.match(/^\/user_avatars\/1\/[0-9a-f]{40}\.png\?version=2$/);
    expect([await shownOf(member), await shownOf(member, true)]).to.deep.equal([url, url]);
    expect(await sizeOf(url)).to.deep.equal({ format: 'png', width: 100, height: 100 });
    expect(await sizeOf(url.replace('.png', '-medium.png'))).to.deep.equal({
      format: 'png',
      width: 500,
      height: 500,
    });
    await member.post('/messages', { type: 'direct', to: [owner.userId], content: 'Hello.' });
    const { body } = await owner.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    expect((body['messages'] as { avatar_url: string }[])[0]!.avatar_url).to.equal(url);
  });

  it('are another URL each time, and the earlier one is gone', async () => {
    const first = (await set(owner, await picture(10, 10))).body['avatar_url'] as string;
    const second = (await set(owner, await picture(10, 10))).body['avatar_url'] as string;
    expect(second).to.match(/version=3$/);
    expect((await fetched(hansard, first)).status).to.equal(404);
    expect((await fetched(hansard, second)).status).to.equal(200);
  });

  it('are removed', async () => {
    await set(member, await picture(10, 10));
    const url = (await shownOf(member)) as string;
    const removed = await member.delete('/users/me/avatar');
    expect(removed.body['avatar_url']).to.match(/^https:\/\/secure\.gravatar\.com\/.*version=\d+$/);
    expect(await shownOf(member, true)).to.equal(null);
    expect((await fetched(hansard, url)).status).to.equal(404);
    expect((await member.delete('/users/me/avatar')).status).to.equal(200);
  });

  it('are one picture of a kind that is shown, and of no more than 5 MiB', async () => {
    const one = 'You must upload exactly one avatar.';
    expectRefusal(await set(member), one);
    expectRefusal(await set(member, await picture(9, 9), await picture(9, 9)), one);
    const none = 'Could not decode image; did you upload an image file?';
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const bytes of ['', 'text', svg, BOMB, Buffer.concat([BOMB.subarray(0, 8), Buffer.alloc(99)])])
      expectRefusal(await set(member, { bytes }), none, { code: 'BAD_IMAGE' });
    const large = 'Uploaded file is larger than the allowed limit of 5 MiB';
    expectRefusal(await set(member, { bytes: Buffer.alloc(5 * 1_048_576 + 1) }), large);
    expectRefusal(await set(member, { bytes: Buffer.alloc(5 * 1_048_576) }), none, { code: 'BAD_IMAGE' });
  });

  it('are given to bots by those who make and change them', async () => {
    const fields = { full_name: 'Rain', short_name: 'rain' };
    const made = await sendFiles(hansard, member, '/bots', [await picture(300, 900)], fields);
    const [botId, url] = [made.body['user_id'] as number, made.body['avatar_url'] as string];
    expect(url).to.match(/^\/user_avatars\/1\/[0-9a-f]{40}\.png\?version=2$/);
    expect(made.body).to.not.have.property('ignored_parameters_unsupported');
    expect(await sizeOf(url)).to.deep.equal({ format: 'png', width: 100, height: 100 });
    expect((await owner.get(`/users/${botId}`)).body['user']).to.include({ avatar_url: url });

    const change = (who: Person, name: string, ...files: File[]) =>
      sendFiles(hansard, who, `/bots/${botId}`, files, { full_name: name }, 'PATCH');
    const changed = await change(member, 'Drizzle', await picture(10, 10));
    const next = changed.body['avatar_url'] as string;
    expect(changed.body).to.include({ full_name: 'Drizzle' });
    expect(next).to.match(/version=3$/);
    expect((await fetched(hansard, url)).status).to.equal(404);
    expect((await fetched(hansard, next)).status).to.equal(200);
    expect((await change(owner, 'Mist')).body).to.include({ full_name: 'Mist', avatar_url: next });
  });

  it('of bots are one picture, from those who may administer the bot, or nothing is changed', async () => {
    const fields = { full_name: 'Snow', short_name: 'snow' };
    const make = (...files: File[]) => sendFiles(hansard, owner, '/bots', files, fields);
    const none = 'Could not decode image; did you upload an image file?';
    expectRefusal(await make({ bytes: 'text' }), none, { code: 'BAD_IMAGE' });
    const two = [await picture(9, 9), await picture(9, 9)];
    expectRefusal(await make(...two), 'You must upload exactly one avatar.');
    const { status, body } = await make();
    expect(status).to.equal(200);
    expect(body['avatar_url']).to.match(/^https:\/\/secure\.gravatar\.com\//);
    const change = (who: Person, file: File) =>
      sendFiles(hansard, who, `/bots/${body['user_id'] as number}`, [file], { full_name: 'Hail' }, 'PATCH');
    expectRefusal(await change(owner, { bytes: 'text' }), none, { code: 'BAD_IMAGE' });
    expectRefusal(await change(member, await picture(9, 9)), 'Insufficient permission');
    const { user } = (await owner.get(`/users/${body['user_id'] as number}`)).body;
    expect(user).to.include({ full_name: 'Snow', avatar_url: null });
  });

  it('are redirected to, by ID and by address', async () => {
    await set(owner, await picture(10, 10));
    const url = (await shownOf(owner)) as string;
    const leads = async (path: string, who: Person | undefined = member) => {
      const answer = await fetch(siteOf(hansard) + path, {
        headers: { ...who?.headers },
        redirect: 'manual',
      });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await leads(`/avatar/${owner.userId}`)).to.deep.equal([302, url]);
    expect(await leads(`/avatar/${owner.email}`)).to.deep.equal([302, url]);
    expect(await leads(`/avatar/${owner.userId}/medium`)).to.deep.equal([
      302,
      url.replace('.png', '-medium.png'),
    ]);
    expect((await leads('/avatar/nobody@example.com'))[1]).to.match(/^https:\/\/secure\.gravatar\.com/);
    expect((await fetch(`${siteOf(hansard)}/avatar/${owner.userId}`)).status).to.equal(401);
  });
});
