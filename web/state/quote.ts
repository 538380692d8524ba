/** Quotes a message into the compose box. */
import { signal } from '@preact/signals';
import { attempt, client } from './connection.ts';
import { mentionName } from './completion.ts';
import { channels, type Message, people } from './data.ts';
import { navigate, currentRoute } from './routes.ts';
import { conversationKey, conversationOf } from './unread.ts';

/** A text to be put where one writes, once it is there. */
export const inserted = signal<{ readonly text: string } | undefined>(undefined);

/** A sender who is not known any more is named as the message names them. */
function nameOfSender({ sender_id: id, sender_full_name: name }: Message): string {
  const sender = people.peek().get(id);
  return sender ? mentionName(sender) : name;
}

/** Quotes a message, in its conversation. */
export const quote = (message: Message): Promise<boolean> =>
  attempt(async () => {
    const { raw_content: source } = await client.call('GET /messages/:message_id', {
      message_id: message.id,
    });
    const fence = '`'.repeat(
      Math.max(3, ...Array.from(source.matchAll(/`+|~+/g), ([run]) => run.length + 1)),
    );
    const conversation = conversationOf(message);
    const at = currentRoute.peek();
    const isHere =
      (at.kind === 'topic' && conversationKey(at) === conversationKey(conversation)) ||
      (at.kind === 'direct' && conversationKey({ userIds: at.userIds }) === conversationKey(conversation));
    if (!isHere)
      navigate(
        'channelId' in conversation
          ? { kind: 'topic', ...conversation }
          : { kind: 'direct', ...conversation },
      );
    const channel =
      'channelId' in conversation ? channels.peek().get(conversation.channelId)?.name : undefined;
    const from =
      channel === undefined || !('channelId' in conversation)
        ? ''
        : ` #**${channel}>${conversation.topic}@${message.id}**`;
    inserted.value = {
      text: `@_**${nameOfSender(message)}**${from}:\n${fence}quote\n${source}\n${fence}\n`,
    };
  });
