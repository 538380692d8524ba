import { expect } from 'chai';
import { recordPresences, type Report } from '../../../src/commands/lane/presence.ts';
import { decode, validate } from '../../../src/events/catalog.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { type Presence, presencesAfter, PresenceState } from '../../../src/organization/presence.ts';
import { stored } from '../../support/examples.ts';

const START = 1_800_000_000;
const DAY = 24 * 3600;

/** The events when people report, one after the other. */
class Story {
  readonly state = new PresenceState({ revision: -1, hash: '' });

  /** The data of the event that comes of it; undefined where there is none. */
  at(at: number, reports: Readonly<Record<number, Report>>) {
    const input = {
      at,
      reports: new Map(Object.entries(reports).map(([userId, report]) => [Number(userId) as UserId, report])),
    };
    const { revision } = this.state;
    const context = { actor: null, now: at * 1000, nextRevision: revision + 1, facts: undefined as never };
    const [event] = recordPresences.decide(this.state, input, context).events;
    if (event === undefined) return undefined;
    validate(event.type, event.data);
    const [written] = stored([event], { after: { revision, hash: '' } });
    this.state.fold(decode(written!));
    return event.data;
  }

  times(userId: number): readonly unknown[] {
    const { activeAt, connectedAt } = this.state.people.get(userId as UserId)!;
    return [activeAt, connectedAt];
  }
}

const idsOf = (presences: Iterable<Presence>): readonly number[] =>
  [...presences].map(({ userId }) => userId);

describe('what people report of themselves', () => {
  it('is one event for all, which says who has come online', () => {
    const event = new Story().at(START, { 1: 'active', 2: 'idle', 3: 'active' });
    expect(event).to.deep.include({
      presences: [
        [1, 0, 0],
        [2, null, 0],
        [3, 0, 0],
      ],
      announcedUserIds: [1, 3],
    });
  });

  it('moves each of the two times only when that is off by more than 55 seconds', () => {
    const story = new Story();
    story.at(START, { 1: 'idle' });
    expect(story.at(START + 55, { 1: 'idle' })).to.equal(undefined);
    story.at(START + 40, { 1: 'active' });
    expect(story.times(1)).to.deep.equal([START + 40, START]);
    story.at(START + 56, { 1: 'active' });
    expect(story.times(1)).to.deep.equal([START + 40, START + 56]);
    expect(story.at(START + 95, { 1: 'active' })).to.equal(undefined);
    story.at(START + 96, { 1: 'active' });
    expect(story.times(1)).to.deep.equal([START + 96, START + 56]);
  });

  it('is coming online after more than 130 seconds without activity, whatever the connection did', () => {
    const story = new Story();
    const announced = (at: number, report: Report) => story.at(START + at, { 1: report })?.announcedUserIds;
    expect(announced(0, 'idle')).to.deep.equal([]);
    expect(announced(60, 'active')).to.deep.equal([1]);
    expect(announced(120, 'idle')).to.deep.equal([]);
    expect(announced(190, 'active')).to.deep.equal([]);
    expect(announced(250, 'idle')).to.deep.equal([]);
    expect(announced(321, 'active')).to.deep.equal([1]);
  });

  it('goes on when the clock has been put back', () => {
    const story = new Story();
    story.at(START + DAY, { 1: 'active' });
    story.at(START, { 1: 'active' });
    expect(story.times(1)).to.deep.equal([START, START]);
  });

  it('is hidden as if somebody had been gone for longer than clients take for offline, and is announced', () => {
    const story = new Story();
    story.at(START, { 1: 'active' });
    expect(story.at(START + 10, { 1: 'hidden' })?.announcedUserIds).to.deep.equal([1]);
    expect(story.times(1)).to.deep.equal([null, START + 10 - 320]);
    expect(story.at(START + 20, { 1: 'active' })?.announcedUserIds).to.deep.equal([1]);
    expect(story.times(1)).to.deep.equal([START + 20, START + 20]);
  });

  it('is known by the revision of its event plus one, so that clients can ask for what came after', () => {
    const story = new Story();
    story.at(START, { 1: 'active', 2: 'active' });
    story.at(START + 1, { 3: 'active' });
    story.at(START + 100, { 1: 'active' });
    const after = (updateId: number) => idsOf(presencesAfter(story.state, updateId));
    expect(after(-1)).to.deep.equal([2, 3, 1]);
    expect(after(1)).to.deep.equal([3, 1]);
    expect(after(2)).to.deep.equal([1]);
    expect(after(3)).to.deep.equal([]);
    expect(after(1_000_000_000)).to.deep.equal([]);
  });
});

describe('the beginning of a presence stream', () => {
  /** Two hundred people come once; then somebody reports as often as they can. */
  function longStory(events: number): Story {
    const story = new Story();
    story.at(START, Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index + 2, 'idle'])));
    for (let at = 1; at <= events; at += 1) story.at(START + at * 60, { 1: 'active' });
    return story;
  }

  it('is needed until later events have all that it has', () => {
    expect(longStory(255).state.needed).to.equal(0);
    expect(longStory(258).state.needed).to.equal(0);
    expect(longStory(259).state.needed).to.equal(256);
  });

  it('leaves everybody as he was when it goes, for whoever starts from what is left', () => {
    const { state } = longStory(400);
    const people = [...state.people.values()];
    expect(people).to.have.length(201);
    for (const person of people.filter(({ userId }) => userId !== 1))
      expect(person).to.include({ activeAt: null, connectedAt: START, updateId: 1 });
    expect(idsOf(presencesAfter(state, 1))).to.deep.equal([1]);
    expect(new Set(idsOf(presencesAfter(state, -1))).size).to.equal(201);
  });

  it('stays short, however long people go on', () => {
    const { state } = longStory(3_000);
    expect(state.revision - state.needed).to.be.below(256 + 4);
    expect(state.recorded.size).to.be.below(256 + 4);
  });

  it('takes along who has not been there for a year', () => {
    const story = longStory(100);
    for (let event = 0; event < 300; event += 1) story.at(START + 366 * DAY + event * 60, { 1: 'active' });
    expect([...story.state.people.keys()]).to.deep.equal([1]);
  });
});
