import { expect } from 'chai';
import { requirePasswordReset, setPassword } from '../../src/commands/credentials/credentials.ts';
import type { UserId } from '../../src/base/ids.ts';
import { Hansard, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { expectRefusal, expectSuccess } from './expected.ts';

const REQUIRED = 'You must have another password before you can log in';
const required = { code: 'PASSWORD_RESET_REQUIRED', status: 401 };
const NEXT = 'plum-door-77';
const OPERATOR = { actor: null, client: 'test', correlationId: 'test' };

describe('a password that must be reset', () => {
  let hansard: Hansard;
  let ann: Person;

  before(async () => {
    hansard = await Hansard.start();
  });
  after(() => hansard.stop());

  beforeEach(async () => {
    ann = await hansard.person(`Ann ${crypto.randomUUID().slice(0, 8)}`);
    const { lanes } = hansard.app.founding;
    await lanes.bySubdomain('')!.submit(requirePasswordReset, { userId: ann.userId as UserId }, OPERATOR);
  });

  const logIn = (password: string) =>
    hansard.anonymous('POST', '/fetch_api_key', { username: ann.email, password });
  const change = (fields: Readonly<Record<string, string>>) => ann.patch('/settings', fields);

  it('gives no key to who knows it, and tells nobody else', async () => {
    expectRefusal(await logIn(OWNER_PASSWORD), REQUIRED, required);
    const wrong = { code: 'AUTHENTICATION_FAILED', status: 401 };
    expectRefusal(await logIn('not the password'), 'Your username or password is incorrect', wrong);
  });

  it('leaves the keys that were given, with which another one is chosen', async () => {
    expectSuccess(await change({ old_password: OWNER_PASSWORD, new_password: NEXT }));
    expectSuccess(await logIn(NEXT), { api_key: ann.key, email: ann.email, user_id: ann.userId });
  });

  it('is not replaced by itself', async () => {
    const same = { old_password: OWNER_PASSWORD, new_password: OWNER_PASSWORD };
    expectRefusal(await change(same), 'New password must not be the old one');
    expectSuccess(await change({ old_password: OWNER_PASSWORD, new_password: NEXT }));
    expectSuccess(await change({ old_password: NEXT, new_password: NEXT }));
  });

  it('is replaced by the operator', async () => {
    const { lanes, secrets, passwords } = hansard.app.founding;
    const lane = lanes.bySubdomain('')!;
    const credentialId = await secrets.storePassword(lane.state.organizationId, await passwords.hash(NEXT));
    await lane.submit(setPassword, { userId: ann.userId as UserId, credentialId }, OPERATOR);
    expect((await logIn(NEXT)).body).to.include({ api_key: ann.key });
    expectRefusal(await logIn(OWNER_PASSWORD), 'Your username or password is incorrect', {
      code: 'AUTHENTICATION_FAILED',
      status: 401,
    });
  });

  it('does not count as a guess that failed', async () => {
    const limited = await Hansard.start({ environment: { RATE_LIMITS: 'on' } });
    const owner = await limited.owner();
    const { lanes } = limited.app.founding;
    await lanes.bySubdomain('')!.submit(requirePasswordReset, { userId: owner.userId as UserId }, OPERATOR);
    const fields = { username: owner.email, password: OWNER_PASSWORD };
    for (let tries = 0; tries < 7; tries += 1)
      expectRefusal(await limited.anonymous('POST', '/fetch_api_key', fields), REQUIRED, required);
    await limited.stop();
  });
});
