/** The door of `npm start`; `hansard serve` is another one to the same room. */
import { exitOnSignal } from './app/signals.ts';

// Importing takes half of a start.
exitOnSignal();
const { serve } = await import('./app/serve.ts');
await serve(process.env);
