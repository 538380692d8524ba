/**
 * How a command is defined: a pure decision `(organization, input, context) → events and result, or a refusal`.
 * Guards come in this order: exists and visible → state → permission → nothing to do → events.
 */
import { requireThat } from '../base/errors.ts';
import type { MessageId, UserId } from '../base/ids.ts';
import type { AnyEvent, OrganizationEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import { isAdministrator, isOwner } from '../organization/access/rules.ts';
import type { Excerpt, ExcerptQuery } from '../organization/slices/excerpts.ts';
import type { FlagsFact } from '../organization/slices/flags.ts';
import type {
  ConversationFact,
  MessageFact,
  ScheduleKeyFact,
  SendKeyFact,
} from '../organization/slices/messageFacts.ts';
import { isOrganizationActive } from '../organization/slices/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';

/** A decided event of an organization's stream. */
export type DecidedEvent = DomainEventOf<OrganizationEvents>;

/** Facts about messages that a decision needs. */
export interface FactsNeeded {
  readonly messages?: readonly MessageId[];
  /** Conversation keys (`conversationKey`). */
  readonly conversations?: readonly string[];
  /** Hashes of idempotency keys of sends. */
  readonly sendKeys?: readonly string[];
  /** Hashes of idempotency keys of requests to schedule a message. */
  readonly scheduleKeys?: readonly string[];
  /** Users' changes of message flags (`flagsKey`). */
  readonly flags?: readonly string[];
  /** Messages with text and neighbours: expensive, and only as of the acknowledged state. */
  readonly excerpts?: readonly ExcerptQuery[];
  /** Revisions of events in this organization whose texts are needed again. */
  readonly events?: readonly number[];
}

/** The requested facts, level with the state that the decision sees. */
export interface Facts {
  message(messageId: MessageId): MessageFact | undefined;
  conversation(key: string): ConversationFact | undefined;
  sentUnder(keyHash: string): SendKeyFact | undefined;
  scheduledUnder(keyHash: string): ScheduleKeyFact | undefined;
  flags(key: string): FlagsFact | undefined;
  /** Undefined if the message or the conversation does not exist. */
  excerpt(question: ExcerptQuery): Excerpt | undefined;
  /** The event of a requested revision. */
  event(revision: number): AnyEvent;
}

/** The context of a decision, besides the organization. */
export interface DecisionContext {
  /** The acting user; null for the server or its operator. */
  readonly actor: UserId | null;
  /** UNIX milliseconds, never earlier than the organization's last event. */
  readonly now: number;
  /** The revision of the decision's first event. */
  readonly nextRevision: number;
  readonly facts: Facts;
}

export interface Decision<Result, Event = DecidedEvent> {
  readonly events: readonly Event[];
  readonly result: Result;
}

/** A command on a folded state: an organization's or (in `organizations.ts`) the server's. */
export interface Command<Input, Result, State = OrganizationState, Event = DecidedEvent> {
  /** Goes into the metadata of its events. */
  readonly name: string;
  /** The facts that the decision needs, if any. */
  readonly needs?: (state: State, input: Input, actor: UserId | null) => FactsNeeded | undefined;
  readonly decide: (state: State, input: Input, context: DecisionContext) => Decision<Result, Event>;
}

/** Defines a command of an organization; a deactivated organization refuses it. */
export const command = <Input, Result>(definition: Command<Input, Result>): Command<Input, Result> => ({
  ...definition,
  decide(organization, input, context) {
    if (context.actor !== null) requireActiveOrganization(isOrganizationActive(organization));
    return definition.decide(organization, input, context);
  },
});

/** Refuses everything in a deactivated organization. */
export const requireActiveOrganization = (isActive: boolean): void =>
  requireThat(isActive, 'This organization has been deactivated', 'REALM_DEACTIVATED');

/** Refuses everything by a deactivated account. */
export const requireActiveAccount = (isActive: boolean): void =>
  requireThat(isActive, 'Account is deactivated', 'USER_DEACTIVATED');

/** A decision with these events, of a command that answers nothing. */
export const done = <Event>(...events: readonly Event[]): Decision<void, Event> => ({
  events,
  result: undefined,
});

/** A decision that changes nothing. */
export const nothingToDo = <Result>(result: Result): Decision<Result, never> => ({ events: [], result });

/** The actor and the client that submit a command, and the request that it is part of. */
export interface CommandMetadata {
  readonly actor: UserId | null;
  /** Name of the acting client, at most 30 characters. */
  readonly client: string;
  /** The request's ID; becomes the events' correlation. */
  readonly correlationId: string;
}

/** The server and its operator as submitters. */
export const BY_SERVER: Omit<CommandMetadata, 'correlationId'> = { actor: null, client: 'hansard' };

/** The outcome of an accepted command: its result, and the revision that contains it. */
export interface CommandOutcome<Result> {
  readonly result: Result;
  readonly revision: number;
}

/**
 * The only way to write to an organization's stream: resolves once the log has acknowledged the command's
 * events.
 */
export type Submit = <Input, Result>(
  definition: Command<Input, Result>,
  input: Input,
  submission: CommandMetadata,
) => Promise<CommandOutcome<Result>>;

/** The acting person or bot of a command that only they give. Throws where the operator acts, which is a bug of ours. */
export function requireCaller({ actor }: DecisionContext): UserId {
  if (actor === null) throw new Error('This command is for people and bots.');
  return actor;
}

// Refusals for callers with too low a role. The operator may do what owners may.

export function requireAdministrator(
  organization: OrganizationState,
  { actor }: Pick<DecisionContext, 'actor'>,
): void {
  const may = actor === null || isAdministrator(organization, actor);
  requireThat(may, 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
}

export function requireOwner(organization: OrganizationState, { actor }: DecisionContext): void {
  const may = actor === null || isOwner(organization, actor);
  requireThat(may, 'Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
}
