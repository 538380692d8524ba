import { expect } from 'chai';
import { abandonEffect, checkpointReactor } from '../../src/commands/reactors.ts';
import { ReactorState } from '../../src/organization/reactors.ts';

const context = { actor: null, now: 0, nextRevision: 0, facts: undefined as never };
const state = (fields: Partial<ReactorState> = {}) =>
  Object.assign(new ReactorState({ revision: -1, hash: '' }), fields);

describe('the progress of a reactor', () => {
  it('is recorded forwards only', () => {
    const advance = (revision: number, checkpoint?: number) =>
      checkpointReactor.decide(state({ checkpoint }), { revision }, context).events;
    const done = (revision: number) => [{ type: 'ReactorCheckpointed', data: { revision } }];
    expect(advance(0)).to.deep.equal(done(0));
    expect(advance(8, 7)).to.deep.equal(done(8));
    expect(advance(7, 7)).to.deep.equal([]);
    expect(advance(6, 7)).to.deep.equal([]);
  });

  it('names from where deliveries are still open', () => {
    const waiting = state();
    waiting.pending.set('d' as never, { since: 3 } as never);
    waiting.pending.set('e' as never, { since: 2 } as never);
    const [event] = checkpointReactor.decide(waiting, { revision: 9 }, context).events;
    expect(event?.data).to.deep.equal({ revision: 9, pendingSinceRevision: 2 });
  });

  it('gives an effect up once', () => {
    const abandon = (...abandoned: string[]) =>
      abandonEffect.decide(
        state({ abandoned: new Set(abandoned) }),
        { effectId: 'mail:1', reason: 'no such host' },
        context,
      ).events;
    const data = { effectId: 'mail:1', reason: 'no such host' };
    expect(abandon('mail:2')).to.deep.equal([{ type: 'EffectAbandoned', data }]);
    expect(abandon('mail:1')).to.deep.equal([]);
  });
});
