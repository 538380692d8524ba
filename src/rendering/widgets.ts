/** Polls and to-do lists: texts that begin with `/poll` or `/todo`. */

/** A first line of the command and what it is about, then a line each. */
const COMMAND = /^\/(poll|todo)(?:[ \t]+([^\n]*))?(?:\n|$)/;
/** Lines may be written as a list. */
const BULLET = /^\s*[-*]?\s*/;

/** The content of the first submessage, as JSON text; undefined for any other text. */
export function widgetOf(source: string): string | undefined {
  const match = source.startsWith('/') ? COMMAND.exec(source) : null;
  if (!match) return undefined;
  const [head, command, subject = ''] = match;
  const lines = source
    .slice(head.length)
    .split('\n')
    .map((line) => line.replace(BULLET, '').trim())
    .filter((line) => line !== '');
  return JSON.stringify(command === 'poll' ? poll(subject.trim(), lines) : todo(subject.trim(), lines));
}

/** A choice given twice is one. */
const poll = (question: string, options: readonly string[]) => ({
  widget_type: 'poll',
  extra_data: { question, options: [...new Set(options)] },
});

const todo = (title: string, lines: readonly string[]) => ({
  widget_type: 'todo',
  extra_data: { task_list_title: title, tasks: lines.map(task) },
});

/** `task: description`, or a task alone. */
function task(line: string) {
  const colon = line.indexOf(': ');
  return colon < 0
    ? { task: line, desc: '' }
    : { task: line.slice(0, colon).trim(), desc: line.slice(colon + 2).trim() };
}
