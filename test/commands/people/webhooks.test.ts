import { expect } from 'chai';
import { updateBot } from '../../../src/commands/people/bots.ts';
import { disableBotService, issueSigningSecret } from '../../../src/commands/people/bots.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { CredentialId, UserId } from '../../../src/base/ids.ts';
import { example, organizationAfter } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const HOOK = 2 as UserId;
const GENERIC = 3 as UserId;
const PERSON = 1 as UserId;

const baseUrl = 'https://weather.example.com/hook';
const fixture = (...more: readonly DomainEvent[]) =>
  organizationAfter(
    example.userCreated({ userId: PERSON }),
    example.userCreated({ userId: HOOK, bot: { type: 3, ownerId: PERSON, isSystem: false } }),
    example.userCreated({ userId: GENERIC, bot: { type: 1, ownerId: PERSON, isSystem: false } }),
    example.botSetUp({ botId: HOOK }),
    example.botSetUp({ botId: GENERIC, service: null }),
    ...more,
  );

describe('the signing secret of an outgoing webhook', () => {
  const verdict = (botId: UserId, ...more: readonly DomainEvent[]) =>
    eventsOrRefusal(
      fixture(...more),
      issueSigningSecret,
      { botId, credentialId: 'new' as CredentialId },
      null,
    );
  const issued = example.botSigningSecretIssued({ botId: HOOK, credentialId: 'new' });

  it('is issued once', () => {
    expect(verdict(HOOK)).to.deep.equal([issued]);
    expect(verdict(HOOK, issued)).to.deep.equal([]);
  });

  it('is for nobody else', () => {
    for (const botId of [GENERIC, PERSON]) expect(verdict(botId)).to.deep.equal([]);
  });
});

describe('an outgoing webhook whose receiver is gone', () => {
  const verdict = (url: string, ...more: readonly DomainEvent[]) =>
    eventsOrRefusal(fixture(...more), disableBotService, { botId: HOOK, baseUrl: url }, null);
  const disabled = example.botServiceDisabled({ botId: HOOK });

  it('is disabled once', () => {
    expect(verdict(baseUrl)).to.deep.equal([disabled]);
    expect(verdict(baseUrl, disabled)).to.deep.equal([]);
  });

  it('goes on where it has another receiver by then', () => {
    const newBaseUrl = 'https://rain.example.com/';
    const moved = example.botServiceUrlChanged({ botId: HOOK, newBaseUrl });
    expect(verdict(baseUrl, moved)).to.deep.equal([]);
    expect(verdict(newBaseUrl, moved)).to.deep.equal([disabled]);
  });

  it('is told again where its address is set, also to the same', () => {
    const set = (serviceUrl: string, ...more: readonly DomainEvent[]) =>
      eventsOrRefusal(fixture(...more), updateBot, { botId: HOOK, serviceUrl, defaults: {} }, PERSON);
    const enabled = example.botServiceEnabled({ botId: HOOK });
    expect(set(baseUrl, disabled)).to.deep.equal([enabled]);
    expect(set(baseUrl, disabled, enabled)).to.deep.equal([]);
    const newBaseUrl = 'https://rain.example.com/';
    const moved = example.botServiceUrlChanged({ botId: HOOK, newBaseUrl });
    expect(set(newBaseUrl, disabled)).to.deep.equal([moved, enabled]);
  });
});
