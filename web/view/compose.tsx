/** The compose area. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { whenHidden } from '../state/begunTexts.ts';
import { attempt, client } from '../state/connection.ts';
import { channels, drafts, settings } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { BegunDraft, DraftKeeper } from '../state/drafts.ts';
import { isShortEnough, sendLater } from '../state/outbox.ts';
import { navigate } from '../state/routes.ts';
import { inserted } from '../state/quote.ts';
import { loadTopics, topics, topicName } from '../state/topics.ts';
import { sendTyping } from '../state/typing.ts';
import { takeDrops, upload, uploads } from '../state/uploads.ts';
import type { Conversation } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { namesOf } from './sidebar.tsx';
import { Content } from './content.tsx';
import { Icon, IconButton } from './icon.tsx';
import { type ComposeBoxHandle, ComposeBox } from './composeBox.tsx';

interface ComposeProps {
  /** Undefined in a channel, where the topic has to be entered. */
  readonly conversation: Conversation | undefined;
  readonly channelId: number | undefined;
}

export function Compose({ conversation, channelId }: ComposeProps) {
  const keeper = useMemo(() => conversation && new DraftKeeper(conversation), []);
  const begun = useMemo(() => (conversation ? undefined : new BegunDraft(channelId ?? -1)), []);
  const text = useRef(keeper?.content ?? begun?.content ?? '');
  const writing = useRef<ComposeBoxHandle | undefined>(undefined);
  const preview = useSignal<string | undefined>(undefined);
  useFollowing(keeper, writing);
  useInserted(writing, conversation !== undefined);

  function changed(content: string): void {
    text.current = content;
    if (begun && content !== begun.content) begun.write({ content });
    if (conversation === undefined || content === keeper?.content) return;
    keeper?.write(content);
    sendTyping(conversation, content);
  }

  function send(): void {
    const content = text.current;
    const to =
      conversation ?? (channelId === undefined ? undefined : { channelId, topic: begun?.topic.trim() ?? '' });
    if (to === undefined || content.trim() === '' || !isShortEnough(content)) return;
    sendLater(to, content);
    writing.current?.set('');
    writing.current?.focus();
    keeper?.clear();
    preview.value = undefined;
    if (begun === undefined || !('channelId' in to)) return;
    begun.clear();
    navigate({ kind: 'topic', ...to });
  }

  const take = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      const link = await upload(file);
      // Whoever has left meanwhile finds it in the draft.
      if (writing.current && link) writing.current.insert(`${link}\n`);
      else if (link) keeper?.write(`${keeper.content}\n${link}`.trim());
    }
  };
  useEffect(() => takeDrops((files) => void take(files)), []);

  const showPreview = (): void => {
    if (preview.value !== undefined) preview.value = undefined;
    else
      void attempt(async () => {
        preview.value = (await client.call('POST /messages/render', { content: text.current })).rendered;
      });
  };
  const schedule = (): void => {
    if (conversation === undefined || text.current.trim() === '') return;
    const onDone = (): void => {
      writing.current?.set('');
      keeper?.clear();
    };
    openDialog({ kind: 'schedule', conversation, content: text.current, onDone });
  };

  return (
    <form
      class="compose"
      id="compose"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {begun && channelId !== undefined && <TopicField channelId={channelId} begun={begun} />}
      <div class={preview.value === undefined ? '' : 'unshown'}>
        <ComposeBox
          label={labelOf(conversation, channelId)}
          initial={text.current}
          onText={changed}
          onSend={send}
          onFiles={(files) => void take(files)}
          onReady={(ready) => (writing.current = ready)}
        />
      </div>
      {preview.value !== undefined && <Content html={preview.value} class="preview" />}
      <Uploads />
      <ComposeTools
        writing={writing}
        isPreviewed={preview.value !== undefined}
        onFiles={(files) => void take(files)}
        onPreview={showPreview}
        onSchedule={conversation && schedule}
      />
    </form>
  );
}

interface ToolsProps {
  readonly writing: { readonly current: ComposeBoxHandle | undefined };
  readonly isPreviewed: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onPreview: () => void;
  /** Undefined where what is written cannot be sent later. */
  readonly onSchedule: (() => void) | undefined;
}

function ComposeTools({ writing, isPreviewed, onFiles, onPreview, onSchedule }: ToolsProps) {
  const insertEmoji = (name: string): void => writing.current?.insert(`:${name}: `);
  return (
    <div class="composeTools">
      <FileButton onFiles={onFiles} />
      <IconButton
        icon="smile"
        label={strings.compose.emoji}
        onClick={() => openDialog({ kind: 'emoji', onPick: insertEmoji })}
      />
      <IconButton icon="eye" label={strings.compose.preview} isPressed={isPreviewed} onClick={onPreview} />
      {onSchedule && <IconButton icon="clock" label={strings.compose.schedule} onClick={onSchedule} />}
      <span class="quiet hint">
        {settings.value?.enter_sends === false ? strings.compose.ctrlEnter : strings.compose.enter}
      </span>
      <button type="submit" class="primary send">
        <Icon name="send" />
        <span>{strings.compose.send}</span>
      </button>
    </div>
  );
}

/** Texts written in another browser show up in this one; texts written here are saved at the latest when one leaves. */
function useFollowing(
  keeper: DraftKeeper | undefined,
  writing: { current: ComposeBoxHandle | undefined },
): void {
  useEffect(() => {
    if (keeper?.follow()) writing.current?.set(keeper.content);
  }, [drafts.value]);
  useEffect(() => {
    const stop = keeper && whenHidden(() => keeper.save());
    return () => {
      stop?.();
      writing.current = undefined;
      keeper?.save();
    };
  }, []);
}

/** A quotation goes into the box once it is there. */
function useInserted(writing: { readonly current: ComposeBoxHandle | undefined }, isTarget: boolean): void {
  const waiting = inserted.value;
  useEffect(() => {
    if (waiting === undefined || !isTarget) return;
    inserted.value = undefined;
    writing.current?.insert(waiting.text);
  }, [waiting]);
}

function labelOf(conversation: Conversation | undefined, channelId: number | undefined): string {
  if (conversation === undefined)
    return strings.compose.toChannel(channels.value.get(channelId ?? -1)?.name ?? '');
  return 'channelId' in conversation
    ? strings.compose.toTopic(topicName(conversation.topic))
    : strings.compose.toPeople(namesOf(conversation.userIds));
}

function TopicField({ channelId, begun }: { readonly channelId: number; readonly begun: BegunDraft }) {
  useEffect(() => void loadTopics(channelId), [channelId]);
  return (
    <label class="topicField">
      <span>{strings.compose.topic}</span>
      <input
        list="topicNames"
        maxLength={60}
        dir="auto"
        autocomplete="off"
        placeholder={strings.compose.topicHint}
        defaultValue={begun.topic}
        onInput={(event) => begun.write({ topic: event.currentTarget.value })}
      />
      <datalist id="topicNames">
        {(topics.value.get(channelId) ?? []).slice(0, 50).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

function FileButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        type="file"
        multiple
        hidden
        ref={input}
        aria-label={strings.compose.attach}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <IconButton icon="clip" label={strings.compose.attach} onClick={() => input.current?.click()} />
    </>
  );
}

const Uploads = () => (
  <>
    {uploads.value.map(({ name, progress }) => (
      <label key={name} class="upload">
        {name} <progress max={1} value={progress} />
      </label>
    ))}
  </>
);
