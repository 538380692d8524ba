/** Links to routes, which work like all links: with the keyboard, in a new tab, from the history. */
import type { ComponentChildren } from 'preact';
import { isSidebarOpen } from '../state/dialogs.ts';
import { navigate, routePath, type Route } from '../state/routes.ts';

interface LinkProps {
  readonly to: Route;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export const Link = ({ to, class: name, isCurrent, title, children }: LinkProps) => (
  <a
    href={routePath(to)}
    class={name}
    title={title}
    {...(isCurrent && { 'aria-current': 'page' as const })}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      isSidebarOpen.value = false;
      navigate(to);
    }}
  >
    {children}
  </a>
);
