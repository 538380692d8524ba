/** A count of unread messages. */
import { strings } from '../strings.ts';

export const Count = ({ of, isQuiet = false }: { readonly of: number; readonly isQuiet?: boolean }) =>
  of === 0 ? null : (
    <span class={`count${isQuiet ? ' quietCount' : ''}`}>
      {of > 999 ? '999+' : of}
      <span class="unseen"> {strings.unread(of)}</span>
    </span>
  );
