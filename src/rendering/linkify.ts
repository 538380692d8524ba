/** Links in the place of what an organization's linkifiers match. */
import type { Element, ElementContent, Root } from 'hast';
import { type Linkifiers, sharedLinkifiers, type LinkPattern } from '../linkifiers.ts';
import { element, textNode } from './elements.ts';

/** Code and formulas stay as they are, and a link has no other link in it. */
const APART: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'math']);

/** Makes links in the texts of a tree. */
export function linkify(tree: Root, patterns: readonly LinkPattern[]): void {
  if (patterns.length > 0) visit(tree, sharedLinkifiers(patterns));
}

function visit(parent: Root | Element, linkifiers: Linkifiers): void {
  parent.children = parent.children.flatMap<ElementContent>((child) => {
    if (child.type === 'text') return linked(child.value, linkifiers);
    if (child.type === 'element' && !APART.has(child.tagName) && !isFormula(child)) visit(child, linkifiers);
    return [child as ElementContent];
  });
}

const isFormula = ({ properties: { className } }: Element): boolean =>
  Array.isArray(className) && className.some((name) => String(name).startsWith('katex'));

function linked(value: string, linkifiers: Linkifiers): ElementContent[] {
  const shown: ElementContent[] = [];
  let from = 0;
  for (const { start, end, url } of linkifiers.partsOf(value)) {
    if (start > from) shown.push(textNode(value.slice(from, start)));
    shown.push(element('a', { href: url }, textNode(value.slice(start, end))));
    from = end;
  }
  return from < value.length ? [...shown, textNode(value.slice(from))] : shown;
}
