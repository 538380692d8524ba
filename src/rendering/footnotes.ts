/**
 * Footnotes without links. What leads from a note to its place and back would need IDs, and a page shows many messages,
 * whose notes all begin with the first.
 */
import type { Element, ElementContent, Root } from 'hast';

/** Takes links and IDs out of what Markdown makes of footnotes. */
export function unlinkFootnotes(tree: Root): void {
  const last = tree.children.at(-1);
  if (last?.type === 'element' && 'dataFootnotes' in last.properties) unlink(tree);
}

function unlink(parent: Root | Element): void {
  const isWayBack = (child: Root['children'][number] | undefined): boolean =>
    child?.type === 'element' && 'dataFootnoteBackref' in child.properties;
  parent.children = parent.children.flatMap<ElementContent>((child, index) => {
    if (child.type === 'text' && isWayBack(parent.children[index + 1]))
      return [{ ...child, value: child.value.replace(/ $/, '') }];
    if (child.type !== 'element') return [child as ElementContent];
    const { properties } = child;
    if (isWayBack(child)) return [];
    if ('dataFootnoteRef' in properties) return child.children;
    delete properties['id'];
    unlink(child);
    return [child];
  });
}
