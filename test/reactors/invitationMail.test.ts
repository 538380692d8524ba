import { expect } from 'chai';
import { NotReady, Refused } from '../../src/base/errors.ts';
import { type DomainEvent, ERASED } from '../../src/events/define.ts';
import type { CredentialId } from '../../src/base/ids.ts';
import type { Mail } from '../../src/mail/mail.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import type { Effect } from '../../src/reactors/running/define.ts';
import { invitationMail } from '../../src/reactors/mail.ts';
import { example, organizationAfter, recorded } from '../support/examples.ts';
import { TestClock } from '../support/testClock.ts';

const DAY = 24 * 60 * 60 * 1000;
const INVITER = 1;

type Effects = (event: unknown, organization: OrganizationState) => readonly Effect[];

/** The reactor beside a post office and a vault that a test looks into. */
class Office {
  readonly clock = new TestClock();
  readonly sent: Mail[] = [];
  readonly forgotten: string[] = [];
  failure: Error | undefined;
  /** Why the vault cannot let go of a link. */
  loss: Error | undefined;
  /** True if email addresses have been erased by the time the reactor reads of them. */
  isErased = false;
  readonly #reactor = invitationMail({
    clock: this.clock,
    mailer: {
      send: async (mail) => {
        if (this.failure) throw this.failure;
        this.sent.push(mail);
      },
    },
    links: {
      show: async (_organization, id) =>
        this.forgotten.includes(id) ? undefined : `https://chat.example/${id}`,
      forget: async (id: CredentialId) => {
        if (this.loss) throw this.loss;
        this.forgotten.push(id);
      },
    },
  });

  /** The effects of events, when all have happened. */
  effectsOf(...events: readonly DomainEvent[]): readonly Effect[] {
    const before = organizationAfter(
      example.organizationFounded({ name: 'Acme' }),
      example.userCreated({ userId: INVITER, fullName: 'Olga' }),
    );
    const happened = recorded(events, { after: before, actor: INVITER });
    this.clock.set(happened[0]!.metadata.time);
    const organization = organizationAfter(
      example.organizationFounded({ name: 'Acme' }),
      example.userCreated({ userId: INVITER, fullName: 'Olga' }),
      ...events,
    );
    const on = this.#reactor.on as Readonly<Record<string, Effects>>;
    return happened.flatMap((event) => {
      const data = this.isErased ? { ...(event.data as object), email: ERASED } : event.data;
      return on[event.type]?.({ ...event, data }, organization) ?? [];
    });
  }

  async run(...events: readonly DomainEvent[]): Promise<void> {
    for (const effect of this.effectsOf(...events)) await effect.run();
  }
}

describe('the mail of an invitation', () => {
  const invited = example.invitationSent({ invitationId: 1, email: 'grace@example.com' });

  it('goes to who was invited, in the name of the organization, with the link', async () => {
    const office = new Office();
    await office.run(invited);
    const [mail, ...others] = office.sent;
    expect(others).to.deep.equal([]);
    expect(mail).to.include({
      to: 'grace@example.com',
      fromName: 'Acme',
      subject: 'Olga invites you to Acme',
    });
    expect(mail!.text).to.include('https://chat.example/invitation-1\n');
    expect(mail!.html).to.include('href="https://chat.example/invitation-1"');
    expect(office.forgotten).to.deep.equal(['invitation-1']);
  });

  it('has the same ID each time it is asked for, and another one when sent again', async () => {
    const office = new Office();
    const ids = () =>
      office.effectsOf(invited, example.invitationResent({ invitationId: 1 })).map(({ id }) => id);
    const [first, again] = ids();
    expect(first)
      .to.match(/^mail:/)
      .and.not.equal(again);
    expect(ids()).to.deep.equal([first, again]);
  });

  it('is not sent once more when it has gone', async () => {
    const office = new Office();
    await office.run(invited);
    await office.run(invited);
    expect(office.sent).to.have.lengthOf(1);
  });

  it('is not sent once more where only the link cannot be forgotten yet', async () => {
    const office = new Office();
    const [effect] = office.effectsOf(invited);
    office.loss = new Error('The disk of the vault is full.');
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await effect!.run().catch((error: unknown) => error)).to.equal(office.loss);
    office.loss = undefined;
    await effect!.run();
    expect(office.sent).to.have.lengthOf(1);
    expect(office.forgotten).to.deep.equal(['invitation-1']);
  });

  it('keeps the link for another try until somebody has taken it over, under the same ID', async () => {
    const office = new Office();
    const [effect] = office.effectsOf(invited);
    office.failure = new NotReady('Not now');
    const failure = await effect!.run().catch((error: unknown) => error);
    expect(failure).to.equal(office.failure);
    expect(office.forgotten).to.deep.equal([]);
    office.failure = undefined;
    await effect!.run();
    expect(office.sent.map(({ id }) => id)).to.deep.equal([effect!.id]);
  });

  it('is not sent when the invitation was revoked, accepted or sent again meanwhile', async () => {
    const office = new Office();
    await office.run(invited, example.invitationsRevoked({ invitationIds: [1] }));
    await office.run(invited, example.invitationAccepted({ invitationId: 1 }));
    expect(office.sent).to.deep.equal([]);
    await office.run(invited, example.invitationResent({ invitationId: 1, email: 'grace@example.com' }));
    expect(office.sent.map(({ text }) => /chat\.example\/(\S+)/.exec(text)?.[1])).to.deep.equal([
      'invitation-1-new',
    ]);
  });

  it('is not sent when its inviter may not offer it any more', async () => {
    const office = new Office();
    const demoted = example.userRoleChanged({ userId: INVITER, oldRole: 400, newRole: 600 });
    await office.run(invited, demoted);
    expect(office.sent).to.deep.equal([]);
    await office.run(
      invited,
      demoted,
      example.userRoleChanged({ userId: INVITER, oldRole: 600, newRole: 400 }),
    );
    expect(office.sent).to.have.lengthOf(1);
  });

  it('is given up after a day, and when its time is over', async () => {
    const office = new Office();
    const [effect] = office.effectsOf(invited);
    office.clock.set(office.clock.now() + DAY);
    await effect!.run();
    const [late] = office.effectsOf({ ...invited });
    office.clock.set(office.clock.now() + DAY + 1);
    expect(await late!.run().catch((error: unknown) => error)).to.be.instanceOf(Refused);
    const soon = example.invitationSent({ expiresAt: office.clock.now() - 1 });
    await office.run(soon);
    expect(office.sent).to.have.lengthOf(1);
  });

  it('says until when the link works, where that ends', async () => {
    const office = new Office();
    await office.run(example.invitationSent({ expiresAt: Date.UTC(2099, 11, 1, 14, 5) }));
    expect(office.sent[0]!.text).to.include('until 1 December 2099 at 14:05 UTC,');
  });

  it('goes nowhere where the address has been erased', async () => {
    const office = new Office();
    office.isErased = true;
    await office.run(example.invitationSent({ invitationId: 3 }));
    expect(office.sent).to.deep.equal([]);
  });

  it('says names as texts', async () => {
    const office = new Office();
    const events = [
      example.userRenamed({ userId: INVITER, oldFullName: 'Olga', newFullName: '<b>Olga</b>' }),
      invited,
    ];
    await office.run(...events);
    expect(office.sent[0]!.html).to.include('&lt;b&gt;Olga&lt;/b&gt;').and.not.include('<b>');
  });
});
