/**
 * Definitions of links and footnotes that nothing refers to. Markdown shows nothing of them, but who writes
 * `[Ann]: hello` in a chat has no link in mind: what nobody can see otherwise is shown as it was written.
 */
import type { FootnoteDefinition, Nodes, Paragraph, Root, RootContent, Text } from 'mdast';

/** Puts what was written in the place of each such definition. */
export function showUnused(tree: Root, source: string): Root {
  if (!source.includes(']:')) return tree;
  const used = new Set<string>();
  collect(tree, used);
  replace(tree, source, used);
  return tree;
}

/** What is referred to: footnotes have names of their own. */
function collect(node: Nodes, used: Set<string>): void {
  if (node.type === 'footnoteReference') used.add(`^${node.identifier}`);
  if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier);
  if ('children' in node) for (const child of node.children) collect(child, used);
}

function replace(node: Nodes, source: string, used: ReadonlySet<string>): void {
  if (!('children' in node)) return;
  const children = node.children as RootContent[];
  children.splice(0, children.length, ...children.flatMap((child) => shown(child, source, used)));
  for (const child of children) replace(child, source, used);
}

function shown(node: RootContent, source: string, used: ReadonlySet<string>): readonly RootContent[] {
  if (node.type === 'definition' && !used.has(node.identifier))
    return [paragraph({ type: 'text', value: written(node, source) })];
  return node.type === 'footnoteDefinition' && !used.has(`^${node.identifier}`) ? blocksOf(node) : [node];
}

const written = ({ position }: Nodes, source: string): string =>
  source.slice(position?.start.offset, position?.end.offset);

const paragraph = (...children: Paragraph['children']): Paragraph => ({ type: 'paragraph', children });

/** Its blocks, the first of them behind its name. */
function blocksOf({ label, identifier, children }: FootnoteDefinition): readonly RootContent[] {
  const name: Text = { type: 'text', value: `[^${label ?? identifier}]: ` };
  const [first, ...others] = children;
  return first?.type === 'paragraph'
    ? [paragraph(name, ...first.children), ...others]
    : [paragraph(name), ...children];
}
