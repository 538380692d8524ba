import { expect } from 'chai';
import { PollAnswer } from '../../../src/live/queues/queueReader.ts';

describe('the events of one answer', () => {
  it('end with the one that reaches the limit, which counts bytes rather than characters', () => {
    const answer = new PollAnswer(120);
    answer.add(['x'.repeat(59), '語'.repeat(20)]);
    expect(answer.isFull).to.equal(false);
    answer.add(['x']);
    expect(answer.isFull).to.equal(true);
  });

  it('are at most 1,000', () => {
    const answer = new PollAnswer(1_000_000);
    answer.add(Array.from({ length: 999 }, () => '{}'));
    expect(answer.isFull).to.equal(false);
    answer.add(['{}']);
    expect(answer.isFull).to.equal(true);
  });
});
