/** The organizations of the reader in this browser: one more, or one less. */
import { useState } from 'preact/hooks';
import { organizationAt, organizations, removeOrganization, serverHost } from '../state/organizations.ts';
import { strings } from '../strings.ts';
import { DialogBox } from './dialog.tsx';
import { Fault } from './notices.tsx';
import { OrganizationPicture } from './organizationRail.tsx';

export function OrganizationsDialog() {
  const [fault, setFault] = useState('');
  async function open(form: FormData): Promise<void> {
    const text = String(form.get('host'));
    const url = await organizationAt(text);
    if (url === undefined) setFault(strings.organizations.unknown(text));
    else location.assign(`${url}/`);
  }
  return (
    <DialogBox title={strings.organizations.title}>
      <p class="quiet">{strings.organizations.hint}</p>
      <ul class="organizations">
        {organizations.value.map((organization) => (
          <li key={organization.url}>
            <OrganizationPicture {...organization} />
            <span class="name">
              <span dir="auto">{organization.name}</span>
              <small class="quiet">{new URL(organization.url).host}</small>
            </span>
            {organization.isCurrent ? (
              <span class="quiet">{strings.organizations.current}</span>
            ) : (
              <button
                type="button"
                aria-label={strings.organizations.removeOf(organization.name)}
                onClick={() => removeOrganization(organization)}
              >
                {strings.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
      {organizations.value.length > 1 && <p class="quiet">{strings.organizations.removeHint}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open(new FormData(event.currentTarget));
        }}
      >
        <h3>{strings.organizations.add}</h3>
        <Fault text={fault} />
        <label>
          {strings.organizations.host}
          <input
            name="host"
            required
            autofocus
            autocapitalize="none"
            spellcheck={false}
            placeholder={`acme.${serverHost.value}`}
          />
        </label>
        <p class="buttons">
          <button type="submit" class="primary">
            {strings.organizations.open}
          </button>
        </p>
      </form>
    </DialogBox>
  );
}
