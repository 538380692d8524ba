/** Tells systemd that the server serves (`Type=notify`), by its own program: Node has no sockets for datagrams of this kind. */
import { execFile } from 'node:child_process';
import type { Logger } from '../logger.ts';

/** Does nothing where no supervisor wants to know. */
export function tellSupervisor({ NOTIFY_SOCKET, PATH }: Readonly<NodeJS.ProcessEnv>, logger: Logger): void {
  if (!NOTIFY_SOCKET) return;
  execFile('systemd-notify', ['--ready'], { env: { NOTIFY_SOCKET, PATH } }, (err) => {
    if (err)
      logger.warn(
        { event: 'supervisor.not_told', err },
        'The server serves, and systemd could not be told: check that systemd-notify is installed.',
      );
  });
}
