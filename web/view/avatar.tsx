/** Pictures of people: their own, or their initials in a color that is always theirs. */
import { people } from '../state/data.ts';
import { type PresenceState, presenceOf } from '../state/presence.ts';
import { strings } from '../strings.ts';

/** Classes `hue0` to `hue11` have colors under white letters. */
export const HUES = 12;

/** First letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  return ends
    .map((part) => Array.from(part ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}

interface AvatarProps {
  readonly userId: number;
  readonly name: string;
  readonly size?: 'small' | 'large';
}

export function Avatar({ userId, name, size }: AvatarProps) {
  const url = people.value.get(userId)?.avatar_url;
  const sized = size ? ` ${size}` : '';
  return url ? (
    <img class={`avatar${sized}`} src={url} alt="" width="36" height="36" loading="lazy" />
  ) : (
    <span class={`avatar hue${userId % HUES}${sized}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

const PRESENCE: Readonly<Record<PresenceState, string>> = {
  active: strings.presence.active,
  idle: strings.presence.idle,
  away: strings.presence.away,
};

/** A dot that shows whether somebody is here; a form of its own for each, not only a color. */
export function PresenceDot({ userId }: { readonly userId: number }) {
  const here = presenceOf(userId);
  return (
    <span class={`dot ${here}`} title={PRESENCE[here]}>
      <span class="unseen">{PRESENCE[here]}</span>
    </span>
  );
}
