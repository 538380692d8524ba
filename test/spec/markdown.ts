/** Markdown and the HTML it becomes. */
import { type Chapter, matching, member, owner, type Row, rule, type Step } from './row.ts';

const send = (content: string) =>
  member('POST /messages', { type: 'channel', to: '{channel}', topic: 'logo', content }).keeps({ id: 'id' });
const shows = (html: unknown) => member('GET /messages/{id}').shows({ 'message.content': html });
const becomes = (promise: string, content: string, html: unknown, ...before: readonly Step[]): Row =>
  rule(promise, [...before, send(content), shows(html)]);
const made = owner('GET /streams/{channel}').keeps({ channelId: 'stream.stream_id' });
const ofUser = (name: string) => `<p><span class="user-mention" data-user-id="{member}">${name}</span></p>`;
const known = owner('GET /users/{member}');

export const markdown: Chapter = {
  about: 'Markdown',
  file: 'markdown.ts',
  rows: [
    becomes('a mention shows the present name', '@**mia member**', ofUser('@Mia Member'), known),
    becomes('a mention may say the ID', '@**Mia Member|{member}**', ofUser('@Mia Member')),
    becomes('a mention may be the ID alone', '@**|{member}**', ofUser('@Mia Member')),
    becomes('a mention of nobody stays as it is', '@**Nobody Here**', '<p>@**Nobody Here**</p>'),
    becomes(
      'a silent mention has no sign before the name',
      '@_**Mia Member**',
      '<p><span class="user-mention silent" data-user-id="{member}">Mia Member</span></p>',
      known,
    ),
    ...['all', 'everyone', 'channel', 'stream'].map((word) =>
      becomes(
        `\`${word}\` is everybody in the channel`,
        `@**${word}**`,
        `<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@${word}</span></p>`,
      ),
    ),
    becomes(
      '`topic` is everybody in the topic',
      '@**topic**',
      '<p><span class="topic-mention">@topic</span></p>',
    ),
    becomes(
      'a group is mentioned by its name',
      '@*{groupName}*',
      '<p><span class="user-group-mention" data-user-group-id="{group}">@{groupName}</span></p>',
    ),
    becomes(
      'a group is mentioned silently',
      '@_*{groupName}*',
      '<p><span class="user-group-mention silent" data-user-group-id="{group}">{groupName}</span></p>',
    ),
    becomes(
      'a channel is a link',
      '#**{channelName}**',
      matching(
        /^<p><a class="stream" data-stream-id="\d+" href="\/#narrow\/channel\/\d+-public-n\d+">#public n\d+<\/a><\/p>$/,
      ),
      made,
    ),
    becomes(
      'a topic without messages is a link to it',
      '#**{channelName}>other**',
      matching(
        /^<p><a class="stream-topic" data-stream-id="\d+" href="[^"]*\/topic\/other">#public n\d+ &gt; other<\/a><\/p>$/,
      ),
      made,
    ),
    becomes(
      'a topic with messages is a link to its newest',
      '#**{channelName}>logo**',
      matching(
        /^<p><a class="stream-topic" [^>]*href="[^"]*\/topic\/logo\/with\/\d+">#public n\d+ &gt; logo<\/a><\/p>$/,
      ),
      member('GET /messages/{message}'),
    ),
    becomes(
      'a message of a topic is a link to it',
      '#**{channelName}>logo@{message}**',
      matching(/^<p><a class="message-link" href="[^"]*\/near\/\d+">#public n\d+ &gt; logo @ 💬<\/a><\/p>$/),
      member('GET /messages/{message}'),
    ),
    becomes(
      'an emoji is its picture',
      ':smile:',
      '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
    ),
    becomes(
      'a character that is an emoji is its picture, too',
      '😄',
      matching(
        /^<p><span aria-label="\w+" class="emoji emoji-1f604" role="img" title="\w+">:\w+:<\/span><\/p>$/,
      ),
    ),
    becomes(
      'the emoji of the server is its picture',
      ':hansard:',
      '<p><img alt=":hansard:" class="emoji" src="/icons/emoji/hansard.svg" title="hansard"></p>',
    ),
    becomes('an emoji that there is not stays as it is', ':no_such:', '<p>:no_such:</p>'),
    becomes('an emoticon stays as it is', 'well :)', '<p>well :)</p>'),
    becomes('a quote is one', '> said', matching(/^<blockquote>\n<p>said<\/p>\n<\/blockquote>$/)),
    becomes(
      'a fence can be a quote',
      '```quote\nsaid\n```',
      matching(/^<blockquote>\n<p>said<\/p>\n<\/blockquote>$/),
    ),
    becomes(
      'fences nest in a quote',
      '```quote\n```js\n1\n```\n```\nsaid',
      matching(/^<blockquote>\n<div class="codehilite"[^]*<\/blockquote>\n<p>said<\/p>$/),
    ),
    becomes('mentions in a quote are silent', '> @**Mia Member**', matching(/class="user-mention silent"/)),
    becomes(
      'a spoiler has a header, and hidden content',
      '```spoiler The end\nHe did it.\n```',
      matching(
        /<div class="spoiler-block"><div class="spoiler-header">[^]*The end[^]*<div class="spoiler-content" aria-hidden="true">[^]*He did it\./,
      ),
    ),
    becomes('a formula is set', '$$x^2$$', matching(/class="katex"/)),
    becomes('a fence can be a formula', '```math\nx^2\n```', matching(/class="katex-display"/)),
    becomes('a formula that is none is shown as such', '$$\\frac{$$', matching(/class="tex-error"/)),
    becomes(
      'code is coloured',
      '```js\nlet x = 1;\n```',
      matching(/^<div class="codehilite" data-code-language="JavaScript"><pre>[^]*<code>[^]*<span/),
    ),
    becomes(
      'a time is one',
      '<time:2024-01-01T10:00:00Z>',
      matching(/^<p><time datetime="2024-01-01T10:00:00Z">[^<]*<\/time><\/p>$/),
    ),
    becomes('a time that is none stays as it is', '<time:soon>', matching(/^<p>&lt;time:soon&gt;<\/p>$/)),
    becomes(
      'a bare address is a link',
      'https://a.example/x',
      matching(/<a href="https:\/\/a\.example\/x">/),
    ),
    becomes(
      'a link has its text',
      '[here](https://a.example)',
      '<p><a href="https://a.example">here</a></p>',
    ),
    becomes('a single tilde is one', 'open 10~20 and 30~40', '<p>open 10~20 and 30~40</p>'),
    becomes('two tildes strike out', '~~a~~', '<p><del>a</del></p>'),
    becomes('several underscores are some', '__init__', '<p>__init__</p>'),
    becomes('a line below a text is one', 'a\n---', '<p>a</p>\n<hr>'),
    becomes(
      'emphasis needs no spaces',
      'これは**「重要」**です',
      '<p>これは<strong>「重要」</strong>です</p>',
    ),
    becomes(
      'a bare address ends before punctuation of any script',
      '「https://a.example/」',
      '<p>「<a href="https://a.example/">https://a.example/</a>」</p>',
    ),
    becomes(
      'a list indented by two nests in a numbered one',
      '9. nine\n  - sub item\n10. ten',
      '<ol start="9">\n<li>nine\n<ul>\n<li>sub item</li>\n</ul>\n</li>\n<li>ten</li>\n</ol>',
    ),
    becomes(
      'many formulas are MathML',
      '$$x_1 + \\alpha^2 \\le \\beta$$ '.repeat(70),
      matching(/^<p>(?:<span class="katex"><math>)/),
    ),
    becomes('an emoji has its skin tone', ':point_up_tone4:', matching(/class="emoji emoji-261d-1f3fe"/)),
    becomes('`/me` is shown as it stands', '/me waves', '<p>/me waves</p>'),
    becomes('HTML is text', '<b>x</b>', matching(/^<p>&lt;b&gt;x&lt;\/b&gt;<\/p>$/)),
  ],
};
