/** The door of `npm start`; `hansard serve` is another one to the same room. */
import { heedSignals } from './app/signals.ts';

// Importing takes half of a start.
heedSignals();
const { serve } = await import('./app/serve.ts');
await serve(process.env);
