/** The HTML frame and headers of all pages for people. */
import { hash } from 'node:crypto';
import { html, Html } from '../../html.ts';
import { organizationIconPath } from '../../wire/organizationPictures.ts';

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
 * Contrast is at least 4.5 : 1 for text and 3 : 1 for borders of fields, in light and dark mode (WCAG 1.4.3,
 * 1.4.11).
 */
const STYLE = `
*,*::before,*::after{box-sizing:border-box}
:root{color-scheme:light dark;--back:#f4efe4;--text:#1d2a36;--link:#1b4f7f;--hint:#4a5560;--fault:#a3151a;--field:#fff;--line:#5c6873;--fixed:#e9e4d8;--button:#24435f}
@media (prefers-color-scheme:dark){:root{--back:#151b21;--text:#e8e4da;--link:#8cc0ee;--hint:#aab4bd;--fault:#ff9d94;--field:#1f2831;--line:#8492a0;--fixed:#2a333c;--button:#2f5a80}}
html{background:var(--back);color:var(--text);font:1.125rem/1.5 system-ui,sans-serif}
body{margin:0 auto;padding:1.5rem 1rem 3rem;max-width:34rem}
header{display:flex;align-items:center;gap:.75rem;margin-bottom:2rem;font-weight:600}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem}
h2{font-size:1.125rem;margin:0 0 .5rem}
h1,h2,p,li,header{overflow-wrap:anywhere}
a{color:var(--link)}
main>ul{padding-left:1.25rem}
main li{margin:.25rem 0}
main>p+h2,main>ul+h2{margin-top:1.75rem}
.field{margin:0 0 1.5rem}
label{display:block;font-weight:600}
.hint,.fault{margin:.125rem 0 .375rem}
.hint{color:var(--hint)}
.fault{color:var(--fault);font-weight:600}
input,select{width:100%;min-height:2.75rem;padding:.375rem .5rem;font:inherit;color:inherit;background:var(--field);border:2px solid var(--line);border-radius:4px}
input[readonly]{background:var(--fixed)}
[aria-invalid=true]{border-color:var(--fault)}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;color:#fff;background:var(--button);border:2px solid var(--button);border-radius:4px;cursor:pointer}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.faults{margin:0 0 1.5rem;padding:1rem;border:3px solid var(--fault);background:var(--field);border-radius:4px}
.faults ul{margin:0;padding-left:1.25rem}
.faults a{color:var(--fault)}
pre{padding:1rem;background:var(--field);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
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
export const documentOf = ({ title, body, isFaulty = false }: Page, name: string): string =>
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
