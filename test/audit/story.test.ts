import { expect } from 'chai';
import { readStory, withholdTexts } from '../../src/audit/story.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { eventAreas, eventArea } from '../../src/events/catalog.ts';
import type { EventArea } from '../../src/events/define.ts';
import type { EventLog, StoredEvent } from '../../src/events/log/eventLog.ts';
import type { Access } from '../../src/organization/access/access.ts';
import { example, stored } from '../support/examples.ts';

const history = stored(Object.values(example).map((make) => make()));
const dataOf = ({ data }: StoredEvent) => JSON.parse(data) as Readonly<Record<string, unknown>>;

describe('the story of a person', () => {
  it('lists an event or counts it, as its area says', async () => {
    const log = {
      async *readAll() {
        yield await Promise.resolve(history);
      },
    } as unknown as EventLog;
    const { events, counted } = await readStory(log, ROOT_ORGANIZATION, 'person', 1);
    const formOf = (type: string) => eventArea(type)?.story;
    expect(events.length).to.be.greaterThan(10);
    expect(counted.length).to.be.greaterThan(10);
    expect(new Set(events.map(({ type }) => formOf(type)))).to.deep.equal(new Set(['listed']));
    expect(new Set(counted.map(({ type }) => formOf(type)))).to.deep.equal(new Set(['counted']));
  });
});

describe('the texts that a reader of the record does not get', () => {
  /** Somebody else, who may read every channel. */
  const reader = { viewerId: 999, readableIntervals: () => 'all' } as unknown as Access;
  const personal = Object.values<EventArea>(eventAreas).filter(({ texts }) => texts === 'personal');

  it('are all texts of an area that is personal, whatever the reader may read', () => {
    expect(personal.length).to.be.greaterThan(5);
    const events = history.filter(({ type }) => eventArea(type)?.texts === 'personal');
    for (const event of events) {
      const texts = [...eventArea(event.type)!.definitions[event.type]!.erasable.keys()];
      const written = texts.filter((field) => dataOf(event)[field] !== undefined);
      const { data, isWithheld } = withholdTexts(event, dataOf(event), reader);
      expect(isWithheld, event.type).to.equal(written.length > 0);
      expect(
        written.filter((field) => data[field] !== null),
        event.type,
      ).to.deep.equal([]);
    }
    expect(events.length).to.be.greaterThan(10);
  });

  it('are none of a person, and none of a channel that the reader may read', () => {
    const shared = history.filter(({ type }) => /^(User|Channel|MessageEdited|ReactionAdded)/.test(type));
    for (const event of shared)
      expect(withholdTexts(event, dataOf(event), reader), event.type).to.deep.equal({
        data: dataOf(event),
        isWithheld: false,
      });
    expect(shared.length).to.be.greaterThan(10);
  });
});
