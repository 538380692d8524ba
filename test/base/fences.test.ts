import { expect } from 'chai';
import { fencedTextAt } from '../../src/base/fences.ts';
import { quoteOf } from '../../src/commands/text.ts';
import { outsideCode } from '../../src/import/texts.ts';

describe('a block of text', () => {
  it('has an opening line, what is in it, and a closing line', () => {
    const [opening, content, closing] = ['~~~spoiler a', '\n```js\n~~~\n```', '\n~~~ '];
    const source = `x\n${opening}${content}${closing}\ny`;
    expect(fencedTextAt(source, 2)).to.deep.equal({ opening, content, closing });
    expect(fencedTextAt(source, 3), 'within a line').to.equal(undefined);
    expect(fencedTextAt('```js\nx\n```', 0), 'code').to.equal(undefined);
    expect(fencedTextAt('```quote', 0)).to.deep.equal({ opening: '```quote', content: '', closing: '' });
    expect(fencedTextAt('> ```quote\n> ```c\n> ```\n> ```\n', 0)).to.include({ closing: '\n> ```' });
  });

  it('of an imported message is converted outside of the code in it, and so is what follows', () => {
    const shouted = (source: string) => outsideCode(source, (text) => text.toUpperCase());
    expect(shouted('```quote\na\n```js\nb\n```\nc\n```\nd')).to.equal(
      '```quote\nA\n```js\nb\n```\nC\n```\nD',
    );
    expect(shouted('~~~spoiler x\n`b` c\n~~~\nd ```quote\ne``` f')).to.equal(
      '~~~spoiler x\n`b` C\n~~~\nD ```quote\ne``` F',
    );
  });

  it('that quotes a message ends where it should, whatever the message leaves open', () => {
    for (const message of ['```js\nx', '~~~~js\nx', '````quote\n~~~js', 'plain']) {
      const quote = quoteOf(message);
      expect(fencedTextAt(`${quote}\nafter`, 0)?.content).to.equal(`\n${message}`);
    }
  });
});
