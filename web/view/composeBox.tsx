/** A box for Markdown that grows, completes names and takes files by paste and drop. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Candidate, candidatesFor, type Fragment, fragmentBefore } from '../state/completion.ts';
import { settings } from '../state/data.ts';
import { strings } from '../strings.ts';
import { Completion } from './completion.tsx';

/** Lets other components insert a text at the cursor of a box, or replace all of it. */
export interface ComposeBoxHandle {
  insert(text: string): void;
  replace(from: string, to: string): void;
  set(text: string): void;
  focus(): void;
}

interface BoxProps {
  readonly label: string;
  readonly initial: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onEscape?: () => void;
  readonly onFiles?: (files: readonly File[]) => void;
  readonly onReady?: (writing: ComposeBoxHandle) => void;
  readonly hasFocus?: boolean;
}

interface CompletionOffer {
  readonly fragment: Fragment;
  readonly candidates: readonly Candidate[];
  readonly chosen: number;
}

const LIST = 'completion';

export function ComposeBox(props: BoxProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [offer, setOffer] = useState<CompletionOffer | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const { current } = area;
    if (current === null) return;
    current.value = props.initial;
    grow(current);
    props.onReady?.(writingIn(current, () => changed()));
    if (!props.hasFocus) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);

  function changed(): void {
    const { current } = area;
    if (current === null) return;
    grow(current);
    latest.current.onText(current.value);
    const fragment = fragmentBefore(current.value, current.selectionStart);
    if (fragment === undefined) return setOffer(undefined);
    void candidatesFor(fragment).then((candidates) => {
      const now = fragmentBefore(current.value, current.selectionStart);
      if (now?.text !== fragment.text || now.kind !== fragment.kind) return;
      setOffer(candidates.length > 0 ? { fragment, candidates, chosen: 0 } : undefined);
    });
  }

  function take({ insert }: Candidate): void {
    const { current } = area;
    if (current === null || offer === undefined) return;
    replaceText(current, insert, offer.fragment.from, current.selectionStart);
    setOffer(undefined);
    changed();
  }

  /** Takes the offer back, unless the box has the focus again: a click on the offer needs some time. */
  function leave(): void {
    if (document.activeElement !== area.current) setOffer(undefined);
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (offer && keyInOffer(event, offer, setOffer, take)) return;
    keyWhileWriting(event, latest.current);
  }

  function takeFiles(event: ClipboardEvent | DragEvent, files: FileList | undefined): void {
    if (props.onFiles === undefined || files === undefined || files.length === 0) return;
    event.preventDefault();
    props.onFiles([...files]);
  }

  const active = offer?.candidates[offer.chosen];
  return (
    <div class="writingBox">
      <textarea
        ref={area}
        rows={1}
        aria-label={props.label}
        placeholder={props.label}
        dir="auto"
        {...(offer && { 'aria-controls': LIST })}
        aria-autocomplete="list"
        {...(active && { 'aria-activedescendant': `${LIST}${offer?.chosen}` })}
        onInput={changed}
        onClick={changed}
        onBlur={() => setTimeout(leave, 150)}
        onKeyDown={onKeyDown}
        onPaste={(event) => takeFiles(event, filesAlone(event.clipboardData))}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => takeFiles(event, event.dataTransfer?.files)}
      />
      {offer && (
        <Completion
          id={LIST}
          label={strings.completion}
          candidates={offer.candidates}
          chosen={offer.chosen}
          onTake={take}
        />
      )}
    </div>
  );
}

/** Files that are pasted; none beside a text, because a spreadsheet gives its cells as a text and as a picture of them. */
const filesAlone = (pasted: DataTransfer | null): FileList | undefined =>
  pasted?.types.includes('text/plain') ? undefined : pasted?.files;

/** Sends or leaves. */
function keyWhileWriting(event: KeyboardEvent, { onSend, onEscape }: BoxProps): void {
  if (event.key === 'Escape') {
    onEscape?.();
    (event.target as HTMLElement).blur();
  }
  const sendsPlain = settings.peek()?.enter_sends !== false;
  const shouldSend = event.ctrlKey || event.metaKey || (sendsPlain && !event.shiftKey);
  if (event.key !== 'Enter' || !shouldSend) return;
  event.preventDefault();
  onSend();
}

/** Deals with a key while something is offered; answers whether it did. */
function keyInOffer(
  event: KeyboardEvent,
  offer: CompletionOffer,
  setOffer: (offer: CompletionOffer | undefined) => void,
  take: (candidate: Candidate) => void,
): boolean {
  const { candidates, chosen } = offer;
  const move = (by: number): void =>
    setOffer({ ...offer, chosen: (chosen + by + candidates.length) % candidates.length });
  const candidate = candidates[chosen];
  if (event.key === 'ArrowDown') move(1);
  else if (event.key === 'ArrowUp') move(-1);
  else if (event.key === 'Escape') setOffer(undefined);
  else if ((event.key === 'Enter' || event.key === 'Tab') && candidate) take(candidate);
  else return false;
  event.preventDefault();
  return true;
}

/** Replaces a part of the text by one that Ctrl+Z takes back; browsers offer no other way to that. */
function replaceText(area: HTMLTextAreaElement, text: string, from: number, to: number): void {
  area.focus();
  area.setSelectionRange(from, to);
  if (!document.execCommand('insertText', false, text)) area.setRangeText(text, from, to, 'end');
}

/** As high as its text, up to what the style sheet allows. */
function grow(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + 2}px`;
}

const writingIn = (area: HTMLTextAreaElement, changed: () => void): ComposeBoxHandle => ({
  insert(text) {
    const isBegun = area.selectionStart > 0 && !/\s$/.test(area.value.slice(0, area.selectionStart));
    replaceText(area, (isBegun ? '\n' : '') + text, area.selectionStart, area.selectionEnd);
    changed();
  },
  replace(from, to) {
    const at = area.value.indexOf(from);
    if (at < 0) return;
    area.setRangeText(to, at, at + from.length, 'preserve');
    changed();
  },
  set(text) {
    area.value = text;
    changed();
  },
  focus: () => area.focus(),
});
