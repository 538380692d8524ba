/** Moving: a message, what was said after it, or a whole topic, to another topic or channel. */
import { Refusal } from '@hansard/client';
import { useState } from 'preact/hooks';
import { client, reasonOf, showNotice } from '../state/connection.ts';
import { channels, snapshot, subscribed } from '../state/data.ts';
import { closeDialog, type Moving } from '../state/dialogs.ts';
import { mayWriteIn, mayMoveToChannels, mayMoveToTopics } from '../state/permissions.ts';
import { navigate } from '../state/routes.ts';
import { newestIn } from '../state/topics.ts';
import { words } from '../strings.ts';
import { DialogBox, DialogForm } from './dialog.tsx';

const MODES = ['change_one', 'change_later', 'change_all'] as const;
type Mode = (typeof MODES)[number];

/** Where messages go, and which. */
interface Move {
  readonly channelId: number;
  readonly topic: string;
  readonly mode: Mode;
  readonly saysThere: boolean;
  readonly saysHere: boolean;
}

export function MoveDialog({ moving }: { readonly moving: Moving }) {
  const [fault, setFault] = useState('');
  const [refused, setRefused] = useState<Recent | undefined>(undefined);
  async function move(wanted: Move, messageId = moving.messageId): Promise<boolean> {
    if (wanted.channelId === moving.channelId && wanted.topic === moving.topic) {
      setFault(words.move.nothing);
      return false;
    }
    try {
      const moved = await moveMessages(moving, wanted, messageId);
      navigate({ kind: 'topic', channelId: wanted.channelId, topic: wanted.topic, near: moved });
      showNotice(words.move.done);
      return true;
    } catch (error) {
      setFault(reasonOf(error));
      setRefused(recentOf(error, wanted));
      return false;
    }
  }
  const title = moving.messageId === undefined ? words.topic.move : words.move.messages;
  return (
    <DialogBox title={title}>
      <DialogForm button={words.move.button} onSubmit={(form) => move(moveIn(form, moving))}>
        <ChannelField from={moving.channelId} />
        <label>
          {words.move.topic}
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
          <Check name="saysThere" text={words.move.sayThere} isOn />
          <Check name="saysHere" text={words.move.sayHere} isOn={false} />
        </fieldset>
        {fault !== '' && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        {refused && (
          <button
            type="button"
            onClick={() =>
              void move({ ...refused.wanted, mode: 'change_later' }, refused.firstId).then(
                (worked) => worked && closeDialog(),
              )
            }
          >
            {words.move.recent(refused.count)}
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
      {words.move.channel}
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
    {words.move.which}
    <select name="mode">
      {MODES.map((mode) => (
        <option key={mode} value={mode}>
          {words.move.modes[mode]}
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
  saysThere: form.has('saysThere'),
  saysHere: form.has('saysHere'),
});

/** Moves messages; answers the message that was named, by which they are found again. */
async function moveMessages(moving: Moving, wanted: Move, messageId: number | undefined): Promise<number> {
  const named = messageId ?? (await newestIn(moving.channelId, moving.topic));
  await client.call('PATCH /messages/:message_id', {
    ...{ message_id: named, propagate_mode: wanted.mode },
    topic: wanted.topic === moving.topic ? undefined : wanted.topic,
    stream_id: wanted.channelId === moving.channelId ? undefined : wanted.channelId,
    ...{
      send_notification_to_new_thread: wanted.saysThere,
      send_notification_to_old_thread: wanted.saysHere,
    },
  });
  return named;
}

/** The part of a topic that is new enough to be moved. */
interface Recent {
  readonly wanted: Move;
  readonly count: number;
  readonly firstId: number;
}

function recentOf(error: unknown, wanted: Move): Recent | undefined {
  if (!(error instanceof Refusal) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return undefined;
  const { first_message_id_allowed_to_move: firstId, total_messages_allowed_to_move: count } = error.body;
  return typeof firstId === 'number' ? { wanted, count: Number(count), firstId } : undefined;
}
