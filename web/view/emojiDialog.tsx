/** Choosing an emoji by its name. */
import { useEffect, useState } from 'preact/hooks';
import { closeDialog } from '../state/dialogs.ts';
import { type Emoji, emojiLike } from '../state/emoji.ts';
import { strings } from '../strings.ts';
import { DialogBox } from './dialog.tsx';

const SHOWN = 160;

export function EmojiDialog({ onPick }: { readonly onPick: (name: string) => void }) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly Emoji[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void emojiLike(query, SHOWN).then((list) => {
      if (isCurrent) setFound(list);
    });
    return () => void (isCurrent = false);
  }, [query]);
  function pick({ name }: Emoji): void {
    closeDialog();
    onPick(name);
  }
  return (
    <DialogBox title={strings.emoji.title} class="emojiDialog">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) pick(found[0]);
        }}
      >
        <input
          type="search"
          aria-label={strings.emoji.search}
          placeholder={strings.emoji.search}
          autofocus
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </form>
      <div class="emojiGrid">
        {found.map((emoji) => (
          <button
            type="button"
            key={emoji.name}
            class="plain"
            title={emoji.name}
            aria-label={emoji.name.replaceAll('_', ' ')}
            onClick={() => pick(emoji)}
          >
            {emoji.text ?? <img class="emoji" src={emoji.picture} alt="" width="24" height="24" />}
          </button>
        ))}
        {found.length === 0 && <p class="quiet">{strings.emoji.nothing}</p>}
      </div>
    </DialogBox>
  );
}
