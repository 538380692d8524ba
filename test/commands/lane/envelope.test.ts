import { expect } from 'chai';
import { createEnvelope } from '../../../src/commands/lane/envelope.ts';
import type { CommandMetadata } from '../../../src/commands/define.ts';
import { chainStart } from '../../../src/events/chain.ts';
import { newEvent } from '../../../src/events/catalog.ts';
import { UserId } from '../../../src/base/ids.ts';

/** A random UUID, in the form that every engine of the log accepts. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const event = newEvent('UserDeactivated', { userId: UserId.parse(1) });
const submission: CommandMetadata = { actor: UserId.parse(1), client: 'website', correlationId: 'c' };

const envelope = (): ReturnType<typeof createEnvelope> =>
  createEnvelope(
    event,
    {
      stream: 'organization-1',
      organization: 1,
      revision: 0,
      previousHash: chainStart('organization-1'),
      time: 0,
    },
    'DeactivateUser',
    submission,
  );

describe('the IDs of events', () => {
  it('are random UUIDs, which have nothing in common', () => {
    const ids = Array.from({ length: 1_000 }, () => envelope().stored.id);
    for (const id of ids) expect(id).to.match(UUID);
    expect(new Set(ids).size).to.equal(1_000);
    for (let digit = 0; digit < 36; digit += 1)
      if (![8, 13, 14, 18, 23].includes(digit))
        expect(new Set(ids.map((id) => id[digit])).size, `digit ${digit}`).to.be.above(3);
  });

  it('are the same in what is stored and in what readers see', () => {
    const { stored, recorded } = envelope();
    expect(recorded.id).to.equal(stored.id);
  });
});
