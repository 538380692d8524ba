/** One's own bots: creating them, their keys, and deactivating them. */
import type { Answer } from '@hansard/client';
import { useEffect, useState } from 'preact/hooks';
import { attempt, client, showNotice } from '../../state/connection.ts';
import { people, snapshot } from '../../state/data.ts';
import { confirm } from '../../state/dialogs.ts';
import { hasPermission } from '../../state/permissions.ts';
import { strings } from '../../strings.ts';
import { Avatar } from '../avatar.tsx';
import { SettingsForm } from './form.tsx';

type Bot = Answer<'GET /bots'>['bots'][number];

const GENERIC = 1;
const WRITES_ONLY = 2;
const IS_CALLED = 3;
type BotKind = typeof GENERIC | typeof WRITES_ONLY | typeof IS_CALLED;

export function BotsPage() {
  const [bots, setBots] = useState<readonly Bot[] | undefined>(undefined);
  const load = (): Promise<boolean> => attempt(async () => setBots((await client.call('GET /bots')).bots));
  useEffect(() => void load(), []);
  return (
    <>
      <section class="settings">
        <h2>{strings.bots.title}</h2>
        <p class="quiet">{strings.bots.hint}</p>
        {bots?.length === 0 && <p class="quiet">{strings.bots.none}</p>}
        <ul class="conversations">
          {bots?.map((bot) => (
            <BotRow key={bot.username} bot={bot} onChange={load} />
          ))}
        </ul>
      </section>
      <NewBot key={bots?.length} onCreate={load} />
    </>
  );
}

interface RowProps {
  readonly bot: Bot;
  readonly onChange: () => Promise<unknown>;
}

function BotRow({ bot: { username, full_name: name, api_key: key }, onChange }: RowProps) {
  const userId = [...people.value.values()].find(({ email }) => email === username)?.user_id ?? -1;
  const renew = (): void => {
    const { renewing, renewHint: hint, renew: button } = strings.bots;
    const work = async (): Promise<void> => {
      await client.call('POST /bots/:bot_id/api_key/regenerate', { bot_id: userId });
      showNotice(strings.bots.renewed);
      await onChange();
    };
    confirm({ title: renewing(name), hint, button, work });
  };
  const deactivate = (): void => {
    const { deactivating, deactivateHint: hint, deactivate: button } = strings.bots;
    const work = () => client.call('DELETE /bots/:bot_id', { bot_id: userId }).then(onChange);
    confirm({ title: deactivating(name), hint, button, work });
  };
  return (
    <li class="wrapping">
      <span class="conversation">
        <Avatar userId={userId} name={name} size="small" />
        <span class="name">
          <strong dir="auto">{name}</strong>
          <span class="excerpt quiet">{username}</span>
        </span>
      </span>
      <button type="button" onClick={renew}>
        {strings.bots.renew}
        <span class="unseen"> {name}</span>
      </button>
      <button type="button" onClick={deactivate}>
        {strings.bots.deactivate}
        <span class="unseen"> {name}</span>
      </button>
      <details>
        <summary>{strings.bots.key}</summary>
        <input
          readOnly
          value={key}
          aria-label={strings.bots.keyOf(name)}
          onFocus={(event) => event.currentTarget.select()}
        />
      </details>
    </li>
  );
}

/** What kinds of bots the reader may create. */
function allowedKinds(): readonly BotKind[] {
  if (hasPermission(snapshot.value.realm_can_create_bots_group)) return [GENERIC, WRITES_ONLY, IS_CALLED];
  return hasPermission(snapshot.value.realm_can_create_write_only_bots_group) ? [WRITES_ONLY] : [];
}

function NewBot({ onCreate }: { readonly onCreate: () => Promise<unknown> }) {
  const kinds = allowedKinds();
  const [kind, setKind] = useState<BotKind>(kinds[0] ?? GENERIC);
  if (kinds.length === 0) return <p class="quiet padded">{strings.bots.forbidden}</p>;
  async function create(form: FormData): Promise<void> {
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    await client.call('POST /bots', {
      full_name: text('name'),
      short_name: text('shortName'),
      bot_type: kind,
      ...(kind === IS_CALLED && { payload_url: text('url') }),
    });
    await onCreate();
  }
  return (
    <SettingsForm title={strings.bots.create} button={strings.bots.create} onSubmit={create}>
      <label>
        {strings.bots.name}
        <input name="name" required dir="auto" />
      </label>
      <label>
        {strings.bots.shortName}
        <input name="shortName" required pattern="[A-Za-z0-9.\-]+" autocapitalize="none" spellcheck={false} />
      </label>
      <label>
        {strings.bots.kind}
        <select value={kind} onChange={(event) => setKind(Number(event.currentTarget.value) as BotKind)}>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {strings.bots.kinds[each]}
            </option>
          ))}
        </select>
      </label>
      {kind === IS_CALLED && (
        <label>
          {strings.bots.url}
          <input name="url" type="url" required />
        </label>
      )}
    </SettingsForm>
  );
}
