import { expect } from 'chai';
import fc from 'fast-check';
import { Hansard } from '../support/hansard.ts';
import { modelAnswer, seenOfModel } from './model.ts';
import { FIRST_ROLES, founded, forEach, type Organization, WHO } from './model/organization.ts';
import type { Answer, Step } from './model/step.ts';
import { type Cast, requestOf } from './requests.ts';
import { history, type History, OPENING } from './steps.ts';
import { idOfGroup } from './translation.ts';

const SEED = Number(process.env.SEED) || 42;
const HISTORIES = 4;

/** The bot is an account like others here, so nothing is done in which it is more. */
const isAsBot = (step: Step): boolean =>
  (step.does === 'unsubscribe' && step.by === 'member' && step.whom.includes('bot')) ||
  (step.does === 'deactivate' && step.whom === 'member');

async function castOf(hansard: Hansard, subdomain: string, { constitution }: History): Promise<Cast> {
  const owner = await hansard.organization(subdomain);
  const { body } = await owner.patch('/realm', {
    enable_spectator_access: true,
    ...Object.fromEntries(
      Object.entries(constitution).map(([permission, group]) => [permission, { new: idOfGroup(group) }]),
    ),
  });
  expect(body).to.have.property('result', 'success');
  const others = forEach(() => owner);
  for (const who of WHO)
    if (who !== 'owner')
      others[who] = await hansard.account(`${subdomain} ${who}`, FIRST_ROLES[who], subdomain);
  return others;
}

/** `ok`, or the refusal with its numbers made N. */
async function answerTo(cast: Cast, step: Step): Promise<string> {
  const [method, path, fields] = requestOf(cast, step);
  const { status, body } = await cast[step.by][method](path, fields);
  if (status === 200) return 'ok';
  return `${String(body['code'])}: ${String(body['msg']).replace(/\d+/g, 'N')}`;
}

const expectAnswer = (step: Step, answer: Answer, refusal: string): void => {
  const expected = 'result' in answer ? ['ok'] : answer.refused;
  const isExpected = expected.some((reason) => refusal === reason || refusal.startsWith(`${reason}:`));
  expect(isExpected, `${JSON.stringify(step)}: ${refusal}, not ${expected.join(' or ')}`).to.equal(true);
};

/** Names of the channels that everybody who can ask is shown. */
async function expectListings(cast: Cast, organization: Organization): Promise<void> {
  const { access } = seenOfModel(organization);
  for (const who of WHO.filter((name) => organization.people[name].active)) {
    const { body } = await cast[who].get('/streams', { include_all: true, exclude_archived: false });
    const names = (body['streams'] as readonly { name: string }[]).map(({ name }) => name);
    const expected = access[who].sees.map((number) => organization.channels[number - 1]!.name);
    expect(names.sort(), who).to.deep.equal(expected.sort());
  }
}

describe(`random histories over HTTP (SEED=${SEED})`, () => {
  let hansard: Hansard;
  before(async () => {
    hansard = await Hansard.start({ environment: { WEB_PUBLIC_CHANNELS: 'on' } });
  });
  after(() => hansard.stop());

  fc.sample(history(40), { seed: SEED, numRuns: HISTORIES }).forEach((lived, index) => {
    it(`are answered and shown as the model has it, the ${index + 1}. of ${HISTORIES}`, async () => {
      const cast = await castOf(hansard, `history${index + 1}`, lived);
      const model = founded(lived.constitution);
      for (const step of [...OPENING, ...lived.steps.filter((one) => !isAsBot(one))])
        expectAnswer(step, modelAnswer(model, step), await answerTo(cast, step));
      await expectListings(cast, model);
    });
  });
});
