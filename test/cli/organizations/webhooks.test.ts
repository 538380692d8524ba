import { expect } from 'chai';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import type { Person } from '../../support/hansard.ts';
import { command, ServerProcess } from '../../support/process.ts';
import { type Receiver, startReceiver } from '../../support/receivers.ts';
import { until } from '../../support/waiting.ts';

const ENVIRONMENT = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on' };

interface Listed {
  readonly deliveryId: string;
  readonly status: string;
  readonly attempts: number;
  readonly messageId: number;
  readonly bot: string;
  readonly reason: string | null;
}

describe('hansard webhooks', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  let receiver: Receiver;
  let status = 404;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    receiver = await startReceiver(() => ({ status }));
    server = await ServerProcess.start(folder, ENVIRONMENT);
    owner = await server.login();
    await owner.post('/bots', {
      full_name: 'Echo',
      short_name: 'echo',
      bot_type: 3,
      payload_url: receiver.url,
    });
  });
  after(async () => {
    await server.kill();
    await receiver.close();
    await remove();
  });

  const cli = (...words: readonly string[]) => command(['webhooks', ...words], { DATA_DIR: folder });
  const json = async <Value>(...words: readonly string[]): Promise<Value> => {
    const { code, stdout, stderr } = await cli(...words, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout) as Value;
  };
  const listed = (...words: readonly string[]) => json<readonly Listed[]>('list', ...words);

  /** The deliveries once there are so many of a status. */
  const listedWith = async (state: string, count: number): Promise<readonly Listed[]> => {
    return until(async () => {
      const all = await listed('--all');
      return all.filter((each) => each.status === state).length === count && all;
    });
  };
  const send = async (content: string) => {
    const message = { type: 'direct', to: ['echo-bot@localhost'], content };
    const { status: answered, body } = await owner.post('/messages', message);
    expect(answered, JSON.stringify(body)).to.equal(200);
    return body.id as number;
  };

  it('lists what was not taken beside a running server, and has it told again', async () => {
    expect(await listed()).to.deep.equal([]);
    expect((await cli('replay', '--parked')).stdout).to.equal('No delivery is parked.\n');
    const messageId = await send('hello');
    const [parked] = await listedWith('parked', 1);
    expect(parked).to.include({
      messageId,
      bot: 'echo-bot@localhost',
      attempts: 1,
      reason: 'answered 404',
    });
    expect((await cli('list')).stdout).to.match(
      /^Delivery +Bot +.*\nmsg_\w+ +echo-bot@localhost +\d+ +parked/,
    );
    status = 200;
    const { deliveryId } = parked!;
    expect((await cli('replay', deliveryId)).stdout).to.equal(`${deliveryId} will be delivered again.\n`);
    await listedWith('delivered', 1);
    expect(await listed()).to.deep.equal([]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).to.deep.equal([deliveryId, deliveryId]);
    expect(await json('replay', deliveryId)).to.deep.equal({ organizationId: 1, replayed: [deliveryId] });
    await until(() => receiver.received.length >= 3);
  });

  it('replays all that is parked without a server, for the next one to tell', async () => {
    status = 403;
    await send('one');
    await send('two');
    const parked = (await listedWith('parked', 2)).filter((each) => each.status === 'parked');
    await server.stop();
    const { replayed } = await json<{ readonly replayed: readonly string[] }>('replay', '--parked');
    expect(replayed).to.have.members(parked.map(({ deliveryId }) => deliveryId));
    expect((await listed()).map((each) => each.status)).to.deep.equal(['pending', 'pending']);
    status = 200;
    const before = receiver.received.length;
    server = await ServerProcess.start(folder, ENVIRONMENT);
    await listedWith('delivered', 3);
    expect(receiver.received.length - before).to.equal(2);
  });

  it('knows its mistakes', async () => {
    const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
      [['replay', 'msg_none'], /^There is no delivery msg_none in this organization\.\n$/],
      [['replay'], /^Name one delivery, or ask for all that are parked\.\n$/],
      [['replay', 'msg_none', '--parked'], /^Name one delivery, or ask for all that are parked\.\n$/],
      [['replay', '--parked', '--organization', 'nope'], /^There is no organization named 'nope'\.\n$/],
      [['list', '--organization', 'nope'], /^There is no organization named 'nope'\.\n$/],
    ];
    for (const [words, sentence] of mistakes) {
      const { code, stderr, stdout } = await cli(...words);
      expect([code, stdout], words.join(' ')).to.deep.equal([2, '']);
      expect(stderr).to.match(sentence);
    }
  });
});
