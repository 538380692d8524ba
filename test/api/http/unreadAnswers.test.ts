import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { UnreadResponses } from '../../../src/api/http/responses.ts';

const MB = 1_000_000;
const responses = (count: number): ServerResponse[] =>
  Array.from({ length: count }, () => new EventEmitter() as ServerResponse);

describe('answers that nobody reads', () => {
  it('are 128 MB for one address at the most, and make room when they are read', () => {
    const unread = new UnreadResponses();
    const answers = responses(129);
    for (const answer of answers.slice(0, 128)) unread.add('192.0.2.1', answer, MB);
    expect(() => unread.refuseWhenFull('192.0.2.1')).not.to.throw();
    unread.add('192.0.2.1', answers[128] as ServerResponse, MB);
    expect(() => unread.refuseWhenFull('192.0.2.1')).to.throw('have not been read');
    expect(() => unread.refuseWhenFull('192.0.2.2')).not.to.throw();
    answers[0]?.emit('close');
    expect(() => unread.refuseWhenFull('192.0.2.1')).not.to.throw();
  });

  it('are 512 MB for all addresses together', () => {
    const unread = new UnreadResponses();
    const answers = responses(513);
    answers.forEach((answer, index) => unread.add(`192.0.2.${index % 8}`, answer, MB));
    expect(() => unread.refuseWhenFull('198.51.100.1')).to.throw('have not been read');
    answers[0]?.emit('close');
    expect(() => unread.refuseWhenFull('198.51.100.1')).not.to.throw();
  });

  it('do not count where they are small', () => {
    const unread = new UnreadResponses();
    for (const answer of responses(10_000)) unread.add('192.0.2.1', answer, 64_000);
    expect(() => unread.refuseWhenFull('192.0.2.1')).not.to.throw();
  });
});
