/** The front page, and the 404 page. */
import { html } from '../../html.ts';
import { unknownPath } from '../http/problems.ts';
import type { Page } from './page.ts';
import type { PageRoute } from './visits.ts';

/** The front page of an organization. */
export const homeRoute: PageRoute = {
  path: '/',
  get: ({ url }) => homePage(url),
};

/** A page that says why there is no other: the error becomes its status and text. */
export const failureRoute = (error: unknown): PageRoute => ({
  path: '/(unknown)',
  get: () => {
    throw error;
  },
});

/** Any URL without a page. */
export const unknownRoute = failureRoute(unknownPath());

const homePage = (url: string): Page => ({
  status: 200,
  title: 'This is a Hansard server',
  body: html`<p>
      Hansard is a team chat server for apps, bots and integrations. Everything said and decided here is on
      record, and every view of it can be rebuilt from that record.
    </p>
    <h2>To take part</h2>
    <p>
      This server shows no web page for chatting: use an app or a program. It asks for the address of the
      organization, which is
      <strong>${url}</strong>, and for your e-mail address and password. Those who have no account are invited
      by mail or by a link.
    </p>
    <h2>To build something</h2>
    <ul>
      <li><a href="/api/v1/reference">Reference of the interface</a>, to read and to try out</li>
      <li><a href="/api/v1/openapi.json">The same as an OpenAPI document</a>, for programs</li>
      <li><a href="/api/v1/server_settings">What this server says of itself</a>, as JSON</li>
    </ul>`,
});
