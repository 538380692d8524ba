/** The server as tests start it: it hashes passwords as quickly as bcrypt can, and what renders starts on first use. */
import { exitOnSignal } from '../../src/app/signals.ts';

exitOnSignal();
const { serve } = await import('../../src/app/serve.ts');
await serve(process.env, { passwords: { cost: 4 }, rendering: { isWarmed: false } });
