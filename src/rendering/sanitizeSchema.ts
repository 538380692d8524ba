/** The elements and attributes that reach readers: GitHub's list, and what this server makes beside it. */
import type { Root, RootContent, Text } from 'hast';
import type { Link } from 'mdast';
import { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import { defaultHandlers } from 'remark-rehype';

const attributes = defaultSchema.attributes ?? {};

/** The CSS properties that KaTeX sets, with lengths and names of colours: no URLs, nothing that leaves its box. */
const LENGTH = String.raw`-?(?:\d+(?:\.\d+)?|\.\d+)(?:em|ex|px|pt|%)?`;
const COLOR = String.raw`#[\da-f]{3,8}|[a-z]+`;
const PROPERTY = [
  String.raw`(?:(?:min-|max-)?(?:width|height)|vertical-align|top|left|bottom|right|font-size|line-height|stroke-width):${LENGTH}`,
  String.raw`(?:margin|padding|border)(?:-(?:left|right|top|bottom))?(?:-width)?:(?:0 )?${LENGTH}`,
  String.raw`(?:background-|border-(?:(?:left|right|top|bottom)-)?)?color:(?:${COLOR})`,
  String.raw`border-(?:(?:left|right|top|bottom)-)?style:[a-z]+`,
  String.raw`border: ?${LENGTH} solid (?:${COLOR})`,
  String.raw`text-shadow: ?${LENGTH} ${LENGTH} ${LENGTH}`,
  'position:relative',
].join('|');
const STYLE = new RegExp(`^(?:(?:${PROPERTY})(?:;|$))+$`);

const CLASS = /^[a-z][\w-]*$/i;

/** The elements that KaTeX writes for screen readers, and their attributes. */
const MATH_ELEMENTS = [
  'math',
  'semantics',
  'annotation',
  'menclose',
  'mfrac',
  'mglyph',
  'mi',
  'mlabeledtr',
  'mn',
  'mo',
  'mover',
  'mpadded',
  'mphantom',
  'mroot',
  'mrow',
  'ms',
  'mspace',
  'msqrt',
  'mstyle',
  'msub',
  'msubsup',
  'msup',
  'mtable',
  'mtd',
  'mtext',
  'mtr',
  'munder',
  'munderover',
];
const MATH_ATTRIBUTES = [
  'accent',
  'accentunder',
  'columnalign',
  'columnlines',
  'columnspacing',
  'depth',
  'display',
  'displaystyle',
  'encoding',
  'fence',
  'height',
  'largeop',
  'linethickness',
  'lspace',
  'mathbackground',
  'mathcolor',
  'mathsize',
  'mathvariant',
  'maxsize',
  'minsize',
  'movablelimits',
  'notation',
  'rowlines',
  'rowspacing',
  'rspace',
  'scriptlevel',
  'separator',
  'side',
  'stretchy',
  'symmetric',
  'voffset',
  'width',
  'xmlns',
];

/** For rehype-sanitize. Only what our own code has made gets so far: HTML in a text is text. */
export const SANITIZE_SCHEMA: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: [...(defaultSchema.tagNames ?? []), ...MATH_ELEMENTS, 'svg', 'path', 'line', 'time'],
  attributes: {
    ...attributes,
    ...Object.fromEntries(MATH_ELEMENTS.map((name) => [name, MATH_ATTRIBUTES])),
    // No two messages of one page may have an ID in common, so none has one.
    '*': (attributes['*'] ?? []).filter((name) => name !== 'id'),
    a: [
      ...(attributes['a'] ?? []).filter((name) => !(Array.isArray(name) && name[0] === 'className')),
      ['className', 'stream', 'stream-topic', 'message-link'],
      'dataStreamId',
    ],
    div: [
      [
        'className',
        'codehilite',
        'spoiler-block',
        'spoiler-header',
        'spoiler-content',
        'message_inline_image',
      ],
      'ariaHidden',
      'dataCodeLanguage',
    ],
    code: [],
    img: [
      ...(attributes['img'] ?? []),
      ['className', 'emoji', 'inline-image'],
      'dataAnimated',
      'dataOriginalContentType',
      'dataOriginalDimensions',
      'dataOriginalSrc',
    ],
    line: ['x1', 'x2', 'y1', 'y2', 'stroke-width'],
    path: ['d'],
    span: [
      ['className', CLASS],
      ['style', STYLE],
      ['role', 'img'],
      'ariaHidden',
      'ariaLabel',
      'dataUserId',
      'dataUserGroupId',
    ],
    svg: ['height', ['style', STYLE], 'preserveAspectRatio', 'viewBox', 'width', 'xmlns'],
    time: ['dateTime'],
  },
};

// The schemes of addresses: which lead somewhere, and how they are written.

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** The colon, or what it could be written as. */
const MAY_HOLD_CAPITALS = /[A-Z][a-z\d+.-]*[:&\\]/;

/** Properties that hold addresses. */
const ADDRESSES = ['href', 'src'] as const;

/**
 * Writes the schemes of all addresses in lower case: `HTTPS:` is the same one (RFC 3986, 3.1), but what reaches readers
 * is looked up in a list.
 */
export function lowerSchemes(tree: Root, source: string): void {
  if (MAY_HOLD_CAPITALS.test(source)) lowerWithin(tree);
}

function lowerWithin(node: Root | RootContent): void {
  if (node.type === 'element')
    for (const name of ADDRESSES) {
      const address = node.properties[name];
      if (typeof address === 'string') node.properties[name] = lowered(address);
    }
  if ('children' in node) node.children.forEach(lowerWithin);
}

const lowered = (address: string): string => address.replace(SCHEME, (scheme) => scheme.toLowerCase());

type HandleLink = typeof defaultHandlers.link;

/** `<std::string>` is read as an address of a scheme that leads nowhere: it is shown as what was written. */
export const linkHandler = (state: Parameters<HandleLink>[0], node: Link): ReturnType<HandleLink> | Text =>
  isBracketed(node) && !leadsSomewhere(node.url)
    ? { type: 'text', value: `<${node.url}>` }
    : defaultHandlers.link(state, node);

/** Whether a link is nothing but its address in angle brackets. */
function isBracketed({ url, children: [only], position }: Link): boolean {
  const length = (position?.end.offset ?? 0) - (position?.start.offset ?? 0);
  return only?.type === 'text' && only.value === url && length === `<${url}>`.length;
}

const leadsSomewhere = (address: string): boolean =>
  SANITIZE_SCHEMA.protocols?.['href']?.includes(address.slice(0, address.indexOf(':')).toLowerCase()) ??
  false;
