import { expect } from 'chai';
import { escapeHtml, html } from '../../src/base/html.ts';

describe('HTML made of texts', () => {
  it('has no tag and no end of an attribute that came in with a text', () => {
    const evil = `"><script>alert('x')</script>&amp;`;
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&amp;amp;';
    expect(html`<p title="${evil}">${evil}</p>`.source).to.equal(`<p title="${escaped}">${escaped}</p>`);
    expect(escapeHtml(evil)).to.equal(escaped);
  });

  it('takes pieces that were made here as they are, also in lists, and leaves out what is not there', () => {
    const item = (text: string) => html`<li>${text}</li>`;
    const pieces = [['a', '<b>'].map(item), false as const, undefined, [item('c'), 7]];
    expect(html`${pieces}`.source).to.equal('<li>a</li><li>&lt;b&gt;</li><li>c</li>7');
  });

  it('is not taken from what only looks like a piece', () => {
    const lookalike = { source: '<script>' } as unknown as string;
    expect(html`${lookalike}`.source).not.to.include('<script>');
  });
});
