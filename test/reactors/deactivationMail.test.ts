import { expect } from 'chai';
import { Refused } from '../../src/base/errors.ts';
import { type DomainEvent, ERASED } from '../../src/events/define.ts';
import type { Mail } from '../../src/mail/mail.ts';
import { deactivationMail } from '../../src/reactors/mail.ts';
import { example, organizationAfter, recorded } from '../support/examples.ts';
import { TestClock } from '../support/testClock.ts';

const [OLGA, MIA] = [1, 2];
const DAY = 24 * 60 * 60 * 1000;

const farewell = example.userDeactivated({
  userId: MIA,
  comment: 'Your time here is over.\n\nThank you & <b>bye</b>!',
});

/** The mails of an event once others have followed it, so many milliseconds later. */
async function mailed(
  event: DomainEvent,
  {
    then = [],
    later = 0,
    isErased = false,
  }: { then?: readonly DomainEvent[]; later?: number; isErased?: boolean } = {},
): Promise<readonly Mail[]> {
  const sent: Mail[] = [];
  const clock = new TestClock();
  const { on } = deactivationMail({ clock, mailer: { send: async (mail) => void sent.push(mail) } });
  const before = [
    example.organizationFounded({ name: 'Acme' }),
    example.userCreated({ userId: OLGA, fullName: 'Olga' }),
    example.userCreated({ userId: MIA, fullName: 'Mia', email: 'mia@example.com' }),
  ];
  const [happened] = recorded([event], { after: organizationAfter(...before), actor: OLGA });
  clock.set(happened!.metadata.time + later);
  const data = isErased ? { ...(happened!.data as object), comment: ERASED } : happened!.data;
  const organization = organizationAfter(...before, event, ...then);
  const effects = on.UserDeactivated!({ ...happened, data } as never, organization);
  for (const { run } of effects) await run();
  return sent;
}

describe('the mail about the end of an account', () => {
  it('says to the person what was to be said, and by whom', async () => {
    const [mail, ...others] = await mailed(farewell);
    expect(others).to.deep.equal([]);
    expect(mail).to.include({ to: 'mia@example.com', fromName: 'Acme', subject: 'Your account at Acme' });
    expect(mail!.text).to.include('Olga has deactivated your account at Acme.');
    expect(mail!.text).to.include('Your time here is over.\n\nThank you & <b>bye</b>!\n');
    expect(mail!.html).to.include('<p>Thank you &amp; &lt;b&gt;bye&lt;/b&gt;!</p>');
  });

  it('is not written where nothing was to be said, or that has been erased', async () => {
    expect(await mailed(example.userDeactivated({ userId: MIA }))).to.deep.equal([]);
    expect(await mailed(example.userDeactivated({ userId: MIA, comment: ' ' }))).to.deep.equal([]);
    expect(await mailed(farewell, { isErased: true })).to.deep.equal([]);
  });

  it('is not sent to somebody who is back', async () => {
    const then = [example.userReactivated({ userId: MIA })];
    expect(await mailed(farewell, { then })).to.deep.equal([]);
  });

  it('is given up after a day', async () => {
    expect(await mailed(farewell, { later: DAY })).to.have.lengthOf(1);
    const failure = await mailed(farewell, { later: DAY + 1 }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Refused);
  });
});
