/** Entry point of `hansard`. Only the code of the command that was called is imported. */
import { keepProcessAlive } from './base/clock.ts';
import { runCommandLine } from './cli/commandLine.ts';
import { createProgram } from './cli/program.ts';

await keepProcessAlive(runCommandLine(createProgram(), process.argv));
