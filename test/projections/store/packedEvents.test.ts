import { expect } from 'chai';
import { packEvents, unpackEvents } from '../../../src/projections/store/sqlite/packedEvents.ts';
import { example, stored } from '../../support/examples.ts';

describe('events on their way to a thread', () => {
  it('arrive as they were, in whatever script and however short', () => {
    const texts = ['hello', '', 'Grüße 😀', '漢字', '\ud800', '"\\"'];
    const events = stored(texts.map((content) => example.messageSent({ content, topic: content })));
    const strange = { ...events[0]!, stream: '', id: '😀', data: '', position: Number.MAX_SAFE_INTEGER };
    const sent = [...events, strange, ...events];
    expect(unpackEvents(structuredClone(packEvents(sent)))).to.deep.equal(sent);
    expect(unpackEvents(packEvents([]))).to.deep.equal([]);
  });
});
