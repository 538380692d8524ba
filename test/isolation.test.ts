import { expect } from 'chai';
import type { Route } from '../src/api/http/route.ts';
import { apiRoutes } from '../src/api/table.ts';
import { neededValues, type IdSlot, idSlotsOf } from './isolation/identifiers.ts';
import { madeKinds, Worlds } from './isolation/worlds.ts';
import { ask } from './support/sendRequest.ts';
import type { Answer } from './support/hansard.ts';

/** No organization has anything with this ID. */
const ABSENT = 900_000_001;

/** IDs that nothing can have: shifting, which cuts off all but 32 bits, takes the last for 1. A path has no sign. */
const impossible = ({ pathParameters }: Route, { parameter }: IdSlot): readonly number[] =>
  [-7, 0, 2 ** 32 + 1].filter((id) => id >= 0 || !pathParameters.includes(parameter));

/** Takes rights away from who makes things here: asked last. */
const REALM = 'PATCH /realm';
const changesOfRights = apiRoutes.filter(({ name }) => name === REALM);

/** Where something of one's own that is not in the right place, or has done nothing yet, is answered like something absent. */
const UNTELLING: ReadonlySet<string> = new Set([
  'PATCH /channel_folders order',
  'POST /record/events actor',
  'PATCH /realm/linkifiers ordered_linkifier_ids',
  'GET /streams/:stream_id/email_address sender_id',
  'PATCH /realm/profile_fields order',
  'POST /user_groups/:group_id/members delete_subgroups',
  'POST /user_groups/:group_id/subgroups delete',
]);

describe('an organization never sees another', () => {
  let worlds: Worlds;

  before(async () => {
    worlds = await Worlds.start();
    // Before anybody loses the right to make more.
    for (const kind of ['UserId', 'ChannelId', 'UserGroupId']) await worlds.spare(kind);
  });

  after(() => worlds.hansard.stop());

  for (const route of [...apiRoutes.filter(({ name }) => name !== REALM), ...changesOfRights])
    for (const slot of idSlotsOf(route))
      it(`${route.name} answers a foreign ${slot.kind} like an absent one: ${example(slot)}`, async () => {
        const foreign = worlds.foreign(slot.kind);
        const toAbsent = masked(await askWith(route, slot, ABSENT), ABSENT);
        expect(masked(await askWith(route, slot, foreign), foreign)).to.deep.equal(toAbsent);
        for (const id of impossible(route, slot))
          expect(masked(await askWith(route, slot, id), id), String(id)).to.deep.equal(toAbsent);
        if (UNTELLING.has(`${route.name} ${slot.parameter}`)) return;
        const own = await (route.name === REALM ? worlds.spare(slot.kind) : worlds.own(slot.kind));
        const toOwn = masked(await askWith(route, slot, own), own);
        expect(toOwn, 'what else the request needs belongs into HINTS').to.not.deep.equal(toAbsent);
      });

  it('is asked of every kind of thing that an organization has', () => {
    const kinds = apiRoutes.flatMap(idSlotsOf).map(({ kind }) => kind);
    expect(kinds).to.include.members(madeKinds);
  });

  for (const route of apiRoutes.filter(({ who }) => who !== 'anyone'))
    it(`${route.name} does not know the credentials of another organization`, async () => {
      const headers = { authorization: worlds.stranger.headers.authorization! };
      const answer = await worlds.hansard.anonymous(route.method, pathOf(route, {}), undefined, headers);
      expect({ status: answer.status, code: answer.body.code }).to.deep.equal({
        status: 401,
        code: 'INVALID_API_KEY',
      });
    });

  async function askWith(route: Route, slot: IdSlot, id: number): Promise<Answer> {
    const values: Record<string, unknown> = { ...neededValues(route), [slot.parameter]: slot.put(id) };
    for (const other of idSlotsOf(route))
      if (route.pathParameters.includes(other.parameter))
        values[other.parameter] ??= await worlds.own(other.kind);
    const path = pathOf(route, values);
    for (const name of route.pathParameters) delete values[name];
    return ask(worlds.hansard, worlds.owner, `${route.method} ${path}`, values);
  }
});

const pathOf = ({ path }: Route, values: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name] ?? 1));

function example({ parameter, put }: IdSlot): string {
  return `${parameter}=${JSON.stringify(put(7))}`;
}

/** Status and body, in which the ID and texts of the request's own making are the same for all. */
function masked({ status, body }: Answer, id: number): unknown {
  const text = JSON.stringify(body).replaceAll(new RegExp(`(?<![\\w-])${id}\\b`, 'g'), 'ID');
  return { status, body: text.replaceAll(/text \d+/g, 'TEXT') };
}
