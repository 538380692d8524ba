/** Polls and to-do lists: their submessages in order make what is shown. */
import { useMemo } from 'preact/hooks';
import { attempt, client } from '../state/connection.ts';
import { type Message, myId } from '../state/data.ts';
import { strings } from '../strings.ts';
import { namesOf } from './sidebar.tsx';
import { Content } from './content.tsx';

type Submessages = Message['submessages'];

interface UntypedFields {
  readonly [name: string]: unknown;
}

const parsed = (content: string): UntypedFields => {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? (value as UntypedFields) : {};
  } catch {
    return {};
  }
};

const submit = (messageId: number, content: UntypedFields): void =>
  void attempt(() =>
    client.call('POST /submessage', {
      message_id: messageId,
      msg_type: 'widget',
      content: JSON.stringify(content),
    }),
  );

export function Widget({ message }: { readonly message: Message }) {
  const { widget_type: type, extra_data: data } = parsed(message.submessages[0]?.content ?? '');
  if (type === 'poll') return <Poll message={message} data={data as UntypedFields} />;
  if (type === 'todo') return <Todo message={message} data={data as UntypedFields} />;
  return <Content html={message.content} />;
}

interface Option {
  readonly text: string;
  readonly voters: ReadonlySet<number>;
}

/** Options by their keys: `canned,0` for those of the question, `{sender},{index}` for later ones. */
function optionsOf(data: UntypedFields, later: Submessages): ReadonlyMap<string, Option> {
  const options = new Map<string, Option>(
    (data['options'] as string[]).map((text, index) => [
      `canned,${index}`,
      { text, voters: new Set<number>() },
    ]),
  );
  for (const { content, sender_id: sender } of later) {
    const entry = parsed(content);
    if (entry['type'] === 'new_option') {
      const key = `${sender},${String(entry['idx'])}`;
      if (!options.has(key)) options.set(key, { text: String(entry['option']), voters: new Set() });
    }
    const option = options.get(String(entry['key']));
    if (entry['type'] !== 'vote' || option === undefined) continue;
    const voters = new Set(option.voters);
    if (entry['vote'] === 1) voters.add(sender);
    else voters.delete(sender);
    options.set(String(entry['key']), { ...option, voters });
  }
  return options;
}

interface WidgetProps {
  readonly message: Message;
  readonly data: UntypedFields;
}

function Poll({ message: { id, submessages }, data }: WidgetProps) {
  const options = useMemo(() => optionsOf(data, submessages.slice(1)), [submessages]);
  const most = Math.max(1, ...[...options.values()].map(({ voters }) => voters.size));
  const question = String(data['question'] ?? '');
  return (
    <fieldset class="widget poll">
      <legend dir="auto">{question === '' ? strings.poll.noQuestion : question}</legend>
      {[...options].map(([key, { text, voters }]) => {
        const isMine = voters.has(myId.value);
        return (
          <button
            key={key}
            type="button"
            class="option"
            aria-pressed={isMine}
            title={namesOf([...voters])}
            onClick={() => submit(id, { type: 'vote', key, vote: isMine ? -1 : 1 })}
          >
            <meter min={0} max={most} value={voters.size} aria-hidden="true" />
            <span dir="auto">{text}</span>
            <strong>
              {voters.size}
              <span class="unseen"> {strings.poll.votes}</span>
            </strong>
          </button>
        );
      })}
      <Adding
        label={strings.poll.add}
        onAdd={(option) => submit(id, { type: 'new_option', idx: options.size + 1, option })}
      />
    </fieldset>
  );
}

interface Task {
  readonly text: string;
  readonly detail: string;
  readonly isDone: boolean;
}

function tasksOf(data: UntypedFields, later: Submessages): ReadonlyMap<string, Task> {
  const first = (data['tasks'] ?? []) as { task: string; desc: string }[];
  const tasks = new Map<string, Task>(
    first.map(({ task, desc }, index) => [`${index},canned`, { text: task, detail: desc, isDone: false }]),
  );
  for (const { content, sender_id: sender } of later) {
    const entry = parsed(content);
    const added = `${String(entry['key'])},${sender}`;
    if (entry['type'] === 'new_task' && !tasks.has(added))
      tasks.set(added, { text: String(entry['task']), detail: String(entry['desc'] ?? ''), isDone: false });
    const task = tasks.get(String(entry['key']));
    if (entry['type'] === 'strike' && task)
      tasks.set(String(entry['key']), { ...task, isDone: !task.isDone });
  }
  return tasks;
}

function Todo({ message: { id, submessages }, data }: WidgetProps) {
  const tasks = useMemo(() => tasksOf(data, submessages.slice(1)), [submessages]);
  const title = String(data['task_list_title'] ?? '');
  return (
    <fieldset class="widget todo">
      <legend dir="auto">{title === '' ? strings.todo.title : title}</legend>
      {[...tasks].map(([key, { text, detail, isDone }]) => (
        <label key={key}>
          <input type="checkbox" checked={isDone} onChange={() => submit(id, { type: 'strike', key })} />
          <span dir="auto" class={isDone ? 'done' : ''}>
            {text} <small class="quiet">{detail}</small>
          </span>
        </label>
      ))}
      <Adding
        label={strings.todo.add}
        onAdd={(task) =>
          submit(id, { type: 'new_task', key: tasks.size + 1, task, desc: '', completed: false })
        }
      />
    </fieldset>
  );
}

function Adding({ label, onAdd }: { readonly label: string; readonly onAdd: (text: string) => void }) {
  return (
    <form
      class="adding"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const text = String(new FormData(form).get('text') ?? '').trim();
        if (text !== '') onAdd(text);
        form.reset();
      }}
    >
      <input name="text" aria-label={label} placeholder={label} autocomplete="off" />
    </form>
  );
}
