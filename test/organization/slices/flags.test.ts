import { expect } from 'chai';
import type { MessageId, UserId } from '../../../src/base/ids.ts';
import {
  flagChanges,
  type FlagsFact,
  holdingChanges,
  rangesOf,
  UserMarks,
} from '../../../src/organization/slices/flags.ts';

const USER = 7 as UserId;
type Type = Parameters<typeof flagChanges>[0];

/** The flags of one user. */
class Marked {
  readonly facts = new Map<string, FlagsFact>();

  take(type: Type, ...messageIds: readonly number[]): void {
    this.#change(flagChanges(type, USER, rangesOf(messageIds as MessageId[])));
  }

  hold(...messageIds: readonly number[]): void {
    this.#change(holdingChanges(USER, rangesOf(messageIds as MessageId[])));
  }

  #change(changes: ReturnType<typeof flagChanges>): void {
    for (const { id, change } of changes) {
      const changed = change(this.facts.get(id));
      if (changed) this.facts.set(id, changed);
      else this.facts.delete(id);
    }
  }

  get marks(): UserMarks {
    return new UserMarks(USER, (key) => this.facts.get(key));
  }

  get bytes(): number {
    return JSON.stringify([...this.facts]).length;
  }
}

describe('marks on messages', () => {
  it('say read and unread again, whatever the message was at first', () => {
    const marked = new Marked();
    const isRead = (atFirst: boolean) => marked.marks.isRead(20_000 as MessageId, atFirst);
    expect([isRead(true), isRead(false)]).to.deep.equal([true, false]);
    marked.take('MessagesMarkedRead', 20_000);
    expect([isRead(true), isRead(false)]).to.deep.equal([true, true]);
    marked.take('MessagesMarkedUnread', 20_000);
    expect([isRead(true), isRead(false)]).to.deep.equal([false, false]);
  });

  it('leave nothing behind where they are taken away, but that the message was taken up', () => {
    const marked = new Marked();
    marked.take('MessagesStarred', 5, 6, 99_999);
    marked.take('MessagesCollapsed', 5);
    expect([...marked.marks.all('starred', 100_000)]).to.deep.equal([5, 6, 99_999]);
    marked.take('MessagesUnstarred', 5, 6, 99_999);
    marked.take('MessagesUncollapsed', 5);
    for (const mark of ['starred', 'collapsed'] as const)
      expect([...marked.marks.all(mark, 100_000)]).to.deep.equal([]);
    expect([...marked.marks.all('historical', 100_000)]).to.deep.equal([5, 6, 99_999]);
  });

  it('leave no fact behind where nothing is left to tell', () => {
    const fact: FlagsFact = {
      starred: [...flagChanges('MessagesStarred', USER, [5 as MessageId])][0]!.change({})!.starred!,
    };
    const [unstarred] = flagChanges('MessagesUnstarred', USER, [5 as MessageId]);
    expect(unstarred?.change(fact)).to.equal(undefined);
  });

  it('hold what one has taken up without marking it', () => {
    const marked = new Marked();
    marked.hold(12);
    expect([...marked.marks.all('historical', 100)]).to.deep.equal([12]);
    expect(marked.marks.isRead(12 as MessageId, true)).to.equal(true);
  });

  it('lead past what is read, up and down, over the borders of blocks', () => {
    const marked = new Marked();
    for (const { id, change } of flagChanges('MessagesMarkedRead', USER, [[10, 50_000] as never]))
      marked.facts.set(id, change(undefined)!);
    const { marks } = marked;
    expect(marks.nextWithout('read', 5, 'ascending', Infinity)).to.equal(5);
    expect(marks.nextWithout('read', 10, 'ascending', 60_000)).to.equal(50_001);
    expect(marks.nextWithout('read', 50_000, 'descending', 1)).to.equal(9);
    expect(marks.nextWithout('read', 60_000, 'descending', 1)).to.equal(60_000);
  });

  it('cost less than a byte for each of 100,000 messages, in whatever order they were read', () => {
    const marked = new Marked();
    for (let part = 0; part < 100; part += 1) {
      const ids = Array.from({ length: 1000 }, (_, index) => 1 + ((part * 37) % 100) + index * 100);
      marked.take('MessagesMarkedRead', ...ids);
    }
    expect(marked.bytes).to.be.below(1000);
    const scattered = new Marked();
    for (let start = 0; start < 10; start += 1)
      scattered.take(
        'MessagesMarkedRead',
        ...Array.from({ length: 10_000 }, (_, index) => 1 + start * 3 + index * 30),
      );
    expect(scattered.bytes).to.be.below(100_000);
  });
});

describe('IDs as ranges', () => {
  it('join neighbours', () => {
    expect(rangesOf([1, 2, 3, 5, 7, 8] as MessageId[])).to.deep.equal([[1, 3], 5, [7, 8]]);
    expect(rangesOf([])).to.deep.equal([]);
  });
});
