/** Completions of the word before the cursor: people, groups, channels, topics and emoji. */
import { channels, compare, groups, people, type Person } from './data.ts';
import { type Emoji, emojiLike } from './emoji.ts';
import { loadTopics, topics } from './topics.ts';
import { strings } from '../strings.ts';

export interface Candidate {
  readonly label: string;
  /** A second line in lighter letters. */
  readonly detail?: string;
  readonly emoji?: Emoji;
  readonly userId?: number;
  /** The text that replaces the word. */
  readonly insert: string;
}

/** The word that is being written, and where it begins. */
export interface Fragment {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji' | 'command';
  readonly text: string;
  readonly from: number;
  /** The channel of a topic. */
  readonly channel?: string;
}

const MAX_CANDIDATES = 8;

/** The word before the cursor; undefined where nothing is to be completed. */
export function fragmentBefore(text: string, cursor: number): Fragment | undefined {
  const before = text.slice(Math.max(0, cursor - 120), cursor);
  const start = cursor - before.length;
  const command = /^\/([a-z]*)$/.exec(text.slice(0, cursor));
  if (command) return { kind: 'command', text: command[1] ?? '', from: 0 };
  const topic = /#\*\*([^*>\n]+)>([^*\n]{0,60})$/.exec(before);
  if (topic)
    return { kind: 'topic', channel: topic[1] ?? '', text: topic[2] ?? '', from: start + topic.index };
  const person = /(?:^|[\s([{"'>])(@_?(?:\*\*)?([^*\n@]{0,40}))$/.exec(before);
  if (person && !/\s{2}|\s\S+\s\S+\s/.test(person[2] ?? ''))
    return { kind: 'person', text: person[2] ?? '', from: cursor - (person[1] ?? '').length };
  const channel = /(?:^|[\s([{"'>])(#(?:\*\*)?([^*\n#>]{0,60}))$/.exec(before);
  if (channel) return { kind: 'channel', text: channel[2] ?? '', from: cursor - (channel[1] ?? '').length };
  const emoji = /(?:^|[\s(])(:([a-z0-9_+-]{2,}))$/i.exec(before);
  if (emoji) return { kind: 'emoji', text: emoji[2] ?? '', from: cursor - (emoji[1] ?? '').length };
  return undefined;
}

/** The completions, best first. */
export async function candidatesFor(fragment: Fragment): Promise<readonly Candidate[]> {
  switch (fragment.kind) {
    case 'person':
      return peopleLike(fragment.text);
    case 'channel':
      return channelsLike(fragment.text);
    case 'topic':
      return await topicsLike(fragment);
    case 'command':
      return commandsLike(fragment.text);
    default:
      return (await emojiLike(fragment.text, MAX_CANDIDATES)).map((emoji) => ({
        label: emoji.name,
        emoji,
        insert: `:${emoji.name}: `,
      }));
  }
}

/** The rank of a name: 0 begins with it, 1 a word of it does, 2 contains it; undefined not at all. */
function rankOf(name: string, text: string): number | undefined {
  const [within, query] = [folded(name), folded(text)];
  if (within.startsWith(query)) return 0;
  if (within.split(/[\s_-]+/).some((word) => word.startsWith(query))) return 1;
  return within.includes(query) ? 2 : undefined;
}

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those whose names fit, best first. */
export function fitting<Value>(
  values: Iterable<Value>,
  text: string,
  name: (value: Value) => string,
): Value[] {
  return [...values]
    .flatMap((value) => {
      const rank = rankOf(name(value), text);
      return rank === undefined ? [] : [{ value, rank }];
    })
    .sort((one, other) => one.rank - other.rank || compare(name(one.value), name(other.value)))
    .map(({ value }) => value);
}

/** People who are still here, by name. */
export const peopleByName = (text: string) =>
  fitting(
    [...people.value.values()].filter(({ is_active: isActive }) => isActive),
    text,
    ({ full_name: name }) => name,
  );

const WILDCARDS = ['all', 'channel', 'topic'];
/** Words that call everybody, so that nobody with such a name is called by it. */
const RESERVED: ReadonlySet<string> = new Set([...WILDCARDS, 'everyone', 'stream']);

/** The name by which a mention calls this person and nobody else: with the ID where the name alone is not enough. */
export function mentionName({ full_name: name, user_id: id }: Person): string {
  const key = folded(name.normalize('NFKC'));
  const isAmbiguous =
    RESERVED.has(key) ||
    /\|\d+$/.test(name) ||
    [...people.peek().values()].some(
      (other) => other.user_id !== id && folded(other.full_name.normalize('NFKC')) === key,
    );
  return isAmbiguous ? `${name}|${id}` : name;
}

function peopleLike(text: string): readonly Candidate[] {
  const persons = peopleByName(text).map((person) => ({
    label: person.full_name,
    userId: person.user_id,
    insert: `@**${mentionName(person)}** `,
    ...(person.delivery_email && { detail: person.delivery_email }),
  }));
  const named = [...groups.value.values()].filter((group) => !group.is_system_group && !group.deactivated);
  const teams = fitting(named, text, ({ name }) => name).map(({ name, description }) => ({
    label: name,
    detail: description,
    insert: `@*${name}* `,
  }));
  const wild = fitting(WILDCARDS, text, (name) => name).map((name) => ({
    label: name,
    insert: `@**${name}** `,
  }));
  return [...persons.slice(0, MAX_CANDIDATES - 3), ...teams.slice(0, 3), ...wild].slice(0, MAX_CANDIDATES);
}

const channelsLike = (text: string): readonly Candidate[] =>
  fitting(
    [...channels.value.values()].filter((channel) => !channel.is_archived),
    text,
    ({ name }) => name,
  )
    .slice(0, MAX_CANDIDATES)
    .map(({ name, description }) => ({ label: name, detail: description, insert: `#**${name}** ` }));

const commandsLike = (text: string): readonly Candidate[] =>
  Object.entries(strings.commands)
    .filter(([name]) => name.startsWith(text))
    .map(([name, detail]) => ({ label: `/${name}`, detail, insert: `/${name} ` }));

async function topicsLike({ channel = '', text }: Fragment): Promise<readonly Candidate[]> {
  const found = [...channels.value.values()].find(({ name }) => name === channel);
  if (found) await loadTopics(found.stream_id);
  const known = found ? (topics.value.get(found.stream_id) ?? []) : [];
  return fitting(known, text, ({ name }) => name)
    .slice(0, MAX_CANDIDATES)
    .map(({ name }) => ({ label: name, insert: `#**${channel}>${name}** ` }));
}
