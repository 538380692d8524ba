/** Two organizations on one server, and makers of everything that has an ID, for either. */
import { newAttachment } from '../matrix/targets.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { things } from '../support/makers.ts';
import type { Kind } from './identifiers.ts';

/** How many more of everything the other organization has: IDs are counters, and those must be beyond ours. */
const AHEAD = 400;

/** Those that share a counter with things that were made before them, and of which one person may have few. */
const SHARING: ReadonlySet<string> = new Set(['BotId', 'InvitationLinkId']);
/** Of which an organization has few. */
const FEW: ReadonlyMap<string, number> = new Map([
  ['LinkifierId', 40],
  ['ProfileFieldId', 150],
  ['PlaygroundId', 40],
  ['ExportId', 2],
]);
const aheadIn = (kind: string): number => FEW.get(kind) ?? (SHARING.has(kind) ? 1 : AHEAD);

/** The subdomain of the other organization. */
export const ELSEWHERE = 'acme';

type Maker = (hansard: Hansard, owner: Person, name: string) => Promise<number>;

/** One new thing of each kind, made by the owner, and its ID. */
const makers: Readonly<Record<Kind, Maker>> = {
  async UserId(hansard, owner, name) {
    return (await hansard.account(name, 400, owner === (await hansard.owner()) ? '' : ELSEWHERE)).userId;
  },
  FileId: (hansard, owner) => newAttachment(hansard, { owner, sender: owner }),
  ...Object.fromEntries(
    Object.values(things).map(({ kind, make }): [Kind, Maker] => [kind, (_, owner) => make(owner)]),
  ),
};

/** All kinds of things that can be made. */
export const madeKinds = Object.keys(makers);

export class Worlds {
  readonly hansard: Hansard;
  readonly owner: Person;
  /** The owner of the other organization. */
  readonly stranger: Person;
  readonly #foreign: ReadonlyMap<Kind, number>;
  readonly #spare = new Map<Kind, number>();
  #made = 0;

  private constructor(
    hansard: Hansard,
    [owner, stranger]: readonly [Person, Person],
    foreign: ReadonlyMap<Kind, number>,
  ) {
    this.hansard = hansard;
    this.owner = owner;
    this.stranger = stranger;
    this.#foreign = foreign;
  }

  static async start(): Promise<Worlds> {
    const hansard = await Hansard.start({ environment: { INVITATIONS_PER_DAY: '1000' } });
    const stranger = await hansard.organization(ELSEWHERE);
    const foreign = new Map<Kind, number>();
    for (const [kind, make] of Object.entries(makers))
      for (let made = 0; made < aheadIn(kind); made += 1)
        foreign.set(kind, await make(hansard, stranger, `${kind.toLowerCase()}${made}`));
    const owner = await hansard.owner();
    // Field 1 is of users, for the places where a value names them.
    await things.field.make(owner, { name: 'Mentors', field_type: 6 });
    return new Worlds(hansard, [owner, stranger], foreign);
  }

  /** The ID of something that only the other organization has. */
  foreign(kind: Kind): number {
    const id = this.#foreign.get(kind);
    if (id === undefined) throw new Error(`test/support/makers.ts has no maker of a ${kind}`);
    return id;
  }

  /** The ID of something that ours has, and that is only named. */
  async spare(kind: Kind): Promise<number> {
    const id = this.#spare.get(kind) ?? (await this.own(kind));
    this.#spare.set(kind, id);
    return id;
  }

  /** The ID of something new in ours. */
  async own(kind: Kind): Promise<number> {
    const id = await makers[kind]!(this.hansard, this.owner, `own${(this.#made += 1)}`);
    if (id >= this.foreign(kind)) throw new Error(`AHEAD is too small: our ${kind} ${id} exists there too`);
    return id;
  }
}
