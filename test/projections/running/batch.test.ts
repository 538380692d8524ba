import { expect } from 'chai';
import type { DomainEvent } from '../../../src/events/define.ts';
import {
  EventNotApplied,
  foldBatch,
  handlersOf,
  LoggedEvent,
} from '../../../src/projections/running/batch.ts';
import type {
  DocumentKey,
  DocumentWrite,
  StoredDocument,
} from '../../../src/projections/store/readModels.ts';
import { sampleProjection } from '../sample.ts';
import { message, reactionAdded, reactionRemoved } from '../fixture.ts';

const handlers = handlersOf(sampleProjection);

/** Events of organization 1 with gaps between their positions. */
const logged = (...events: readonly DomainEvent[]): LoggedEvent[] =>
  events.map(
    ({ type, data }, revision) =>
      new LoggedEvent({
        id: `event-${revision}`,
        type,
        data: JSON.stringify(data),
        metadata: '{"version":1,"organization":1}',
        stream: 'organization-1',
        revision,
        position: 10 + 5 * revision,
      }),
  );

/** A store that counts its questions. */
class Store {
  readonly documents = new Map<string, StoredDocument>();
  questions: number[] = [];

  async load(keys: readonly DocumentKey[]) {
    this.questions.push(keys.length);
    return keys.map(({ collection, id }) => this.documents.get(`${collection}/${id}`));
  }

  write(writes: readonly DocumentWrite[]): void {
    for (const { collection, id, position, document } of writes) {
      const key = `${collection}/${id}`;
      if ((this.documents.get(key)?.position ?? -1) >= position) continue;
      if (document === undefined) this.documents.delete(key);
      else this.documents.set(key, { id, position, document });
    }
  }
}

const fold = (store: Store, events: readonly LoggedEvent[]) =>
  foldBatch(sampleProjection, handlers, events, store);

describe('a batch of a projection', () => {
  it('writes a document once, however often it is touched', async () => {
    const writes = await fold(
      new Store(),
      logged(message('one'), reactionAdded(1), reactionAdded(1), message('two')),
    );
    expect(writes.map(({ collection, id, position }) => [collection, id, position])).to.deep.equal([
      ['messages', 1, 20],
      ['senders', 1, 25],
      ['messages', 4, 25],
    ]);
    expect(writes[0]?.document).to.deep.equal({ senderId: 1, text: 'one', reactions: 2 });
    expect(writes[1]?.document).to.deep.equal({ sent: 2 });
  });

  it('asks one question for what it depends on, and none for what it only replaces', async () => {
    const store = new Store();
    await fold(store, logged(message('one'), message('two', 2), reactionAdded(1)));
    expect(store.questions).to.deep.equal([2]);
  });

  it('changes nothing when it is applied twice, whole or from its middle', async () => {
    const store = new Store();
    const events = logged(
      message('one'),
      reactionAdded(1),
      message('two'),
      reactionAdded(3),
      message('three'),
    );
    store.write(await fold(store, events));
    const before = structuredClone(store.documents);
    store.write(await fold(store, events));
    store.write(await fold(store, events.slice(1)));
    store.write(await fold(store, events.slice(2, 4)));
    expect(store.documents).to.deep.equal(before);
  });

  it('adds to documents that contain a part of it already', async () => {
    const events = logged(message('one'), reactionAdded(1), reactionAdded(1), message('two'));
    const [partly, wholly] = [new Store(), new Store()];
    wholly.write(await fold(wholly, events));
    partly.write(await fold(partly, events.slice(0, 2)));
    partly.write(await fold(partly, events));
    expect(partly.documents).to.deep.equal(wholly.documents);
  });

  it('removes a document', async () => {
    const store = new Store();
    store.write(await fold(store, logged(message('one'), reactionRemoved(1))));
    expect(store.documents.has('messages/1')).to.equal(false);
  });

  it('names the event whose handler throws', async () => {
    const bad = await fold(new Store(), logged(message('one'), message('bad'), message('two'))).catch(
      (error) => error,
    );
    expect(bad).to.be.instanceOf(EventNotApplied);
    expect(bad.event.stored).to.include({ position: 15, type: 'MessageSent', id: 'event-1' });
    expect(bad.message).to.equal('sample cannot take in the MessageSent at position 15: the content is bad');
  });

  it('names the event that patches a document which is not there', async () => {
    const bad = await fold(new Store(), logged(message('one'), reactionAdded(7))).catch((error) => error);
    expect(bad).to.be.instanceOf(EventNotApplied);
    expect(bad.event.stored.position).to.equal(15);
    expect(bad.message).to.contain('there is no document 7 in messages');
  });

  it('is in a document already that is gone, where the store says which event removed it', async () => {
    const removed = (position: number) => ({ load: async () => [{ id: 1, position }] });
    const events = logged(reactionAdded(1), reactionRemoved(1), reactionAdded(1));
    const foldOver = (position: number, some = events) =>
      foldBatch(sampleProjection, handlers, some, removed(position));
    expect(await foldOver(15, events.slice(0, 2))).to.deep.equal([]);
    const failure: unknown = await foldOver(15).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EventNotApplied);
    expect((failure as EventNotApplied).event).to.equal(events[2]);
  });

  it('names an event of a version that this release does not know', async () => {
    const [event] = logged(message('one'));
    const newer = new LoggedEvent({ ...event!.stored, metadata: '{"version":99,"organization":1}' });
    const bad = await fold(new Store(), [newer]).catch((error) => error);
    expect(bad).to.be.instanceOf(EventNotApplied);
    expect(bad.message).to.contain('unknown to this release');
  });
});
