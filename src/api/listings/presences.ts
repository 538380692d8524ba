/**
 * Presence as JSON text. Viewers who see everybody and ask for the same range share one text: people who poll
 * once a minute all ask for that minute's changes.
 */
import { endOfTurn } from '../../base/concurrency.ts';
import type { UserId } from '../../base/ids.ts';
import { seesEverybody } from '../../organization/access/people.ts';
import { presencesSeenBy } from '../../organization/access/presence.ts';
import { presencesAfter, type PresenceState } from '../../organization/presence.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { HostedOrganization } from '../../wire/define.ts';
import { legacyPresence, modernPresence } from '../../wire/presence.ts';
import { publicEmailOf } from '../../wire/users.ts';

/** Which presences are requested. */
export interface PresenceQuery {
  readonly format: 'modern' | 'legacy';
  /** Changes after this update ID; -1 for all. */
  readonly after: number;
  /** UNIX seconds; people last connected earlier are left out. */
  readonly since: number;
}

/** The presences to send. */
export interface PresenceResult {
  /** The newest update ID among them. */
  readonly lastUpdateId: number | undefined;
  /** `"presences":{…}` */
  readonly json: Buffer;
}

/** Answers computed from one version. */
interface CachedVersion {
  /** Changes with everything an answer depends on. */
  readonly version: string;
  readonly answers: Map<string, Promise<PresenceResult>>;
}

/** Answers cached per version. */
const MAX_CACHED_ANSWERS = 8;

export class PresenceListings {
  readonly #moments = new WeakMap<OrganizationState, CachedVersion>();
  #lastTurn: Promise<void> = Promise.resolve();

  /** What one viewer sees. */
  of(
    organization: HostedOrganization,
    presence: PresenceState,
    viewerId: UserId,
    question: PresenceQuery,
  ): Promise<PresenceResult> {
    const { state } = organization;
    const make = () => this.#inTurn(() => answerTo(organization, presence, viewerId, question));
    if (!seesEverybody(state, viewerId)) return make();
    const { answers } = this.#momentOf(state, presence);
    const key = JSON.stringify(question);
    const answer = answers.get(key) ?? make();
    if (answers.size >= MAX_CACHED_ANSWERS) answers.clear();
    answers.set(key, answer);
    return answer;
  }

  /** One answer is computed per turn of the event loop, so that thousands of people do not block it. */
  async #inTurn<Answer>(make: () => Answer): Promise<Answer> {
    this.#lastTurn = this.#lastTurn.then(endOfTurn);
    await this.#lastTurn;
    return make();
  }

  #momentOf(state: OrganizationState, { revision }: PresenceState): CachedVersion {
    const { users, organization } = state;
    const version = `${revision} ${users.byId.writes} ${organization.settings.writes}`;
    const known = this.#moments.get(state);
    if (known?.version === version) return known;
    const moment = { version, answers: new Map<string, Promise<PresenceResult>>() };
    this.#moments.set(state, moment);
    return moment;
  }
}

function answerTo(
  { state, host }: HostedOrganization,
  presence: PresenceState,
  viewerId: UserId,
  { format, after, since }: PresenceQuery,
): PresenceResult {
  const isSeen = presencesSeenBy(state, viewerId);
  let lastUpdateId: number | undefined;
  const presences: Record<string, unknown> = {};
  for (const each of presencesAfter(presence, after)) {
    const user = state.users.byId.get(each.userId);
    if (user === undefined || each.connectedAt < since || !isSeen(each.userId)) continue;
    lastUpdateId = Math.max(lastUpdateId ?? 0, each.updateId);
    if (format === 'modern') presences[each.userId] = modernPresence(each, user);
    else presences[publicEmailOf(user, host)] = legacyPresence(each, user);
  }
  return { lastUpdateId, json: Buffer.from(`"presences":${JSON.stringify(presences)}`) };
}
