import { expect } from 'chai';
import type { MessageDocument } from '../../../src/projections/messages/document.ts';
import { traitsOf } from '../../../src/projections/messages/document.ts';
import { EMPTY_DIRECTORY } from '../../../src/rendering/rendered.ts';
import { render } from '../../../src/rendering/markdown.ts';

const directory = { ...EMPTY_DIRECTORY, emoji: [{ name: 'cat', url: '/user_avatars/1/cat.png' }] };

/** The traits of a text in channel 7. */
function traits(content: string): readonly string[] {
  const { html, links } = render(content, directory);
  const document = { conversation: 'c:7:t', channelId: 7, content, html, ...(links.length > 0 && { links }) };
  return (traitsOf(document as unknown as MessageDocument) ?? []).map((trait) => trait.replace(':7', ''));
}

describe('what a message has', () => {
  const promises: readonly (readonly [string, string, readonly string[]])[] = [
    ['nothing, of a text', 'hello', []],
    ['nothing, of an emoji', ':cat:', []],
    ['a link', '[page](https://example.com/a)', ['link']],
    ['a picture that is linked to', 'https://example.com/a.png', ['link', 'image']],
    ['a picture of Markdown', '![a > b](https://example.com/a.png "c")', ['link', 'image']],
    ['a picture of Markdown in a quote', '> ![a](https://example.com/a)', ['link', 'image']],
    ['a link alone, of a quote that links to a picture', '> https://example.com/a.png', ['link']],
    ['a file that is linked to', '[notes](/user_uploads/1/ab/notes.pdf)', ['link', 'attachment']],
    ['a picture that was uploaded', '![a](/user_uploads/1/ab/a.png)', ['link', 'image', 'attachment']],
    ['nothing, of a picture without an address', '![a](javascript:alert)', []],
    ['nothing, of HTML that is text', '<img src="https://e.com/a.png"> `<img src="/a.png">`', ['link']],
  ];
  for (const [what, content, expected] of promises)
    it(`is ${what}`, () => {
      expect(traits(content)).to.deep.equal(expected);
    });
});
