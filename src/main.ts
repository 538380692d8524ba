/** The door of `npm start`; `hansard serve` is another one to the same room. */
import { serve } from './app/serve.ts';

await serve(process.env);
