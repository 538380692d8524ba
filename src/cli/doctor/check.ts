/** One check of `hansard doctor`, and its possible findings. */
import type { Vitals } from '../../api/http/vitals.ts';
import type { Config } from '../../base/config.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import type { Files } from '../../files/files.ts';
import type { Vault } from '../../vault/vault.ts';
import type { ServerStatus } from '../terminal/status.ts';
import type { Listed } from '../views/projections.ts';

/** `unknown`: the check could not be made; `skipped`: it does not apply to these settings. */
type CheckVerdict = 'ok' | 'warning' | 'fault' | 'unknown' | 'skipped';

export interface Finding {
  readonly verdict: CheckVerdict;
  readonly sentence: string;
}

/** The installation that is examined. Everything is opened at most once, when a check needs it. */
export interface Installation {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: () => Promise<EventLog>;
  /** Of all organizations, read. */
  readonly lanes: () => Promise<Lanes>;
  readonly projections: () => Promise<readonly Listed[]>;
  readonly vault: () => Promise<Vault>;
  /** The running server's report; null if none runs on this machine. */
  readonly server: () => Promise<Vitals | null>;
  /** The same, or what the stores hold while none runs. */
  readonly files: () => Promise<Files>;
  readonly status: () => Promise<ServerStatus>;
}

export interface Check {
  readonly name: string;
  /** Advice if there is a problem. */
  readonly advice: string;
  /** Whether a check that cannot be made is a fault. */
  readonly isEssential?: true;
  readonly examine: (installation: Installation) => Promise<Finding> | Finding;
}

const finding =
  (verdict: CheckVerdict) =>
  (sentence: string): Finding => ({ verdict, sentence });

export const ok = finding('ok');
export const warning = finding('warning');
export const fault = finding('fault');
export const skipped = finding('skipped');
export const unknown = finding('unknown');
