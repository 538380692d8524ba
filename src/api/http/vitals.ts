import type { OrganizationId } from '../../base/ids.ts';

/** The health of a projection; `lag` counts the events that it has still to process, up to 20,000. */
interface ProjectionHealthSummary {
  readonly name: string;
  readonly lag: number;
  /** Organizations that it has quarantined, with the event that could not be applied. */
  readonly quarantined: readonly { readonly organizationId: OrganizationId; readonly event: string }[];
}

/** Readiness of this node; `reasons` are sentences that say why it cannot serve, none if it can. */
export interface Health {
  readonly reasons: readonly string[];
  /** Sentences that say what a node that serves cannot do, such as write for one organization. */
  readonly degraded?: readonly string[];
  readonly projections: readonly ProjectionHealthSummary[];
}

/** Events, and the bytes of their data and metadata. */
export interface Amount {
  readonly events: number;
  readonly bytes: number;
}

/** How much room everything takes, in bytes; null where the engine does not say. */
export interface StorageSizes {
  readonly log: Amount & { readonly diskBytes: number | null };
  /** By stream; `reactors-1` are all streams of reactors in organization 1. */
  readonly streams: Readonly<Record<string, Amount>>;
  /** By generation, such as `users@2.7`, and what else is stored beside them. */
  readonly views: Readonly<Record<string, number>> | null;
  readonly vault: number | null;
  /** Uploaded files that are in use. */
  readonly files: number;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  readonly messages: Amount & {
    /** Of an average message, in the log alone and together with its share of everything else. */
    readonly logBytesEach: number | null;
    readonly bytesEach: number | null;
  };
}

/** Work of a reactor that is not done yet; `since` is the time of the oldest one. Times are UNIX milliseconds. */
interface ReactorBacklog {
  readonly reactor: string;
  readonly waiting: number;
  readonly since: number | null;
}

/** The last back-up and the last one that was verified, in UNIX milliseconds; null if unknown. */
export interface Backups {
  readonly takenAt: number | null;
  /** Of the last event in that back-up. */
  readonly position: number | null;
  readonly verifiedAt: number | null;
  readonly isVerified: boolean | null;
}

/** What the system lets a process have; `openFiles` is null if the system does not say. */
export interface ProcessLimits {
  readonly openFiles: number | 'unlimited' | null;
  /** In bytes, within the limits of the process's control groups. */
  readonly memory: { readonly totalBytes: number; readonly freeBytes: number };
}

/** What those who watch a server want to know. */
export interface Vitals {
  readonly release: string;
  /** UNIX milliseconds. */
  readonly now: number;
  readonly health: Health;
  readonly backlogs: readonly ReactorBacklog[];
  /** Undefined if it cannot be measured now. */
  readonly storage: StorageSizes | undefined;
  readonly backups: Backups;
  readonly limits: ProcessLimits;
  /** Milliseconds by which the newest event is later than this node's clock; 0 if it is not. */
  readonly clockBehindMs: number;
}
