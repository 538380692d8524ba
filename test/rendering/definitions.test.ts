import { expect } from 'chai';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';

describe('a definition', () => {
  const shown = (source: string, html: string) =>
    it(`is shown where nothing refers to it: ${JSON.stringify(source)}`, () =>
      expect(render(source, EMPTY_DIRECTORY).html).to.equal(html));

  shown('[Ann]: hello', '<p>[Ann]: hello</p>');
  shown('[Ann]: hello\n[Bob]: hi\nall', '<p>[Ann]: hello</p>\n<p>[Bob]: hi</p>\n<p>all</p>');
  shown('[a]: <b> "c"', '<p>[a]: &lt;b&gt; "c"</p>');
  shown('> [a]: /b', '<blockquote>\n<p>[a]: /b</p>\n</blockquote>');
  shown('```quote\n[a]: /b\n```', '<blockquote>\n<p>[a]: /b</p>\n</blockquote>');
  shown('[^1]: a *b*\n  c\n\n    d', '<p>[^1]: a <em>b</em><br>\nc</p>\n<p>d</p>');
  shown('[^1]:\n\n    - a', '<p>[^1]: </p>\n<ul>\n<li>a</li>\n</ul>');
  shown('[a]: /b\n[c]: /d\n\n[c]', '<p>[a]: /b</p>\n<p><a href="/d">c</a></p>');
  shown(
    '[c]: /d\n\n![C] [c][] [e][c]',
    '<p><img src="/d" alt="C" class="inline-image"> <a href="/d">c</a> <a href="/d">e</a></p>',
  );

  it('of a footnote is shown where only it, or another such one, refers to it', () => {
    for (const source of ['[^1]: hello[^1]', '[^1]: hello[^2]\n\n[^2]: b[^1]'])
      expect(render(source, EMPTY_DIRECTORY).html).to.match(/^<p>\[\^1\]: hello/);
  });
});
