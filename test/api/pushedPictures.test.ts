import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { opened, pushKey, pushToken, TestBouncer } from '../support/bouncer.ts';
import { Hansard, OWNER_EMAIL, type Person } from '../support/hansard.ts';

describe('what is pushed, of people who are hidden', () => {
  let bouncer: TestBouncer;
  let hansard: Hansard;
  let owner: Person;
  let mia: Person;

  before(async () => {
    bouncer = await TestBouncer.start();
    hansard = await Hansard.start({ environment: { PUSH_BOUNCER_URL: bouncer.url } });
    owner = await hansard.owner();
    mia = await hansard.account('Mia');
    const { device_id } = (await mia.post('/register_client_device')).body;
    const key = { push_key_id: mia.userId, push_key: pushKey(mia.userId) };
    await mia.post('/mobile_push/register', { device_id, ...key, ...pushToken() });
    bouncer.mood = (_heard, response) => void response.end();
    await hansard.settled();
  });
  after(async () => {
    await hansard.stop();
    await bouncer.stop();
  });

  /** What Mia's device reads of a direct message. */
  const pushed = async (content: string) => {
    bouncer.heard.splice(0);
    await owner.post('/messages', { type: 'direct', to: [mia.userId], content });
    await hansard.settled();
    const [notification] = bouncer.heard.flatMap(({ payload: told }) => told.notifications ?? []);
    return opened(notification!, pushKey(mia.userId));
  };
  const pictureOf = (address: string): string =>
    `/avatar/${createHash('md5').update(address).digest('hex')}?`;

  it('shows a picture of an address only to those who may see the address', async () => {
    await owner.patch('/settings', { email_address_visibility: 5 });
    expect((await pushed('Guess my address.')).sender_avatar_url).to.include(
      pictureOf('user1@chat.example.com'),
    );
    await owner.patch('/settings', { email_address_visibility: 1 });
    expect((await pushed('Here it is.')).sender_avatar_url).to.include(pictureOf(OWNER_EMAIL));
  });
});
