import { expect } from 'chai';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';

const issues = { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tracker.example.com/{id}' };
const rendered = (source: string) => render(source, { ...EMPTY_DIRECTORY, linkifiers: [issues] });
const link = '<a href="https://tracker.example.com/12">#12</a>';

describe('what a linkifier matches', () => {
  for (const [source, html] of [
    ['see #12.', `<p>see ${link}.</p>`],
    ['**#12**', `<p><strong>${link}</strong></p>`],
    ['* #12', `<ul>\n<li>${link}</li>\n</ul>`],
    ['`#12`', '<p><code>#12</code></p>'],
    ['[#12](https://a.de)', '<p><a href="https://a.de">#12</a></p>'],
    ['#12 :smile:', `<p>${link} <span aria-label="smile"`],
  ] as const)
    it(`is a link, but not in code and links: ${source}`, () => {
      expect(rendered(source).html).to.satisfy(
        (shown: string) => shown.startsWith(html),
        rendered(source).html,
      );
    });

  it('is among the links of a message', () => {
    expect(rendered('#12').links).to.deep.equal(['https://tracker.example.com/12']);
  });

  it('leads to no script, whatever the pattern finds', () => {
    const open = { pattern: 'go:(?P<to>[^ ]+)', urlTemplate: 'javascript:{to}' };
    const { html } = render('go:alert(1)', { ...EMPTY_DIRECTORY, linkifiers: [open] });
    expect(html).to.equal('<p><a>go:alert(1)</a></p>');
  });
});
