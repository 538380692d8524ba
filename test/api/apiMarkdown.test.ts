import { expect } from 'chai';
import { apiExamples, STREAMS } from '../../scripts/apiExamples.ts';
import { renderApiMarkdown } from '../../scripts/apiMarkdown.ts';
import { apiRoutes } from '../../src/api/table.ts';
import { exampleRoutes } from './http/exampleRoutes.ts';

describe('The page about the interface', () => {
  const page = renderApiMarkdown(exampleRoutes, []);

  it('has a section for every route', () => {
    for (const { name } of exampleRoutes) expect(page).to.include(`### ${name}\n`);
  });

  it('tells type, default and other names of a parameter', () => {
    expect(page).to.include('| `kind` | "direct" or "channel" | required, also `type` |');
    expect(page).to.include('| `flag` | boolean | default `false` |');
    expect(page).to.include('| `to` | integer or list of integer or list of string |  |');
    expect(page).to.include('| `list` | list of { name: string, color?: string } |  |');
    expect(page).to.include(
      '| `thing_id` | integer | in the path. ID of the message, which is the same for everybody. |',
    );
  });

  it('tells what is answered', () => {
    expect(page).to.include('Answer: `{ removed: integer }`.');
    expect(page).to.include('Answer: success.');
  });

  it('tells a long answer one field a line, and refers to things that have a section of their own', () => {
    const whole = renderApiMarkdown(apiRoutes, apiExamples);
    expect(whole).to.include(
      '| `messages` | list of [FoundMessage](#foundmessage) | The messages, oldest first. |\n',
    );
    const [, message = ''] = whole.split('\n### Message\n');
    expect(message.split('\n### ')[0])
      .to.include('| `id` | integer | ID of the message; ')
      .and.include('| `stream_id`, if any | integer | ID of the channel; absent from direct messages. |');
    const headings = new Set(
      Array.from(whole.matchAll(/^### (\w+)$/gm), ([, name = '']) => name.toLowerCase()),
    );
    for (const [, anchor = ''] of whole.matchAll(/\]\(#(\w+)\)/g)) expect(headings).to.include(anchor);
  });

  it('has a table of every code, with its status and fields', () => {
    const whole = renderApiMarkdown(apiRoutes, apiExamples);
    expect(whole).to.match(/^\| `BAD_NARROW` \| 400 \| .* \| `desc` \(string\): .*\. \|$/m);
    expect(whole).to.match(/^\| `RATE_LIMIT_HIT` \| 429 \| /m);
  });

  it('keeps its lines short', () => {
    const whole = renderApiMarkdown(apiRoutes, apiExamples);
    for (const line of whole.split('\n')) expect(line.length).to.be.below(500);
  });

  it('tells headers of an endpoint, and what a parameter is', () => {
    const whole = renderApiMarkdown(apiRoutes, apiExamples);
    expect(whole).to.match(/### POST \/messages\n(?:(?!###).)*Header `Idempotency-Key`: 1 to 255/s);
    expect(whole).to.include(
      '| `anchor` | string | required. A message ID, newest, oldest or first_unread. |',
    );
  });

  it('shows an example of every route, as it is pasted into a shell', () => {
    const whole = renderApiMarkdown(apiRoutes, apiExamples);
    for (const { name } of apiRoutes.filter((route) => !STREAMS.has(route.name))) {
      const [, after = ''] = whole.split(`### ${name}\n`);
      expect(after.split(/\n###? /)[0], name).to.match(
        /```sh\n(?:(?:\w+=.*|sleep \d+)\n)?.*curl -sS[^`]*\n```\n$/,
      );
    }
    expect(whole).to.include('```sh\ncurl -sS -u "ada@example.com:$ADA_KEY" $API/users/me\n```');
  });
});
