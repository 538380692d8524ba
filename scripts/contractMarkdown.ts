/** `docs/generated/contract.md`, from the rows of `test/spec/`: each promise, the requests that show it, and what they show. */
import { type Chapter, Demand, Including, type Row, type Step, titleOf } from '../test/spec/row.ts';

/** The whole page. */
export function renderContractMarkdown(chapters: readonly Chapter[]): string {
  const count = chapters.reduce((sum, { rows }) => sum + rows.length, 0);
  return [introduction(count), ...chapters.map(chapterText)].join('\n');
}

const introduction = (count: number): string => `# The contract, promise by promise

Generated from the rows in \`test/spec/\` (\`npm run docs\`); do not edit. There are ${count}, and each is a test of
\`test/spec.test.ts\`, whose title is in the first column: it sends the requests of the second and asserts what the third
says. The run fails where a row was not proved. Names in braces stand for what the test makes anew: \`{channel}\` is a
channel's ID, \`{channelName}\` its name, \`{member}\` a person's ID, \`{nobody}\` an ID that nothing has. \`user\` is somebody
new, \`leaver\` somebody whose account was deactivated.
`;

const chapterText = ({ about, file, rows }: Chapter): string =>
  [
    `## ${about}\n`,
    `${rows.length} rows in \`test/spec/${file}\`.\n`,
    '| promise | requests | asserted |',
    '|---|---|---|',
    ...rows.map(rowText),
    '',
  ].join('\n');

const rowText = (row: Row): string =>
  `| ${cell(titleOf(row))} | ${row.steps.map(requestText).join('<br>')} | ${row.steps.flatMap(assertedText).join('<br>')} |`;

function requestText({ caller, request, fields, headers, files }: Step): string {
  if (caller === 'time') return request;
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  const headerTexts = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${caller} ${code([request, ...parts, ...files, ...headerTexts].join(' '))}`;
}

function assertedText({ expected, events }: Step): readonly string[] {
  if (expected === undefined) return [];
  const shown = Object.entries({ ...expected.shown, ...expected.headers }).map(shownText);
  const recorded = events === undefined ? [] : [`${events} events`];
  return [[expected.status, ...shown, ...recorded].join(', ')];
}

const shownText = ([path, value]: readonly [string, unknown]): string => {
  if (value instanceof Demand) return `${code(path)} ${cell(value.text)}`;
  if (value instanceof Including)
    return `${code(path)} ${value.isIn ? 'with' : 'without'} ${code(JSON.stringify(value.element))}`;
  return code(`${path}=${valueText(value)}`);
};

/** Longer values are cut: what they are is in the row's file. */
const LONGEST = 120;

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``);

/** On one line, and control characters as the pictures that Unicode has of them: ␀ for U+0000. */
const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('\n', '⏎')
    .replaceAll(/[\u0000-\u001f]/g, (control) => String.fromCodePoint(0x2400 + control.charCodeAt(0)));
