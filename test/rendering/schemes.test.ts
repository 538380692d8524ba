import { expect } from 'chai';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';

describe('the scheme of an address', () => {
  it('may be written with capitals', () => {
    const { html, links } = render(
      'HTTP://A.B [c](HttpS://c.d/E) <HTTPS://f.g> [h](MAILTO:i@j.k) [l](HTTPS&colon;//m.n) ![o](HTTPS://p.q/R.png)',
      EMPTY_DIRECTORY,
    );
    expect(links).to.deep.equal([
      'http://A.B',
      'https://c.d/E',
      'https://f.g',
      'mailto:i@j.k',
      'https://m.n',
    ]);
    expect(html).to.contain('<a href="http://A.B">HTTP://A.B</a>').and.contain('src="https://p.q/R.png"');
  });

  it('that leads nowhere is shown as it was written, with the brackets that seem to make an address of it', () => {
    const html = (source: string) => render(source, EMPTY_DIRECTORY).html;
    expect(html('vector<std::string> *<note:x>*')).to.equal(
      '<p>vector&lt;std::string&gt; <em>&lt;note:x&gt;</em></p>',
    );
    expect(html('> <a:b.c>\n\n```quote\n<d:e>\n```')).to.contain('&lt;a:b.c&gt;').and.contain('&lt;d:e&gt;');
    expect(html('[std:x](std:x)')).to.equal('<p><a>std:x</a></p>');
  });

  it('links to nothing that is no address, however it is written', () => {
    const { html, links } = render('[a](JAVASCRIPT:b) ![c](DATA:d) [e](VbScript&colon;f)', EMPTY_DIRECTORY);
    expect([html, links]).to.deep.equal(['<p><a>a</a> <img alt="c" class="inline-image"> <a>e</a></p>', []]);
  });
});
