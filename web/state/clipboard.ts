/** The clipboard, which browsers give to pages over TLS and of this machine only. */
import { strings } from '../strings.ts';
import { showNotice } from './connection.ts';

/** Copies a link and shows a notice, or shows the link where it cannot be copied. */
export async function copyLink(link: string): Promise<void> {
  // Undefined where browsers do not trust the connection, despite its type.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isCopied = await clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  showNotice(isCopied ? strings.linkCopied : strings.linkShown(link), isCopied !== true);
}
