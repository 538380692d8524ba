import type { OperatorMessage } from '../../app/operatorErrors.ts';

/** An error as one line on stderr: a sentence, or `{ "error", "exitCode" }` for callers that requested JSON. */
export const formatError = ({ sentence, exitCode }: OperatorMessage, words: readonly string[]): string =>
  words.includes('--json') ? `${JSON.stringify({ error: sentence, exitCode })}\n` : `${sentence}\n`;
