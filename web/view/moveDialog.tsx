/** Moves a message, those after it, or a whole topic, to another topic or channel. */
import { Refusal } from '@hansard/client';
import { useState } from 'preact/hooks';
import { client, reasonOf, showNotice } from '../state/connection.ts';
import { channels, snapshot, subscribed } from '../state/data.ts';
import { closeDialog, type Moving } from '../state/dialogs.ts';
import { mayWriteIn, mayMoveToChannels, mayMoveToTopics } from '../state/permissions.ts';
import { navigate } from '../state/routes.ts';
import { newestIn } from '../state/topics.ts';
import { strings } from '../strings.ts';
import { DialogBox, DialogForm } from './dialog.tsx';
import { Fault } from './notices.tsx';

const MODES = ['change_one', 'change_later', 'change_all'] as const;
type Mode = (typeof MODES)[number];

/** A requested move: its destination, and which messages it moves. */
interface Move {
  readonly channelId: number;
  readonly topic: string;
  readonly mode: Mode;
  readonly notifiesThere: boolean;
  readonly notifiesHere: boolean;
}

export function MoveDialog({ moving }: { readonly moving: Moving }) {
  const [fault, setFault] = useState('');
  const [refused, setRefused] = useState<Recent | undefined>(undefined);
  async function move(requested: Move, messageId = moving.messageId): Promise<boolean> {
    if (requested.channelId === moving.channelId && requested.topic === moving.topic) {
      setFault(strings.move.nothing);
      return false;
    }
    try {
      const moved = await moveMessages(moving, requested, messageId);
      navigate({ kind: 'topic', channelId: requested.channelId, topic: requested.topic, near: moved });
      showNotice(strings.move.done);
      return true;
    } catch (error) {
      setFault(reasonOf(error));
      setRefused(recentOf(error, requested));
      return false;
    }
  }
  const title = moving.messageId === undefined ? strings.topic.move : strings.move.messages;
  return (
    <DialogBox title={title}>
      <DialogForm button={strings.move.button} onSubmit={(form) => move(moveIn(form, moving))}>
        <ChannelField from={moving.channelId} />
        <label>
          {strings.move.topic}
          <input
            name="topic"
            defaultValue={moving.topic}
            maxLength={snapshot.value.max_topic_length ?? 60}
            readOnly={!mayMoveToTopics(moving.channelId)}
            dir="auto"
            autofocus
          />
        </label>
        {moving.messageId !== undefined && <ModeField />}
        <fieldset class="checks">
          <Check name="notifiesThere" text={strings.move.notifyThere} isOn />
          <Check name="notifiesHere" text={strings.move.notifyHere} isOn={false} />
        </fieldset>
        <Fault text={fault} />
        {refused && (
          <button
            type="button"
            onClick={() =>
              void move({ ...refused.requested, mode: 'change_later' }, refused.firstId).then(
                (worked) => worked && closeDialog(),
              )
            }
          >
            {strings.move.recent(refused.count)}
          </button>
        )}
      </DialogForm>
    </DialogBox>
  );
}

function ChannelField({ from }: { readonly from: number }) {
  const here = channels.value.get(from);
  const others = mayMoveToChannels(from) ? subscribed.value.filter(mayWriteIn) : [];
  const all = here === undefined || others.includes(here) ? others : [here, ...others];
  return (
    <label>
      {strings.move.channel}
      <select name="channel">
        {all.map(({ stream_id: id, name }) => (
          <option key={id} value={id} selected={id === from}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const ModeField = () => (
  <label>
    {strings.move.which}
    <select name="mode">
      {MODES.map((mode) => (
        <option key={mode} value={mode}>
          {strings.move.modes[mode]}
        </option>
      ))}
    </select>
  </label>
);

const Check = ({
  name,
  text,
  isOn,
}: {
  readonly name: string;
  readonly text: string;
  readonly isOn: boolean;
}) => (
  <label>
    <input type="checkbox" name={name} defaultChecked={isOn} /> {text}
  </label>
);

const moveIn = (form: FormData, { messageId }: Moving): Move => ({
  channelId: Number(form.get('channel')),
  topic: String(form.get('topic')).trim(),
  mode: messageId === undefined ? 'change_all' : (String(form.get('mode')) as Mode),
  notifiesThere: form.has('notifiesThere'),
  notifiesHere: form.has('notifiesHere'),
});

/** Moves messages; answers the message that was named, by which they are found again. */
async function moveMessages(moving: Moving, requested: Move, messageId: number | undefined): Promise<number> {
  const named = messageId ?? (await newestIn(moving.channelId, moving.topic));
  await client.call('PATCH /messages/:message_id', {
    message_id: named,
    propagate_mode: requested.mode,
    topic: requested.topic === moving.topic ? undefined : requested.topic,
    stream_id: requested.channelId === moving.channelId ? undefined : requested.channelId,
    send_notification_to_new_thread: requested.notifiesThere,
    send_notification_to_old_thread: requested.notifiesHere,
  });
  return named;
}

/** The part of a topic that is new enough to be moved. */
interface Recent {
  readonly requested: Move;
  readonly count: number;
  readonly firstId: number;
}

function recentOf(error: unknown, requested: Move): Recent | undefined {
  if (!(error instanceof Refusal) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return undefined;
  const { first_message_id_allowed_to_move: firstId, total_messages_allowed_to_move: count } = error.body;
  return typeof firstId === 'number' ? { requested, count: Number(count), firstId } : undefined;
}
