/**
 * The official Python client, unmodified, against a server that speaks its names. `HANSARD_TEST_PYTHON` names a Python
 * that has the package `zulip`; `.ci/run` makes one.
 */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Hansard, type Person } from '../support/hansard.ts';

const PYTHON = process.env.HANSARD_TEST_PYTHON;
const SCRIPT = fileURLToPath(new URL('./conversation.py', import.meta.url));

type Body = Readonly<Record<string, unknown>>;

/** What the client was answered, step by step. */
async function dayOf(owner: Person, site: string): Promise<ReadonlyMap<string, Body>> {
  const { stdout } = await promisify(execFile)(PYTHON ?? '', [SCRIPT, site, owner.email, owner.key], {
    env: { HOME: process.env.HOME, PATH: process.env.PATH, NO_PROXY: '127.0.0.1' },
  });
  const steps = stdout.trim().split('\n');
  return new Map(
    steps.map((line) => {
      const { step, answer } = JSON.parse(line) as { step: string; answer: Body };
      return [step, answer];
    }),
  );
}

const suite = PYTHON ? describe : describe.skip;

suite(`the official Python client${PYTHON ? '' : ' (skipped: HANSARD_TEST_PYTHON is not set)'}`, () => {
  let hansard: Hansard;
  let answers: ReadonlyMap<string, Body>;

  before(async () => {
    hansard = await Hansard.start({ environment: { COMPATIBILITY_NAMES: 'zulip' } });
    answers = await dayOf(await hansard.owner(), hansard.url.replace('/api/v1', ''));
  });

  after(() => hansard?.stop());

  const answerOf = (step: string): Body => answers.get(step) ?? {};

  it('is answered with success at every step', () => {
    const failed = [...answers].filter(([, { result }]) => result !== 'success');
    expect(failed).to.deep.equal([]);
    expect(answers.size).to.equal(15);
  });

  it('finds the names that it knows in the settings', () => {
    expect(answerOf('settings')).to.include({ zulip_feature_level: 500, service_feature_level: 500 });
  });

  it('subscribes to a channel that is made for it, and leaves it again', () => {
    const subscriptions = answerOf('subscriptions').subscriptions as { name: string }[];
    expect(subscriptions.map(({ name }) => name)).to.include('library');
    expect(answerOf('unsubscribe').removed).to.deep.equal(['library']);
  });

  it('sends, edits and reads a message', () => {
    const [message] = answerOf('read').messages as Body[];
    expect(message).to.include({
      id: answerOf('send').id,
      client: 'PythonExample',
      content: '<p>Two <strong>new</strong> books</p>',
      subject: 'arrivals',
    });
    expect((message?.reactions as Body[]).map(({ emoji_code }) => emoji_code)).to.deep.equal(['1f4d6']);
  });
});
