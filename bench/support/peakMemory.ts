/** Loaded before a program (`--import`): writes the most bytes that it had resident to its file descriptor 3. */
import { writeSync } from 'node:fs';

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS * 1024)));
