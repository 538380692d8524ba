import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { decode, eventDefinition, eventAreas, validate } from '../../src/events/catalog.ts';
import { ERASED, type EventMetadata } from '../../src/events/define.ts';
import type { StoredEvent } from '../../src/events/log/eventLog.ts';

const FOLDER = new URL('./samples/', import.meta.url);

/** A released version of an event, as it was written then. Never changed, never deleted. */
interface Sample {
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly metadata: EventMetadata;
}

const samples = readdirSync(FOLDER).map((file) => ({
  file,
  sample: JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Sample,
}));

const storedAs = ({ type, data, metadata }: Sample): StoredEvent => ({
  type,
  id: 'sample',
  stream: 'organization-1',
  revision: 0,
  position: 1,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
});

describe('a frozen sample', () => {
  it('is kept of every event type in every version', () => {
    const versions = Object.values(eventAreas).flatMap(({ definitions }) =>
      Object.entries<{ version: number }>(definitions).flatMap(([type, { version }]) =>
        Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`),
      ),
    );
    const advice = 'run npm run docs, which writes those of new versions';
    expect(samples.map(({ file }) => file).sort(), advice).to.deep.equal(versions.sort());
  });

  for (const { file, sample } of samples) {
    it(`${file} reads as an event of today`, () => {
      const event = decode(storedAs(sample));
      validate(event.type, event.data);
      if (sample.metadata.version === eventDefinition(sample.type)?.version) {
        expect(event.data).to.deep.equal(sample.data);
      }
    });

    it(`${file} reads with everything in it erased`, () => {
      const event = decode(storedAs(sample), () => true);
      validate(event.type, event.data);
      const fields = [...(eventDefinition(sample.type)?.erasable.keys() ?? [])].filter(
        (field) => field in sample.data,
      );
      const data = event.data as Record<string, unknown>;
      expect(fields.filter((field) => data[field] !== ERASED)).to.deep.equal([]);
    });
  }
});
