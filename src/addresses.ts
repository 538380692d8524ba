/** Identity of e-mail addresses: how they are looked up, counted and compared. */
import { domainToASCII } from 'node:url';

/** Longer domains cannot exist, and would be expensive to convert. */
const MAX_DOMAIN_LENGTH = 253;

/**
 * The address with its domain in ASCII (punycode): `x@münchen.de` becomes `x@xn--mnchen-3ya.de`. An address
 * without such a form is returned unchanged.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/^(?=.*[^\0-\x7f])[^%]+$/s.test(domain) || domain.length > MAX_DOMAIN_LENGTH)
    return address;
  const ascii = domainToASCII(domain);
  return ascii === '' ? address : `${address.slice(0, at)}${ascii}`;
}

/** Equal for equal addresses: the local part ignores case, the domain is compared in its ASCII form. */
export const emailKey = (address: string): string => withAsciiDomain(address).toLowerCase();
