/** One request of docs/generated/api.md, written as it is pasted into a shell. */

/** The callers: Ada owns the organization, Grace is a member, the bot is Ada's. */
const CREDENTIALS = {
  ada: '"ada@example.com:$ADA_KEY"',
  grace: '"grace@example.com:$GRACE_KEY"',
  bot: '"ticker-bot@localhost:$BOT_KEY"',
} as const;

type Value = string | number | boolean | null | readonly unknown[] | { readonly [name: string]: unknown };
type Fields = Readonly<Record<string, Value>>;

/** The names under which values of an answer are saved for later requests. */
interface Kept {
  readonly variable: string;
  readonly field: string;
}

export class ApiExample {
  /** `PATCH /streams/:stream_id`. */
  readonly route: string;
  readonly #caller: keyof typeof CREDENTIALS | undefined;
  readonly #fields: Fields;
  readonly #kept: Kept | undefined;
  readonly #before: string;
  readonly #file: string | undefined;

  constructor(
    caller: keyof typeof CREDENTIALS | undefined,
    route: string,
    fields: Fields,
    more: {
      readonly kept?: Kept | undefined;
      readonly before?: string;
      readonly file?: string | undefined;
    } = {},
  ) {
    this.#caller = caller;
    this.route = route;
    this.#fields = fields;
    this.#kept = more.kept;
    this.#before = more.before ?? '';
    this.#file = more.file;
  }

  /** Keeps a field of the answer in a variable of the shell. */
  keeping(variable: string, field: string): ApiExample {
    return this.#with({ kept: { variable, field } });
  }

  /** After another line of the shell. */
  after(line: string): ApiExample {
    return this.#with({ before: `${line}\n` });
  }

  /** With a file in the body. */
  uploading(file: string): ApiExample {
    return this.#with({ file });
  }

  #with(change: { readonly kept?: Kept; readonly before?: string; readonly file?: string }): ApiExample {
    const present = { kept: this.#kept, before: this.#before, file: this.#file };
    return new ApiExample(this.#caller, this.route, this.#fields, { ...present, ...change });
  }

  /** The lines to paste. Fields that the path names go into it. */
  get shell(): string {
    const [method = '', path = ''] = this.route.split(' ');
    const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
    const words = [
      ...(this.#caller ? [`-u ${CREDENTIALS[this.#caller]}`] : []),
      ...methodWords(method, Object.keys(this.#fields).length - inPath.size),
      `$API${path.replaceAll(/:(\w+)/g, (_, name: string) => String(this.#fields[name]))}`,
      ...(this.#file ? [`-F file=@${this.#file}`] : []),
      ...Object.entries(this.#fields).flatMap(([name, value]) =>
        inPath.has(name) ? [] : [fieldWord(name, value)],
      ),
    ];
    return this.#before + keptFrom(lines(['curl -sS', ...words]), this.#kept);
  }
}

/** GET puts fields into the query; curl posts where it is given fields, and gets where not. */
function methodWords(method: string, fields: number): readonly string[] {
  if (method === 'GET') return fields > 0 ? ['-G'] : [];
  return method === 'POST' && fields > 0 ? [] : [`-X ${method}`];
}

function fieldWord(name: string, value: Value): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^[\w.:/-]+$|^\$\w+$/.test(text)) return `-d ${name}=${text}`;
  return `--data-urlencode ${quoted(`${name}=${text}`)}`;
}

/** In single quotes, or in double ones where a variable is named. */
const quoted = (text: string): string =>
  text.includes('$') ? `"${text.replaceAll(/["\\`]/g, '\\$&')}"` : `'${text.replaceAll("'", "'\\''")}'`;

const LINE = 110;

/** As many words in a line as there is room for. */
function lines(words: readonly string[]): string {
  const made: string[] = [];
  for (const word of words) {
    const last = made.at(-1);
    if (last !== undefined && last.length + word.length < LINE) made[made.length - 1] = `${last} ${word}`;
    else made.push(word);
  }
  return made.join(' \\\n  ');
}

function keptFrom(command: string, kept: Kept | undefined): string {
  if (kept === undefined) return command;
  const isNumber = kept.field.endsWith('id') && !['queue_id', 'session_id'].includes(kept.field);
  const value = isNumber ? '([0-9]+)' : '"([^"]*)"';
  return `${kept.variable}=$(${command} |\n  sed -E 's/.*"${kept.field}":${value}.*/\\1/')`;
}

const by =
  (caller: keyof typeof CREDENTIALS | undefined) =>
  (route: string, fields: Fields = {}): ApiExample =>
    new ApiExample(caller, route, fields);

export const ada = by('ada');
export const grace = by('grace');
export const bot = by('bot');
export const nobody = by(undefined);
