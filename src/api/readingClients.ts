/** Clients in which somebody reads while writing: compared without case. */
const READING_CLIENTS: ReadonlySet<string> = new Set([
  ...['website', 'ios', 'android', 'snipe'],
  ...[
    'zulipandroid',
    'zulipios',
    'zulipdesktop',
    'zulipmobile',
    'zulipelectron',
    'zulipterminal',
    'zulipflutter',
  ],
  ...[
    'hansardandroid',
    'hansardios',
    'hansarddesktop',
    'hansardmobile',
    'hansardelectron',
    'hansardterminal',
  ],
]);

/** Whether what somebody sends with a client has been read by them. */
export const isReadingClient = (client: string): boolean => READING_CLIENTS.has(client.toLowerCase());
