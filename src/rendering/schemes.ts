/** The schemes of addresses: which lead somewhere, and how they are written. */
import type { Root, RootContent, Text } from 'hast';
import type { Link } from 'mdast';
import { defaultHandlers } from 'remark-rehype';
import { SANITIZE_SCHEMA } from './schema.ts';

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** The colon, or what it could be written as. */
const MAY_HOLD_CAPITALS = /[A-Z][a-z\d+.-]*[:&\\]/;

/** Properties that hold addresses. */
const ADDRESSES = ['href', 'src'] as const;

/**
 * Writes the schemes of all addresses in lower case: `HTTPS:` is the same one (RFC 3986, 3.1), but what reaches readers
 * is looked up in a list.
 */
export function lowerSchemes(tree: Root, source: string): void {
  if (MAY_HOLD_CAPITALS.test(source)) lowerWithin(tree);
}

function lowerWithin(node: Root | RootContent): void {
  if (node.type === 'element')
    for (const name of ADDRESSES) {
      const address = node.properties[name];
      if (typeof address === 'string') node.properties[name] = lowered(address);
    }
  if ('children' in node) node.children.forEach(lowerWithin);
}

const lowered = (address: string): string => address.replace(SCHEME, (scheme) => scheme.toLowerCase());

type HandleLink = typeof defaultHandlers.link;

/** `<std::string>` is read as an address of a scheme that leads nowhere: it is shown as what was written. */
export const linkHandler = (state: Parameters<HandleLink>[0], node: Link): ReturnType<HandleLink> | Text =>
  isBracketed(node) && !leadsSomewhere(node.url)
    ? { type: 'text', value: `<${node.url}>` }
    : defaultHandlers.link(state, node);

/** Whether a link is nothing but its address in angle brackets. */
function isBracketed({ url, children: [only], position }: Link): boolean {
  const length = (position?.end.offset ?? 0) - (position?.start.offset ?? 0);
  return only?.type === 'text' && only.value === url && length === `<${url}>`.length;
}

const leadsSomewhere = (address: string): boolean =>
  SANITIZE_SCHEMA.protocols?.['href']?.includes(address.slice(0, address.indexOf(':')).toLowerCase()) ??
  false;
