/** Texts in the character sets that their senders name. */

/** Ways to spell a name for which the platform's list may have another one, such as `ISO8859_1`, `utf_8` and `Windows_1252`. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll('_', '-'),
  (name) => name.replaceAll(/[^a-z\d]/g, ''),
  (name) => name.replaceAll(/[^a-z\d]/g, '').replace(/^(windows|euc|koi8)/, '$1-'),
];

/** A decoder of a character set; undefined for a name that is not known. It fails on bytes that are none of its text. */
export function decoderOf(charset: string): TextDecoder | undefined {
  const name = charset.trim().toLowerCase();
  for (const spelling of SPELLINGS) {
    try {
      return new TextDecoder(spelling(name), { fatal: true, ignoreBOM: true });
    } catch {
      // A name that the platform does not know.
    }
  }
  return undefined;
}

/** The text of bytes in a character set; undefined where that is not known, or they are none of its text. */
export function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return decoderOf(charset)?.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The character set in a `Content-Type` header, as it is written there. */
export const charsetIn = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];

/** A name that was sent without a character set: UTF-8, or Latin-1 where its bytes are none. */
export const decodeName = (bytes: Uint8Array): string =>
  decodeAs('utf-8', bytes) ?? decodeAs('latin1', bytes) ?? '';
