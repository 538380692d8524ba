/** Searching, with the operators offered as one types. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { fitting } from '../state/completion.ts';
import { channels, people } from '../state/data.ts';
import { navigate, currentRoute } from '../state/routes.ts';
import { strings } from '../strings.ts';
import { Icon } from './icon.tsx';

interface Suggestion {
  readonly text: string;
  readonly description: string;
}

const FIXED: readonly Suggestion[] = [
  { text: 'channel:', description: strings.search.channel },
  { text: 'topic:', description: strings.search.topic },
  { text: 'sender:', description: strings.search.sender },
  { text: 'dm:', description: strings.search.dm },
  ...(['unread', 'starred', 'mentioned', 'followed', 'resolved'] as const).map((what) => ({
    text: `is:${what}`,
    description: strings.search.is[what],
  })),
  ...(['link', 'image', 'attachment', 'reaction'] as const).map((what) => ({
    text: `has:${what}`,
    description: strings.search.has[what],
  })),
];

const MAX_SUGGESTIONS = 9;

/** What may follow the last word of a search. */
function suggestionsFor(text: string): readonly Suggestion[] {
  const word = /[^\s"]*(?:"[^"]*)?$/.exec(text)?.[0] ?? '';
  const isNegated = word.startsWith('-');
  const plain = word.replace(/^-/, '');
  const [, operator, begun = ''] = /^(channel|sender|dm|mentions):"?(.*)$/.exec(plain) ?? [];
  const found =
    operator === 'channel'
      ? fitting(channels.value.values(), begun, ({ name }) => name).map(({ name }) => named(operator, name))
      : operator !== undefined
        ? fitting(people.value.values(), begun, ({ full_name: name }) => name).map((person) => ({
            text: `${operator}:${person.user_id}`,
            description: person.full_name,
          }))
        : FIXED.filter((each) => each.text.startsWith(plain.toLowerCase()) && each.text !== plain);
  return found
    .slice(0, MAX_SUGGESTIONS)
    .map((each) => (isNegated ? { ...each, text: `-${each.text}` } : each));
}

const named = (operator: string, name: string): Suggestion => ({
  text: `${operator}:${/\s/.test(name) ? `"${name}"` : name}`,
  description: name,
});

export function SearchBox() {
  const at = currentRoute.value;
  const input = useRef<HTMLInputElement>(null);
  const searched = at.kind === 'search' ? at.text : '';
  const [text, setText] = useState(searched);
  useEffect(() => setText(searched), [searched]);
  const [chosen, setChosen] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const suggestions = isOpen ? suggestionsFor(text) : [];

  function take({ text: suggested }: Suggestion): void {
    const rest = text.replace(/[^\s"]*(?:"[^"]*)?$/, '');
    setText(rest + suggested + (suggested.endsWith(':') ? '' : ' '));
    setChosen(-1);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') {
      setOpen(false);
      input.current?.blur();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const { length } = suggestions;
    if (length > 0) setChosen((chosen + (event.key === 'ArrowDown' ? 1 : -1) + length) % length);
  }

  function submit(event: Event): void {
    event.preventDefault();
    const suggestion = suggestions[chosen];
    if (suggestion) return take(suggestion);
    if (text.trim() === '') return;
    setOpen(false);
    input.current?.blur();
    navigate({ kind: 'search', text: text.trim() });
  }

  return (
    <search class="searchBox">
      <form onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={input}
          id="search"
          type="text"
          value={text}
          placeholder={strings.search.placeholder}
          aria-label={strings.search.placeholder}
          role="combobox"
          list={undefined}
          aria-expanded={suggestions.length > 0}
          aria-controls="suggestions"
          {...(chosen >= 0 && { 'aria-activedescendant': `suggestion${chosen}` })}
          autocomplete="off"
          onInput={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
            setChosen(-1);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </form>
      {suggestions.length > 0 && <Suggestions list={suggestions} chosen={chosen} onTake={take} />}
    </search>
  );
}

interface SuggestionsProps {
  readonly list: readonly Suggestion[];
  readonly chosen: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

const Suggestions = ({ list, chosen, onTake }: SuggestionsProps) => (
  <ul class="completion below" id="suggestions" role="listbox" aria-label={strings.search.suggestions}>
    {list.map((suggestion, index) => (
      <li
        key={suggestion.text}
        id={`suggestion${index}`}
        role="option"
        aria-selected={index === chosen}
        onPointerDown={(event) => {
          event.preventDefault();
          onTake(suggestion);
        }}
      >
        <code>{suggestion.text}</code> <small class="quiet">{suggestion.description}</small>
      </li>
    ))}
  </ul>
);
