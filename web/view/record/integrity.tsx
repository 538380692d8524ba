/** Proof that nobody has altered the log. */
import { useState } from 'preact/hooks';
import type { Answer } from '@hansard/client';
import { client, reasonOf } from '../../state/connection.ts';
import { localText, setLocalText } from '../../state/localValues.ts';
import { strings } from '../../strings.ts';
import { Fault } from '../notices.tsx';

type IntegrityReport = Answer<'POST /record/integrity'>;

const KEPT = 'anchor';

export function IntegrityPage() {
  const [outcome, setOutcome] = useState<IntegrityReport | undefined>(undefined);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const last = localText(KEPT);
  async function verify(form: FormData): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      const anchor = String(form.get('anchor') ?? '').trim() || undefined;
      const verified = await client.call('POST /record/integrity', { anchor });
      setOutcome(verified);
      if (verified.anchor !== null) setLocalText(KEPT, verified.anchor);
    } catch (error) {
      setFault(reasonOf(error));
    }
    setBusy(false);
  }
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault();
        void verify(new FormData(event.currentTarget));
      }}
    >
      <p class="quiet">{strings.record.integrityHint}</p>
      <label>
        {strings.record.earlier}
        <input name="anchor" defaultValue={last} spellcheck={false} autocapitalize="none" />
      </label>
      <p class="buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? strings.loading : strings.record.verify}
        </button>
      </p>
      <div role="status">{outcome && <Result outcome={outcome} />}</div>
      <Fault text={fault} />
    </form>
  );
}

function Result({ outcome }: { readonly outcome: IntegrityReport }) {
  if (!outcome.is_intact)
    return (
      <>
        <p class="fault">{strings.record.broken}</p>
        <ul>
          {outcome.breaks.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <p>
        <strong>{strings.record.intact(outcome.events, outcome.streams)}</strong>
      </p>
      <label>
        {strings.record.anchor}
        <input readOnly value={outcome.anchor ?? ''} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="quiet">{strings.record.anchorHint}</p>
    </>
  );
}
