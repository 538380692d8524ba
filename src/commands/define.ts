/**
 * How a command is defined: a pure decision `(organization, input, context) → events and result, or a refusal`.
 * Guards come in this order: exists and visible → state → permission → nothing to do → events.
 */
import { requireThat } from '../errors.ts';
import type { AnyEvent, OrganizationEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import type { MessageId, UserId } from '../ids.ts';
import type { Excerpt, ExcerptQuestion } from '../organization/excerpts.ts';
import type { FlagsFact } from '../organization/flags.ts';
import type { ConversationFact, MessageFact, SendKeyFact } from '../organization/messageFacts.ts';
import { isOpen } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';

/** An event of an organization's stream that has been decided. */
export type DecidedEvent = DomainEventOf<OrganizationEvents>;

/** Facts about messages that a decision asks for before it is made. */
export interface FactsNeeded {
  readonly messages?: readonly MessageId[];
  /** Conversation keys (`conversationKey`). */
  readonly conversations?: readonly string[];
  /** Hashes of idempotency keys. */
  readonly sendKeys?: readonly string[];
  /** What users did to the flags of messages (`flagsKey`). */
  readonly flags?: readonly string[];
  /** Messages with their text and their neighbours: costly, and only level with what is acknowledged. */
  readonly excerpts?: readonly ExcerptQuestion[];
  /** Revisions of events of this organization whose texts are wanted again. */
  readonly events?: readonly number[];
}

/** The facts asked for, level with the state that the decision sees. */
export interface Facts {
  message(messageId: MessageId): MessageFact | undefined;
  conversation(key: string): ConversationFact | undefined;
  sentUnder(keyHash: string): SendKeyFact | undefined;
  flags(key: string): FlagsFact | undefined;
  /** undefined where the message or the conversation is not there. */
  excerpt(question: ExcerptQuestion): Excerpt | undefined;
  /** The event of a revision that was asked for. */
  event(revision: number): AnyEvent;
}

/** What a decision sees besides the organization. */
export interface DecisionContext {
  /** The user who acts; null when the server or its operator does. */
  readonly actor: UserId | null;
  /** UNIX milliseconds; never before the organization's last event. */
  readonly now: number;
  /** The revision that the first event of this decision will have. */
  readonly nextRevision: number;
  readonly facts: Facts;
}

export interface Decision<Result, Event = DecidedEvent> {
  readonly events: readonly Event[];
  readonly result: Result;
}

/** A command over one folded state: an organization's, or (in `organizations.ts`) the server's. */
export interface Command<Input, Result, State = OrganizationState, Event = DecidedEvent> {
  /** Goes into the metadata of its events. */
  readonly name: string;
  /** The facts that the decision will ask for; undefined when it asks for none. */
  readonly needs?: (state: State, input: Input, actor: UserId | null) => FactsNeeded | undefined;
  readonly decide: (state: State, input: Input, context: DecisionContext) => Decision<Result, Event>;
}

/** Defines a command of an organization; once that is deactivated, nobody in it decides anything any more. */
export const command = <Input, Result>(definition: Command<Input, Result>): Command<Input, Result> => ({
  ...definition,
  decide(organization, input, context) {
    if (context.actor !== null) requireOpen(organization);
    return definition.decide(organization, input, context);
  },
});

/** Refuses whatever is asked of an organization that has ended. */
export const requireOpen = (organization: OrganizationState): void =>
  requireThat(isOpen(organization), 'This organization has been deactivated', 'REALM_DEACTIVATED');

/** A decision that changes nothing. */
export const nothingToDo = <Result>(result: Result): Decision<Result, never> => ({ events: [], result });

/** Who submits a command, through which client, and as part of what. */
export interface Submission {
  readonly actor: UserId | null;
  /** Name of the acting client, at most 30 characters. */
  readonly client: string;
  /** The request's ID; becomes the events' correlation. */
  readonly correlationId: string;
}

/** As whom the server itself writes, and its operator. */
export const BY_SERVER: Omit<Submission, 'correlationId'> = { actor: null, client: 'hansard' };

/** What an accepted command answers: its result, and the revision from which it can be read. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly revision: number;
}

/** The one door of an organization's writes: resolves once the log has acknowledged the command's events. */
export type Submit = <Input, Result>(
  definition: Command<Input, Result>,
  input: Input,
  submission: Submission,
) => Promise<Outcome<Result>>;
