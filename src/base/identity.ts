/**
 * The identity of names: of channels, topics, people, user groups, folders and profile fields. Names are
 * compared by their key and shown as they were written.
 */
import { domainToASCII } from 'node:url';

/**
 * Equal for names that are the same after canonical composition (NFC) and full case folding: `Straße` and `STRASSE`,
 * `ΣΑΣ` and `σας`, `é` in one code point or in two. Computed on every send, hence the short way for ASCII.
 */
export function nameKey(name: string): string {
  if (!BEYOND_ASCII.test(name)) return name.toLowerCase();
  const composed = name.normalize('NFC');
  // Upper case would turn the dotless ı into an i, which case folding keeps apart.
  return composed.split('ı').map(caseFolded).join('ı').normalize('NFC');
}

/** Characters that show nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/**
 * Equal for names that readers take for one, because they differ only in invisible characters, in the width or form of letters
 * (NFKC), in blanks or as for `nameKey`.
 */
export function lookalikeKey(name: string): string {
  const isPlain = !BEYOND_ASCII.test(name);
  const visible = isPlain ? name : name.normalize('NFKC').replaceAll(INVISIBLE, '').normalize('NFKC');
  return nameKey(visible.replaceAll(/\s+/g, ' ').trim());
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Upper case splits letters that fold into several, lower case joins the rest. Lower case comes first too,
 * because capitals like ẞ have no upper case of several letters. The final sigma depends on context, hence
 * its own replacement.
 */
const caseFolded = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

// Identity of e-mail addresses: how they are looked up, counted and compared.

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

/**
 * Equal for equal addresses: both parts ignore case and the width and form of characters (NFKC), as the conversion of
 * domains to ASCII does: `ａx@example.com` is `ax@example.com`.
 */
export function emailKey(address: string): string {
  const converted = withAsciiDomain(address);
  if (!BEYOND_ASCII.test(converted)) return converted.toLowerCase();
  return converted.normalize('NFKC').toLowerCase().normalize('NFKC');
}
