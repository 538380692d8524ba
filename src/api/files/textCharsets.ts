/** The character sets of stored texts, which their bytes show: most senders do not say. */
import { BoundedCache } from '../../base/collections.ts';
import { charsetIn, decoderOf } from '../../base/charsets.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Files } from '../../files/files.ts';
import type { UploadedFile } from '../../organization/slices/files.ts';
import { unknownPath } from '../http/problems.ts';

/** Bytes that are read of a text; the rest is taken for what these are. */
const MAX_READ_BYTES = 32 * 1_048_576;
/** Known texts, at most. */
const MAX_KNOWN = 10_000;

const UTF_8 = 'utf-8';
/** What a text is that is not UTF-8 and whose sender has not said anything. */
const LATIN_1 = 'windows-1252';

/** Knows the character sets of texts that have been read. */
export class TextCharsets {
  readonly #known = new BoundedCache<string>(MAX_KNOWN);

  /** The character set to be declared with a text; a missing file is an unknown path. */
  async of(
    organizationId: OrganizationId,
    { digest, contentType }: Pick<UploadedFile, 'digest' | 'contentType'>,
    files: Pick<Files, 'open'>,
  ): Promise<string> {
    let shown = this.#known.get(digest);
    if (shown === undefined) {
      const bytes = await files.open(organizationId, digest);
      if (bytes === undefined) throw unknownPath();
      shown = await shownBy(bytes);
      this.#known.keep(digest, shown, 1);
    }
    return shown === LATIN_1 ? (decoderOf(charsetIn(contentType) ?? LATIN_1)?.encoding ?? LATIN_1) : shown;
  }
}

/** UTF-16 by its mark, UTF-8 if all bytes are, Latin-1 otherwise. */
async function shownBy(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder(UTF_8, { fatal: true });
  let read = 0;
  try {
    for await (const chunk of bytes) {
      if (read === 0 && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
      if (read === 0 && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
      decoder.decode(chunk, { stream: true });
      read += chunk.length;
      if (read > MAX_READ_BYTES) return UTF_8;
    }
    decoder.decode();
    return UTF_8;
  } catch (error) {
    if (error instanceof TypeError) return LATIN_1;
    throw error;
  }
}
