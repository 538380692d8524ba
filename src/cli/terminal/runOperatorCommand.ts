/** Performs an operation in the running server or, if there is none, in this process. */
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type AdminAnswer, connectAdmin } from '../../app/adminSocket.ts';
import type { BuildListener, Undo } from '../../app/core/core.ts';
import type { OperationInput, OperationName, OperationResult } from '../../app/operatorCommands.ts';
import { FailedOnServer } from '../../app/operatorErrors.ts';
import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import { createLogger } from '../../base/logger.ts';
import { printNote } from '../../base/printable.ts';
import { SERVICE_VERSION } from '../../base/version.ts';
import { ENGINE_TIMEOUT, logIsEmpty } from './openStores.ts';
import { reportError } from './reportError.ts';
import type { CommandSession } from './session.ts';

const quietly: BuildListener = () => {};

/** Performs an operation; fails with OperatorError, or with the error that the server reported. */
export async function operate<Name extends OperationName>(
  session: CommandSession,
  operation: Name,
  input: OperationInput<Name>,
  onProgress: BuildListener = quietly,
): Promise<OperationResult<Name>> {
  const config = await session.config();
  const request = { operation, input };
  const onServer = (): void => void (session.isDoneElsewhere = true);
  const answer =
    (await askServer(config, request, onProgress, onServer)) ??
    (await doHere(session, config, request, onProgress));
  return answer.result as OperationResult<Name>;
}

/** The running server's answer; undefined if none runs. */
export async function askServer(
  config: Pick<Config, 'DATA_DIR'>,
  request: object,
  onProgress: BuildListener = quietly,
  onServer: () => void = () => {},
): Promise<{ readonly result: unknown } | undefined> {
  const socket = await connectAdmin(config.DATA_DIR);
  if (!socket) return undefined;
  onServer();
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const answer of answersFrom(socket)) {
    if ('progress' in answer) {
      onProgress(answer.progress as Parameters<BuildListener>[0]);
      continue;
    }
    noteRelease(answer.release);
    if ('result' in answer) return answer;
    throw new FailedOnServer(answer.error);
  }
  throw new FailedOnServer({ sentence: 'The server ended before it answered.', exitCode: 1 });
}

let isNoted = false;

/** What the server of another release answers may be in another form than this command expects: says so once. */
function noteRelease(release: string | undefined): void {
  if (release === SERVICE_VERSION || isNoted) return;
  isNoted = true;
  const running = release === undefined ? 'an earlier release' : `Hansard ${release}`;
  printNote(
    `The server runs ${running}, and this command is of Hansard ${SERVICE_VERSION}: restart the server, so that both are the same.\n`,
  );
}

async function* answersFrom(socket: Socket): AsyncIterable<AdminAnswer> {
  socket.on('error', () => socket.destroy());
  try {
    for await (const line of createInterface({ input: socket })) yield JSON.parse(line) as AdminAnswer;
  } finally {
    socket.destroy();
  }
}

/** Opens the stores for the duration of the operation. */
async function doHere(session: CommandSession, config: Config, request: object, onProgress: BuildListener) {
  await requireStarted(config);
  const [{ startCore, unwind }, { perform }] = await Promise.all([
    import('../../app/core/core.ts'),
    import('../../app/operatorCommands.ts'),
  ]);
  const undo: Undo = [];
  session.onEnd(() => unwind(undo));
  const logger = createLogger(process.env['LOG_LEVEL'] ? config.LOG_LEVEL : 'silent');
  const onFatal = (error: Error): never => process.exit(reportError(error));
  const core = await startCore(
    { config, clock: systemClock, logger, onFatal, retryPolicy: ENGINE_TIMEOUT },
    undo,
  );
  return { result: await perform(core, request, onProgress) };
}

/** The root organization, at the bare host name, is created by the first start. */
async function requireStarted(config: Config): Promise<void> {
  if (!(await logIsEmpty(config))) return;
  throw new OperatorError('The event log is empty: start the server once to create the first organization.');
}
