import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { openApiDocument } from '../src/api/docs/openapi.ts';
import { apiRoutes } from '../src/api/table.ts';

/** Every sentence that describes something in a document, once. */
function descriptionsIn(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([name, inner]) =>
      name === 'description' && typeof inner === 'string' ? [inner] : [...descriptionsIn(inner)],
    ),
  );
}

/** What the document adds to a sentence, and the page says in other columns. */
const ADDED = / (?:Default|Also|Deprecated values): .*$| A (?:change of a )?\[group-setting value\].*$/s;

/** What the introduction says in its own words, and what is within a map or an object that may be null. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'Success.',
  'Tells success from errors.',
  'Empty; errors have a sentence for people here.',
  'Fields that were sent and mean nothing here; absent if there are none.',
  'Send it with a read, to any node: its answer contains this write.',
  'Server-sent events: the data of each is one ClientEvent as JSON, its ID that of the event.',
  'URL of an account, with `%(username)s` in it.',
  'The position of the log at its end.',
  'The position of the log up to which it is rebuilt.',
]);
const SAID_ONCE = [/^The `Hansard-Position` of/, /^The file; any name/];

describe('docs/generated/api.md', () => {
  it('has every sentence about parameters and fields of the OpenAPI document', async () => {
    const page = await readFile(new URL('../docs/generated/api.md', import.meta.url), 'utf8');
    const { paths, components } = openApiDocument(apiRoutes);
    const parameters = Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap((operation) => [operation.parameters, operation.requestBody]),
    );
    const successes = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ responses }) => responses['200']),
    );
    const things = Object.entries(components.schemas).flatMap(([name, schema]) =>
      /(?:Error|Event|Success)$/.test(name) ? [] : [schema],
    );
    const descriptions = descriptionsIn([...parameters, ...successes, ...things]);
    const shown = page.replaceAll('\\|', '|').replaceAll('\n', ' ');
    const lacking = [...descriptions].filter(
      (text) =>
        !shown.includes(text.replace(ADDED, '').replaceAll('\n', ' ')) &&
        !LEFT_OUT.has(text) &&
        !SAID_ONCE.some((sentence) => sentence.test(text)),
    );
    expect(lacking).to.deep.equal([]);
  });
});
