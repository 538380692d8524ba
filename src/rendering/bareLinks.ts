/**
 * Where bare links end. GFM reads them up to the next space, which many scripts do not use: here they also
 * end before non-ASCII punctuation, as in `「https://example.com/」`.
 */
import type { Nodes, Root, Text } from 'mdast';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type {
  Code,
  Construct,
  Effects,
  Extension as SyntaxExtension,
  State,
  TokenizeContext,
} from 'micromark-util-types';

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
export const withoutBareLinks = (extension: SyntaxExtension): SyntaxExtension =>
  eachBareLink(extension, () => []);

/** Ends an extension's bare links before non-ASCII punctuation. */
export const withShorterBareLinks = (extension: SyntaxExtension): SyntaxExtension =>
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
export const aroundBareLinks = (extensions: readonly (TreeExtension | TreeExtension[])[]) => [
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
