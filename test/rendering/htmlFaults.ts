/** The HTML that the renderer may produce: a list of elements and attributes, and a reader as strict. */
const ELEMENTS = new Set(
  `p a em strong del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 hr br img input table thead tbody tr th td span
  sup section div time svg path line math semantics annotation mrow mi mn mo msup mtext mstyle`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `href src alt title class id type checked disabled align start data-user-id data-user-group-id data-footnotes
  data-footnote-ref data-footnote-backref aria-label aria-describedby aria-hidden role style datetime data-stream-id
  data-code-language xmlns encoding width height viewbox preserveaspectratio d mathvariant mathcolor display stretchy`.split(
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

/** Reads HTML as a browser would and reports what is not on the lists above; text in between may hold no open tag. */
export function faults(html: string): string[] {
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
