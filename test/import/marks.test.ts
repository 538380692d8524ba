import { expect } from 'chai';
import { resolveMarks } from '../../src/app/imports/marks.ts';
import { batchMessages } from '../../src/app/imports/marks.ts';
import type { ImportedMessage } from '../../src/commands/messages/import.ts';
import type { UserId } from '../../src/base/ids.ts';
import { Reconciliation } from '../../src/import/reconciliation.ts';
import { type MessageRecord, zeroCounts } from '../../src/import/records.ts';
import type { OrganizationState } from '../../src/organization/state.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('marks on an imported message', () => {
  for (const [count, kept] of [
    [1_000, 1_000],
    [1_001, 1_000],
  ] as const)
    it(`are ${kept} of ${count}, all of them accounted for`, () => {
      const reconciliation = new Reconciliation();
      const people = new Map(numbers(count).map((id) => [String(id), id as UserId]));
      const [first, ...others] = people.keys();
      const record = { key: 'm', starredBy: others, collapsedBy: [first] } as unknown as MessageRecord;
      const conversation = { kind: 'direct', participantIds: [] } as const;
      const marks = resolveMarks(record, conversation, {} as OrganizationState, { people, reconciliation });
      expect(marks.starredBy.length + marks.collapsedBy.length).to.equal(kept);
      const outcome = reconciliation.outcomes(zeroCounts()).find(({ kind }) => kind === 'marks');
      const sum = outcome?.skipped.reduce((all, { count: some }) => all + some, 0) ?? 0;
      expect([outcome?.imported, sum]).to.deep.equal([kept, count - kept]);
    });

  it('go into appends that can hold them', () => {
    const message = (number: number) =>
      ({
        content: 'Hello',
        rendered: { html: undefined },
        earlierChanges: [],
        collapsedBy: [],
        starredBy: [],
        unreadBy: numbers(300).map((id) => number * 1_000 + id),
      }) as unknown as ImportedMessage;
    const differing = [...batchMessages([message(1), message(2), message(3)])];
    expect(differing.map(({ length }) => length)).to.deep.equal([1, 1, 1]);
    const same = [...batchMessages([message(1), message(1), message(1)])];
    expect(same.map(({ length }) => length)).to.deep.equal([2, 1]);
  });
});
