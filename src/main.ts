/** The program of `npm start`; `hansard serve` starts the same server. */
import { exitOnSignal } from './app/signals.ts';

// Importing takes half of a start.
exitOnSignal();
const { serve } = await import('./app/serve.ts');
await serve(process.env);
