import type { Root, RootContent } from 'hast';

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
