/** Presence: reports that of the reader, and loads that of the others. */
import { client } from './connection.ts';
import { presences, updateState } from './data.ts';

const PING_EVERY = 60_000;
/** Milliseconds without input after which one is idle. */
const IDLE_AFTER = 5 * 60_000;
/** Seconds for which a report counts. */
const FRESH = 140;

let lastInput = Date.now();
let lastUpdate = -1;

async function ping(): Promise<void> {
  const isActive = document.hasFocus() && Date.now() - lastInput < IDLE_AFTER;
  const answer = await client
    .call('POST /users/me/presence', {
      status: isActive ? 'active' : 'idle',
      last_update_id: lastUpdate,
      slim_presence: true,
      new_user_input: isActive,
    })
    .catch(() => undefined);
  if (answer === undefined) return;
  lastUpdate = answer.presence_last_update_id;
  const shown = Object.entries(answer.presences ?? {}).flatMap(([id, each]) =>
    'active_timestamp' in each ? [[id, each] as const] : [],
  );
  updateState({ type: 'presence', presences: Object.fromEntries(shown), id: -1 });
}

/** Reports from now on. */
export function startPresence(): void {
  for (const name of ['pointerdown', 'keydown', 'input', 'wheel'])
    addEventListener(name, () => void (lastInput = Date.now()), { passive: true });
  setInterval(() => void ping(), PING_EVERY);
  addEventListener('focus', () => void ping());
  void ping();
}

export type PresenceState = 'active' | 'idle' | 'away';

/** Whether somebody is here now. */
export function presenceOf(userId: number): PresenceState {
  const presence = presences.value.get(userId);
  const now = Date.now() / 1000;
  if (presence === undefined) return 'away';
  if (now - presence.active_timestamp < FRESH) return 'active';
  return now - presence.idle_timestamp < FRESH ? 'idle' : 'away';
}
