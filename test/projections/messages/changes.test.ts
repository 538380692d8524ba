import { expect } from 'chai';
import { systemClock } from '../../../src/base/clock.ts';
import { TimeSlices } from '../../../src/base/timeSlices.ts';
import type { Documents } from '../../../src/projections/running/views.ts';
import { findMessageChanges, type MessageChangeDocument } from '../../../src/projections/messages/changes.ts';

const by = { editorId: 1, at: 1_000 };
const edit = { oldContent: 'soup', oldRendererVersion: 0 };
const move = { oldTopic: 'lunch', newTopic: 'dinner' };

/** The changes shown of a message of which the events at these revisions have changed something. */
async function changesShown(stored: Readonly<Record<number, object>>, changes: readonly number[]) {
  const load = (_: unknown, ids: readonly number[]) => Promise.resolve(ids.map((id) => stored[id]));
  const work = new TimeSlices(systemClock).begin({ organizationId: 1, ownerId: 1 });
  const history = await findMessageChanges({ load } as unknown as Documents, [{ changes }], work);
  return history({ changes }).history;
}

const requested = (requestId: string, change: object) =>
  ({ ...by, requestId, ...change }) as unknown as MessageChangeDocument;

describe('an edit and a move', () => {
  it('are one change where they were asked for at once', async () => {
    const stored = { 7: requested('a', edit), 8: requested('a', move) };
    expect(await changesShown(stored, [7, 8])).to.deep.equal([requested('a', { ...edit, ...move })]);
  });

  it('are two where another request asked for the move, or the same name stands for several', async () => {
    const others = { 7: requested('a', edit), 8: requested('b', move) };
    expect(await changesShown(others, [7, 8])).to.deep.equal(Object.values(others));
    const apart = { 7: requested('a', edit), 9: requested('a', move) };
    expect(await changesShown(apart, [7, 9])).to.deep.equal(Object.values(apart));
    const edits = { 7: requested('a', edit), 8: requested('a', { ...edit, oldContent: 'more soup' }) };
    expect(await changesShown(edits, [7, 8])).to.deep.equal(Object.values(edits));
  });

  it('are the move alone to messages that went along', async () => {
    const stored = { 7: requested('a', edit), 8: requested('a', move) };
    expect(await changesShown(stored, [8])).to.deep.equal([stored[8]]);
  });
});

describe('what was changed before an import', () => {
  const earlier = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      editorId: 1,
      at,
      oldContent: `version ${at}`,
      oldRendererVersion: 0,
    }));

  it('comes before what was changed since', async () => {
    const stored = { 7: { earlier: earlier(2) }, 8: requested('a', edit), 9: requested('a', move) };
    expect(await changesShown(stored, [7, 8, 9])).to.deep.equal([
      ...earlier(2),
      requested('a', { ...edit, ...move }),
    ]);
  });

  it('is shown as far as a history is shown', async () => {
    expect(await changesShown({ 7: { earlier: earlier(100) } }, [7])).to.deep.equal(earlier(100));
    expect(await changesShown({ 7: { earlier: earlier(101) } }, [7])).to.deep.equal(earlier(101).slice(1));
    const stored = { 7: { earlier: earlier(100) }, 8: requested('a', edit) };
    expect(await changesShown(stored, [7, 8])).to.deep.equal([...earlier(100).slice(1), stored[8]]);
  });
});
