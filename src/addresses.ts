/** The identity of e-mail addresses: by it they are looked up, counted and found to be the same. */
import { domainToASCII } from 'node:url';

/** Longer domains are nobody's, and would be a burden to convert. */
const MAX_DOMAIN_LENGTH = 253;

/**
 * The address with its domain in the ASCII form that the domain name system knows: `x@münchen.de` is
 * `x@xn--mnchen-3ya.de`. What has no such form stays as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/^(?=.*[^\0-\x7f])[^%]+$/s.test(domain) || domain.length > MAX_DOMAIN_LENGTH)
    return address;
  const ascii = domainToASCII(domain);
  return ascii === '' ? address : `${address.slice(0, at)}${ascii}`;
}

/** Equal for addresses that are the same: the part before the sign without case, the domain in its ASCII form. */
export const addressKey = (address: string): string => withAsciiDomain(address).toLowerCase();
