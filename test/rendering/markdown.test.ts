import { expect } from 'chai';
import fc from 'fast-check';
import { EMPTY_DIRECTORY, type RenderDirectory } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';
import { mentionCandidates } from '../../src/rendering/mentions.ts';

const DIRECTORY: RenderDirectory = {
  ...EMPTY_DIRECTORY,
  users: [
    { id: 5, name: 'Ann Lee', active: true },
    { id: 6, name: 'Old Hand', active: false },
    { id: 7, name: 'Zoe', active: true },
    { id: 8, name: 'zoe', active: true },
    { id: 9, name: '_x_ ~y~ a.b|c [d](e) <f> &amp;', active: true },
  ],
  groups: [
    { id: 3, name: 'role:members', displayName: 'Members', system: true, active: true },
    { id: 4, name: 'Editors', displayName: 'Editors', system: false, active: true },
    { id: 2, name: 'past', displayName: 'past', system: false, active: false },
  ],
};

const shown = (source: string): string => render(source, DIRECTORY).html;
const mentionsIn = (source: string): unknown[] => {
  const { mentionedUserIds, mentionedGroupIds, wildcards } = render(source, DIRECTORY);
  return [mentionedUserIds, mentionedGroupIds, wildcards];
};
const NOBODY = [[], [], []];
const ANN = '<span class="user-mention" data-user-id="5">@Ann Lee</span>';
const ANN_SILENT = '<span class="user-mention silent" data-user-id="5">Ann Lee</span>';

describe('Markdown', () => {
  it('renders CommonMark', () => {
    expect(shown('*a* **b** `c`')).to.equal('<p><em>a</em> <strong>b</strong> <code>c</code></p>');
    expect(shown('# T\n\n1. a\n2. b')).to.equal('<h1>T</h1>\n<ol>\n<li>a</li>\n<li>b</li>\n</ol>');
    expect(shown('> q\n\n```js\nx\n```')).to.equal(
      '<blockquote>\n<p>q</p>\n</blockquote>\n<div class="codehilite" data-code-language="JavaScript"><pre><code>x\n</code></pre></div>',
    );
  });

  it('renders what GitHub adds: tables, strikethrough, task lists, bare links, footnotes', () => {
    expect(shown('|a|b|\n|-|:-:|\n|c|d|')).to.contain('<td align="center">d</td>');
    expect(shown('~~a~~')).to.equal('<p><del>a</del></p>');
    expect(shown('- [x] done')).to.contain('<input type="checkbox" checked disabled> done');
    expect(shown('see www.a.org')).to.equal('<p>see <a href="http://www.a.org">www.a.org</a></p>');
    expect(shown('a[^1]\n\n[^1]: note')).to.contain('a<sup>1</sup>').and.contain('<p>note</p>');
  });

  it('begins a line where its writer did', () =>
    expect(shown('one\n two  \n**three**')).to.equal('<p>one<br>\ntwo<br>\n<strong>three</strong></p>'));

  it('shows HTML as the text that was written, and Markdown inside it', () => {
    expect(shown('<b>**a**</b> <!-- c -->')).to.equal(
      '<p>&lt;b&gt;<strong>a</strong>&lt;/b&gt; &lt;!-- c --&gt;</p>',
    );
    expect(shown('<div>\n\na\n</div>')).to.equal('<p>&lt;div&gt;</p>\n<p>a<br>\n&lt;/div&gt;</p>');
  });

  it('tells the links, each once, in their order', () => {
    const { links } = render(
      '[a](https://a.b) https://c.d [x](javascript:y) <https://a.b> e@f.g [h][i]\n\n[i]: /j',
      DIRECTORY,
    );
    expect(links).to.deep.equal(['https://a.b', 'https://c.d', 'mailto:e@f.g', '/j']);
  });

  it('renders a text alike with and without a bare link before it', () => {
    const signs = [
      '*',
      '_',
      'a ',
      'b',
      '\n',
      '\n\n',
      '`',
      '> ',
      '- ',
      '\\',
      '&#64;',
      '&period;',
      '[',
      '](c)',
      '@',
      '|',
    ];
    const linked = [
      'www',
      '.',
      'http',
      ':',
      '//',
      'd.ef',
      'mailto:',
      '~~',
      '@**|5**',
      '<',
      '>',
      'http\\://',
      '#',
    ];
    const texts = fc.array(fc.constantFrom(...signs, ...linked), { minLength: 1, maxLength: 14 });
    const property = fc.property(texts, (some) => {
      const source = `a${some.join('')}`;
      expect(shown(`x@y.z\n\n${source}`)).to.equal(
        `<p><a href="mailto:x@y.z">x@y.z</a></p>\n${shown(source)}`,
      );
    });
    fc.assert(property, { numRuns: 400 });
  });

  it('refuses a table with too many cells', () => {
    const wide = `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'a\n'.repeat(30)}`;
    expect(() => render(wide, DIRECTORY)).to.throw(RangeError);
  });
});

describe('a mention of a user', () => {
  it('shows the current name, written by name, by name and ID, or by ID', () => {
    for (const source of ['@**Ann Lee**', '@**ann LEE**', '@**Ann Lee|5**', '@**|5**']) {
      expect(shown(source), source).to.equal(`<p>${ANN}</p>`);
      expect(mentionsIn(source), source).to.deep.equal([[5], [], []]);
    }
  });

  it('is shown without the sign and tells nobody when it is silent', () => {
    expect(shown('@_**Ann Lee** and @_**|5**')).to.equal(`<p>${ANN_SILENT} and ${ANN_SILENT}</p>`);
    expect(mentionsIn('@_**Ann Lee**')).to.deep.equal(NOBODY);
  });

  it('is silent inside quotes, however deep', () => {
    expect(shown('> @**|5**')).to.contain(ANN_SILENT);
    expect(shown('> - a\n>   > @**|5**')).to.contain(ANN_SILENT);
    expect(mentionsIn('> @**|5** @**all** @*editors*')).to.deep.equal(NOBODY);
    expect(mentionsIn('> @**|5**\n\n@**|7**')).to.deep.equal([[7], [], []]);
  });

  it('is silent for who is deactivated', () => {
    expect(shown('@**Old Hand**')).to.equal(
      '<p><span class="user-mention silent" data-user-id="6">Old Hand</span></p>',
    );
    expect(mentionsIn('@**Old Hand**')).to.deep.equal(NOBODY);
  });

  it('needs the ID where two have one name', () => {
    expect(shown('@**Zoe**')).to.equal('<p>@**Zoe**</p>');
    expect(mentionsIn('@**Zoe|7** @**zoe|8**')).to.deep.equal([[7, 8], [], []]);
  });

  it('stays as it was written where nobody is meant', () => {
    for (const source of [
      '@**Nobody _at_ all**',
      '@**Nobody|5**',
      '@**|99**',
      '@**Ann Lee|7**',
      '@*nobody*',
    ]) {
      expect(shown(source), source).to.equal(`<p>${source}</p>`);
      expect(mentionsIn(source), source).to.deep.equal(NOBODY);
    }
  });

  it('follows the start of a text, whitespace or an opening sign', () => {
    const before = ['', 'a ', 'a\n', '\u00a0', "'", '"', '(', '{', '[', '/', '<'];
    for (const sign of before) expect(mentionsIn(`${sign}@**|5**`), sign).to.deep.equal([[5], [], []]);
    for (const sign of ['a', '.', '-', ')', '*', '@', '\\', '漢'])
      expect(mentionsIn(`${sign}@**|5**`), sign).to.deep.equal(NOBODY);
  });

  it('does not count in code or in a description of an image', () => {
    const sources = ['`@**|5**`', '```\n@**|5**\n```', '    @**|5**', '![@**|5**](https://a.b/c)'];
    for (const source of sources) expect(mentionsIn(source), source).to.deep.equal(NOBODY);
  });

  it('counts in a footnote, and where one is written that nothing refers to: it is shown as written', () => {
    for (const source of ['a[^1]\n\n[^1]: @**|5**', 'a\n\n[^1]: @**|5**'])
      expect(mentionsIn(source), source).to.deep.equal([[5], [], []]);
  });

  it('may stand in a heading, a list, a table, a link, beside other markup', () => {
    const sources = [
      '# @**|5**',
      '- @**|5**',
      '|a|\n|-|\n|@**Ann Lee\\|5**|',
      '[@**|5**](https://a.b)',
      '*a* @**|5** **b**',
    ];
    for (const source of sources) expect(shown(source), source).to.contain(ANN);
    expect(shown('*see @**|5** there*')).to.equal(`<p><em>see ${ANN} there</em></p>`);
  });

  it('takes nothing in a name for markup', () => {
    expect(shown('@**_x_ ~y~ a.b|c [d](e) <f> &amp;**')).to.equal(
      '<p><span class="user-mention" data-user-id="9">@_x_ ~y~ a.b|c [d](e) &lt;f&gt; &amp;amp;</span></p>',
    );
  });

  it('ends at its asterisks and on its line', () => {
    expect(shown('@**Ann\nLee**')).to.equal('<p>@<strong>Ann<br>\nLee</strong></p>');
    expect(mentionsIn('@***|5***')).to.deep.equal(NOBODY);
    expect(mentionsIn('@**|5*')).to.deep.equal(NOBODY);
  });
});

describe('a mention of a group', () => {
  it('shows the name, without regard to case', () => {
    expect(shown('@*editors*')).to.equal(
      '<p><span class="user-group-mention" data-user-group-id="4">@Editors</span></p>',
    );
    expect(mentionsIn('@*editors* @*EDITORS*')).to.deep.equal([[], [4], []]);
    expect(mentionsIn('@_*editors*')).to.deep.equal(NOBODY);
  });

  it('is silent for system groups, shown by their display name, and for deactivated ones', () => {
    expect(shown('@*role:members*')).to.equal(
      '<p><span class="user-group-mention silent" data-user-group-id="3">Members</span></p>',
    );
    expect(shown('@*past*')).to.contain('silent');
    expect(mentionsIn('@*role:members* @*past*')).to.deep.equal(NOBODY);
  });
});

describe('a wildcard', () => {
  it('tells the channel under four names', () => {
    for (const name of ['all', 'everyone', 'channel', 'stream']) {
      expect(shown(`@**${name}**`)).to.equal(
        `<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@${name}</span></p>`,
      );
      expect(mentionsIn(`@**${name}**`)).to.deep.equal([[], [], ['channel']]);
    }
  });

  it('tells the topic', () => {
    expect(shown('@**topic**')).to.equal('<p><span class="topic-mention">@topic</span></p>');
    expect(mentionsIn('@**topic** @**all**')).to.deep.equal([[], [], ['topic', 'channel']]);
  });

  it('tells nobody when silent', () => {
    expect(shown('@_**topic**')).to.equal('<p><span class="topic-mention silent">topic</span></p>');
    expect(mentionsIn('@_**all** @_**topic**')).to.deep.equal(NOBODY);
  });
});

describe('the candidates of a text', () => {
  it('are names and IDs as written, each once, without the wildcards', () => {
    expect(mentionCandidates('@**Ann** @_**Ann** @**Bo|7** @**|8** @*ed* @**all** a@b')).to.deep.equal({
      users: ['Ann'],
      userIds: [7, 8],
      groups: ['ed'],
    });
    expect(mentionCandidates('no one')).to.deep.equal({ users: [], userIds: [], groups: [] });
  });

  it('hold everybody whom the renderer finds', () => {
    const signs = [
      '@',
      '_',
      '*',
      '**',
      '|',
      '5',
      'Ann Lee',
      'editors',
      ' ',
      '\n',
      '`',
      '> ',
      '\\',
      '[',
      '(',
      '@**|5**',
    ];
    const texts = fc.array(fc.constantFrom(...signs), { maxLength: 14 }).map((some) => some.join(''));
    fc.assert(
      fc.property(texts, (source) => {
        const { users, userIds, groups } = mentionCandidates(source);
        const { mentionedUserIds, mentionedGroupIds } = render(source, DIRECTORY);
        if (mentionedUserIds.includes(5))
          expect(userIds.includes(5) || users.includes('Ann Lee')).to.equal(true);
        if (mentionedGroupIds.includes(4)) expect(groups).to.include('editors');
      }),
      { numRuns: 500 },
    );
  });
});
