/** Menus: arrow keys go through them, Escape and anything outside closes them. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

interface MenuProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Menu({ label, onClose, children }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    opener.current = before;
    const { current } = box;
    if (current && isCutOff(current)) current.classList.add('up');
    itemsIn(current)[0]?.focus();
    const onPointer = (event: Event): void => {
      if (!box.current?.parentElement?.contains(event.target as Node)) onClose();
    };
    addEventListener('pointerdown', onPointer);
    return () => {
      removeEventListener('pointerdown', onPointer);
      const { activeElement } = document;
      if (activeElement === document.body || current?.contains(activeElement)) before?.focus();
    };
  }, []);
  return (
    <div
      class="menu"
      role="group"
      aria-label={label}
      ref={box}
      // Before the item acts: a dialog that it opens gives the focus back to where it is now.
      onClickCapture={() => opener.current?.focus()}
      onClick={onClose}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        event.stopPropagation();
        const items = itemsIn(box.current);
        const at = items.indexOf(document.activeElement as HTMLElement);
        items.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % items.length)?.focus();
      }}
    >
      {children}
    </div>
  );
}

/** Whether a list of messages or the window ends above the end of a menu, and there is more room above it. */
function isCutOff(menu: HTMLElement): boolean {
  const frame = menu.closest('.messages')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const { top, bottom, height } = menu.getBoundingClientRect();
  return bottom > frame.bottom && top - frame.top > Math.min(height, frame.bottom - top);
}

const itemsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('a[href], button:not([disabled])') ?? []),
];

interface ItemProps {
  readonly icon?: IconName;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

export const MenuItem = ({ icon, onClick, children }: ItemProps) => (
  <button type="button" class="menuItem" onClick={onClick}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
);
