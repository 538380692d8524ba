/** Clients in which people read while they write; compared without case. */
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

/** Whether messages sent with a client count as read by their sender. */
export const isReadingClient = (client: string): boolean => READING_CLIENTS.has(client.toLowerCase());
