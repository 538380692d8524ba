/** Pictures that a text links to, shown below the paragraph that does. */
import type { Element, Root } from 'hast';
import { element } from './elements.ts';

/** A text with more links to pictures shows none of them. */
const MAX_PREVIEWS = 24;

const PICTURE = /^(?:https?:\/\/[^/?#]+)?\/[^?#]*\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;

/** Adds the pictures to a tree; quotes show none. */
export function showPictures(tree: Root): void {
  if (linkedPictures(tree).length <= MAX_PREVIEWS) showBelow(tree);
}

/** A spoiler keeps its pictures to itself, so what is in a box stays there. */
function showBelow(parent: Root | Element): void {
  parent.children = parent.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName === 'blockquote') return [child];
    if (child.tagName === 'div') {
      showBelow(child);
      return [child];
    }
    return [child, ...linkedPictures(child).map(preview)];
  });
}

const preview = (href: string): Element =>
  element(
    'div',
    { className: ['message_inline_image'] },
    element('a', { href }, element('img', { src: href })),
  );

/** Targets in the order of their appearance, each once. */
function linkedPictures(node: Root | Element): readonly string[] {
  const found = new Set<string>();
  const visit = (within: Root | Element): void => {
    for (const child of within.children) {
      if (child.type !== 'element' || child.tagName === 'blockquote') continue;
      const { href } = child.properties;
      if (child.tagName === 'a' && typeof href === 'string' && PICTURE.test(href)) found.add(href);
      else visit(child);
    }
  };
  visit(node);
  return [...found];
}
