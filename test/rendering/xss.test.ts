import { expect } from 'chai';
import { EMPTY_DIRECTORY } from '../../src/rendering/directory.ts';
import { render } from '../../src/rendering/markdown.ts';

/** What a name may be if nobody checks it: rendering must not rely on others. */
const EVIL = '"><img src=x onerror=alert(1)>';
const DIRECTORY = {
  ...EMPTY_DIRECTORY,
  users: [{ id: 1, name: EVIL, active: true }],
  channels: [{ id: 4, name: 'evil' }],
  emoji: [{ name: 'evil', url: 'javascript:alert(1)' }],
  groups: [{ id: 2, name: 'evil', displayName: EVIL, system: true, active: true }],
};

const RAW_HTML = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x:x onerror\n=\nalert(1)//',
  '<img/src="x"/onerror=alert(1)>',
  '<IMG SRC=javascript:alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert&#40;1&#41;</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<style>@import "javascript:alert(1)";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[><script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<span class="user-mention" data-user-id="1" onclick="alert(1)">@x</span>',
];

const TARGETS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  'java\\script:alert(1)',
  '&#x6A&#x61&#x76&#x61script:alert(1)',
  '<java\tscript:alert(1)>',
  '<\u0001javascript:alert(1)>',
  '< javascript:alert(1)>',
  'vbscript:msgbox(1)',
  'data:text/html,alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  'blob:https://a.b/1',
  'x"onmouseover="alert(1)',
  '<x" onmouseover="alert(1)>',
  'feed:javascript:alert(1)',
  '//evil.example/javascript:',
];

const IN_MARKDOWN = [
  ...TARGETS.flatMap((target) => [`[x](${target})`, `![x](${target})`, `[x]\n\n[x]: ${target}`]),
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[x](https://a.b "\\" onclick=alert(1) \\"")',
  '![" onerror="alert(1)](https://a.b)',
  '```js" onclick="alert(1)\nx\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '`<script>alert(1)</script>`',
  '|<script>alert(1)</script>|\n|-|\n|<img src=x onerror=alert(1)>|',
  '[^"><script>]\n\n[^"><script>]: <img src=x onerror=alert(1)>',
  'https://a.b/"onclick="alert(1)',
  'www.a.b/<script>alert(1)</script>',
  '@**|1** > @**|1**',
  `@**${EVIL}**`,
  '@_*evil* @*evil*',
  '[<img src=x onerror=alert(1)>](javascript:alert(1))',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\<script>alert(1)\\</script>',
  '# <script>alert(1)</script>',
  `#**${'"><script>'}**`,
  '#**evil** #**evil>"><script>alert(1)</script>** #**evil>x" onclick="alert(1)@5**',
  ':evil: :"onload=alert(1): :smile" onclick="alert(1):',
  '$$x$$ $$\\href{javascript:alert(1)}{x}$$ $$\\htmlStyle{position:fixed}{x}$$ $$\\text{<script>alert(1)</script>}$$',
  '$$\\includegraphics{javascript:alert(1)}$$ $$\\color{red;position:fixed}x$$ $$\\unknown"><img src=x onerror=alert(1)>$$',
  '```math\n\\htmlData{onclick=alert(1)}{x} \\url{javascript:alert(1)}\n```',
  '```spoiler <script>alert(1)</script>\n<img src=x onerror=alert(1)>\n```',
  '```quote\n<script>alert(1)</script> [x](javascript:alert(1))\n```',
  '```html\n<script onload="alert(1)">alert(1)</script>\n```',
  '```python\n"<img src=x onerror=alert(1)>"\n```',
  '<time:2024-01-01" onclick="alert(1)> <time:"><script>>',
  'https://a.b/c.png"onerror="alert(1).png [x](javascript:alert(1).png) [x](//evil.example/x.png)',
  '😀" onclick="alert(1)',
];

const ELEMENTS = new Set(
  `p a em strong del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 hr br img input table thead tbody tr th td span
  sup section div time svg path line math semantics annotation mrow mi mn mo msup mtext mstyle`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `href src alt title class id type checked disabled align start data-user-id data-user-group-id data-footnotes
  data-footnote-ref data-footnote-backref aria-label aria-describedby aria-hidden role style datetime data-stream-id
  data-code-language xmlns encoding width height viewbox preserveaspectratio d mathvariant mathcolor display`.split(
    /\s+/,
  ),
);
/** Lengths and colours. */
const HARMLESS_STYLE = /^(?:(?:color|(?:[a-z]+-)*(?:height|width|align|top|left|right|bottom)):[-#.\w]+;?)+$/;
const TAG = /<(\/?)([a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const CHARACTER_REFERENCE = /&#x([0-9a-f]+);/gi;

const decoded = (value: string): string =>
  value.replace(CHARACTER_REFERENCE, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Reads HTML as a browser would and tells what is not on the lists above; text in between may hold no open tag. */
function faults(html: string): string[] {
  const found: string[] = [];
  for (const [, , name = '', attributes = ''] of html.matchAll(TAG)) {
    if (!ELEMENTS.has(name)) found.push(`element ${name}`);
    for (const [, attribute = '', ...values] of attributes.matchAll(ATTRIBUTE)) {
      const value = decoded(values.find((one) => one !== undefined) ?? '');
      if (attribute === 'style' && !HARMLESS_STYLE.test(value)) found.push(`style ${value}`);
      if (!ATTRIBUTES.has(attribute.toLowerCase())) found.push(`attribute ${attribute}`);
      if (
        /^(href|src)$/.test(attribute) &&
        !/^(https?:|mailto:|xmpp:|ircs?:|[^:/?#]*(?:$|[/?#]))/i.test(value)
      ) {
        found.push(`target ${value}`);
      }
    }
  }
  if (html.replace(TAG, '').includes('<')) found.push('an open tag');
  return found;
}

describe('rendered HTML', () => {
  it('is searched by a test that knows what it looks for', () => {
    expect(faults('<script>x</script>')).to.deep.equal(['element script', 'element script']);
    expect(faults('<p onclick="x">a</p>')).to.deep.equal(['attribute onclick']);
    expect(faults('<a href="java&#x73;cript:x">a</a>')).to.deep.equal(['target javascript:x']);
    expect(faults('<img src=x onerror=y')).to.deep.equal(['an open tag']);
  });

  for (const source of [...RAW_HTML, ...IN_MARKDOWN]) {
    it(`has no script, handler or foreign scheme after ${JSON.stringify(source)}`, () => {
      for (const shown of [source, `> ${source}`, `- a ${source}`, `*${source}*`]) {
        expect(faults(render(shown, DIRECTORY).html)).to.deep.equal([]);
      }
    });
  }
});
