import { expect } from 'chai';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { fetched, upload } from './uploads.ts';

/** A picture of one colour; animated where it has several frames. */
const picture = (width: number, height: number, frames = 1) =>
  sharp({
    create: { width, height: height * frames, channels: 3, background: '#446688' },
  }).composite(
    Array.from({ length: frames }, (_, index) => ({
      input: Buffer.from([index * 40, 0, 0]),
      raw: { width: 1, height: 1, channels: 3 as const },
      left: 0,
      top: index * height,
    })),
  );

const png = (width: number, height: number): Promise<Buffer> => picture(width, height).png().toBuffer();

async function gif(width: number, height: number, frames: number): Promise<Buffer> {
  const raw = await picture(width, height, frames).raw().toBuffer();
  const described = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  return sharp(raw, { raw: described })
    .gif({ delay: Array<number>(frames).fill(50) })
    .toBuffer();
}

/** A PNG whose head tells another size. */
function claiming(bytes: Buffer, width: number, height: number): Buffer {
  const claim = Buffer.from(bytes);
  claim.writeUInt32BE(width, 16);
  claim.writeUInt32BE(height, 20);
  claim.writeUInt32BE(crc32(claim.subarray(12, 29)), 29);
  return claim;
}

describe('uploaded pictures', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, member, guest } = await startCast());
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  });
  after(() => hansard.stop());

  const rendered = async (content: string, who = owner): Promise<string> =>
    (await who.post('/messages/render', { content })).body['rendered'] as string;
  const send = async (content: string): Promise<string> => {
    const sent = await owner.post('/messages', { type: 'channel', to: 'design', topic: 't', content });
    const read = await owner.get(`/messages/${sent.body['id'] as number}`);
    return (read.body['message'] as { content: string }).content;
  };
  const uploaded = (bytes: Buffer, name: string, who = owner) =>
    upload(hansard, who, { bytes, name, type: 'application/octet-stream' });
  const thumbnailOf = (url: string, format: string): string =>
    `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`;
  const statusFor = async (who: Person | undefined, url: string): Promise<number> =>
    (await fetched(hansard, url, who)).status;

  it('are shown smaller below the text, with the size of the original', async () => {
    const url = await uploaded(await png(2000, 1000), 'wide.png');
    const thumbnail = thumbnailOf(url, '840x560.webp');
    const about = `data-original-dimensions="2000x1000" data-original-content-type="image/png"`;
    expect(await send(`[wide](${url})`)).to.equal(
      `<p><a href="${url}">wide</a></p><div class="message_inline_image"><a href="${url}">` +
        `<img src="${thumbnail}" ${about}></a></div>`,
    );
    expect(await rendered(`![wide](${url})`)).to.equal(
      `<p><img src="${thumbnail}" alt="wide" class="inline-image" ${about} data-original-src="${url}"></p>`,
    );
    const read = await fetched(hansard, thumbnail, member);
    expect([read.status, read.headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
    expect(read.headers.get('content-security-policy')).to.match(/default-src 'none'.*sandbox$/);
    const { format, width, height } = await sharp(Buffer.from(await read.arrayBuffer())).metadata();
    expect({ format, width, height }).to.deep.equal({ format: 'webp', width: 840, height: 420 });
  });

  it('have the formats of which clients are told', async () => {
    const { body } = await owner.post('/register', { fetch_event_types: ['realm'] });
    const formats = body['server_thumbnail_formats'] as { name: string; animated: boolean }[];
    expect(formats.map(({ name }) => name)).to.deep.equal(['840x560.webp', '840x560-anim.webp']);
    const url = await uploaded(await gif(90, 60, 4), 'moving.gif');
    for (const { name, animated } of formats) {
      const read = await fetched(hansard, thumbnailOf(url, name), owner);
      const {
        width,
        pageHeight,
        height,
        pages = 1,
      } = await sharp(Buffer.from(await read.arrayBuffer()), {
        animated: true,
      }).metadata();
      expect([width, pageHeight ?? height, pages]).to.deep.equal([90, 60, animated ? 4 : 1]);
    }
    expect(await statusFor(owner, thumbnailOf(url, '9999x9999.webp'))).to.equal(404);
    expect(await rendered(`[moving](${url})`)).to.contain(
      `<img src="${thumbnailOf(url, '840x560-anim.webp')}" data-original-dimensions="90x60" ` +
        `data-original-content-type="image/gif" data-animated="true">`,
    );
  });

  it('lie the right way round', async () => {
    const turned = await picture(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const url = await uploaded(turned, 'turned.jpg');
    expect(await rendered(`[turned](${url})`)).to.contain('data-original-dimensions="20x30"');
    const read = await fetched(hansard, thumbnailOf(url, '840x560.webp'), owner);
    const { width, height } = await sharp(Buffer.from(await read.arrayBuffer())).metadata();
    expect([width, height]).to.deep.equal([20, 30]);
  });

  it('are read smaller by who may read them, and by nobody else', async () => {
    const url = await uploaded(await png(40, 40), 'mine.png');
    const thumbnail = thumbnailOf(url, '840x560.webp');
    expect([await statusFor(owner, thumbnail), await statusFor(member, thumbnail)]).to.deep.equal([200, 404]);
    expect(await rendered(`[theirs](${url})`, member)).not.to.contain('data-original-dimensions');
    await send(`[mine](${url})`);
    expect([
      await statusFor(member, thumbnail),
      await statusFor(guest, thumbnail),
      await statusFor(undefined, thumbnail),
    ]).to.deep.equal([200, 404, 401]);
    for (const { id } of (await owner.get('/attachments')).body['attachments'] as { id: number }[])
      await owner.delete(`/attachments/${id}`);
    expect(await statusFor(owner, thumbnail)).to.equal(404);
  });

  it('are not sent again where they are known', async () => {
    const thumbnail = thumbnailOf(await uploaded(await png(50, 50), 'known.png'), '840x560.webp');
    const etag = (await fetched(hansard, thumbnail, owner)).headers.get('etag')!;
    const again = await fetched(hansard, thumbnail, owner, { 'if-none-match': etag });
    expect([again.status, await again.text()]).to.deep.equal([304, '']);
  });

  it('become smaller ones with nothing but their pixels', async () => {
    const exif = { IFD0: { Copyright: 'A secret place' } };
    const whole = await picture(60, 40).jpeg().withExif(exif).toBuffer();
    expect(whole.includes('A secret place')).to.equal(true);
    const url = await uploaded(Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]), 'tail.jpg');
    expect(await rendered(`[tail](${url})`)).to.contain('data-original-dimensions="60x40"');
    const read = await fetched(hansard, thumbnailOf(url, '840x560.webp'), owner);
    const made = Buffer.from(await read.arrayBuffer());
    expect(made.subarray(0, 4).toString()).to.equal('RIFF');
    expect(made.includes('A secret place') || made.includes('script')).to.equal(false);
  });

  it('that have too many pixels are links, like half a picture and what only has the name of one', async () => {
    const small = await png(80, 50);
    const [most, bomb] = [await png(8000, 5000), claiming(small, 8000, 5001)];
    const half = await picture(300, 200).jpeg().toBuffer();
    expect(await rendered(`[most](${await uploaded(most, 'most.png')})`)).to.contain('="8000x5000"');
    const frame = await gif(2000, 2000, 1);
    const frames = frame.subarray(frame.indexOf(Buffer.from([0x21, 0xf9])), -1);
    const moving = Buffer.concat([
      frame.subarray(0, -1),
      ...Array<Buffer>(10).fill(frames),
      Buffer.from(';'),
    ]);
    const text = Buffer.from('<script>');
    for (const bytes of [bomb, moving, text, small.subarray(0, 20), half.subarray(0, half.length / 2)]) {
      const url = await uploaded(bytes, 'no.png');
      expect(await rendered(`[no](${url}) ![no](${url})`)).to.equal(
        `<p><a href="${url}">no</a> <a href="${url}">no</a></p>`,
      );
      expect(await statusFor(owner, thumbnailOf(url, '840x560.webp'))).to.equal(404);
    }
  });

  it('that are damaged have no smaller ones, and disturb nobody', async () => {
    const noise = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
      .png()
      .toBuffer();
    const url = await uploaded(whole.subarray(0, whole.length / 2), 'half.png');
    expect(await statusFor(owner, thumbnailOf(url, '840x560.webp'))).to.equal(404);
    expect(await statusFor(owner, url)).to.equal(200);
  });
});
