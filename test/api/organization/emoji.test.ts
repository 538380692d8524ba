import { expect } from 'chai';
import sharp from 'sharp';
import type { UserId } from '../../../src/base/ids.ts';
import { addCustomEmoji } from '../../../src/commands/organization/emoji.ts';
import type { ImageType } from '../../../src/events/emoji.ts';
import { emojiTable } from '../../../src/rendering/emoji.ts';
import type { Answer, Hansard, Person } from '../../support/hansard.ts';
import { leakedMetadata, picturesWithMetadata } from '../../support/pictureMetadata.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess } from '../expected.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('custom emoji over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let guest: Person;
  let messageId: number;

  before(async () => {
    ({ hansard, owner, admin, member, guest } = await startCast());
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    const sent = await owner.post('/messages', { type: 'channel', to: 'design', topic: 't', content: 'x' });
    messageId = sent.body['id'] as number;
  });
  after(() => hansard.stop());

  async function upload(who: Person, name: string, ...files: readonly Uint8Array[]): Promise<Answer> {
    const form = new FormData();
    form.set('client', 'test');
    files.forEach((bytes, index) =>
      form.append(`file${index}`, new Blob([new Uint8Array(bytes)]), `${index}.png`),
    );
    const url = `${hansard.url}/realm/emoji/${encodeURIComponent(name)}`;
    const answer = await fetch(url, { method: 'POST', headers: who.headers, body: form });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Answer['body'],
    };
  }
  /** Above the API. */
  const site = (): string => new URL(hansard.url).origin;
  const listed = async (): Promise<Record<string, Record<string, unknown>>> =>
    (await member.get('/realm/emoji')).body['emoji'] as Record<string, Record<string, unknown>>;
  const react = (who: Person, fields: Record<string, unknown>) =>
    who.post(`/messages/${messageId}/reactions`, fields);
  const rendered = async (content: string): Promise<unknown> =>
    (await member.post('/messages/render', { content })).body['rendered'];

  it('are added, listed and served', async () => {
    expectSuccess(await upload(member, 'our cat', PNG));
    const path = '/user_avatars/1/emoji/images/1.png';
    expect(await listed()).to.deep.equal({
      1: {
        id: '1',
        name: 'our_cat',
        source_url: path,
        still_url: null,
        deactivated: false,
        author_id: member.userId,
      },
    });
    const picture = await fetch(site() + path);
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect([width, height]).to.deep.equal([1, 1]);
    expect(picture.headers.get('content-type')).to.equal('image/png');
    expect(picture.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(picture.headers.get('content-security-policy')).to.contain("default-src 'none'");
    const etag = picture.headers.get('etag') ?? '';
    expect(etag).to.match(/^"[\w-]+"$/);
    const again = await fetch(site() + path, { headers: { 'if-none-match': etag } });
    expect(again.status).to.equal(304);
    for (const other of [
      '/user_avatars/2/emoji/images/1.png',
      path.replace('png', 'gif'),
      path.replace('1.png', '9.png'),
    ])
      expect((await fetch(site() + other)).status, other).to.equal(404);
  });

  it('are shown in texts, and the extra one that comes with the server too', async () => {
    expect(await rendered(':our_cat:')).to.equal(
      '<p><img alt=":our_cat:" class="emoji" src="/user_avatars/1/emoji/images/1.png" title="our cat"></p>',
    );
    expect(await rendered(':hansard:')).to.contain('src="/icons/emoji/hansard.svg"');
    const picture = await fetch(`${site()}/icons/emoji/hansard.svg`);
    expect(picture.headers.get('content-type')).to.contain('image/svg+xml');
  });

  it('are reacted with, by name alone or with their code', async () => {
    const explicit = { emoji_name: 'our_cat', emoji_code: '1', reaction_type: 'realm_emoji' };
    expectSuccess(await react(owner, { emoji_name: 'our_cat' }));
    expectSuccess(await react(member, explicit));
    expectRefusal(await react(member, explicit), 'Reaction already exists.', {
      code: 'REACTION_ALREADY_EXISTS',
    });
    expectSuccess(await react(owner, { emoji_name: 'hansard', emoji_code: 'hansard' }));
    const { body } = await owner.get(`/messages/${messageId}`);
    expect((body['message'] as { reactions: unknown }).reactions).to.deep.equal([
      { ...explicit, user_id: owner.userId },
      { ...explicit, user_id: member.userId },
      {
        emoji_name: 'hansard',
        emoji_code: 'hansard',
        reaction_type: 'service_extra_emoji',
        user_id: owner.userId,
      },
    ]);
  });

  const wrong: readonly (readonly [string, string, string, string])[] = [
    ['our_cat', '99', 'realm_emoji', 'Invalid custom emoji.'],
    ['our_cat', 'x', 'realm_emoji', 'Invalid custom emoji.'],
    ['our_cat', '1f600', 'unicode_emoji', 'Invalid emoji name.'],
    ['our_cat', 'x', 'service_extra_emoji', 'Invalid emoji code.'],
  ];
  for (const [emoji_name, emoji_code, reaction_type, msg] of wrong)
    it(`refuse code ${emoji_code} of type ${reaction_type}`, async () => {
      expectRefusal(await react(admin, { emoji_name, emoji_code, reaction_type }), msg);
    });

  it('are called what letters, digits and a few signs make', async () => {
    const signs =
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.';
    for (const name of ['Cat', 'cät', 'a.b']) expectRefusal(await upload(owner, name, PNG), signs);
    const end = 'Emoji names must end with either a letter or digit.';
    for (const name of ['cat-', 'cat_']) expectRefusal(await upload(owner, name, PNG), end);
    expectRefusal(await upload(owner, 'our_cat', PNG), 'A custom emoji with this name already exists.');
  });

  it('are one picture of at most 5 MiB', async () => {
    const one = 'You must upload exactly one file.';
    expectRefusal(await upload(owner, 'dog'), one);
    expectRefusal(await upload(owner, 'dog', PNG, PNG), one);
    const large = Buffer.concat([PNG, Buffer.alloc(5 * 1_048_576)]);
    const tooLarge = 'Uploaded file is larger than the allowed limit of 5 MiB';
    expectRefusal(await upload(owner, 'dog', large), tooLarge);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const bad = { code: 'BAD_IMAGE' };
    expectRefusal(
      await upload(owner, 'dog', svg),
      'Could not decode image; did you upload an image file?',
      bad,
    );
  });

  it('keep no metadata of what was uploaded, those of earlier versions included', async () => {
    const shown = async (id: number, imageType: string) => {
      const answer = await fetch(`${site()}/user_avatars/1/emoji/images/${id}.${imageType}`);
      expect(answer.status).to.equal(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const newest = async (): Promise<number> => Math.max(...Object.keys(await listed()).map(Number));
    const lane = [...hansard.app.lanes.all()][0]!;
    const submission = { actor: member.userId as UserId, client: 'test', correlationId: 'test' };
    for (const [name, bytes] of Object.entries(await picturesWithMetadata())) {
      const emojiName = name.toLowerCase().replaceAll(' ', '_');
      expectSuccess(await upload(member, emojiName, bytes));
      const id = await newest();
      const path = (await listed())[id]?.['source_url'] as string;
      expect(leakedMetadata(await shown(id, path.split('.').at(-1) ?? '')), name).to.equal('');

      const imageType = name.split(' ').at(-1)?.toLowerCase() as ImageType;
      const picture = { imageType, bytes };
      const earlier = { name: `earlier_${emojiName}`, picture, emoji: emojiTable };
      await lane.submit(addCustomEmoji, earlier, submission);
      expect(leakedMetadata(await shown(await newest(), imageType)), `earlier ${name}`).to.equal('');
    }
  });

  it('are added by members, and over those of Unicode by administrators', async () => {
    expectRefusal(await upload(guest, 'dog', PNG), 'Insufficient permission');
    expectRefusal(await upload(member, 'smile', PNG), 'Only administrators can override default emoji.');
    expectSuccess(await upload(admin, 'smile', PNG));
    expect(await rendered(':smile:')).to.contain('<img');
    expectSuccess(await admin.delete('/realm/emoji/smile'));
    expect(await rendered(':smile:')).to.contain('emoji-1f604');
  });

  it('are deactivated by administrators and authors, and stay where they are', async () => {
    const mayNot = 'Must be an organization administrator or emoji author';
    expectRefusal(await guest.delete('/realm/emoji/our_cat'), mayNot);
    expectSuccess(await member.delete('/realm/emoji/our_cat'));
    const absent = await member.delete('/realm/emoji/our_cat');
    expect(absent.status).to.equal(404);
    expect(absent.body).to.include({ code: 'BAD_REQUEST', msg: "Emoji 'our_cat' does not exist" });
    expect((await listed())['1']).to.include({ deactivated: true });
    expect((await fetch(`${site()}/user_avatars/1/emoji/images/1.png`)).status).to.equal(200);
    expect(await rendered(':our_cat:')).to.equal('<p>:our_cat:</p>');

    const explicit = { emoji_name: 'our_cat', emoji_code: '1', reaction_type: 'realm_emoji' };
    expectSuccess(await react(admin, { emoji_name: 'our_cat', emoji_code: '1' }));
    const remove = (who: Person) => who.delete(`/messages/${messageId}/reactions`, explicit);
    for (const who of [owner, member, admin]) expectSuccess(await remove(who));
    expectRefusal(await react(admin, explicit), 'This custom emoji has been deactivated.');
    expectRefusal(await react(admin, { ...explicit, emoji_name: 'cat' }), 'Invalid custom emoji name.');
    expectRefusal(await react(admin, { emoji_name: 'our_cat' }), "Emoji 'our_cat' does not exist");
  });

  it('ask for a login', async () => {
    for (const [method, path] of [
      ['GET', '/realm/emoji'],
      ['POST', '/realm/emoji/dog'],
      ['DELETE', '/realm/emoji/dog'],
    ] as const)
      expectLoginFirst(await hansard.anonymous(method, path));
  });
});
