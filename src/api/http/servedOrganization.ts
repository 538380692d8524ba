/** Organizations and accounts as requests see them. */
import type { CredentialId, OrganizationId, UserId } from '../../base/ids.ts';
import type { Command, CommandMetadata, CommandOutcome, Submit } from '../../commands/define.ts';
import type { PresenceLane, Report } from '../../commands/lane/presence.ts';
import type { PresenceState } from '../../organization/presence.ts';
import type { Session } from '../../organization/slices/credentials.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** Facts about a person or bot that the API needs at every request; from acknowledged state. */
export interface Account {
  readonly userId: UserId;
  readonly email: string;
  /** Whether it can be used: for a bot, also whether its owner can. */
  readonly isActive: boolean;
  /** Not a guest; for a bot, its owner is not a guest either. */
  readonly isMember: boolean;
  readonly isBot: boolean;
  /** An incoming-webhook bot, which can only send messages. */
  readonly isSendOnly: boolean;
  /** The current API key; any other is refused. */
  readonly apiKeyCredentialId: CredentialId;
  /** The session that admitted the request; undefined where an API key did. */
  readonly sessionId?: CredentialId;
}

/** Where clients report presence. */
interface PresenceService {
  /** The recorded presence. */
  readonly state: PresenceState;
  /** Resolves once the report is recorded, or at once if it changes too little. */
  report(userId: UserId, report: Report): Promise<void>;
  /** Resolves once every node has been notified of the event. */
  submit: PresenceLane['submit'];
}

/**
 * Submits a command whose input is expensive or persistent and must be created first: secrets in the vault,
 * HTML. The command is first checked with placeholders; only then does `prepare` create the input, and the
 * command is decided again with it. The vault comes before the log, and a secret that no event names is
 * removed.
 */
type SubmitAfterDryRun = <Input, Result>(
  definition: Command<Input, Result>,
  placeholders: Input,
  prepare: () => Promise<Input>,
  submission: CommandMetadata,
) => Promise<CommandOutcome<Result>>;

/** An organization that this node serves. */
export interface ServedOrganization {
  readonly id: OrganizationId;
  /** '' is the root organization's. */
  readonly subdomain: string;
  readonly name: string;
  /** Host name of the organization, without a port: `acme.example.com`. */
  readonly host: string;
  /** The canonical URL, whatever host a request named; without a trailing slash. */
  readonly url: string;
  readonly isActive: boolean;
  /** Acknowledged state; a getter, so that it is always the newest. */
  readonly state: OrganizationState;
  /** Whether web-public channels are enabled and one exists. */
  readonly hasWebPublicChannels: boolean;
  /** Throws `NotReady` if the node has not seen the head of the log for too long. */
  requireFresh(): void;
  /** Resolves once `state` contains a revision; fails with `NotReady` after 500 ms. */
  waitForRevision(revision: number): Promise<void>;
  account(userId: UserId): Account | undefined;
  /** An open session; undefined once it has ended or is too old. */
  session(credentialId: CredentialId): Session | undefined;
  /** The account with this delivery address, ignoring case. */
  accountByEmail(email: string): Account | undefined;
  /** The lane of this organization. */
  readonly submit: Submit;
  /** Presence of the organization. */
  presence(): Promise<PresenceService>;
  readonly submitAfterDryRun: SubmitAfterDryRun;
}

/** Organizations by their host name. */
export interface Organizations {
  /** Undefined if no organization has claimed it. */
  bySubdomain(subdomain: string): ServedOrganization | undefined;
  all(): Iterable<ServedOrganization>;
}
