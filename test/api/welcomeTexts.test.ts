import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal } from './expected.ts';

/** Nests deeper than is rendered. */
const UNRENDERABLE = '>'.repeat(900);

describe('a welcome that is to become a message', () => {
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  for (const [where, give] of [
    [
      'the organization',
      (welcome: string) => owner.patch('/realm', { welcome_message_custom_text: welcome }),
    ],
    [
      'an invitation by mail',
      (welcome: string) =>
        owner.post('/invites', {
          invitee_emails: `guest${welcome.length}@example.com`,
          stream_ids: [],
          welcome_message_custom_text: welcome,
        }),
    ],
    [
      'a link',
      (welcome: string) => owner.post('/invites/multiuse', { welcome_message_custom_text: welcome }),
    ],
  ] as const)
    it(`is refused where ${where} is given it, unless it can be rendered`, async () => {
      expectRefusal(await give(UNRENDERABLE), 'Unable to render message');
      expect((await give('**Welcome**, and see you soon.')).status).to.equal(200);
    });
});
