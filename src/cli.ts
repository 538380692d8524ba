/** The door of `hansard`: what a command does is imported when it is the one that was asked for. */
import { createProgram } from './cli/program.ts';
import { runCommandLine } from './cli/commandLine.ts';
import { keptAlive } from './clock.ts';

await keptAlive(runCommandLine(createProgram(), process.argv));
