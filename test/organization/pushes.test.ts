import { expect } from 'chai';
import { type AnyEvent, newEvent } from '../../src/events/catalog.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { MessageId, UserId } from '../../src/base/ids.ts';
import { PushedState } from '../../src/organization/reactors.ts';

const [ADA, MIA] = [1 as UserId, 2 as UserId];
const ids = (...messageIds: readonly number[]): MessageId[] => messageIds as MessageId[];
const pushed = (messageId: number, ...userIds: readonly UserId[]) =>
  newEvent('MessagePushed', { messageId: messageId as MessageId, userIds });

/** The state after events that nobody proves. */
function after(...events: readonly DomainEvent[]): PushedState {
  const state = new PushedState({ revision: -1, hash: 'start' });
  for (const [revision, event] of events.entries())
    state.fold({ ...event, revision, metadata: { hash: `hash ${revision}`, time: revision } } as AnyEvent);
  return state;
}

describe('what people’s devices show', () => {
  it('is what was pushed and not taken back', () => {
    const state = after(
      pushed(7, ADA, MIA),
      pushed(8, MIA),
      newEvent('PushesWithdrawn', { userId: MIA, messageIds: ids(7, 9) }),
    );
    expect(state.shownTo(ADA)).to.deep.equal([7]);
    expect(state.shownTo(MIA)).to.deep.equal([8]);
    expect(state.seeing(new Set(ids(7, 8)))).to.deep.equal([ADA, MIA]);
    expect(state.seeing(new Set(ids(8)))).to.deep.equal([MIA]);
  });

  it('is the newest hundred of it, each once', () => {
    const many = Array.from({ length: 150 }, (_, index) => pushed(index + 1, MIA));
    const shown = after(...many, pushed(100, MIA)).shownTo(MIA);
    expect(shown).to.have.length(100);
    expect([shown[0], shown.at(-1)]).to.deep.equal([51, 100]);
  });

  it('is the same from a layer once that is merged, and untouched before', () => {
    const state = after(pushed(7, MIA));
    const layer = state.layer();
    layer.fold({ ...pushed(8, MIA), revision: 1, metadata: { hash: 'next', time: 9 } } as AnyEvent);
    expect(state.shownTo(MIA)).to.deep.equal([7]);
    layer.merge();
    expect(state.shownTo(MIA)).to.deep.equal([7, 8]);
    expect(state).to.include({ revision: 1, hash: 'next', time: 9 });
    expect(() => state.merge()).to.throw('Only a layer can be merged.');
  });
});
