import { expect } from 'chai';
import { cp } from 'node:fs/promises';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { undisturbed } from '../support/undisturbed.ts';
import { sleep } from '../support/waiting.ts';

/** Milliseconds in which a decision of one server must be known to the other. */
const AT_ONCE = 1_000;

describe('two servers on one log', () => {
  let log: EventStoreDbStandIn;
  let removals: (() => Promise<void>)[];
  let here: Hansard;
  let there: Hansard;

  before(async () => {
    const [one, other] = [await temporaryFolder(), await temporaryFolder()];
    removals = [one.remove, other.remove];
    log = await startEventStoreDb();
    const environment = { EVENTSTOREDB_URL: log.url };
    const founder = await Hansard.start({ folder: one.folder, environment });
    for (const name of ['Ann', 'Bob']) await founder.account(name);
    await founder.stop();
    // Both have all secrets up to now, which a vault on a server of its own would share.
    await cp(one.folder, other.folder, { recursive: true });
    here = await Hansard.start({ folder: one.folder, environment });
    there = await Hansard.start({ folder: other.folder, environment });
  });
  after(async () => {
    await here.stop();
    await there.stop();
    log.kill();
    for (const remove of removals) await remove();
  });

  /** Somebody whom both servers have let in just now, on either of them. */
  async function onBoth(name: string): Promise<readonly [Person, Person]> {
    const { lanes, secrets } = here.app.founding;
    const { state } = lanes.bySubdomain('')!;
    const [user] = [...state.users.byId.values()].filter(({ fullName }) => fullName === name);
    const { apiKey } = state.credentials.byUser.get(user!.userId)!;
    const account = { ...user!, key: (await secrets.showApiKey(apiKey!))! };
    const both = [here.withKey(account), there.withKey(account)] as const;
    for (const person of both) expect((await person.get('/users/me')).status).to.equal(200);
    return both;
  }

  async function refusedInTime(person: Person): Promise<Answer> {
    for (const end = undisturbed() + AT_ONCE; ;) {
      const answer = await person.get('/users/me');
      if (answer.status !== 200 || undisturbed() > end) return answer;
      await sleep(5);
    }
  }

  it('refuse a key on both once its owner has had another one made on either', async () => {
    const [annHere, annThere] = await onBoth('Ann');
    const { body } = await annThere.post('/users/me/api_key/regenerate');
    expect(body.api_key).to.be.a('string').and.not.equal(annThere.key);
    for (const person of [annThere, annHere]) {
      const answer = await refusedInTime(person);
      expect(answer.status).to.equal(401);
      expect(answer.body).to.include({ code: 'INVALID_API_KEY' });
    }
  });

  it('refuse who was deactivated on either', async () => {
    const [bobHere, bobThere] = await onBoth('Bob');
    await (await here.owner()).delete(`/users/${bobHere.userId}`);
    for (const person of [bobHere, bobThere]) {
      const answer = await refusedInTime(person);
      expect(answer.status).to.equal(401);
      expect(answer.body).to.include({ code: 'USER_DEACTIVATED' });
    }
  });
});
