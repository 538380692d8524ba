/** Which elements and attributes reach readers: GitHub's list, and what this server makes beside it. */
import { defaultSchema, type Options as Schema } from 'rehype-sanitize';

const attributes = defaultSchema.attributes ?? {};

/** What KaTeX sets, with lengths and names of colours: no addresses, nothing that leaves the place it is in. */
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

/** What KaTeX writes for readers of the screen, and its attributes. */
const MATH_ELEMENTS = [
  ...['math', 'semantics', 'annotation', 'menclose', 'mfrac', 'mglyph', 'mi', 'mlabeledtr', 'mn', 'mo'],
  ...['mover', 'mpadded', 'mphantom', 'mroot', 'mrow', 'ms', 'mspace', 'msqrt', 'mstyle', 'msub', 'msubsup'],
  ...['msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover'],
];
const MATH_ATTRIBUTES = [
  ...[
    'accent',
    'accentunder',
    'columnalign',
    'columnlines',
    'columnspacing',
    'depth',
    'display',
    'displaystyle',
  ],
  ...['encoding', 'fence', 'height', 'largeop', 'linethickness', 'lspace', 'mathbackground', 'mathcolor'],
  ...['mathsize', 'mathvariant', 'maxsize', 'minsize', 'movablelimits', 'notation', 'rowlines', 'rowspacing'],
  ...['rspace', 'scriptlevel', 'separator', 'side', 'stretchy', 'symmetric', 'voffset', 'width', 'xmlns'],
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
      ...['dataAnimated', 'dataOriginalContentType', 'dataOriginalDimensions', 'dataOriginalSrc'],
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
