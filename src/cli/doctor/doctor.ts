/** `doctor`: examines an installation, beside a running server or without one, and changes nothing. */
import { describeError } from '../../app/operatorErrors.ts';
import { filesForReading, logForReading, vaultForReading } from '../terminal/openStores.ts';
import { type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import { reportFailure } from '../terminal/reportError.ts';
import { type CommandSession, lazy } from '../terminal/session.ts';
import { readServerVitals, readStatus } from '../terminal/status.ts';
import { readProjections } from '../views/projections.ts';
import { type Check, fault, type Finding, type Installation, unknown } from './check.ts';
import { fileChecks } from './files.ts';
import { machineChecks } from './machine.ts';
import { networkChecks } from './network.ts';
import { settingsChecks } from './settings.ts';
import { storeChecks } from './stores.ts';

/** Every check, in the order in which they are shown. */
export const checks: readonly Check[] = [
  ...machineChecks,
  ...settingsChecks,
  ...storeChecks,
  ...fileChecks,
  ...networkChecks,
];

type Examined = Finding & Pick<Check, 'name' | 'advice'>;

/** Exit code 1 if there is a fault; warnings are none. */
export async function examine(session: CommandSession, format: Format): Promise<number> {
  const installation = await installationOf(session);
  const found: Examined[] = [];
  for (const check of checks) {
    const finding = await Promise.resolve()
      .then(() => check.examine(installation))
      .catch((error: unknown) => {
        const sentence = reasonOf(error);
        return check.isEssential ? fault(sentence) : unknown(sentence);
      });
    found.push({ name: check.name, ...finding, advice: check.advice });
  }
  const faults = found.filter(({ verdict }) => verdict === 'fault').length;
  const warnings = found.filter(({ verdict }) => verdict === 'warning').length;
  print(format, { faults, warnings, checks: found }, () => [
    ...found.flatMap(linesOf),
    '',
    `${pluralize(found.length, 'check')}: ${pluralize(faults, 'fault')}, ${pluralize(warnings, 'warning')}.`,
  ]);
  return faults > 0
    ? reportFailure(`${formatCount(faults)} of ${formatCount(found.length)} checks found a fault.`)
    : 0;
}

/** One line; what the system says needs no stack. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'syscall' in error
    ? `${error.message}.`
    : (describeError(error).sentence.split('\n', 1)[0] ?? '');

const linesOf = ({ name, verdict, sentence, advice }: Examined): readonly string[] => [
  `${verdict.padEnd(8)} ${name.padEnd(20)} ${sentence}`,
  ...(verdict === 'fault' || verdict === 'warning' ? [`${' '.repeat(30)}${advice}`] : []),
];

async function installationOf(session: CommandSession): Promise<Installation> {
  const config = await session.config();
  return {
    config,
    environment: process.env,
    log: lazy(() => logForReading(session, config)),
    lanes: lazy(async () => {
      const lanes = await openReadOnlyLanes(session);
      for (const id of lanes.server.state.organizations.keys()) await lanes.organization(id);
      return lanes;
    }),
    projections: lazy(() => readProjections(session)),
    vault: lazy(() => vaultForReading(session, config)),
    server: lazy(() => readServerVitals(session)),
    files: lazy(() => filesForReading(session, config)),
    status: lazy(() => readStatus(session)),
  };
}
