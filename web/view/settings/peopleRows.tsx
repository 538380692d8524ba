/** People in a list, and a field that finds others. */
import { useRef, useState } from 'preact/hooks';
import { peopleByName } from '../../state/completion.ts';
import { nameOf } from '../../state/data.ts';
import { strings } from '../../strings.ts';
import { Avatar } from '../avatar.tsx';

interface SearchProps {
  readonly label: string;
  /** Who is there already. */
  readonly but: readonly number[];
  readonly onPick: (userId: number) => void;
}

/** Finds people by name, with a button for each. */
export function PeopleSearch({ label, but, onPick }: SearchProps) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const found = query === '' ? [] : peopleByName(query).filter(({ user_id: id }) => !but.includes(id));
  /** The button that was pressed is gone then: the next name is written where it was. */
  function pick(userId: number): void {
    onPick(userId);
    setQuery('');
    field.current?.focus();
  }
  return (
    <>
      <input
        ref={field}
        type="search"
        value={query}
        aria-label={label}
        placeholder={label}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      <ul class="conversations">
        {found.slice(0, 6).map(({ user_id: id }) => (
          <Row key={id} userId={id} button={strings.add} onClick={() => pick(id)} />
        ))}
      </ul>
    </>
  );
}

/** People that are shown of one list at most. */
const SHOWN = 100;

interface RowsProps {
  readonly ids: readonly number[];
  /** Undefined where the reader may not remove anybody. */
  readonly onRemove?: ((userId: number) => void) | undefined;
}

export const PeopleRows = ({ ids, onRemove }: RowsProps) => (
  <ul class="conversations">
    {ids.slice(0, SHOWN).map((id) => (
      <Row key={id} userId={id} button={strings.remove} onClick={onRemove && (() => onRemove(id))} />
    ))}
  </ul>
);

interface RowProps {
  readonly userId: number;
  readonly button: string;
  readonly onClick: (() => void) | undefined;
}

const Row = ({ userId, button, onClick }: RowProps) => (
  <li>
    <span class="conversation">
      <Avatar userId={userId} name={nameOf(userId)} size="small" />
      <span class="name" dir="auto">
        {nameOf(userId) || strings.stranger}
      </span>
    </span>
    {onClick && (
      <button type="button" onClick={onClick}>
        {button}
        <span class="unseen"> {nameOf(userId)}</span>
      </button>
    )}
  </li>
);
