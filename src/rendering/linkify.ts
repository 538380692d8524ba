/** Replaces texts that match an organization's linkifiers by links. */
import type { Element, ElementContent, Properties, Root } from 'hast';
import { type Linkifiers, type LinkPattern, sharedLinkifiers } from '../base/linkifiers.ts';
import { element, textNode } from './elements.ts';
import type { RenderDirectory, ShownPicture } from './rendered.ts';

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

// Pictures: those that a text links to, shown below the paragraph that does, and uploaded ones in a size for lists.

/** A text with more links to pictures shows none of them. */
const MAX_PREVIEWS = 24;

const PICTURE = /^(?:https?:\/\/[^/?#]+)?\/[^?#]*\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;

type Pictures = Pick<RenderDirectory, 'pictures' | 'hasNoPreviews'>;
type Uploaded = ReadonlyMap<string, ShownPicture | undefined>;

/**
 * Adds the pictures to a tree; quotes show none. An uploaded file that is no picture is shown as a link, and every one
 * where there are no previews.
 */
export function showPictures(tree: Root, { pictures, hasNoPreviews = false }: Pictures): void {
  const uploaded: Uploaded = new Map(
    pictures.map(({ path, shown }) => [path, hasNoPreviews ? undefined : shown]),
  );
  if (uploaded.size > 0) shrink(tree, uploaded);
  if (hasNoPreviews) return;
  if (linkedPictures(tree, uploaded).length <= MAX_PREVIEWS) showBelow(tree, uploaded);
}

/** Pictures of Markdown that have been uploaded. */
function shrink(parent: Root | Element, uploaded: Uploaded): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const { src } = child.properties;
    if (child.tagName !== 'img' || typeof src !== 'string' || !uploaded.has(src)) shrink(child, uploaded);
    else replace(child, src, uploaded.get(src));
  }
}

function replace(image: Element, src: string, shown: ShownPicture | undefined): void {
  if (shown) {
    Object.assign(image.properties, smaller(shown), { dataOriginalSrc: src });
    return;
  }
  const { alt } = image.properties;
  const label = textNode(typeof alt === 'string' && alt !== '' ? alt : src);
  Object.assign(image, element('a', { href: src }, label));
}

/** A spoiler keeps its pictures to itself, so what is in a box stays there. */
function showBelow(parent: Root | Element, uploaded: Uploaded): void {
  parent.children = parent.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName === 'blockquote') return [child];
    if (child.tagName === 'div') {
      showBelow(child, uploaded);
      return [child];
    }
    return [child, ...linkedPictures(child, uploaded).map((href) => preview(href, uploaded.get(href)))];
  });
}

const preview = (href: string, shown: ShownPicture | undefined): Element =>
  element(
    'div',
    { className: ['message_inline_image'] },
    element('a', { href }, element('img', shown ? smaller(shown) : { src: href })),
  );

/** Clients reserve space by the size of the original, and may replace the default format by another. */
const smaller = ({ thumbnail, width, height, contentType, isAnimated }: ShownPicture): Properties => ({
  src: thumbnail,
  dataOriginalDimensions: `${width}x${height}`,
  dataOriginalContentType: contentType,
  ...(isAnimated && { dataAnimated: 'true' }),
});

/** Targets in the order of their appearance, each once. */
function linkedPictures(node: Root | Element, uploaded: Uploaded): readonly string[] {
  const found = new Set<string>();
  const isPicture = (href: string): boolean =>
    uploaded.has(href) ? uploaded.get(href) !== undefined : PICTURE.test(href);
  const visit = (within: Root | Element): void => {
    for (const child of within.children) {
      if (child.type !== 'element' || child.tagName === 'blockquote') continue;
      const { href } = child.properties;
      if (child.tagName === 'a' && typeof href === 'string' && isPicture(href)) found.add(href);
      else visit(child);
    }
  };
  visit(node);
  return [...found];
}
