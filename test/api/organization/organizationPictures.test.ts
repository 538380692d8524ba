import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { Hansard, type Person } from '../../support/hansard.ts';
import { sendFiles } from '../uploads.ts';

const SUN = readFileSync(new URL('../../../examples/sun.png', import.meta.url));
const DEFAULT = '/icons/organization.svg?version=1';

describe('pictures of the organization', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    member = await hansard.account('Mia');
  });
  after(() => hansard.stop());

  const realm = async () => (await member.post('/register', { fetch_event_types: ['realm'] })).body;
  const picture = async (path: unknown) => {
    const answer = await fetch(new URL(String(path), hansard.url));
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, bytes };
  };

  it('are the server’s own at first, and an icon is a square that everybody loads', async () => {
    expect(await realm()).to.include({
      realm_icon_url: DEFAULT,
      realm_icon_source: 'G',
      realm_logo_source: 'D',
    });
    const wide = await sharp({ create: { width: 300, height: 50, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { body } = await sendFiles(hansard, owner, '/realm/icon', [{ bytes: wide, name: 'a.png' }]);
    expect(body.icon_url).to.match(/^\/user_avatars\/1\/[0-9a-f]{40}\.png\?version=2$/);
    expect(await realm()).to.include({ realm_icon_url: body.icon_url, realm_icon_source: 'U' });
    const settings = await hansard.anonymous('GET', '/server_settings');
    expect(settings.body).to.include({ realm_icon: body.icon_url });
    const { status, bytes } = await picture(body.icon_url);
    expect(status).to.equal(200);
    expect(await sharp(bytes).metadata()).to.include({ format: 'png', width: 100, height: 100 });
    const redirected = await fetch(`${hansard.url}/realm/icon`, { redirect: 'manual' });
    expect([redirected.status, redirected.headers.get('location')]).to.deep.equal([302, body.icon_url]);
    expect((await owner.delete('/realm/icon')).body).to.include({ icon_url: DEFAULT });
    expect((await picture(body.icon_url)).status).to.equal(404);
  });

  it('are two logos, which keep their shape and grow no larger', async () => {
    const tall = await sharp({ create: { width: 200, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const night = { night: 'true' };
    expect((await sendFiles(hansard, owner, '/realm/logo', [{ bytes: tall }], night)).status).to.equal(200);
    const {
      realm_logo_source: day,
      realm_night_logo_source: dark,
      realm_night_logo_url: url,
    } = await realm();
    expect([day, dark]).to.deep.equal(['D', 'U']);
    expect(await sharp((await picture(url)).bytes).metadata()).to.include({ width: 50, height: 100 });
    const redirected = await fetch(`${hansard.url}/realm/logo?night=true`, { redirect: 'manual' });
    expect(redirected.headers.get('location')).to.equal(url);
    expect((await owner.delete('/realm/logo', { night: true })).status).to.equal(200);
    expect(await realm()).to.include({ realm_night_logo_source: 'D' });
  });

  it('are set by administrators, one at a time, and are pictures', async () => {
    const refusal = async (who: Person, path: string, files: readonly { bytes: Uint8Array | string }[]) => {
      const { body } = await sendFiles(hansard, who, path, files);
      return [body.code, body.msg];
    };
    const admins = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'];
    expect(await refusal(member, '/realm/icon', [{ bytes: SUN }])).to.deep.equal(admins);
    expect(await refusal(owner, '/realm/icon', [{ bytes: SUN }, { bytes: SUN }])).to.deep.equal([
      'BAD_REQUEST',
      'You must upload exactly one icon.',
    ]);
    expect(await refusal(owner, '/realm/logo', [{ bytes: 'no picture' }])).to.deep.equal([
      'BAD_IMAGE',
      'Could not decode image; did you upload an image file?',
    ]);
  });

  it('are told to everybody as they change', async () => {
    const { body } = await member.post('/register', { event_types: ['realm'], fetch_event_types: [] });
    const { queue_id: queue, last_event_id: last } = body;
    await sendFiles(hansard, owner, '/realm/icon', [{ bytes: SUN }]);
    const { body: eventsBody } = await member.get('/events', { queue_id: queue, last_event_id: last });
    const [event] = eventsBody.events as [{ property: string; data: { icon_source: string } }];
    expect([event.property, event.data.icon_source]).to.deep.equal(['icon', 'U']);
  });
});
