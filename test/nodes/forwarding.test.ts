import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Command, CommandOutcome } from '../../src/commands/define.ts';
import { FORWARDED_COMMANDS } from '../../src/nodes/forwardedCommands.ts';
import type { OrganizationLane } from '../../src/commands/lane/lanes.ts';
import { sendMessage } from '../../src/commands/messages/send.ts';
import { saveDrafts } from '../../src/commands/personal/drafts.ts';
import { NotFound, NotReady, Refused } from '../../src/base/errors.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { Forwarder } from '../../src/nodes/forwarder.ts';
import { NodeListener } from '../../src/nodes/listener.ts';
import type { NodeRecord } from '../../src/nodes/registry.ts';
import { TestClock } from '../support/testClock.ts';

type Decide = (input: unknown) => Promise<CommandOutcome<unknown>>;
type AnyCommand = Command<unknown, unknown>;

/** A lane that is submitted to without deciding anything. */
function laneOf(decide: Decide) {
  const submitted: unknown[] = [];
  const lane = {
    state: { organizationId: 1 as OrganizationId },
    submit: (_: AnyCommand, input: unknown) => {
      submitted.push(input);
      return decide(input);
    },
    waitForRevision: async () => true,
  };
  return { submitted, lane: lane as unknown as OrganizationLane };
}

const submission = { actor: null, client: 'test', correlationId: 'test' };
const accepted: Decide = async (input) => ({ result: input, revision: 7 });
const SECRET = 'a secret of the owner';

describe('commands that another node decides', () => {
  let clock: TestClock;
  let owner: ReturnType<typeof laneOf>;
  let here: ReturnType<typeof laneOf>;
  let decide: Decide;
  let listener: NodeListener;
  let record: NodeRecord;
  let forwarder: Forwarder;
  let looks: number;

  const submit = (input: unknown, command = sendMessage as unknown as AnyCommand) =>
    forwarder.submit(here.lane, command, input, submission);
  const failure = (input: unknown) =>
    submit(input).then(
      () => undefined,
      (error: unknown) => error,
    );
  const known = (changes: Partial<NodeRecord> = {}) => {
    const node = { ...record, ...changes };
    looks = 0;
    forwarder = new Forwarder({ ownerOf: () => node }, clock, () => void (looks += 1));
  };

  beforeEach(async () => {
    clock = new TestClock();
    decide = accepted;
    owner = laneOf((input) => decide(input));
    here = laneOf(accepted);
    listener = new NodeListener({ opened: () => owner.lane }, SECRET);
    const port = await listener.listen('127.0.0.1', 0);
    record = { nodeId: 'owner', url: `http://127.0.0.1:${port}`, secret: SECRET, release: '1', beat: 1 };
    known();
  });
  afterEach(async () => {
    forwarder.close();
    await listener.stop().catch(() => undefined);
  });

  it('are submitted there and answered here, once this node has read the log', async () => {
    expect(await submit({ text: 'a', absent: undefined, ids: new Set([1]) })).to.deep.equal({
      result: { text: 'a', absent: undefined, ids: new Set([1]) },
      revision: 7,
    });
    expect(owner.submitted).to.have.length(1);
    expect(here.submitted).to.have.length(0);
    expect(looks).to.equal(1);
  });

  it('are as many as there are frequent ones: all others are decided here', async () => {
    expect([...FORWARDED_COMMANDS.keys()].sort()).to.deep.equal([
      'ChangeMessage',
      'ChangeMessageFlags',
      'SendMessage',
    ]);
    await submit('draft', saveDrafts as unknown as AnyCommand);
    expect(here.submitted).to.deep.equal(['draft']);
  });

  it('fail here with the error that they failed with there', async () => {
    const errors = [
      new Refused('no', 'STREAM_DOES_NOT_EXIST', { stream: 'design' }),
      new NotFound('nobody'),
      new NotReady('later', 30),
    ];
    for (const error of errors) {
      decide = () => Promise.reject(error);
      const thrown = (await failure('a')) as Error;
      expect(thrown).to.be.instanceOf(error.constructor);
      expect({ ...thrown, message: thrown.message }).to.deep.equal({ ...error, message: error.message });
    }
    decide = () => Promise.reject(new TypeError('a fault of ours'));
    expect(await failure('a')).to.have.property('message', 'Another node failed: a fault of ours');
    expect(here.submitted).to.deep.equal([]);
  });

  it('are decided here where the other node cannot be reached, is leaving or refuses the credential', async () => {
    known({ secret: 'another secret' });
    expect((await submit('refused')).revision).to.equal(7);
    known();
    await listener.stop();
    expect((await submit('gone')).revision).to.equal(7);
    expect((await submit('avoided')).revision).to.equal(7);
    expect(here.submitted).to.deep.equal(['refused', 'gone', 'avoided']);
    expect(owner.submitted).to.deep.equal([]);
  });

  it('may have happened when the other node is gone before it answers, and are not decided twice', async () => {
    const dying: Server = createServer((request) => request.socket.destroy());
    dying.listen(0, '127.0.0.1');
    await once(dying, 'listening');
    known({ url: `http://127.0.0.1:${(dying.address() as AddressInfo).port}` });
    expect(await failure('a')).to.be.instanceOf(NotReady);
    expect(here.submitted).to.deep.equal([]);
    dying.close();
  });

  it('are answered within 4.5 seconds, whatever the other node does', async () => {
    decide = () => new Promise(() => {});
    const failed = failure('a');
    while (owner.submitted.length === 0) await new Promise(setImmediate);
    await clock.advance(4_500);
    expect(await failed).to.be.instanceOf(NotReady);
    expect(here.submitted).to.deep.equal([]);
  });

  it('are answered before a node that is leaving closes', async () => {
    let finish: () => void = () => {};
    decide = async (input) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return { result: input, revision: 7 };
    };
    const submitted = submit('a');
    while (owner.submitted.length === 0) await new Promise(setImmediate);
    const stopped = listener.stop();
    finish();
    expect((await submitted).result).to.equal('a');
    forwarder.close();
    await stopped;
  });
});
