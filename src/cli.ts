/** Entry point of `hansard`. Only the code of the command that was called is imported. */
import { createProgram } from './cli/program.ts';
import { runCommandLine } from './cli/commandLine.ts';
import { keepProcessAlive } from './clock.ts';

await keepProcessAlive(runCommandLine(createProgram(), process.argv));
