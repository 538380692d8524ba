/** The edit history of a message. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '@hansard/client';
import { client, reasonOf } from '../state/connection.ts';
import { channels, type Message, nameOf } from '../state/data.ts';
import { strings } from '../strings.ts';
import { Content } from './content.tsx';
import { DialogBox } from './dialog.tsx';
import { fullTime } from './times.ts';

type HistoryChange = Answer<'GET /messages/:message_id/history'>['message_history'][number];

export function HistoryDialog({ message: { id } }: { readonly message: Message }) {
  const [changes, setChanges] = useState<readonly HistoryChange[] | undefined>(undefined);
  const [fault, setFault] = useState('');
  useEffect(() => {
    client
      .call('GET /messages/:message_id/history', { message_id: id, allow_empty_topic_name: true })
      .then((answer) => setChanges(answer.message_history))
      .catch((error: unknown) => setFault(reasonOf(error)));
  }, [id]);
  return (
    <DialogBox title={strings.history.title} class="history">
      {fault !== '' && <p class="fault">{fault}</p>}
      {changes === undefined && fault === '' && <p class="quiet">{strings.loading}</p>}
      <ol>
        {changes?.map((change, index) => (
          <li key={`${change.timestamp} ${index}`}>
            <p class="quiet">
              {strings.history.by(nameOf(change.user_id) || strings.stranger, fullTime(change.timestamp))}
            </p>
            <Moved change={change} />
            <Content html={change.content_html_diff ?? change.rendered_content} />
          </li>
        ))}
      </ol>
    </DialogBox>
  );
}

function Moved({ change }: { readonly change: HistoryChange }) {
  const channelName = (id: number | undefined): string => channels.value.get(id ?? -1)?.name ?? '';
  return (
    <>
      {change.prev_topic !== undefined && <p>{strings.history.topic(change.prev_topic, change.topic)}</p>}
      {change.prev_stream !== undefined && (
        <p>{strings.history.channel(channelName(change.prev_stream), channelName(change.stream))}</p>
      )}
    </>
  );
}
