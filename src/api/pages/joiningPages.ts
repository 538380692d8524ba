/** The pages of somebody who follows an invitation. */
import { html } from '../../html.ts';
import { type FormField, formOf } from './form.ts';
import type { Page } from './page.ts';

/** Submitted values, and errors by the name of the field. */
export interface Filled {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly faults: Readonly<Record<string, string | undefined>>;
}

export const EMPTY: Filled = { values: {}, faults: {} };

const TIME_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Whether a time zone can be chosen; '' means none. */
export const isChoosable = (timezone: string): boolean => timezone === '' || TIME_ZONES.includes(timezone);

const timeZoneChoices = [
  ['', 'I will say later'] as const,
  ...TIME_ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
];

/** The account form. `email` is the new account's; undefined if it has to be entered. */
export function accountPage(organization: string, email: string | undefined, filled: Filled): Page {
  const fields = accountFields(email, filled);
  return page(`Join ${organization}`, fields, 'Join');
}

/** The password is never sent back, only what was wrong with it. */
function accountFields(email: string | undefined, { values, faults }: Filled): readonly FormField[] {
  const field = (name: string) => ({ name, value: values[name], fault: faults[name] });
  const address = {
    ...field('email'),
    label: 'E-mail address',
    autocomplete: 'username',
    type: 'email',
  } as const;
  return [
    email === undefined ? address : { ...address, value: email, isReadOnly: true },
    {
      ...field('full_name'),
      label: 'Your name',
      autocomplete: 'name',
      hint: 'As others will see it.',
    },
    {
      ...field('password'),
      value: undefined,
      label: 'A new password',
      autocomplete: 'new-password',
      type: 'password',
      hint: 'At least 8 characters, and not one of those that everybody tries first.',
    },
    {
      ...field('timezone'),
      label: 'Time zone (optional)',
      autocomplete: 'off',
      options: timeZoneChoices,
    },
  ];
}

/** The form behind a reusable link: the address must be proven first. */
export function addressPage(organization: string, { values, faults }: Filled): Page {
  const fields: readonly FormField[] = [
    {
      name: 'email',
      label: 'Your e-mail address',
      autocomplete: 'email',
      type: 'email',
      hint: 'We send a link there, which shows that the address is yours.',
      value: values['email'],
      fault: faults['email'],
    },
  ];
  return page(`Join ${organization}`, fields, 'Send me the link');
}

const page = (title: string, fields: readonly FormField[], button: string): Page => {
  const isFaulty = fields.some(({ fault }) => fault !== undefined);
  return { status: isFaulty ? 400 : 200, title, isFaulty, body: formOf(fields, button) };
};

/** The same whether or not the address has an account. */
export const mailedPage: Page = {
  status: 200,
  title: 'Look at your mail',
  body: html`<p>We have sent a link to the address that you gave. Follow it to go on.</p>
    <p>
      If nothing comes within some minutes, look among the unwanted mail, or go back and check the address.
    </p>`,
};

/** A command for the shell. */
const keyRequest = (url: string): string =>
  [
    `curl ${url}/api/v1/fetch_api_key`,
    '--data-urlencode username=YOUR_ADDRESS',
    "--data-urlencode 'password=YOUR PASSWORD'",
  ].join(' \\\n  ');

/** The final page with the first steps; `url` is the organization's. */
export const joinedPage = (organization: string, url: string): Page => ({
  status: 200,
  title: `You have joined ${organization}`,
  body: html`<p>Your account is there, with the address and the password that you gave.</p>
    <h2>What comes next</h2>
    <p>
      Apps ask for the address of the organization, which is <strong>${url}</strong>, and for your e-mail
      address and password.
    </p>
    <p>Who writes programs gets an API key for them:</p>
    <pre><code>${keyRequest(url)}</code></pre>
    <p><a href="${url}/api/v1/reference">The reference of the interface</a></p>`,
});

/** The same page for links that are unknown, used, revoked or expired, so that it reveals nothing. */
export const unusablePage: Page = {
  status: 404,
  title: 'This invitation cannot be used',
  body: html`<p>
      The link may have been used already, it may have expired or been taken back, or a part of it may be
      missing.
    </p>
    <p>Ask the person who invited you for a new one.</p>`,
};
