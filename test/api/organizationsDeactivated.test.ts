import { expect } from 'chai';
import { type Hansard, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectOwnerOnly, expectRefusal, expectSuccess } from './expected.ts';

const ENDED = { code: 'REALM_DEACTIVATED', status: 401 };
const COMPLAINT = 'This organization has been deactivated';

describe('POST /realm/deactivate', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let neighbour: Person;

  before(async () => {
    ({ hansard, owner, admin } = await startCast());
    neighbour = await hansard.organization('acme');
  });
  after(() => hansard.stop());

  it('is for owners, and leaves at least 14 days for second thoughts', async () => {
    expectOwnerOnly(await admin.post('/realm/deactivate'));
    expectRefusal(
      await owner.post('/realm/deactivate', { deletion_delay_days: 13 }),
      'Data deletion time must be at least 14 days in the future.',
    );
    expect((await owner.get('/users/me')).status).to.equal(200);
  });

  it('ends everything in the organization, for everybody', async () => {
    expectSuccess(await owner.post('/realm/deactivate', { deletion_delay_days: 14 }));
    expectRefusal(await owner.get('/users/me'), COMPLAINT, ENDED);
    expectRefusal(await admin.post('/messages', { type: 'direct' }), COMPLAINT, ENDED);
    expectRefusal(await hansard.anonymous('GET', '/users'), COMPLAINT, ENDED);
    const credentials = { username: owner.email, password: OWNER_PASSWORD };
    expectRefusal(await hansard.anonymous('POST', '/fetch_api_key', credentials), COMPLAINT, ENDED);
  });

  it('leaves what a client must know before it logs in', async () => {
    const { status, body } = await hansard.anonymous('GET', '/server_settings');
    expect(status).to.equal(200);
    expect(body.realm_url).to.be.a('string');
  });

  it('leaves the other organizations of the server', async () => {
    expect((await neighbour.get('/users/me')).status).to.equal(200);
  });
});
