/** Logging in with e-mail address and password. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '@hansard/client';
import { client, reasonOf } from '../state/connection.ts';
import { logIn } from '../state/session.ts';
import { strings } from '../strings.ts';
import { Fault } from './notices.tsx';

export function LogIn() {
  const [server, setServer] = useState<Answer<'GET /server_settings'> | undefined>(undefined);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    client.call('GET /server_settings').then(setServer, (error: unknown) => setFault(reasonOf(error)));
  }, []);
  const name = server?.realm_name ?? strings.product;
  useEffect(() => void (document.title = `${strings.logIn.title} – ${name}`), [name]);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setFault('');
    try {
      await logIn(String(form.get('username')), String(form.get('password')));
    } catch (error) {
      setBusy(false);
      setFault(reasonOf(error));
    }
  }

  return (
    <main class="logIn">
      <div class="card">
        <img src={server?.realm_icon ?? '/icons/organization.svg?version=1'} alt="" width="56" height="56" />
        <h1>{name}</h1>
        <form onSubmit={(event) => void submit(event)}>
          <Fault text={fault} />
          <label>
            {strings.logIn.email}
            <input
              name="username"
              type="email"
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              required
              autofocus
            />
          </label>
          <label>
            {strings.logIn.password}
            <input name="password" type="password" autocomplete="current-password" required />
          </label>
          <button class="primary" type="submit" disabled={isBusy}>
            {isBusy ? strings.logIn.busy : strings.logIn.button}
          </button>
        </form>
        <p class="quiet">{strings.logIn.invited}</p>
      </div>
      <p class="quiet foot">
        <a href="/api/v1/reference">{strings.logIn.reference}</a>
      </p>
    </main>
  );
}
