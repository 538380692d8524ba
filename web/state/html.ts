/** The one way for HTML into this page: all of it is made and checked by the server. */

import { charactersOf } from './emoji.ts';

interface Policy {
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): Policy;
}

/** The page's policy lets no text become HTML by any other way. */
const policy: Policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('message', {
  createHTML: (html) => html,
}) ?? { createHTML: (html) => html };

/** The server lets formulas alone have styles, of a drawing that this page does not show; the page's policy forbids all. */
const STYLED = /(<(?:span|svg)\b[^<>]*?) style="[^"]*"/g;

/** HTML as nodes of a document in which nothing runs and nothing is loaded; emoji have become characters. */
export function fragmentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html.replaceAll(STYLED, '$1'));
  for (const emoji of template.content.querySelectorAll('span.emoji')) {
    const code = /\bemoji-([\da-f-]+)\b/.exec(emoji.className)?.[1];
    if (code) emoji.textContent = charactersOf(code);
  }
  return template.content;
}

/** The text of HTML. */
export const textOf = (html: string): string => fragmentOf(html).textContent ?? '';
