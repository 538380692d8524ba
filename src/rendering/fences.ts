/** Fences that hold text rather than code: quotes and spoilers. */
import type { BlockContent, Code, DefinitionContent, Nodes, Parent, Root } from 'mdast';

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

function fenceOf({ lang, meta, value }: Code, parse: (source: string) => Root): BlockContent | undefined {
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
