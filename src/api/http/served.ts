/** Organizations and accounts as requests meet them. */
import type { Command, Outcome, Submission, Submit } from '../../commands/define.ts';
import type { Report } from '../../commands/presence.ts';
import type { CredentialId, OrganizationId, UserId } from '../../ids.ts';
import type { PresenceState } from '../../organization/presence.ts';
import type { PresenceLane } from '../../commands/lane/presenceLane.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** What the API must know of a person or bot at every request; from acknowledged state. */
export interface Account {
  readonly userId: UserId;
  readonly email: string;
  /** Whether it can be used: of a bot also, whether its owner's can. */
  readonly isActive: boolean;
  /** No guest; of a bot also, that its owner is none. */
  readonly isMember: boolean;
  readonly isBot: boolean;
  /** An incoming-webhook bot: it sends messages and does nothing else. */
  readonly isSendOnly: boolean;
  /** The API key that is current; any other one is refused. */
  readonly apiKeyCredentialId: CredentialId;
}

/** Where people report that they are there. */
export interface PresenceDesk {
  /** What is on record. */
  readonly state: PresenceState;
  /** Resolves once it is on record, at once where it is not worth that. */
  report(userId: UserId, report: Report): Promise<void>;
  /** Resolves once it is on record, where every node is told of it. */
  submit: PresenceLane['submit'];
}

/**
 * Submits a command whose input has to be made first and costs something or lasts: secrets in the vault, HTML. What is
 * refused with placeholders in their place is refused before `prepare` makes them; what `prepare` resolves with is
 * decided anew. The vault comes first and the log second: a secret that no event names is swept away.
 */
export type SubmitRehearsed = <Input, Result>(
  definition: Command<Input, Result>,
  placeholders: Input,
  prepare: () => Promise<Input>,
  submission: Submission,
) => Promise<Outcome<Result>>;

/** An organization that this node serves. */
export interface ServedOrganization {
  readonly id: OrganizationId;
  /** '' is the root organization's. */
  readonly subdomain: string;
  readonly name: string;
  /** Host name of the organization, without a port: `acme.example.com`. */
  readonly host: string;
  /** The address that people know it by, whatever a request came by; without a slash at its end. */
  readonly url: string;
  readonly isActive: boolean;
  /** Acknowledged state; a getter, so that it is always the newest. */
  readonly state: OrganizationState;
  /** Whether web-public channels are enabled and at least one exists. */
  readonly hasWebPublicChannels: boolean;
  /** Throws `NotReady` while the node has not seen the log's head for too long. */
  requireFresh(): void;
  /** Resolves once `state` contains a revision; fails with `NotReady` when it does not within 500 ms. */
  reach(revision: number): Promise<void>;
  account(userId: UserId): Account | undefined;
  /** The account with this real address, compared without case. */
  accountByEmail(email: string): Account | undefined;
  /** The lane of this organization. */
  readonly submit: Submit;
  /** Presence of the people in the organization. */
  presence(): Promise<PresenceDesk>;
  readonly submitRehearsed: SubmitRehearsed;
}

/** Organizations by their host name. */
export interface Organizations {
  /** undefined: no organization has claimed it. */
  bySubdomain(subdomain: string): ServedOrganization | undefined;
  all(): Iterable<ServedOrganization>;
}
