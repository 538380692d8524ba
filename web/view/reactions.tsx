/** The reactions to a message, each with who gave it. */
import { attempt, client } from '../state/connection.ts';
import { customEmoji, type Message, myId } from '../state/data.ts';
import { charactersOf } from '../state/emoji.ts';
import { strings } from '../strings.ts';
import { namesOf } from './sidebar.tsx';

type Reaction = Message['reactions'][number];

const keyOf = ({ reaction_type: type, emoji_code: code }: Reaction): string => `${type} ${code}`;

export function Reactions({ message }: { readonly message: Message }) {
  if (message.reactions.length === 0) return null;
  const kinds = new Map<string, Reaction[]>();
  for (const reaction of message.reactions)
    kinds.set(keyOf(reaction), [...(kinds.get(keyOf(reaction)) ?? []), reaction]);
  return (
    <ul class="reactions" aria-label={strings.reactions}>
      {[...kinds].map(([key, all]) => (
        <li key={key}>
          <ReactionButton messageId={message.id} all={all} />
        </li>
      ))}
    </ul>
  );
}

function ReactionButton({
  messageId,
  all,
}: {
  readonly messageId: number;
  readonly all: readonly Reaction[];
}) {
  const [first] = all;
  if (first === undefined) return null;
  const isMine = all.some(({ user_id: id }) => id === myId.value);
  const { emoji_name, emoji_code, reaction_type } = first;
  const toggle = (): void =>
    void attempt(() =>
      client.call(
        isMine ? 'DELETE /messages/:message_id/reactions' : 'POST /messages/:message_id/reactions',
        {
          message_id: messageId,
          emoji_name,
          emoji_code,
          reaction_type,
        },
      ),
    );
  const label = strings.reactedWith(namesOf(all.map(({ user_id: id }) => id)), emoji_name);
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={isMine}
      title={label}
      aria-label={`${all.length} ${label}`}
      onClick={toggle}
    >
      <Picture reaction={first} /> <span>{all.length}</span>
    </button>
  );
}

function Picture({ reaction }: { readonly reaction: Reaction }) {
  if (reaction.reaction_type === 'unicode_emoji')
    return <span aria-hidden="true">{charactersOf(reaction.emoji_code)}</span>;
  const url =
    customEmoji.value.get(reaction.emoji_code)?.source_url ?? `/icons/emoji/${reaction.emoji_code}.svg`;
  return <img class="emoji" src={url} alt="" width="18" height="18" />;
}
