/** Makers of HTML trees. */
import type { Element, ElementContent, Properties, Text } from 'hast';
import { decodeEntities } from '../base/html.ts';

export const textNode = (value: string): Text => ({ type: 'text', value });

export const element = (
  tagName: string,
  properties: Properties,
  ...children: readonly ElementContent[]
): Element => ({ type: 'element', tagName, properties, children: [...children] });

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/gi;
const ATTRIBUTE = /([\w:-]+)=(?:"([^"]*)"|'([^']*)')/g;

/**
 * The tree of markup that a library has written, which is well-formed: every element is closed, and attributes are
 * quoted. Anything else would come out as text.
 */
export function treeOf(markup: string): ElementContent[] {
  const root = element('div', {});
  const open = [root];
  const addText = (value: string): void => {
    if (value !== '') open.at(-1)?.children.push(textNode(decodeEntities(value)));
  };
  let at = 0;
  for (const tag of markup.matchAll(TAG)) {
    const [source, closing, name = '', attributes = '', empty] = tag;
    addText(markup.slice(at, tag.index));
    at = tag.index + source.length;
    if (closing) {
      if (open.length > 1) open.pop();
    } else {
      const begun = element(name, propertiesOf(attributes));
      open.at(-1)?.children.push(begun);
      if (!empty) open.push(begun);
    }
  }
  addText(markup.slice(at));
  return root.children;
}

const propertiesOf = (attributes: string): Properties =>
  Object.fromEntries(
    Array.from(attributes.matchAll(ATTRIBUTE), ([, name = '', value, other = '']) => {
      const text = decodeEntities(value ?? other);
      if (name === 'class') return ['className', text.split(' ').filter((word) => word !== '')];
      return [name === 'aria-hidden' ? 'ariaHidden' : name, text];
    }),
  );
