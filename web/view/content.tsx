/** The text of a message: HTML that the server has made and checked, prepared here before it becomes part of the page. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { openDialog } from '../state/dialogs.ts';
import { fragmentOf } from '../state/html.ts';
import { navigate, routeOfNarrow } from '../state/routes.ts';
import { myId } from '../state/data.ts';
import { decoded, parseUrl } from '../state/urls.ts';
import { strings } from '../strings.ts';
import { fullTime } from './times.ts';

/** Makes of the server's HTML what this page shows. */
function prepared(html: string): DocumentFragment {
  const fragment = fragmentOf(html);
  // Browsers draw the MathML beside it, without fonts and styles.
  for (const drawing of fragment.querySelectorAll('.katex-html')) drawing.remove();
  for (const time of fragment.querySelectorAll('time')) {
    const at = Date.parse(time.dateTime);
    if (!Number.isNaN(at)) time.textContent = fullTime(at / 1000);
  }
  for (const mention of fragment.querySelectorAll<HTMLElement>('.user-mention'))
    if (mention.dataset['userId'] === String(myId.peek())) mention.classList.add('me');
  for (const link of fragment.querySelectorAll('a')) prepareLink(link);
  for (const header of fragment.querySelectorAll<HTMLElement>('.spoiler-header')) prepareSpoiler(header);
  for (const block of fragment.querySelectorAll<HTMLElement>(SCROLLED)) block.tabIndex = 0;
  for (const picture of fragment.querySelectorAll('img')) preparePicture(picture);
  nameBoxes(fragment);
  return fragment;
}

/** What scrolls by itself where it is too wide, also by the keyboard. */
const SCROLLED = 'pre, table, .katex';

/** Names for readers who do not see what they are. */
function nameBoxes(fragment: DocumentFragment): void {
  const names = [
    ['pre', strings.code],
    ['table', strings.table],
    ['.katex', strings.formula],
  ] as const;
  for (const [selector, name] of names)
    for (const box of fragment.querySelectorAll(selector)) {
      if (selector !== 'table') box.setAttribute('role', 'group');
      box.setAttribute('aria-label', name);
    }
  for (const box of fragment.querySelectorAll<HTMLInputElement>('input[type="checkbox"]'))
    box.setAttribute('aria-label', box.parentElement?.textContent?.trim() || strings.task);
}

/** The name of the file in a URL, which may be relative. */
const fileNameIn = (url: string): string =>
  decoded(
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '',
  );

/** Pictures of other sites are not loaded: they would learn who reads. The link to them stays. */
function preparePicture(picture: HTMLImageElement): void {
  picture.loading = 'lazy';
  if (picture.alt === '') {
    const link = picture.closest('a');
    picture.alt = link?.title || fileNameIn(link?.getAttribute('href') ?? '') || strings.picture;
  }
  const address = parseUrl(picture.getAttribute('src') ?? '', location.href);
  if (address?.origin === location.origin) return;
  const preview = picture.closest('.message_inline_image');
  if (preview) preview.remove();
  else picture.replaceWith(picture.alt || strings.picture);
}

function prepareLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? '';
  if (/^\/?#narrow\//.test(href)) return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** A spoiler opens by a button, for everybody. */
function prepareSpoiler(header: HTMLElement): void {
  if (header.textContent?.trim() === '') header.textContent = strings.spoiler;
  header.setAttribute('role', 'button');
  header.tabIndex = 0;
  header.setAttribute('aria-expanded', 'false');
  header.nextElementSibling?.setAttribute('hidden', '');
}

function toggleSpoiler(header: Element): void {
  const content = header.nextElementSibling;
  if (content === null) return;
  const isOpen = !content.hasAttribute('hidden');
  content.toggleAttribute('hidden', isOpen);
  content.setAttribute('aria-hidden', String(isOpen));
  header.setAttribute('aria-expanded', String(!isOpen));
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  const header = target.closest('.spoiler-header');
  if (header && !target.closest('a')) return toggleSpoiler(header);
  const mention = target.closest<HTMLElement>('.user-mention[data-user-id]');
  const userId = Number(mention?.dataset['userId']);
  if (Number.isSafeInteger(userId) && userId > 0) return openDialog({ kind: 'profile', userId });
  const route = routeOfNarrow((target.closest('a')?.getAttribute('href') ?? '').replace(/^\//, ''));
  if (route === undefined || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  navigate(route);
}

function onKeyDown(event: KeyboardEvent): void {
  const target = event.target as Element;
  if (!target.matches('.spoiler-header') || (event.key !== 'Enter' && event.key !== ' ')) return;
  event.preventDefault();
  toggleSpoiler(target);
}

/** HTML of a message, a description or a preview. */
export function Content({ html, class: name = '' }: { readonly html: string; readonly class?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(prepared(html)), [html]);
  return <div class={`content ${name}`} dir="auto" ref={box} onClick={onClick} onKeyDown={onKeyDown} />;
}
