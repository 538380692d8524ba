import { expect } from 'chai';
import { htmlDiff } from '../../src/wire/history.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';
import { EVIL, EVIL_TEXTS } from './evilTexts.ts';
import { faults } from './htmlFaults.ts';

const DIRECTORY = {
  ...EMPTY_DIRECTORY,
  users: [{ id: 1, name: EVIL, active: true }],
  channels: [{ id: 4, name: 'evil' }],
  emoji: [{ name: 'evil', url: 'javascript:alert(1)' }],
  groups: [{ id: 2, name: 'evil', displayName: EVIL, system: true, active: true }],
};

describe('rendered HTML', () => {
  it('is searched by a test that knows what it looks for', () => {
    expect(faults('<script>x</script>')).to.deep.equal(['element script', 'element script']);
    expect(faults('<p onclick="x">a</p>')).to.deep.equal(['attribute onclick']);
    expect(faults('<a href="java&#x73;cript:x">a</a>')).to.deep.equal(['target javascript:x']);
    expect(faults('<img src=x onerror=y')).to.deep.equal(['an open tag']);
  });

  for (const source of EVIL_TEXTS) {
    it(`has no script, handler or foreign scheme after ${JSON.stringify(source)}`, () => {
      for (const shown of [source, `> ${source}`, `- a ${source}`, `*${source}*`]) {
        const { html } = render(shown, DIRECTORY);
        expect(faults(html)).to.deep.equal([]);
        for (const part of [/\w+/g, /alert|evil/g, /[=.:]/g, /\s+/g]) {
          const changed = render(shown.replace(part, '$& z '), DIRECTORY).html;
          expect(faults(htmlDiff(html, changed))).to.deep.equal([]);
          expect(faults(htmlDiff(changed, html))).to.deep.equal([]);
        }
      }
    });
  }

  it('has none where tags within the values of attributes differ', () => {
    for (const text of [
      '[x](http://a.de "p> q <img src=x onerror=alert(1)> r")',
      '![p> q <b onclick=x> r](http://a.de)',
    ])
      expect(
        faults(htmlDiff(render(text, DIRECTORY).html, render(text.replace('q', 'z'), DIRECTORY).html)),
      ).to.deep.equal([]);
  });
});
