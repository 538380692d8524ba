import { expect } from 'chai';
import { eventIdOf, newDecisionId } from '../../../src/commands/lane/envelope.ts';

/** The format of event IDs that every engine of the log accepts. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/;

describe('the IDs of events', () => {
  it('are UUIDs, each of its own', () => {
    const ids = Array.from({ length: 1_000 }, newDecisionId).flatMap((decision) =>
      [0, 1, 2].map((ordinal) => eventIdOf(decision, ordinal)),
    );
    for (const id of ids) expect(id).to.match(UUID);
    expect(new Set(ids).size).to.equal(3_000);
  });

  it('are the same for the same event of a decision', () => {
    const decision = newDecisionId();
    for (const ordinal of [0, 1, 2])
      expect(eventIdOf(decision, ordinal)).to.equal(eventIdOf(decision, ordinal));
  });
});
