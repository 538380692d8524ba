/** Fences that hold text rather than code: quotes and spoilers, in which fences nest. */
import type { BlockContent, Code as CodeNode, DefinitionContent, Nodes, Parent, Root } from 'mdast';
import { codeFenced } from 'micromark-core-commonmark';
import type {
  Code,
  Construct,
  Effects,
  State,
  Extension as SyntaxExtension,
  TokenizeContext,
} from 'micromark-util-types';
import { NestedFences } from '../base/fences.ts';
import { codeOf } from './spanSyntax.ts';

const isLineEnding = (code: Code): boolean => code === null || (code < -2 && code > -6);

/** Tabs, and the columns that they fill, count as spaces. */
const lineOf = (codes: readonly Code[]): string =>
  codes.map((code) => (code === null || code < 0 ? ' ' : String.fromCharCode(code))).join('');

/** The line that ends a block; tried before each line of it. */
const closingLine = (fences: NestedFences): Construct => ({
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    const line: Code[] = [];
    const read: State = (code) => {
      if (!isLineEnding(code)) {
        line.push(code);
        effects.consume(code);
        return read;
      }
      effects.exit('codeFencedFenceSequence');
      effects.exit('codeFencedFence');
      return (fences.closes(lineOf(line)) ? ok : nok)(code);
    };
    const begin: State = (code) => {
      if (isLineEnding(code)) return nok(code);
      effects.enter('codeFencedFence');
      effects.enter('codeFencedFenceSequence');
      return read(code);
    };
    return (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return begin;
    };
  },
});

/** Blocks of code as ever; one of text ends where no fence within it is open. */
const nestingFence: Construct = {
  ...codeFenced,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const [, last, context] = this.events.at(-1) ?? [];
    const opening: Code[] =
      last?.type === 'linePrefix' ? Array.from(context?.sliceSerialize(last, true) ?? '', () => null) : [];
    let closing: Construct | undefined;
    const own: Effects = {
      ...effects,
      consume(code) {
        if (closing === undefined) opening.push(code);
        effects.consume(code);
      },
      // The only attempt is the one at the line that closes the block.
      attempt(asEver, then, otherwise) {
        const fences = closing === undefined ? NestedFences.openedBy(lineOf(opening)) : undefined;
        closing ??= fences ? closingLine(fences) : (asEver as Construct);
        return effects.attempt(closing, then, otherwise);
      },
    };
    return codeFenced.tokenize.call(this, own, ok, nok);
  },
};

/** Teaches the tokenizer that fences nest. */
export const fenceSyntax: SyntaxExtension = {
  flow: { [codeOf('`')]: nestingFence, [codeOf('~')]: nestingFence },
};

declare module 'mdast' {
  interface RootContentMap {
    box: FenceBox;
  }
  interface BlockContentMap {
    box: FenceBox;
  }
}

/** A part of the page with a class of its own. */
interface FenceBox extends Parent {
  type: 'box';
  children: (BlockContent | DefinitionContent)[];
}

/** Each fence in a fence is a parse of its own. */
const MAX_DEPTH = 8;

/** Reads what stands in the quotes and spoilers of a tree, and in those within them; beyond eight it stays code. */
export function readFences(tree: Nodes, parse: (source: string) => Root, depth = 0): void {
  if (!('children' in tree) || depth === MAX_DEPTH) return;
  tree.children.forEach((child, index) => {
    const read = child.type === 'code' ? fenceOf(child, parse) : undefined;
    if (read) tree.children[index] = read;
    readFences(read ?? child, parse, read ? depth + 1 : depth);
  });
}

function fenceOf({ lang, meta, value }: CodeNode, parse: (source: string) => Root): BlockContent | undefined {
  const blocks = (source: string) => parse(source).children as (BlockContent | DefinitionContent)[];
  if (lang === 'quote') return { type: 'blockquote', children: blocks(value) };
  if (lang !== 'spoiler') return undefined;
  return box(
    { className: ['spoiler-block'] },
    box({ className: ['spoiler-header'] }, ...blocks(meta ?? '')),
    box({ className: ['spoiler-content'], ariaHidden: 'true' }, ...blocks(value)),
  );
}

const box = (
  hProperties: Readonly<Record<string, string | string[]>>,
  ...children: readonly (BlockContent | DefinitionContent)[]
): FenceBox => ({ type: 'box', data: { hName: 'div', hProperties }, children: [...children] });
