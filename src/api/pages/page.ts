/** The HTML frame and headers of all pages for people. */
import { hash } from 'node:crypto';
import { html, Html } from '../../base/html.ts';
import { organizationIconPath } from '../../wire/organizations.ts';

/** The content of a page. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  /** A submitted value was rejected: the title says so, because screen readers announce it first. */
  readonly isFaulty?: boolean;
}

/** A redirect to another page of the same organization. */
export interface Redirect {
  readonly to: `/${string}`;
  /** The secret of a session that the visitor has from now on. */
  readonly session?: string;
}

/**
 * The look of the web page (`web/styles/base.css`), for pages without it. Contrast is at least 4.5 : 1 for text and 3 : 1 for
 * borders of fields, in light and dark mode (WCAG 1.4.3, 1.4.11).
 */
const STYLE = `
*,*::before,*::after{box-sizing:border-box}
:root{color-scheme:light dark;--back:#fbfaf7;--raised:#fff;--text:#1d2a36;--link:#1b4f7f;--on:#fff;--hint:#55616c;--fault:#a3151a;--line:#e3ded3;--edge:#7b8690;--fixed:#f3f0e9;--shadow:0 1px 2px #1d2a3614,0 6px 24px #1d2a361f;--serif:'Iowan Old Style',Charter,'Source Serif 4','Noto Serif',Georgia,serif}
@media (prefers-color-scheme:dark){:root{--back:#14191f;--raised:#1c232b;--text:#e6e2d9;--link:#8cc0ee;--on:#0d1a26;--hint:#a3adb6;--fault:#ff9d94;--line:#2b343e;--edge:#76838f;--fixed:#10151a;--shadow:0 8px 28px #0008}}
html{background:var(--back);color:var(--text);font:1rem/1.5 system-ui,-apple-system,'Segoe UI','Noto Sans',sans-serif}
body{margin:0 auto;padding:2rem 1rem 3rem;max-width:34rem}
header{display:flex;align-items:center;gap:.75rem;margin:0 0 1.25rem .25rem;font:600 1.125rem/1.3 var(--serif)}
header img{border-radius:9px}
main{padding:2rem;border:1px solid var(--line);border-radius:14px;background:var(--raised);box-shadow:var(--shadow)}
@media (max-width:30rem){main{padding:1.25rem}}
h1{font:600 1.625rem/1.25 var(--serif);margin:0 0 1rem}
h2{font:600 1.125rem/1.35 var(--serif);margin:0 0 .5rem}
h1,h2,p,li,header{overflow-wrap:anywhere}
a{color:var(--link)}
main>ul{padding-inline-start:1.25rem}
main li{margin:.25rem 0}
main>p+h2,main>ul+h2{margin-top:1.75rem}
main>:last-child{margin-bottom:0}
.field{margin:0 0 1.5rem}
label{display:block;font-weight:600}
.hint,.fault{margin:.125rem 0 .375rem}
.hint{color:var(--hint)}
.fault{color:var(--fault);font-weight:600}
input,select{width:100%;min-height:2.75rem;padding:.375rem .625rem;font:inherit;color:inherit;background:var(--raised);border:1px solid var(--edge);border-radius:8px}
input[readonly]{background:var(--fixed)}
[aria-invalid=true]{border-color:var(--fault)}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;color:var(--on);background:var(--link);border:1px solid var(--link);border-radius:8px;cursor:pointer}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.faults{margin:0 0 1.5rem;padding:1rem;border:2px solid var(--fault);border-radius:8px}
.faults ul{margin:0;padding-inline-start:1.25rem}
.faults a{color:var(--fault)}
pre{padding:1rem;background:var(--fixed);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
`;

/**
 * No scripts, no resources but the icon, no framing; the URL may contain a secret, so no referrer is sent.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; img-src 'self'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** Outside the template, which would reformat it: its hash is part of the policy. */
const STYLE_ELEMENT = Html.of([`<style>${STYLE}</style>`], []);

/** The whole document; `name` is the organization's. */
export const pageHtml = ({ title, body, isFaulty = false }: Page, name: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${isFaulty && 'Error: '}${title} – ${name}</title>
        <link rel="icon" href="${organizationIconPath}" />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header><img src="${organizationIconPath}" alt="" width="40" height="40" /> ${name}</header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.source;

// Accessible forms that work with and without scripts (WCAG 2.2): labels, hints and error messages.

/** One form field. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** The `autocomplete` token (WCAG 1.3.5). */
  readonly autocomplete: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly hint?: string | undefined;
  readonly value?: string | undefined;
  /** Why the value was rejected. */
  readonly fault?: string | undefined;
  readonly isReadOnly?: boolean;
  /** Choices; an optional field starts with an empty one. */
  readonly options?: readonly (readonly [value: string, label: string])[];
}

/** A form that posts to its own URL. */
export const formOf = (fields: readonly FormField[], button: string): Html =>
  html`${summaryOf(fields)}
    <form method="post" novalidate>
      ${fields.map(fieldOf)}
      <button type="submit">${button}</button>
    </form>`;

function summaryOf(fields: readonly FormField[]): Html | undefined {
  const faulty = fields.filter(({ fault }) => fault !== undefined);
  if (faulty.length === 0) return undefined;
  return html`<section class="faults" aria-labelledby="faults" tabindex="-1" autofocus>
    <h2 id="faults">There is a problem</h2>
    <ul>
      ${faulty.map(({ name, label, fault }) => html`<li><a href="#${name}">${label}: ${fault}</a></li>`)}
    </ul>
  </section>`;
}

function fieldOf(field: FormField): Html {
  const { name, label, hint, fault } = field;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
    ${field.options ? choiceOf(field) : inputOf(field)}
  </div>`;
}

const inputOf = (field: FormField): Html =>
  html`<input
    id="${field.name}"
    name="${field.name}"
    type="${field.type ?? 'text'}"
    value="${field.value ?? ''}"
    autocomplete="${field.autocomplete}"
    ${field.isReadOnly === true ? html`readonly` : html`required`}
    ${field.type !== undefined && html`autocapitalize="none" spellcheck="false"`}
    ${descriptionOf(field)}
  />`;

const choiceOf = (field: FormField): Html =>
  html`<select id="${field.name}" name="${field.name}" ${descriptionOf(field)}>
    ${field.options?.map(
      ([value, label]) =>
        html`<option value="${value}" ${value === field.value && html`selected`}>${label}</option>`,
    )}
  </select>`;

/** What screen readers announce with the field. */
function descriptionOf({ name, hint, fault }: FormField): Html | undefined {
  const parts = [fault !== undefined && `${name}-fault`, hint !== undefined && `${name}-hint`].filter(
    Boolean,
  );
  if (parts.length === 0) return undefined;
  return html`aria-describedby="${parts.join(' ')}" ${fault !== undefined && html`aria-invalid="true"`}`;
}
