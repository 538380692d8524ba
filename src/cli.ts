/** Entry point of `hansard`. Only the code of the command that was called is imported. */
import { createProgram } from './cli/program.ts';
import { runCommandLine } from './cli/commandLine.ts';
import { keptAlive } from './clock.ts';

await keptAlive(runCommandLine(createProgram(), process.argv));
