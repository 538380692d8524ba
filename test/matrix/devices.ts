/** Devices, by whose they are. */
import { pushKey } from '../support/bouncer.ts';
import { table, type Table } from './table.ts';

const key = { push_key_id: 7, push_key: pushKey(7) };

export const deviceTables: readonly Table[] = [
  table(
    'POST /register_client_device',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     no     gone  key    login
    `,
  ),
  table(
    'POST /mobile_push/register',
    { device_id: '{device}', ...key },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    ownDevice   ok     ok     ok         ok      ok     ok     no     gone  key    login
    anothers    no     no     no         no      no     no     no     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'POST /mobile_push/e2ee/test_notification',
    { device_id: '{device}' },
    `
                owner      admin      moderator  member     new        guest      bot  gone  other  nobody
    ownDevice   ok         ok         ok         ok         ok         ok         no   gone  key    login
    anothers    unreached  unreached  unreached  unreached  unreached  unreached  no   gone  key    login
    absent      unreached  unreached  unreached  unreached  unreached  unreached  no   gone  key    login
    `,
  ),
  table(
    'POST /remove_client_device',
    { device_id: '{device}' },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    ownDevice   ok     ok     ok         ok      ok     ok     no     gone  key    login
    anothers    no     no     no         no      no     no     no     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
];
