/** Sentences that are shown for a while: in the open dialog, where there is one, as nothing beside it is seen or heard. */
import { notice } from '../state/connection.ts';

export const Notices = ({ isElsewhere = false }: { readonly isElsewhere?: boolean }) => (
  <div class="notices" role="status" aria-live="polite">
    {notice.value && !isElsewhere && (
      <p class={notice.value.isError ? 'notice error' : 'notice'}>{notice.value.text}</p>
    )}
  </div>
);

/** Why something failed, where it failed; nothing for ''. */
export const Fault = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p class="fault" role="alert">
      {text}
    </p>
  );
