import { expect } from 'chai';
import { EMPTY_DIRECTORY, type RenderDirectory, renderCandidates } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';
import { widgetOf } from '../../src/rendering/widgets.ts';

const DIRECTORY: RenderDirectory = {
  ...EMPTY_DIRECTORY,
  users: [{ id: 5, name: 'Ann Lee', active: true }],
  channels: [
    { id: 3, name: 'Design (v1.2)' },
    { id: 4, name: 'a > b' },
  ],
  topics: [{ channelId: 3, topic: 'The Logo', messageId: 77 }],
  emoji: [
    { name: 'ours', url: '/emoji/1.png' },
    { name: 'heart', url: '/emoji/2.png' },
  ],
};
const shown = (source: string, directory = DIRECTORY): string => render(source, directory).html;
const CHANNEL = '/#narrow/channel/3-Design-.28v1.2E2.29';
const SMILE = '<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>';

describe('a link to a channel', () => {
  it('shows the current name, however it was written', () => {
    const link = `<p><a class="stream" data-stream-id="3" href="${CHANNEL}">#Design (v1.2)</a></p>`;
    expect(shown('#**design (V1.2)**')).to.equal(link);
  });

  it('leads to a topic, with its newest message where there is one', () => {
    expect(shown('#**Design (v1.2)>the logo**')).to.equal(
      `<p><a class="stream-topic" data-stream-id="3" href="${CHANNEL}/topic/the.20logo/with/77">#Design (v1.2) &gt; the logo</a></p>`,
    );
    expect(shown('#**Design (v1.2)>50% off!**')).to.contain(`href="${CHANNEL}/topic/50.25.20off.21"`);
  });

  it('leads to a message', () => {
    expect(shown('#**Design (v1.2)>the logo@12**')).to.equal(
      `<p><a class="message-link" href="${CHANNEL}/topic/the.20logo/near/12">#Design (v1.2) &gt; the logo @ 💬</a></p>`,
    );
  });

  it('shows the topic without a name by what it is called', () => {
    const link = shown('#**Design (v1.2)>**');
    expect(link).to.contain('#Design (v1.2) &gt; <em>general chat</em></a>');
    for (const name of ['general chat', '(no topic)'])
      expect(shown(`#**Design (v1.2)>${name}**`), name).to.equal(link);
    expect(shown('#**Design (v1.2)>General chat**')).to.contain('&gt; General chat</a>');
  });

  it('leads to a channel whose name looks like one of a channel and a topic', () => {
    expect(shown('#**a > b**')).to.equal(
      '<p><a class="stream" data-stream-id="4" href="/#narrow/channel/4-a-.3E-b">#a &gt; b</a></p>',
    );
  });

  it('stays as it was written where no such channel may be seen, in code, and within a word', () => {
    expect(shown('#**secret** `#**Design (v1.2)**`')).to.equal(
      '<p>#**secret** <code>#**Design (v1.2)**</code></p>',
    );
    expect(shown('a#**Design (v1.2)**')).not.to.contain('<a');
  });

  it('is no link within another one', () => {
    expect(shown('[to #**Design (v1.2)>**](https://a.b)')).to.equal(
      '<p><a href="https://a.b">to #Design (v1.2) &gt; <em>general chat</em></a></p>',
    );
    expect(shown('[**see** #**a > b**](https://a.b)')).to.equal(
      '<p><a href="https://a.b"><strong>see</strong> #a &gt; b</a></p>',
    );
  });

  it('is among the candidates of a text', () => {
    expect(renderCandidates('#**a** #**b>c** #**d>@5** :x:y:').channelLinks).to.deep.equal([
      { channel: 'a' },
      { channel: 'b', topic: 'c' },
      { channel: 'b>c' },
      { channel: 'd', topic: '', messageId: 5 },
      { channel: 'd>@5' },
    ]);
    expect(renderCandidates(':x:y:').emoji).to.deep.equal(['x', 'y']);
  });
});

describe('an emoji', () => {
  it('is written by its name or as a character', () => {
    expect(shown(':smile: 😄')).to.equal(`<p>${SMILE} ${SMILE}</p>`);
    expect(shown(':white_check_mark:')).to.contain('title="white check mark">:white_check_mark:</span>');
  });

  it('of several names is one', () => {
    const code = /emoji-1f44d"/g;
    for (const source of [':+1:', ':thumbs_up:', ':thumbsup:', '👍'])
      expect(shown(source).match(code), source).to.have.length(1);
  });

  it('has a code without variation selectors', () => {
    for (const character of ['☺', '☺\ufe0f']) expect(shown(character)).to.contain('emoji-263a"');
    expect(shown('1\ufe0f\u20e3 🇩🇪 👍🏽')).to.match(/emoji-0031-20e3.*emoji-1f1e9-1f1ea.*emoji-1f44d-1f3fd/);
  });

  it('is a letter where it is one, and in code', () => {
    for (const text of ['©', '™', '❤\ufe0e', ':nonsense:', '10:30:45'])
      expect(shown(text)).to.equal(`<p>${text}</p>`);
    expect(shown('`😄 :smile:`')).to.equal('<p><code>😄 :smile:</code></p>');
    expect(shown('\\:smile:')).to.equal('<p>:smile:</p>');
  });

  it('of the organization is a picture, and comes before Unicode’s', () => {
    expect(shown(':ours:')).to.equal(
      '<p><img alt=":ours:" class="emoji" src="/emoji/1.png" title="ours"></p>',
    );
    expect(shown(':heart:')).to.contain('src="/emoji/2.png"');
  });

  it('comes of an emoticon for those who want it', () => {
    const eager = { ...DIRECTORY, emoji: [], emoticons: true };
    expect(shown('well :) <3', eager)).to.match(/well <span.*emoji-1f642.*emoji-2764/);
    expect(shown('a:) http://a.b `:)`', eager)).not.to.contain('emoji');
    expect(shown('well :)')).to.equal('<p>well :)</p>');
  });
});

describe('a fence', () => {
  it('of a quote has silent mentions in its footnotes, too, which are shown below', () => {
    const note = 'a[^1]\n\n[^1]: for @**Ann Lee**';
    expect(render(note, DIRECTORY).mentionedUserIds).to.deep.equal([5]);
    for (const quote of [`\`\`\`quote\n${note}\n\`\`\``, note.replace(/^/gm, '> ')]) {
      const { html, mentionedUserIds } = render(quote, DIRECTORY);
      expect(html).to.include('<span class="user-mention silent" data-user-id="5">Ann Lee</span>');
      expect(mentionedUserIds).to.deep.equal([]);
    }
  });

  it('of a quote is a quote, in which mentions are silent', () => {
    const { html, mentionedUserIds } = render('```quote\n*a* @**Ann Lee**\n```', DIRECTORY);
    expect(html).to.equal(
      '<blockquote>\n<p><em>a</em> <span class="user-mention silent" data-user-id="5">Ann Lee</span></p>\n</blockquote>',
    );
    expect(mentionedUserIds).to.deep.equal([]);
  });

  it('of a spoiler hides what is in it behind its title', () => {
    expect(shown('````spoiler The *end*\n```quote\na\n```\n````')).to.equal(
      '<div class="spoiler-block"><div class="spoiler-header"><p>The <em>end</em></p></div>' +
        '<div class="spoiler-content" aria-hidden="true"><blockquote>\n<p>a</p>\n</blockquote></div></div>',
    );
  });

  it('of a language is coloured, with the classes that clients know', () => {
    expect(shown('```python\ndef f(): # "x"\n```')).to.equal(
      '<div class="codehilite" data-code-language="Python"><pre><code><span class="k">def</span> ' +
        '<span class="nf">f</span>(): <span class="c1"># "x"</span>\n</code></pre></div>',
    );
    expect(shown('```nonsense\n<a>\n```')).to.equal(
      '<div class="codehilite" data-code-language="nonsense"><pre><code>&lt;a&gt;\n</code></pre></div>',
    );
  });
});

describe('a formula', () => {
  it('is shown by KaTeX, within a line or in lines of its own', () => {
    expect(shown('so $$x^2$$.')).to.match(
      /^<p>so <span class="katex"><span class="katex-mathml"><math.*\.<\/p>$/,
    );
    expect(shown('$$x^2$$')).to.contain('<span class="strut" style="height:0.8141em;">');
    expect(shown('```math\n\\sqrt{x}\n```')).to.match(/^<p><span class="katex-display">.*<path d="/s);
  });

  it('is shown as it was written where it is none', () => {
    expect(shown('$$\\nope$$')).to.equal('<p><span class="tex-error">$$\\nope$$</span></p>');
    expect(shown('```math\n\\nope\n```')).to.equal('<p><span class="tex-error">$$\n\\nope\n$$</span></p>');
    for (const text of ['$5 and $6', '$$a $$ b', '$$a']) expect(shown(text)).to.equal(`<p>${text}</p>`);
  });
});

describe('a time', () => {
  it('is told in UTC', () => {
    expect(shown('<time:2024-01-01T10:00:00Z>')).to.equal(
      '<p><time datetime="2024-01-01T10:00:00Z">2024-01-01T10:00:00Z</time></p>',
    );
    expect(shown('<time:2024-01-01T10:00:00+02:00>')).to.contain('datetime="2024-01-01T08:00:00Z"');
    expect(shown('<time:1700000000>')).to.contain('datetime="2023-11-14T22:13:20Z"');
  });

  it('stays as it was written where it is none', () => {
    for (const written of ['', 'soon', '2024-02-31', '2024-01-01T25:00'])
      expect(shown(`<time:${written}>`)).to.equal(`<p>&lt;time:${written}&gt;</p>`);
  });
});

describe('a picture', () => {
  const preview = (url: string): string =>
    `<div class="message_inline_image"><a href="${url}"><img src="${url}"></a></div>`;

  it('that a text links to is shown below the paragraph', () => {
    expect(shown('see https://a.b/c.png')).to.equal(
      `<p>see <a href="https://a.b/c.png">https://a.b/c.png</a></p>${preview('https://a.b/c.png')}`,
    );
    expect(shown('```spoiler a\n[x](/user_uploads/c.jpg)\n```')).to.contain(
      `${preview('/user_uploads/c.jpg')}</div></div>`,
    );
  });

  it('is not shown in quotes, nor where there are many', () => {
    const many = Array.from({ length: 25 }, (_, index) => `https://a.b/${index}.png`).join(' ');
    for (const source of ['> https://a.b/c.png', 'https://a.b/c.pdf', many])
      expect(shown(source)).not.to.contain('<img');
  });

  it('of Markdown has a class', () => {
    expect(shown('![x](https://a.b/c.png)')).to.equal(
      '<p><img src="https://a.b/c.png" alt="x" class="inline-image"></p>',
    );
  });
});

describe('a widget', () => {
  const contentOf = (source: string): unknown => JSON.parse(widgetOf(source) ?? 'null');

  it('is a poll with its options', () => {
    expect(contentOf('/poll Where to?\nHome\n- Away \n\n')).to.deep.equal({
      widget_type: 'poll',
      extra_data: { question: 'Where to?', options: ['Home', 'Away'] },
    });
  });

  it('is a poll with each option once', () => {
    expect(contentOf('/poll x\na\n- a\nb\na')).to.have.deep.nested.property('extra_data.options', ['a', 'b']);
  });

  it('is a to-do list with its tasks', () => {
    expect(contentOf('/todo Today\nbuy: milk: two\nrest')).to.deep.equal({
      widget_type: 'todo',
      extra_data: {
        task_list_title: 'Today',
        tasks: [
          { task: 'buy', desc: 'milk: two' },
          { task: 'rest', desc: '' },
        ],
      },
    });
  });

  it('is no other text', () => {
    for (const source of ['poll a', '/polls a', ' /poll a', '/me polls'])
      expect(widgetOf(source)).to.equal(undefined);
  });
});
