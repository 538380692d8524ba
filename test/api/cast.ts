/** A server with one person of every role. */
import { Hansard, type HansardOptions, type Person } from '../support/hansard.ts';

export interface Cast {
  readonly hansard: Hansard;
  readonly owner: Person;
  readonly admin: Person;
  readonly moderator: Person;
  readonly member: Person;
  readonly guest: Person;
}

/** IDs ascend in the order of the fields. */
export async function startCast(options: HansardOptions = {}): Promise<Cast> {
  const hansard = await Hansard.start(options);
  return {
    hansard,
    owner: await hansard.owner(),
    admin: await hansard.person('Ada Admin', 200),
    moderator: await hansard.person('Mo Moderator', 300),
    member: await hansard.person('Mia Member'),
    guest: await hansard.person('Gus Guest', 600),
  };
}
