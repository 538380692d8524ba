/** The Markdown dialect: CommonMark and GFM, adapted to chats, with this server's inline syntax. */
import type { Nodes, Root, Text } from 'mdast';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import { list } from 'micromark-core-commonmark';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { combineExtensions } from 'micromark-util-combine-extensions';
import type {
  Code,
  Construct,
  Effects,
  Event,
  State,
  Extension as SyntaxExtension,
  TokenizeContext,
} from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { fenceSyntax } from './fences.ts';
import { codeOf, codesOf, spanSyntax, spanTree } from './spanSyntax.ts';

// Where bare links end. GFM reads them up to the next space, which many scripts do not use: here they also
// end before non-ASCII punctuation, as in `「https://example.com/」`.

const isBareLink = ({ name }: Construct): boolean => name?.endsWith('Autolink') ?? false;

/** An extension whose constructs for bare links are replaced. */
function eachBareLink(
  extension: SyntaxExtension,
  change: (construct: Construct) => readonly Construct[],
): SyntaxExtension {
  const text = Object.entries(extension.text ?? {}).map(([code, constructs = []]) => [
    code,
    [constructs].flat().flatMap((construct) => (isBareLink(construct) ? change(construct) : [construct])),
  ]);
  return {
    ...extension,
    text: Object.fromEntries(text.filter(([, constructs = []]) => constructs.length > 0)),
  };
}

/** Removes bare links from an extension. */
const withoutBareLinks = (extension: SyntaxExtension): SyntaxExtension => eachBareLink(extension, () => []);

/** Ends an extension's bare links before non-ASCII punctuation. */
const withShorterBareLinks = (extension: SyntaxExtension): SyntaxExtension =>
  eachBareLink(extension, (construct) => [endingEarly(construct)]);

const PUNCTUATION = /\p{P}/u;
const endsLink = (code: Code): boolean =>
  code !== null && code > 0x7f && PUNCTUATION.test(String.fromCharCode(code));

/** The construct applied to a text that ends at such punctuation. */
function endingEarly(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      let real: Code = null;
      let isDone = false;
      const reading =
        (state: State): State =>
        (code) => {
          if (!isDone && code !== null) real = code;
          const next = state(!isDone && endsLink(code) ? null : code);
          return next && !isDone ? reading(next) : next;
        };
      const leaving =
        (state: State): State =>
        (code) => {
          isDone = true;
          return state(code ?? real);
        };
      const within =
        (tries: Effects['attempt']): Effects['attempt'] =>
        (parts, then, otherwise) =>
          tries(endingEarly(parts as Construct), reading(then), otherwise && reading(otherwise));
      const { attempt, check, interrupt } = effects;
      const own = {
        ...effects,
        attempt: within(attempt),
        check: within(check),
        interrupt: within(interrupt),
      };
      return reading(construct.tokenize.call(this, own, leaving(ok), leaving(nok)));
    },
  };
}

const MAY_BE_LINK = /www\.|:\/\/|@/i;
/** Between non-ASCII punctuation and its neighbours. */
const EDGE = /(?<=(?![\0-\x7f])\p{P})|(?=(?![\0-\x7f])\p{P})/u;

/**
 * remark-gfm also searches the tree's texts for links, each separately: these are split for it, and joined
 * again.
 */
const aroundBareLinks = (extensions: readonly (TreeExtension | TreeExtension[])[]) => [
  { transforms: [(tree: Root) => eachText(tree, cut)] },
  ...extensions,
  { transforms: [(tree: Root) => eachText(tree, joined)] },
];

const cut = (texts: readonly Text[]): Text[] =>
  texts.flatMap((text) =>
    MAY_BE_LINK.test(text.value)
      ? text.value.split(EDGE).map((value) => ({ type: 'text', value }) as const)
      : [text],
  );

const joined = (texts: readonly Text[]): Text[] =>
  texts.length > 1 ? [{ type: 'text', value: texts.map(({ value }) => value).join('') }] : [...texts];

/** Replaces runs of adjacent texts. */
function eachText(node: Nodes, change: (texts: readonly Text[]) => Text[]): void {
  if (!('children' in node)) return;
  const children: Nodes[] = [];
  let texts: Text[] = [];
  for (const child of node.children) {
    if (child.type === 'text') {
      texts.push(child);
      continue;
    }
    children.push(...change(texts), child);
    texts = [];
    eachText(child, change);
  }
  node.children = [...children, ...change(texts)] as typeof node.children;
}

// Lists as people indent them. CommonMark wants an item of an inner list below the text of the outer one, which is three
// columns behind `9.` and four behind `10.`; here two are enough in an ordered list.

/** State of the tokenizer for an open list. */
interface OpenList {
  readonly type?: string;
  /** Columns that belong to the text of the item. */
  size?: number;
  /** Columns in front of the marker of the item. */
  outset?: number;
}

const LEAST_INDENT = 2;

const BULLETS = codesOf('-+*');
const ONE = codeOf('1');
const AFTER_NUMBER = codesOf('.)');

const isSpace = (code: Code): boolean => code === -2 || code === -1 || code === 32;

/** Spaces that are enough for an inner list but not for CommonMark, then a bullet or the number one. */
const innerItem: Construct = {
  partial: true,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const { size = 0, outset = 0 } = this.containerState as OpenList;
    let columns = 0;
    const consume = (code: Code, then: State): State => {
      effects.consume(code);
      return then;
    };
    const indent: State = (code) => {
      if (isSpace(code) && columns < size) {
        columns += 1;
        return consume(code, indent);
      }
      if (columns < outset + LEAST_INDENT || columns >= size) return leave(nok)(code);
      if (BULLETS.has(code)) return consume(code, gap);
      return code === ONE ? consume(code, dot) : leave(nok)(code);
    };
    const dot: State = (code) => (AFTER_NUMBER.has(code) ? consume(code, gap) : leave(nok)(code));
    const gap: State = (code) => {
      if (!isSpace(code)) return leave(nok)(code);
      (this.containerState as OpenList).size = columns;
      return leave(ok)(code);
    };
    const leave =
      (state: State): State =>
      (code) => {
        effects.exit('linePrefix');
        return state(code);
      };
    return (code) => {
      if (!isSpace(code)) return nok(code);
      effects.enter('linePrefix');
      return indent(code);
    };
  },
};

/** Types of tokens that hold blocks. */
const CONTAINERS: ReadonlySet<string | undefined> = new Set(['blockQuote', 'listOrdered', 'listUnordered']);

/** Columns in front of the marker that was read last. */
function outsetIn(events: readonly Event[]): number {
  const at = events.findLastIndex(([way, { type }]) => way === 'enter' && type === 'listItemPrefix');
  const before = CONTAINERS.has(events[at - 1]?.[1].type) ? events[at - 2] : events[at - 1];
  return before?.[1].type === 'linePrefix' ? before[2].sliceSerialize(before[1], true).length : 0;
}

const afterPrefix =
  (context: TokenizeContext, then: State): State =>
  (code) => {
    const [, last] = context.events.at(-1) ?? [];
    if (last?.type === 'listItemPrefix')
      (context.containerState as OpenList).outset = outsetIn(context.events);
    return then(code);
  };

const continuation = list.continuation as Construct;

const chatList: Construct = {
  ...list,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return list.tokenize.call(this, effects, afterPrefix(this, ok), nok);
  },
  continuation: {
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      const asEver = continuation.tokenize.call(this, effects, afterPrefix(this, ok), nok);
      const { type } = this.containerState as OpenList;
      return type === 'listOrdered' ? effects.check(innerItem, asEver, asEver) : asEver;
    },
  },
};

/** Teaches the tokenizer to nest lists by two columns. */
const listSyntax: SyntaxExtension = {
  document: Object.fromEntries(Array.from('*+-0123456789', (sign) => [codeOf(sign), chatList])),
};

/** `10~20 and 30~40` are ranges: strikethrough takes two tildes. */
const STRIKETHROUGH = { singleTilde: false };

/** HTML is shown as text; a line below a text does not make it a heading. */
const NOT_READ = ['htmlFlow', 'htmlText', 'setextUnderline'];

const UNDERSCORE = '_'.charCodeAt(0);

/** `__init__` is a name: one underscore means emphasis, several are plain characters. */
const underscores: Construct = {
  name: 'underscores',
  tokenize: (effects, ok, nok) => {
    let count = 0;
    return function underscore(code) {
      if (code === UNDERSCORE) {
        if (count === 0) effects.enter('data');
        count += 1;
        effects.consume(code);
        return underscore;
      }
      if (count === 0) return nok(code);
      effects.exit('data');
      return count > 1 ? ok(code) : nok(code);
    };
  },
};

const OWN_SYNTAX: readonly SyntaxExtension[] = [
  // Scripts without spaces have emphasis between letters and next to their punctuation.
  cjkFriendlyExtension(),
  gfmStrikethroughCjkFriendly(STRIKETHROUGH),
  listSyntax,
  fenceSyntax,
  spanSyntax,
  { text: { [UNDERSCORE]: underscores }, disable: { null: NOT_READ } },
];

/** Added to what remark-gfm has set up; its bare links are replaced, because it has no option for them. */
const chatSyntax = (bareLinks: (extension: SyntaxExtension) => SyntaxExtension) =>
  function addSyntax(this: Processor): void {
    const data = this.data();
    // Combined once: the parser would do it again for every text, for a sixteenth of its time.
    data.micromarkExtensions = [
      combineExtensions([...(data.micromarkExtensions ?? []).map(bareLinks), ...OWN_SYNTAX]),
    ];
    data.fromMarkdownExtensions = [
      combined([...aroundBareLinks(data.fromMarkdownExtensions ?? []), spanTree]),
    ];
  };

/** Several extensions of trees as one; of two handlers for the same token the later one counts. */
function combined(extensions: readonly (TreeExtension | TreeExtension[])[]): TreeExtension {
  const all = extensions.flat();
  return {
    canContainEols: all.flatMap(({ canContainEols }) => canContainEols ?? []),
    transforms: all.flatMap(({ transforms }) => transforms ?? []),
    enter: Object.assign({}, ...all.map(({ enter }) => enter)) as NonNullable<TreeExtension['enter']>,
    exit: Object.assign({}, ...all.map(({ exit }) => exit)) as NonNullable<TreeExtension['exit']>,
  };
}

const parserWith = (bareLinks: (extension: SyntaxExtension) => SyntaxExtension) =>
  unified().use(remarkParse).use(remarkGfm, STRIKETHROUGH).use(chatSyntax(bareLinks)).freeze();

const parser = parserWith(withShorterBareLinks);
/** Bare links take a third of the parser's time, and few messages have one. */
const parserWithoutBareLinks = parserWith(withoutBareLinks);

/** An address, a URL, or what could become one after decoding escapes and character references. */
const MAY_LINK = /[\w.+-]@|www\.|:\/\/|[&\\]/i;

/** The syntax tree of a text. */
export const parseMarkdown = (source: string): Root =>
  (MAY_LINK.test(source) ? parser : parserWithoutBareLinks).parse(source);
