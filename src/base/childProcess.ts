/** Programs of the server that run in processes of their own. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Environment variables that Node itself may need to start. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

/** The module of a process, options of Node, and variables of its environment. */
export interface ProcessProgram {
  readonly module: URL;
  readonly options: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a process with a channel for messages. It gets no file of ours, and nothing of our environment that may be a secret. */
export function startProcess(
  { module, options, environment }: ProcessProgram,
  programArguments: readonly string[],
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const loader = module.href.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(fileURLToPath(module), programArguments, {
    execArgv: [...options, ...loader],
    env: { ...Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])), ...environment },
    serialization: 'advanced',
    stdio: [stdin, 'ignore', 'pipe', 'ipc'],
  } satisfies ForkOptions);
}

/** Characters of the end of what a process writes to stderr that are kept. */
const KEPT = 16_000;
/** Characters of the line that is reported. */
const MAX_REASON = 300;

/** Why a process ends, from its exit and what it wrote to stderr. */
export class ExitReason {
  #written = '';
  /** What else went wrong, if it wrote nothing. */
  trouble = '';

  constructor(child: ChildProcess) {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#written = (this.#written + text).slice(-KEPT);
    });
  }

  of(code: number | null, signal: NodeJS.Signals | null): string {
    const end = signal === null ? `exit code ${code}` : `signal ${signal}`;
    const reason = findErrorLine(this.#written) || this.trouble;
    return reason === '' ? end : `${end}: ${reason}`;
  }
}

/** The line of the output of a process that explains its end: that of its error, or else the last one. */
export function findErrorLine(written: string): string {
  const lines = written.split('\n').map((line) => line.trimEnd());
  const isError = (line: string): boolean => /^(?:Uncaught |FATAL ERROR|\w*(?:Error|Exception)\b)/.test(line);
  const isOther = (line: string): boolean => line !== '' && !/^(?:Node\.js v|\(Use `node)/.test(line);
  return (lines.findLast(isError) ?? lines.findLast(isOther) ?? '').slice(0, MAX_REASON);
}
