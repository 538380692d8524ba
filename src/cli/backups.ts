/** The commands that copy everything there is: back-ups, restores, moves. */
import type { Command } from 'commander';
import { defineCommand } from './terminal/command.ts';
import { parseDuration, parsePointInTime, parseRetention } from './terminal/durations.ts';

export function addBackups(program: Command): void {
  // Options that follow `backup verify` are those of `verify`.
  const backup = defineCommand(
    program.enablePositionalOptions(),
    'backup',
    'back up log, vault and files while the server runs, continuing the last back-up',
    async () => (await import('./backup/backup.ts')).backUp,
  )
    .argument('<destination>', 'a folder, or a bucket: s3://bucket/prefix')
    .option(
      '--every <duration>',
      'go on taking back-ups, such as 1h; with --follow: begin a new one',
      parseDuration,
    )
    .option('--follow', 'back up continuously, about a second behind')
    .option(
      '--keep <count or age>',
      'remove older back-ups: keep 14 of them, or those of the last 30d',
      parseRetention,
    );
  defineCommand(
    backup.enablePositionalOptions(),
    'verify',
    'restore the newest back-up into a temporary folder, rebuild the views, and compare; exit code 1 on a fault',
    async () => (await import('./backup/verify.ts')).verifyBackup,
  ).argument('<source>', 'the folder or bucket with the back-ups');
  addRestore(program);
  addMove(program);
}

function addRestore(program: Command): void {
  defineCommand(
    program,
    'restore',
    'restore a back-up into an empty data folder, or into empty databases',
    async () => (await import('./backup/restore.ts')).restore,
  )
    .argument('<source>', 'the folder or bucket with the back-ups')
    .option('--to <time or position>', 'only what had happened by then', parsePointInTime)
    .option('--organization <subdomain>', 'only one organization: subdomain or ID');
}

function addMove(program: Command): void {
  defineCommand(
    program,
    'move',
    'move log, vault and files to other engines; the running server is stopped for the last seconds',
    async () => (await import('./backup/move.ts')).move,
  )
    .option('--to <places...>', 'a folder, or the URLs of EventStoreDB and MongoDB')
    .option('--cancel', 'make the old place valid again, where a move has begun or ended');
}
