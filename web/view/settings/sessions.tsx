/** Password and sessions: where one is logged in. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '@hansard/client';
import { attempt, client } from '../../state/connection.ts';
import { strings } from '../../strings.ts';
import { fullTime } from '../times.ts';
import { SettingsForm } from './form.tsx';

type Sessions = Answer<'GET /sessions'>['sessions'];

export function SessionsPage() {
  const [sessions, setSessions] = useState<Sessions>([]);
  const load = (): Promise<boolean> =>
    attempt(async () => setSessions((await client.call('GET /sessions')).sessions));
  useEffect(() => void load(), []);
  const end = (id: string): void =>
    void attempt(() => client.call('DELETE /sessions/:session_id', { session_id: id })).then(load);
  return (
    <>
      <section class="settings">
        <h2>{strings.sessions.title}</h2>
        <p class="quiet">{strings.sessions.hint}</p>
        <ul class="conversations">
          {[...sessions].reverse().map(({ session_id: id, device, started, is_current: isCurrent }) => (
            <li key={id}>
              <span class="conversation">
                <span class="name">
                  <strong>{device}</strong>
                  <span class="excerpt quiet">{strings.sessions.since(fullTime(started))}</span>
                </span>
                {isCurrent && <span class="tag">{strings.sessions.current}</span>}
              </span>
              {!isCurrent && (
                <button type="button" onClick={() => end(id)}>
                  {strings.sessions.end}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <SettingsForm
        title={strings.password.title}
        hint={strings.password.hint}
        onSubmit={async (form) => {
          await client.call('PATCH /settings', {
            old_password: String(form.get('old')),
            new_password: String(form.get('new')),
          });
          await load();
        }}
      >
        <label>
          {strings.password.old}
          <input name="old" type="password" autocomplete="current-password" required />
        </label>
        <label>
          {strings.password.new}
          <input name="new" type="password" autocomplete="new-password" minLength={8} required />
        </label>
      </SettingsForm>
      <ApiKey />
    </>
  );
}

function ApiKey() {
  const [key, setKey] = useState('');
  const renew = (): void =>
    void attempt(async () => setKey((await client.call('POST /users/me/api_key/regenerate')).api_key));
  return (
    <section class="settings">
      <h2>{strings.apiKey.title}</h2>
      <p class="quiet">{strings.apiKey.hint}</p>
      {key !== '' && (
        <label>
          {strings.apiKey.key}
          <input readOnly value={key} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      <p class="buttons">
        <button type="button" onClick={renew}>
          {strings.apiKey.renew}
        </button>
      </p>
    </section>
  );
}
