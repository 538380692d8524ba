import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { command, ServerProcess } from '../support/process.ts';
import { randomMoment, until } from '../support/waiting.ts';

const ROUNDS = 4;
const PEOPLE_OF_A_ROUND = 25;
/** Longer than what is reported waits for its event. */
const LONGEST_LIFE = 2_500;

/** An answer that came before the kill. */
interface ReportedPresence {
  readonly userId: number;
  readonly updateId: number;
}

describe('a server that is killed while people report that they are there', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let people: Person[];

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    const hansard = await Hansard.start({ folder });
    people = [];
    while (people.length < ROUNDS * PEOPLE_OF_A_ROUND)
      people.push(await hansard.account(`Person ${people.length}`));
    await hansard.stop();
  });
  after(() => remove());

  /** They report now and then, until the kill; each answer adds to `told`. Ends when nobody waits any more. */
  async function reporting(
    server: ServerProcess,
    reporters: readonly Person[],
    reported: ReportedPresence[],
  ): Promise<void> {
    const reports = reporters.map(async (person) => {
      await randomMoment(LONGEST_LIFE);
      const fields = { status: 'active', last_update_id: -1 };
      const answer = await server
        .known(person)
        .post('/users/me/presence', fields)
        .catch(() => undefined);
      if (answer?.status !== 200) return;
      reported.push({ userId: person.userId, updateId: Number(answer.body.presence_last_update_id) });
    });
    await Promise.all(reports);
  }

  /** Kills it at a random moment after some have been answered, however slow the machine is. */
  async function killAmid(server: ServerProcess, reported: readonly ReportedPresence[]): Promise<void> {
    const enough = 1 + Math.floor((Math.random() * PEOPLE_OF_A_ROUND) / 2);
    await until(() => reported.length >= enough);
    await randomMoment(1_000);
    await server.kill();
  }

  it('has everybody who was answered after the restart, and never an earlier update than it told', async () => {
    const present = new Set<number>();
    let newest = -1;
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await ServerProcess.start(folder);
      const reporters = people.slice(round * PEOPLE_OF_A_ROUND, (round + 1) * PEOPLE_OF_A_ROUND);
      const told: ReportedPresence[] = [];
      const reported = reporting(server, reporters, told);
      await killAmid(server, told);
      await reported;
      for (const { userId, updateId } of told) {
        present.add(userId);
        newest = Math.max(newest, updateId);
      }
      interrupted += PEOPLE_OF_A_ROUND - told.length;
      newest = await expectOnRecord([...present], newest);
    }
    expect(present.size, 'people who were answered').to.be.at.least(ROUNDS);
    expect(interrupted, 'people who were not').to.be.above(0);
    const verified = await command(['log', 'verify'], { DATA_DIR: folder });
    expect(verified.code, verified.stdout).to.equal(0);
  });

  /** Somebody who asks a server that was started anew is told of all of them; answers the newest update. */
  async function expectOnRecord(userIds: readonly number[], newest: number): Promise<number> {
    const server = await ServerProcess.start(folder);
    const fields = { status: 'idle', last_update_id: -1 };
    const { body, status } = await server.known(people[0]!).post('/users/me/presence', fields);
    await server.stop();
    expect(status).to.equal(200);
    expect(Object.keys(body.presences as object)).to.include.members(userIds.map(String));
    expect(body.presence_last_update_id).to.be.at.least(newest);
    return Number(body.presence_last_update_id);
  }
});
