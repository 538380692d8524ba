import { expect } from 'chai';
import {
  endSession,
  MAX_SESSIONS_PER_USER,
  regenerateApiKey,
  startSession,
} from '../../../src/commands/credentials/credentials.ts';
import type { CredentialId, UserId } from '../../../src/base/ids.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { SESSION_MS } from '../../../src/organization/slices/credentials.ts';
import { example, organizationAfter } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const [ANN, BOB] = [1 as UserId, 2 as UserId];
const named = (name: string): CredentialId => name as CredentialId;
const cast = (...more: readonly DomainEvent[]) =>
  organizationAfter(example.userCreated({ userId: ANN }), example.userCreated({ userId: BOB }), ...more);
const open = (count: number) =>
  Array.from({ length: count }, (_, index) => example.sessionStarted({ credentialId: `session-${index}` }));
const begun = { userId: ANN, credentialId: named('new'), device: 'Firefox on Linux' };
const started = example.sessionStarted(begun);
const start = (state: ReturnType<typeof cast>, later = 0) =>
  eventsOrRefusal(state, startSession, begun, ANN, state.time + later);

describe('a session', () => {
  it('starts beside the others of a person, and takes the place of the oldest once they are many', () => {
    expect(start(cast(...open(MAX_SESSIONS_PER_USER - 1)))).to.deep.equal([started]);
    const oldest = example.sessionsEnded({ credentialIds: ['session-0'] });
    expect(start(cast(...open(MAX_SESSIONS_PER_USER)))).to.deep.equal([oldest, started]);
  });

  it('ends those that are too old', () => {
    const ended = example.sessionsEnded({ credentialIds: ['session-0', 'session-1'] });
    expect(start(cast(...open(2)), SESSION_MS)).to.deep.equal([ended, started]);
  });

  it('does not start once the organization is deactivated', () => {
    expect(start(cast(example.organizationDeactivated()))).to.have.property('refused', 'REALM_DEACTIVATED');
  });

  it('is ended by its owner alone, while it is open', () => {
    const state = cast(...open(1));
    const end = (actor: UserId, later = 0) =>
      eventsOrRefusal(state, endSession, { credentialId: named('session-0') }, actor, state.time + later);
    const absent = { refused: 'BAD_REQUEST', message: 'No such session' };
    expect(end(BOB)).to.deep.equal(absent);
    expect(end(ANN, SESSION_MS)).to.deep.equal(absent);
    expect(end(ANN)).to.deep.equal([example.sessionsEnded({ credentialIds: ['session-0'] })]);
    expect(end(ANN)).to.deep.equal(absent);
  });
});

describe('an API key', () => {
  it('is replaced by whose it is', () => {
    const credentialId = named('new');
    expect(eventsOrRefusal(cast(), regenerateApiKey, { credentialId }, BOB)).to.deep.equal([
      example.apiKeyRegenerated({ userId: BOB, credentialId }),
    ]);
    expect(() => eventsOrRefusal(cast(), regenerateApiKey, { credentialId }, null)).to.throw(
      /needs somebody/,
    );
  });
});
