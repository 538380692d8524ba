/** Two organizations on one server, and makers of everything that has an ID, for either. */
import { upload } from '../api/uploading.ts';
import { ask } from '../support/asking.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { type Kind, SOME_DAY } from './identifiers.ts';

/** How many more of everything the other organization has: IDs are counters, and those must be beyond ours. */
const AHEAD = 400;

/** Bots share their counter with people, who have been made before them, and their owner may have 200. */
const aheadIn = (kind: string): number => (kind === 'BotId' ? 1 : AHEAD);

/** The subdomain of the other organization. */
export const ELSEWHERE = 'acme';

type Maker = (hansard: Hansard, owner: Person, name: string) => Promise<number>;

/** One new thing of each kind, made by the owner, and its ID. */
const makers: Readonly<Record<Kind, Maker>> = {
  async UserId(hansard, owner, name) {
    return (await hansard.account(name, 400, owner === (await hansard.owner()) ? '' : ELSEWHERE)).userId;
  },
  async BotId(hansard, owner, name) {
    const bot = { full_name: `Bot ${name}`, short_name: name };
    return idIn(await ask(hansard, owner, 'POST /bots', bot), 'user_id');
  },
  async ChannelId(hansard, owner, name) {
    await ask(hansard, owner, 'POST /users/me/subscriptions', { subscriptions: [{ name }] });
    const { body } = await ask(hansard, owner, 'GET /streams');
    const channels = body.streams as readonly { readonly name: string; readonly stream_id: number }[];
    return channels.find((channel) => channel.name === name)!.stream_id;
  },
  async MessageId(hansard, owner, name) {
    await ask(hansard, owner, 'POST /users/me/subscriptions', { subscriptions: [{ name: 'talk' }] });
    const message = { type: 'channel', to: 'talk', topic: 'logo', content: name };
    return idIn(await ask(hansard, owner, 'POST /messages', message), 'id');
  },
  async ScheduledMessageId(hansard, owner, name) {
    const message = { type: 'direct', to: [owner.userId], content: name, ...SOME_DAY };
    return idIn(await ask(hansard, owner, 'POST /scheduled_messages', message), 'scheduled_message_id');
  },
  async DraftId(hansard, owner) {
    const drafts = [{ type: '', to: [], topic: '', content: 'x' }];
    const { body } = await ask(hansard, owner, 'POST /drafts', { drafts });
    return (body.ids as readonly number[])[0]!;
  },
  async SavedSnippetId(hansard, owner, name) {
    const snippet = { title: name, content: name };
    return idIn(await ask(hansard, owner, 'POST /saved_snippets', snippet), 'saved_snippet_id');
  },
  async UserGroupId(hansard, owner, name) {
    const group = { name, description: '', members: [] };
    return idIn(await ask(hansard, owner, 'POST /user_groups/create', group), 'group_id');
  },
  async DeviceId(hansard, owner) {
    return idIn(await ask(hansard, owner, 'POST /register_client_device'), 'device_id');
  },
  async ChannelFolderId(hansard, owner, name) {
    const folder = { name, description: '' };
    return idIn(await ask(hansard, owner, 'POST /channel_folders/create', folder), 'channel_folder_id');
  },
  async FileId(hansard, owner) {
    await upload(hansard, owner);
    const { body } = await ask(hansard, owner, 'GET /attachments');
    return (body.attachments as readonly { readonly id: number }[]).at(-1)!.id;
  },
  async ProfileFieldId(hansard, owner, name) {
    return idIn(await ask(hansard, owner, 'POST /realm/profile_fields', { name, field_type: 1 }), 'id');
  },
  async InvitationId(hansard, owner, name) {
    const email = `${name}@example.org`;
    await ask(hansard, owner, 'POST /invites', { invitee_emails: email, stream_ids: [] });
    return newestInvitation(hansard, owner);
  },
  async InvitationLinkId(hansard, owner) {
    await ask(hansard, owner, 'POST /invites/multiuse');
    return newestInvitation(hansard, owner);
  },
};

async function newestInvitation(hansard: Hansard, owner: Person): Promise<number> {
  const { body } = await ask(hansard, owner, 'GET /invites');
  return (body.invites as readonly { readonly id: number }[]).at(-1)!.id;
}

const idIn = ({ body }: { readonly body: Readonly<Record<string, unknown>> }, field: string): number => {
  if (typeof body[field] === 'number') return body[field];
  throw new Error(`Nothing was made: ${JSON.stringify(body)}`);
};

/** All kinds of things that can be made. */
export const madeKinds = Object.keys(makers);

/** Whether things of a kind can be made already. */
export const canMake = (kind: Kind): boolean => Object.hasOwn(makers, kind);

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
    await ask(hansard, owner, 'POST /realm/profile_fields', { name: 'Mentors', field_type: 6 });
    return new Worlds(hansard, [owner, stranger], foreign);
  }

  /** The ID of something that only the other organization has. */
  foreign(kind: Kind): number {
    const id = this.#foreign.get(kind);
    if (id === undefined) throw new Error(`test/isolation/worlds.ts has no maker of a ${kind}`);
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
