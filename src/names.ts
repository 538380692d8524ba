/**
 * The identity of a name: that of a channel, topic, person, user group, folder or profile field. Names are compared by
 * it everywhere and shown as they were written.
 */

/**
 * Equal for names that are the same after canonical composition (NFC) and full case folding: `Straße` and `STRASSE`,
 * `ΣΑΣ` and `σας`, `é` in one code point or in two. Computed on every send, hence the short way for ASCII.
 */
export function nameKey(name: string): string {
  if (!BEYOND_ASCII.test(name)) return name.toLowerCase();
  const composed = name.normalize('NFC');
  // Upper case would make an i of the dotless ı, which case folding keeps apart.
  return composed.split('ı').map(caseFolded).join('ı').normalize('NFC');
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Upper case takes apart what folds into several letters, lower case joins the rest; lower case comes first too, for
 * there are capitals like ẞ that have no upper case in several letters. The sigma at the end of a word is one by context.
 */
const caseFolded = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
