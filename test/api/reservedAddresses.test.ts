import { expect } from 'chai';
import { createOrganization } from '../../src/app/core/bootstrap.ts';
import { Refused } from '../../src/base/errors.ts';
import { Hansard, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { visit } from '../support/visiting.ts';
import { makeBot } from './bots.ts';
import { expectRefusal, expectSuccess } from './expected.ts';

const RESERVED = 'Reserved for system bots.';

describe('an address at the own host that stands for somebody', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.person('Ann');
  });
  after(() => hansard.stop());

  const account = (email: string) => ({ email, full_name: 'Some Body', password: OWNER_PASSWORD });

  for (const name of ['user2', 'helper-bot'])
    describe(`such as ${name}@`, () => {
      const email = `${name}@chat.example.com`;

      it('is no address for an account', async () => {
        expectRefusal(await owner.post('/users', account(email)), RESERVED);
        expectRefusal(await owner.patch(`/users/${ann.userId}`, { new_email: email }), RESERVED);
      });

      it('is not invited', async () => {
        const { body } = await owner.post('/invites', { invitee_emails: email, stream_ids: [] });
        expect(body).to.deep.include({ code: 'INVITATION_FAILED', errors: [[email, RESERVED, false]] });
      });

      it('joins by no link', async () => {
        const link = (await owner.post('/invites/multiuse')).body.invite_link as string;
        const { status, source } = await visit(hansard, link, { ...account(email), timezone: '' });
        expect(status).to.equal(400);
        expect(source).to.include(RESERVED);
      });
    });

  it('founds no organization', async () => {
    const owner = { email: 'user2@gamma.chat.example.com', fullName: 'Own Er', password: OWNER_PASSWORD };
    const requested = { subdomain: 'gamma', name: 'Gamma', owner };
    const failure = await createOrganization(hansard.app.founding, requested, 'test').catch((error) => error);
    expect(failure).to.be.instanceOf(Refused).and.include({ message: RESERVED });
    expect(hansard.app.founding.lanes.bySubdomain('gamma')).to.equal(undefined);
  });

  it('is one of another host in another organization', async () => {
    const acme = await hansard.organization('acme');
    expectRefusal(await acme.post('/users', account('user1@acme.chat.example.com')), RESERVED);
    expectSuccess(await acme.post('/users', account('user1@chat.example.com')), { user_id: 2 });
  });

  it('is left to bots', async () => {
    const { email } = await makeBot(hansard, ann, { short_name: 'helper' });
    expect(email).to.equal('helper-bot@chat.example.com');
  });
});
