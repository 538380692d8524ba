/** The editor of a message, inside the list. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { begunText, forgetBegunText, keepBegunText } from '../state/begunTexts.ts';
import { attempt, client } from '../state/connection.ts';
import type { Message } from '../state/data.ts';
import { editing } from '../state/dialogs.ts';
import { isShortEnough } from '../state/outbox.ts';
import { strings } from '../strings.ts';
import { ComposeBox } from './composeBox.tsx';

export function Editor({ message: { id } }: { readonly message: Message }) {
  const [source, setSource] = useState<string | undefined>(undefined);
  const text = useRef('');
  const key = `message ${id}`;
  useEffect(() => {
    void attempt(async () => {
      const { raw_content: raw } = await client.call('GET /messages/:message_id', { message_id: id });
      text.current = begunText(key)?.content ?? raw;
      setSource(raw);
    });
  }, [id]);
  const form = useRef<HTMLFormElement>(null);
  const isShown = source !== undefined;
  // The focus stays with the message.
  useEffect(() => {
    const article = form.current?.closest('article');
    return () => {
      const { activeElement } = document;
      const isElsewhere = activeElement !== document.body && !article?.contains(activeElement);
      if (!isElsewhere) article?.focus({ preventScroll: true });
    };
  }, [isShown]);
  const close = (): void => {
    forgetBegunText(key);
    editing.value = undefined;
  };
  async function save(): Promise<void> {
    const content = text.current;
    if (content === source) return close();
    if (!isShortEnough(content)) return;
    if (await attempt(() => client.call('PATCH /messages/:message_id', { message_id: id, content }))) close();
  }
  if (!isShown) return <p class="quiet">{strings.loading}</p>;
  return (
    <form
      class="editor"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ComposeBox
        label={strings.message.edit}
        initial={text.current}
        onText={(changed) => {
          text.current = changed;
          keepBegunText(key, { content: changed });
        }}
        onSend={() => void save()}
        onEscape={close}
        hasFocus
      />
      <p class="buttons">
        <button type="submit" class="primary">
          {strings.save}
        </button>
        <button type="button" onClick={close}>
          {strings.cancel}
        </button>
      </p>
    </form>
  );
}
