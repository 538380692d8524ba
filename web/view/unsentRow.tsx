/** A message on its way. */
import { myId, nameOf } from '../state/data.ts';
import { discard, sendAgain, type Unsent } from '../state/outbox.ts';
import { strings } from '../strings.ts';
import { Avatar } from './avatar.tsx';

export function UnsentRow({ unsent }: { readonly unsent: Unsent }) {
  const name = nameOf(myId.value);
  return (
    <article
      class={`message unsent${unsent.fault === '' ? '' : ' failed'}`}
      aria-label={strings.unsent.label}
    >
      <div class="side">
        <Avatar userId={myId.value} name={name} />
      </div>
      <div class="body">
        <p class="head">
          <span class="sender">{name}</span>{' '}
          <span class="quiet">{unsent.fault === '' ? strings.unsent.sending : ''}</span>
        </p>
        <div class="content plainText" dir="auto">
          {unsent.content}
        </div>
        {unsent.fault !== '' && (
          <p class="fault" role="alert">
            {strings.unsent.failed(unsent.fault)}{' '}
            <button type="button" onClick={() => sendAgain(unsent)}>
              {strings.unsent.again}
            </button>{' '}
            <button type="button" onClick={() => discard(unsent)}>
              {strings.unsent.discard}
            </button>
          </p>
        )}
      </div>
    </article>
  );
}
