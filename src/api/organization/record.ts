/** The record, for owners: events, views and the log's integrity. Each look is recorded itself. */
import { z } from 'zod';
import { differencesIn, fieldsOf } from '../../audit/eventText.ts';
import { metadataOf, type NameOf, namesOf } from '../../audit/referencedNames.ts';
import type { EventData } from '../../audit/references.ts';
import { isSelected, type Selection } from '../../audit/selection.ts';
import { withholdTexts } from '../../audit/story.ts';
import { nextTurn } from '../../base/concurrency.ts';
import { OperatorError, Refused, requireThat } from '../../base/errors.ts';
import { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { consultRecord } from '../../commands/organization/organizations.ts';
import type { StoredEvent } from '../../events/log/eventLog.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import { named } from '../../wire/define.ts';
import { json, text } from '../http/parameters.ts';
import { routes, write } from '../http/route.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';

const Part = z.strictObject({
  change: z.enum(['kept', 'added', 'removed']).describe('What has become of the part.'),
  text: z.string().describe('What the part says.'),
});

const RecordedEvent = named(
  'RecordedEvent',
  'An event as the record shows it.',
  z.strictObject({
    revision: z.int().describe('Number of the event in the organization’s stream, from 0.'),
    position: z.int().describe('Place of the event in the whole log.'),
    id: z.string().describe('UUID of the event.'),
    type: z.string().describe('Name of the event.'),
    version: z.int().describe('Version of its schema.'),
    time: z.int().describe('When it was recorded, in UNIX milliseconds.'),
    actor: z.int().nullable().describe('Who acted; null for the server.'),
    actor_name: z.string().nullable().describe('Name of who acted; null for the server.'),
    client: z.string().describe('The program that they used.'),
    command: z.string().describe('Name of the command that was carried out.'),
    correlation: z.string().describe('ID of the request that began it.'),
    causation: z.string().describe('ID of what caused it directly.'),
    hash: z.string().describe('Link of the hash chain: changes if any earlier event is changed.'),
    fields: z
      .array(
        z.strictObject({
          label: z.string().describe('Name of the field.'),
          text: z.string().describe('What the field says.'),
        }),
      )
      .describe('The fields of the event, for people.'),
    differences: z
      .array(
        z.strictObject({
          field: z.string().describe('Name of the changed text.'),
          parts: z.array(Part).describe('The text, divided by what has become of each part.'),
        }),
      )
      .describe('Texts that the event has changed.'),
    /** JSON text as it is recorded; null in place of texts that the caller may not read. */
    data: z
      .string()
      .describe('JSON text as it is recorded; null in place of texts that the caller may not read.'),
    is_withheld: z.boolean().describe('Whether something is withheld from the caller.'),
  }),
);
type RecordedEvent = z.infer<typeof RecordedEvent>;

const Comparison = named(
  'ViewComparison',
  'A comparison of a view with what the log says.',
  z.strictObject({
    status: z
      .enum(['running', 'same', 'different', 'not served', 'failed'])
      .describe('How far the comparison is, or what it has found.'),
    done: z.int().describe('The position of the log up to which the view has been built to compare it.'),
    total: z.int().describe('The position of the log up to which views are compared.'),
    documents: z.int().describe('How many were compared.'),
    differences: z.int().describe('How many documents do not match the log.'),
  }),
);

const Projection = named(
  'Projection',
  'A view of the server, made of the log.',
  z.strictObject({
    name: z.string().describe('Name of the view.'),
    version: z.int().describe('Version of its documents.'),
    state: z
      .enum(['building', 'live', 'behind', 'unavailable'])
      .describe('Whether it is level with the log.'),
    is_rebuilding: z.boolean().describe('Whether it is rebuilt beside the one in use.'),
    position: z.int().nullable().describe('Place in the log up to which it is made; null at the beginning.'),
    lag: z.int().describe('Events that it has still to take, counted up to 20,000.'),
    quarantined: z.array(z.string()).describe('Events that it could not take, each in a sentence.'),
    rebuild_progress: z
      .strictObject({
        done: z.int().describe('The position of the log up to which it is rebuilt.'),
        total: z.int().describe('The position of the log at its end.'),
      })
      .nullable()
      .describe('Positions of the log up to which it is being built again.'),
    verification: Comparison.nullable().describe(
      'The last comparison with the log since the server has started.',
    ),
  }),
);

/** Events of one answer, and those that are looked at for it at most. */
const MAX_EVENTS = 200;
const MAX_EVENTS_SCANNED = 20_000;
/** Characters of recorded data in one answer; the event that exceeds them is its last. */
const MAX_CHARACTERS = 1_000_000;

export const recordRoutes = routes({
  'POST /record/events': write({
    who: 'human',
    summary: 'Look at recorded events of your organization, newest first; for owners. The look is recorded',
    params: {
      before: json(z.int().min(0))
        .optional()
        .describe('Revision: only events before it; `next` of an earlier answer.'),
      limit: json(z.int().min(1).max(MAX_EVENTS)).default(50).describe('Number of events at most.'),
      type: text().optional().describe('Name of an event, such as `MessageSent`.'),
      actor: json(UserId).optional().describe('Only what this person or bot has done.'),
      person: json(UserId).optional().describe('Who acted or is named.'),
      channel: json(ChannelId).optional().describe('Only what concerns this channel.'),
      topic: text().optional().describe('Only what concerns this topic.'),
      message: json(MessageId).optional().describe('Only what concerns this message.'),
      correlation: text().optional().describe('Everything that one request has caused.'),
      since: json(z.int()).optional().describe('Only what is recorded from then on, in UNIX seconds.'),
      until: json(z.int()).optional().describe('Only what was recorded before, in UNIX seconds.'),
    },
    response: z.strictObject({
      events: z.array(RecordedEvent).describe('The events, newest first.'),
      next: z.int().nullable().describe('`before` of the next call; null at the beginning of the record.'),
    }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization, services, submit }) {
      await submit(consultRecord, { action: 'events', conditions: JSON.stringify(params) });
      const { before, limit, type, correlation, since, until, ...conditions } = params;
      const selection: Selection = {
        ...conditions,
        since: since && since * 1000,
        until: until && until * 1000,
      };
      const matches = (event: StoredEvent): boolean =>
        (type === undefined || event.type === type) &&
        (correlation === undefined || metadataOf(event).$correlationId === correlation) &&
        isSelected(event, selection);
      const found = await newestBefore(services, organization, before, limit, matches);
      const access = accessOf(organization.state, actor.userId);
      const nameOf = namesOf(organization.state);
      const events: RecordedEvent[] = [];
      for (const event of found.events) {
        // The difference of two long texts takes some milliseconds.
        events.push(shown(event, access, nameOf));
        await nextTurn();
      }
      return { events, next: found.next };
    },
  }),

  'POST /record/projections': write({
    who: 'human',
    summary: 'Look at the views of the server; for owners of the root organization. The look is recorded',
    params: {},
    response: z.strictObject({ projections: z.array(Projection).describe('The views of the server.') }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ organization, services, submit }) {
      requireRoot(organization);
      await submit(consultRecord, { action: 'projections', conditions: '{}' });
      const health = await services.record.projections();
      return {
        projections: health.map((view) => ({
          name: view.projection,
          version: view.version,
          state: view.state,
          position: view.position,
          is_rebuilding: view.rebuilding,
          lag: view.lag.events,
          quarantined: view.quarantined.map(({ type, position }) => `${type} at position ${position}`),
          rebuild_progress: view.rebuilding ? services.record.rebuildProgress(view.projection) : null,
          verification: services.record.verification(view.projection),
        })),
      };
    },
  }),

  'POST /record/projections/rebuild': write({
    who: 'human',
    summary: 'Build views again beside those that are served; for owners of the root organization',
    params: { projection: text().optional().describe('All of them unless one is named.') },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { projection }, organization, services, submit }) {
      requireRoot(organization);
      await viewsNamed(services, projection);
      await submit(consultRecord, { action: 'rebuild', conditions: JSON.stringify({ projection }) });
      services.record.rebuild(projection);
    },
  }),

  'POST /record/projections/verify': write({
    who: 'human',
    summary:
      'Compare views with the log, beside what is served; for owners of the root organization. The outcome is in the list of views',
    params: { projection: text().optional().describe('All of them unless one is named.') },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { projection }, organization, services, submit }) {
      requireRoot(organization);
      const names = await viewsNamed(services, projection);
      await submit(consultRecord, { action: 'verification', conditions: JSON.stringify({ projection }) });
      services.record.verify(names);
    },
  }),

  'POST /record/integrity': write({
    who: 'human',
    summary:
      'Verify the whole log, and get an anchor; for owners of the root organization. The look is recorded',
    params: { anchor: text().optional().describe('An earlier anchor, which the log is compared with.') },
    response: z.strictObject({
      is_intact: z.boolean().describe('Whether no event was changed or removed.'),
      events: z.int().describe('Number of events.'),
      streams: z.int().describe('Number of streams.'),
      breaks: z.array(z.string()).describe('What is wrong, each in a sentence.'),
      anchor: z
        .string()
        .nullable()
        .describe('A text that says where the log ends now: keep it elsewhere; null if it is broken.'),
    }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { anchor }, organization, services, submit }) {
      requireRoot(organization);
      await submit(consultRecord, { action: 'integrity', conditions: JSON.stringify({ anchor }) });
      const inspection = await services.record.inspect(anchor).catch(refuseAnchor);
      const { events, streams, breaks, breakCount } = inspection;
      return {
        is_intact: breakCount === 0,
        events,
        streams,
        anchor: inspection.anchor,
        breaks: breaks.map(({ sentence }) => sentence),
      };
    },
  }),
});

/** The names of all views, or the one that is asked for. */
async function viewsNamed(
  { record }: Pick<Services, 'record'>,
  projection: string | undefined,
): Promise<readonly string[]> {
  const names = (await record.projections()).map((view) => view.projection);
  if (projection === undefined) return names;
  requireThat(names.includes(projection), 'No such projection');
  return [projection];
}

/** What concerns all organizations is for those who founded the server. */
function requireRoot({ subdomain }: ServedOrganization): void {
  const complaint = 'Must be an owner of the root organization';
  requireThat(subdomain === '', complaint, 'UNAUTHORIZED_PRINCIPAL');
}

function refuseAnchor(error: unknown): never {
  if (error instanceof OperatorError) throw new Refused('Invalid anchor');
  throw error;
}

interface EventsBefore {
  readonly events: readonly StoredEvent[];
  /** Where to go on; null at the beginning of the log. */
  readonly next: number | null;
}

/** The newest events that fulfil a condition, before a revision, as far as one answer looks and as many as it holds. */
async function newestBefore(
  { record }: Pick<Services, 'record'>,
  { id, state }: ServedOrganization,
  before: number | undefined,
  limit: number,
  matches: (event: StoredEvent) => boolean,
): Promise<EventsBefore> {
  const events: StoredEvent[] = [];
  let revision = before === undefined ? state.revision : Math.min(before - 1, state.revision);
  let [looked, characters] = [0, 0];
  while (revision >= 0 && looked < MAX_EVENTS_SCANNED) {
    const from = revision;
    for await (const page of record.eventsBefore(id, from))
      for (const event of page) {
        revision = event.revision - 1;
        looked += 1;
        if (!matches(event)) continue;
        events.push(event);
        characters += event.data.length;
        if (events.length === limit || characters > MAX_CHARACTERS)
          return { events, next: revision < 0 ? null : revision + 1 };
      }
    if (revision === from) break;
    await nextTurn();
  }
  return { events, next: revision < 0 ? null : revision + 1 };
}

function shown(event: StoredEvent, access: Access, nameOf: NameOf): RecordedEvent {
  const metadata = metadataOf(event);
  const { data, isWithheld } = withholdTexts(event, JSON.parse(event.data) as EventData, access);
  const { actor, time, client, command, version, hash } = metadata;
  return {
    revision: event.revision,
    position: event.position,
    id: event.id,
    type: event.type,
    version,
    time,
    actor,
    client,
    command,
    hash,
    actor_name: actor === null ? null : (nameOf('person', actor) ?? null),
    correlation: metadata.$correlationId,
    causation: metadata.$causationId,
    fields: [...fieldsOf(data, nameOf)],
    differences: Object.entries(differencesIn(data) ?? {}).map(([field, parts]) => ({
      field,
      parts: [...parts],
    })),
    data: JSON.stringify(data),
    is_withheld: isWithheld,
  };
}
