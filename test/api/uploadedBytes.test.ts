import { expect } from 'chai';
import { makeBot } from './bots.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { sendFiles } from './uploads.ts';

const MIB = 1_048_576;
const DAY = 24 * 60 * 60 * 1000;
const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

describe('the bytes that one person sends in a day', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let mia: Person;

  before(async () => {
    const limits = { RATE_LIMITS: '', MAX_FILE_UPLOAD_SIZE_MIB: '2', UPLOAD_QUOTA_PER_USER_MIB: '2' };
    hansard = await Hansard.start({ clock, environment: limits });
    owner = await hansard.owner();
    mia = await hansard.account('Mia');
  });
  after(() => hansard.stop());

  /** Begins an upload, sends nearly all of it, and gives it up. */
  async function waste(who: Person): Promise<number> {
    const headers = { ...who.headers, ...TUS };
    const length = { 'upload-length': String(2 * MIB) };
    const options = { method: 'POST', headers: { ...headers, ...length }, body: new Uint8Array(2 * MIB - 1) };
    const { status, headers: answered } = await fetch(`${hansard.url}/tus`, options);
    const location = answered.get('location');
    if (location === null) return status;
    await fetch(new URL(location, hansard.url), { method: 'DELETE', headers: { ...who.headers, ...TUS } });
    return status;
  }

  it('count whether they are kept or not, with those of their bots, until a day has passed', async () => {
    const bot = await makeBot(hansard, owner);
    const statuses = [await waste(owner), await waste(owner), await waste(bot), await waste(owner)];
    expect(statuses).to.deep.equal([201, 201, 201, 201]);
    expect([await waste(owner), await waste(bot)]).to.deep.equal([429, 429]);
    const refused = await sendFiles(hansard, owner, '/user_uploads', [{ bytes: 'Notes.' }]);
    expect(refused.body.code).to.equal('RATE_LIMIT_HIT');
    expect(await waste(mia), 'somebody else').to.equal(201);
    clock.pass(DAY);
    expect(await waste(owner)).to.equal(201);
  });
});
