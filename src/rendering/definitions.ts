/**
 * Unused definitions of links and footnotes. Markdown hides them, but people who write `[Ann]: hello` in a
 * chat do not mean a link: a definition that nothing refers to is shown as it was written.
 */
import type { FootnoteDefinition, Nodes, Paragraph, Root, RootContent, Text } from 'mdast';

/** References, and unused footnotes. */
interface Uses {
  readonly names: ReadonlySet<string>;
  readonly unused: ReadonlySet<FootnoteDefinition>;
}

/** Replaces each unused definition by its source. */
export function showUnused(tree: Root, source: string): Root {
  if (!source.includes(']:')) return tree;
  replace(tree, source, usesIn(tree));
  return tree;
}

/** Footnotes count only if they are shown: two of them may refer to each other only. */
function usesIn(tree: Root): Uses {
  const names = new Set<string>();
  const unused = new Set<FootnoteDefinition>();
  const footnotes: FootnoteDefinition[] = [];
  collect(tree, names, footnotes);
  while (footnotes.length > 0) {
    const next = footnotes.findIndex(({ identifier }) => names.has(`^${identifier}`));
    const [footnote] = footnotes.splice(Math.max(next, 0), 1) as [FootnoteDefinition];
    if (next < 0) unused.add(footnote);
    for (const child of footnote.children) collect(child, names, footnotes);
  }
  return { names, unused };
}

/** Names of footnotes are separate; references within footnotes are collected later. */
function collect(node: Nodes, names: Set<string>, footnotes: FootnoteDefinition[]): void {
  if (node.type === 'footnoteDefinition') return void footnotes.push(node);
  if (node.type === 'footnoteReference') names.add(`^${node.identifier}`);
  if (node.type === 'linkReference' || node.type === 'imageReference') names.add(node.identifier);
  if ('children' in node) for (const child of node.children) collect(child, names, footnotes);
}

function replace(node: Nodes, source: string, uses: Uses): void {
  if (!('children' in node)) return;
  const children = node.children as RootContent[];
  children.splice(0, children.length, ...children.flatMap((child) => shown(child, source, uses)));
  for (const child of children) replace(child, source, uses);
}

function shown(node: RootContent, source: string, { names, unused }: Uses): readonly RootContent[] {
  if (node.type === 'definition' && !names.has(node.identifier))
    return [paragraph({ type: 'text', value: written(node, source) })];
  return node.type === 'footnoteDefinition' && unused.has(node) ? blocksOf(node) : [node];
}

const written = ({ position }: Nodes, source: string): string =>
  source.slice(position?.start.offset, position?.end.offset);

const paragraph = (...children: Paragraph['children']): Paragraph => ({ type: 'paragraph', children });

/** Its blocks, the first of them after its name. */
function blocksOf({ label, identifier, children }: FootnoteDefinition): readonly RootContent[] {
  const name: Text = { type: 'text', value: `[^${label ?? identifier}]: ` };
  const [first, ...others] = children;
  return first?.type === 'paragraph'
    ? [paragraph(name, ...first.children), ...others]
    : [paragraph(name), ...children];
}
