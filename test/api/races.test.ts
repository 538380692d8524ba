import { expect } from 'chai';
import { cp } from 'node:fs/promises';
import { acceptInvitation } from '../../src/commands/people/joining.ts';
import { type CredentialId, ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { openInvitations } from '../../src/organization/slices/invitations.ts';
import { userByEmail } from '../../src/organization/slices/users.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { until } from '../support/waiting.ts';

const MANY = 64;
/** On two servers a race is run again until both have met on the log, which is hardly ever needed. */
const ROUNDS = 10;

/** Does the same `MANY` times at once, in turn by each of the doors. */
const together = (
  entrances: readonly Person[],
  act: (person: Person) => Promise<Answer>,
): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: MANY }, (_, index) => act(entrances[index % entrances.length]!)));

/** How many answers have each code; successes count as `none`. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { body } of answers) {
    const code = String(body.code ?? 'none');
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Promises about concurrent requests. Each gets its servers when it runs, so that one set of tests serves one server and two. */
function racesAreWon(
  entrances: () => readonly Person[],
  round: (race: (turn: number) => Promise<void>) => Promise<void>,
) {
  const first = (): Person => entrances()[0]!;
  const readAll = async (
    who: Person,
  ): Promise<readonly { id: number; content: string; reactions: unknown[] }[]> => {
    const { body } = await who.get('/messages', { anchor: 'newest', num_before: 999, num_after: 0 });
    return body.messages as { id: number; content: string; reactions: unknown[] }[];
  };
  /** Waits until the server behind the door has the message, so that all begin level. */
  const seenBy = async (who: Person, id: unknown): Promise<void> => {
    while ((await who.get(`/messages/${String(id)}`)).status !== 200);
  };
  const send = (who: Person, content: string, headers = {}) =>
    who.post('/messages', { type: 'direct', to: [1], content }, headers);

  it('makes one channel of 64 that are to have one name', () =>
    round(async (turn) => {
      const name = `one of many ${turn}`;
      const answers = await together(entrances(), (person) =>
        person.post('/users/me/subscriptions', { subscriptions: [{ name }] }),
      );
      expect(tally(answers)).to.deep.equal({ none: MANY });
      const subscribed = answers.filter(({ body }) => Object.keys(body.subscribed as object).length > 0);
      expect(subscribed).to.have.lengthOf(1);
      const { body } = await first().get('/streams');
      const made = (body.streams as { name: string }[]).filter((channel) => channel.name === name);
      expect(made).to.have.lengthOf(1);
    }));

  it('lets one of 64 identical reactions in', () =>
    round(async () => {
      const { body } = await send(first(), 'to be liked');
      await Promise.all(entrances().map((person) => seenBy(person, body.id)));
      const answers = await together(entrances(), (person) =>
        person.post(`/messages/${String(body.id)}/reactions`, { emoji_name: 'heart' }),
      );
      expect(tally(answers)).to.deep.equal({ none: 1, REACTION_ALREADY_EXISTS: MANY - 1 });
      const liked = (await readAll(first())).find(({ id }) => id === body.id);
      expect(liked?.reactions).to.have.lengthOf(1);
    }));

  it('sends once what is sent 64 times under one key', () =>
    round(async (turn) => {
      const content = `once and for all ${turn}`;
      const key = { 'idempotency-key': content };
      const answers = await together(entrances(), (person) => send(person, content, key));
      expect(tally(answers)).to.deep.equal({ none: MANY });
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).to.equal(1);
      const sent = (await readAll(first())).filter((message) => message.content === `<p>${content}</p>`);
      expect(sent.map(({ id }) => id)).to.deep.equal([answers[0]?.body.id]);
    }));
}

describe('races on one server', () => {
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  racesAreWon(
    () => [owner],
    (race) => race(0),
  );

  it('gives an address to one of several accounts that want it at once', async () => {
    const account = { email: 'wanted@example.com', full_name: 'Wan Ted', password: 'kiwi-lamp-42' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.post('/users', account)));
    expect(tally(answers)).to.deep.equal({ none: 1, BAD_REQUEST: 7 });
  });
});

describe('races on two servers over one log', () => {
  let eventStoreDb: EventStoreDbStandIn;
  let servers: readonly Hansard[] = [];
  let owners: readonly Person[];
  const folders: { folder: string; remove(): Promise<void> }[] = [];

  /** The second server begins with a copy of the first one's folder: its vault has the same secrets. */
  before(async () => {
    eventStoreDb = await startEventStoreDb();
    const environment = { EVENTSTOREDB_URL: eventStoreDb.url };
    folders.push(await temporaryFolder(), await temporaryFolder());
    const [one, other] = folders.map(({ folder }) => folder);
    await (await Hansard.start({ environment, folder: one! })).stop();
    await cp(one!, other!, { recursive: true });
    servers = await Promise.all(
      [one, other].map((folder) => Hansard.start({ environment, folder: folder! })),
    );
    owners = await Promise.all(servers.map((server) => server.owner()));
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    eventStoreDb.kill();
    await Promise.all(folders.map(({ remove }) => remove()));
  });

  /** Conflicts met and decisions made again, on both servers together. */
  const collisions = async (): Promise<{ conflicts: number; decidedAgain: number }> => {
    const sum = { conflicts: 0, decidedAgain: 0 };
    for (const { app } of servers) {
      const { counts } = await app.lanes.organization(ROOT_ORGANIZATION);
      sum.conflicts += counts.conflicts;
      sum.decidedAgain += counts.decidedAgain;
    }
    return sum;
  };

  it('refuse nothing for want of what the other one has just recorded', async () => {
    const [one, other] = owners;
    for (let round = 0; round < 20; round += 1) {
      const { body } = await one!.post('/messages', { type: 'direct', to: [1], content: `seen ${round}` });
      const liked = await other!.post(`/messages/${String(body.id)}/reactions`, { emoji_name: 'heart' });
      expect(liked.status, JSON.stringify(liked.body)).to.equal(200);
    }
  });

  racesAreWon(
    () => owners,
    async (race) => {
      const before = await collisions();
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        await race(turn);
        if ((await collisions()).decidedAgain > before.decidedAgain) break;
      }
      const after = await collisions();
      expect(after.conflicts).to.be.greaterThan(before.conflicts);
      expect(after.decidedAgain).to.be.greaterThan(before.decidedAgain);
    },
  );

  it('let one of 64 join by an invitation that is for one', async () => {
    const lanes = await Promise.all(servers.map(({ app }) => app.lanes.organization(ROOT_ORGANIZATION)));
    await owners[0]!.post('/invites', { invitee_emails: 'grace@example.org', stream_ids: [] });
    const [{ credentialId } = { credentialId: '' as CredentialId }] = openInvitations(lanes[0]!.state, 0);
    await until(() => lanes[1]!.state.revision >= lanes[0]!.state.revision, 5);
    const accept = (index: number) =>
      lanes[index % 2]!.submit(
        acceptInvitation,
        {
          credentialId,
          email: undefined,
          host: 'localhost',
          fullName: `Grace ${index}`,
          timezone: undefined,
          passwordCredentialId: credentialId,
          apiKeyCredentialId: credentialId,
        },
        { actor: null, client: 'browser', correlationId: 'race' },
      );
    const outcomes = await Promise.allSettled(Array.from({ length: MANY }, (_, index) => accept(index)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    await until(() => lanes[0]!.state.revision === lanes[1]!.state.revision, 5);
    for (const { state } of lanes)
      expect(userByEmail(state, 'grace@example.org')).to.include({ role: 400, active: true });
  });

  it('let no read on one server miss what was written on the other before', async () => {
    const [one, other] = owners as [Person, Person];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const name = `group ${turn}`;
      const made = await one.post('/user_groups/create', { name, description: '', members: [] });
      const position = { 'hansard-position': made.headers.get('hansard-position')! };
      const { body } = await other.get('/user_groups', {}, position);
      expect((body.user_groups as { name: string }[]).map((group) => group.name)).to.include(name);
    }
  });

  it('leave both servers able to decide', async () => {
    for (const owner of [...owners, ...owners]) {
      const { status, body } = await owner.post('/messages', {
        type: 'direct',
        to: [1],
        content: 'after all',
      });
      expect(status, JSON.stringify(body)).to.equal(200);
    }
  });
});
