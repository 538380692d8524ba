/** Processes of a benchmark: started from built modules, called over IPC, and ended reliably. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The location of a built module, by its path from the root of the repository (in which all of these run), without its ending. */
export const moduleFile = (path: string): string => resolve('node_modules/.cache/bench', `${path}.js`);

/** Starts a module; its first line on stdout can be waited for with `firstLine`. */
export function startModule(
  path: string,
  words: readonly string[] = [],
  options: ForkOptions = {},
): ChildProcess {
  const child = fork(moduleFile(path), words, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** The first line that a process prints, once it is there; fails when the process ends before. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once('exit', (code) => reject(new Error(`A process ended with code ${code} before it was ready.`)));
  });
}

/** Sends one message and resolves with the next one that comes back. */
export async function ask<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  const answered = once(child, 'message');
  child.send(question);
  const [answer] = (await answered) as [Answer];
  return answer;
}

/** The result of a module, which it prints as one JSON line before it ends. */
export async function resultOf<Result>(
  path: string,
  words: readonly string[],
  options: ForkOptions = {},
): Promise<Result> {
  const child = startModule(path, words, options);
  const [line] = await Promise.all([firstLine(child), once(child, 'exit')]);
  return JSON.parse(line) as Result;
}

/** Ends a process in good order; one that does not listen is killed. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(killTimer);
}
