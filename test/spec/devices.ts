/** Devices and pushing to them. */
import { pushKey, pushToken } from '../support/bouncer.ts';
import {
  anonymous,
  bot,
  type Chapter,
  error,
  field,
  guest,
  integer,
  member,
  parameter,
  type Row,
  rule,
} from './row.ts';

/** Every chapter has a bouncer, which answers devices whose key has the number of a status with that status. */
const server = { PUSH_BOUNCER_URL: '{bouncer}' };
const file = 'devices.ts';

const NEW = 'POST /register_client_device';
const REMOVE = 'POST /remove_client_device';
const REGISTER = 'POST /mobile_push/register';
const TEST = 'POST /mobile_push/e2ee/test_notification';
const FOR_PEOPLE = 'This endpoint does not accept bot requests.';
const UNKNOWN = 'Invalid `device_id`';
const INCOMPLETE = 'Missing parameters: must provide either all push key fields, all token fields, or both.';

const newDevice = member(NEW).keeps({ id: 'device_id' });
const key = { push_key_id: 2408, push_key: pushKey(1) };
const token = pushToken('first');
const device_id = '{id}';
const noDevice = (by = member, more = {}) =>
  by(TEST, more).refused('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');

const forPeople = (request: string): Row =>
  error('BAD_REQUEST', 'answers bots', [bot(request, { device_id: 1 }).refused('BAD_REQUEST', FOR_PEOPLE)]);
const aDeviceOfOnesOwn = (request: string, more = {}): readonly Row[] => [
  parameter('device_id', 'is demanded', [
    member(request, more).refused('REQUEST_VARIABLE_MISSING', "Missing 'device_id' argument", {
      var_name: 'device_id',
    }),
  ]),
  parameter('device_id', 'is an integer', [
    member(request, { ...more, device_id: '"1"' }).refused('BAD_REQUEST', 'device_id is not an integer'),
  ]),
  parameter('device_id', 'is that of a device, and of the caller’s', [
    member(request, { ...more, device_id: '{nobody}' }).refused('BAD_REQUEST', UNKNOWN),
    member(request, { ...more, device_id: '{ownersDevice}' }).refused('BAD_REQUEST', UNKNOWN),
  ]),
];

export const newDevices: Chapter = {
  about: NEW,
  file,
  server,
  rows: [
    field('device_id', 'is another one each time', [
      newDevice,
      member(NEW).shows({ device_id: integer }).records(1),
    ]),
    forPeople(NEW),
    rule('a device requires credentials', [anonymous(NEW).answers(401)]),
  ],
};

export const removedDevices: Chapter = {
  about: REMOVE,
  file,
  server,
  rows: [
    ...aDeviceOfOnesOwn(REMOVE),
    parameter('device_id', 'is unknown from then on', [
      newDevice,
      member(REMOVE, { device_id }).shows().records(1),
      member(REMOVE, { device_id }).refused('BAD_REQUEST', UNKNOWN),
      noDevice(member, { device_id }),
    ]),
    forPeople(REMOVE),
  ],
};

const lacks = (name: string, value: unknown): Row =>
  parameter(name, 'is demanded with the others of its group', [
    newDevice,
    member(REGISTER, { device_id, [name]: value }).refused('BAD_REQUEST', INCOMPLETE),
  ]);
const refuses = (name: string, value: unknown, msg: string): Row =>
  parameter(name, `${JSON.stringify(value)} is refused`, [
    newDevice,
    member(REGISTER, { device_id, ...key, ...token, [name]: value }).refused('BAD_REQUEST', msg),
  ]);
const other = { push_key_id: 4_294_967_295, push_key: pushKey(2) };

export const pushRegistrations: Chapter = {
  about: REGISTER,
  file,
  server,
  rows: [
    ...aDeviceOfOnesOwn(REGISTER, { ...key, ...token }),
    parameter('device_id', 'can be pushed to once the bouncer knows its token', [
      newDevice,
      noDevice(member, { device_id }),
      member(REGISTER, { device_id, ...key, ...pushToken('second') })
        .shows()
        .records(2),
      member(TEST, { device_id }).shows(),
    ]),
    ...Object.entries({ ...key, ...token }).map(([name, value]) => lacks(name, value)),
    refuses('push_key_id', -1, 'push_key_id is too small'),
    refuses('push_key_id', 4_294_967_296, 'push_key_id is too large'),
    refuses('push_key_id', '"1"', 'push_key_id is not an integer'),
    refuses('push_key', 'no base64!', 'Invalid push_key'),
    refuses('push_key', Buffer.alloc(33, 0x32).toString('base64'), 'Invalid push_key'),
    refuses('push_key', Buffer.alloc(32, 0x31).toString('base64'), 'Invalid push_key'),
    refuses('token_kind', 'pigeon', 'Invalid token_kind'),
    refuses('token_id', 'no base64!', 'Invalid token_id'),
    refuses('bouncer_public_key', '', 'Invalid bouncer_public_key'),
    refuses('encrypted_push_registration', '?', 'Invalid encrypted_push_registration'),
    rule('key and token come together at first', [
      newDevice,
      member(REGISTER, { device_id, ...key }).refused(
        'BAD_REQUEST',
        'No push registration exists to rotate key for.',
      ),
      member(REGISTER, { device_id, ...token }).refused(
        'BAD_REQUEST',
        'No push registration exists to rotate token for.',
      ),
    ]),
    rule('either may be changed later, which the other outlasts', [
      member(REGISTER, { device_id: '{device}', ...other })
        .shows()
        .records(1),
      member(REGISTER, { device_id: '{device}', ...pushToken('third') })
        .shows()
        .records(1),
      member(TEST, { device_id: '{device}' }).shows(),
    ]),
    rule('equal values change nothing', [
      newDevice,
      member(REGISTER, { device_id, ...key, ...token }).shows(),
      member(REGISTER, { device_id, ...key, ...token })
        .shows()
        .records(0),
    ]),
    forPeople(REGISTER),
  ],
};

const fails = (keyId: number) =>
  member(REGISTER, { device_id: '{device}', push_key_id: keyId, push_key: pushKey(3) });
const tested = member(TEST, { device_id: '{device}' });

export const testPushes: Chapter = {
  about: TEST,
  file,
  server,
  rows: [
    parameter('device_id', 'names the device that it goes to', [tested.shows()]),
    parameter('device_id', 'left out, it goes to all', [
      member(REGISTER, { device_id: '{device}', ...other }),
      member(TEST).shows(),
    ]),
    parameter('device_id', 'is an integer', [
      member(TEST, { device_id: '"1"' }).refused('BAD_REQUEST', 'device_id is not an integer'),
    ]),
    error('NO_ACTIVE_PUSH_DEVICE', 'answers people who have no device', [noDevice(guest)]),
    error('NO_ACTIVE_PUSH_DEVICE', 'answers a device that is not the caller’s', [
      tested.shows(),
      noDevice(member, { device_id: '{ownersDevice}' }),
    ]),
    error('ADMIN_ACTION_REQUIRED', 'answers where the bouncer refuses', [
      fails(403),
      tested.refused(
        'ADMIN_ACTION_REQUIRED',
        'The push notification service refused this server: an administrator has to act',
        {},
        403,
      ),
    ]),
    error('FAILED_TO_CONNECT_BOUNCER', 'answers where the bouncer hangs up', [
      fails(1),
      tested.refused(
        'FAILED_TO_CONNECT_BOUNCER',
        'Network error while connecting to the push notification service',
        {},
        502,
      ),
    ]),
    error('INTERNAL_SERVER_ERROR_ON_BOUNCER', 'answers where the bouncer fails', [
      fails(503),
      tested.refused(
        'INTERNAL_SERVER_ERROR_ON_BOUNCER',
        'The push notification service had an internal error',
        {},
        502,
      ),
    ]),
    forPeople(TEST),
    rule('nobody else receives it', [anonymous(TEST).answers(401)]),
  ],
};

export const withoutBouncer: readonly Chapter[] = [
  {
    about: `${REGISTER}: where there is no bouncer`,
    file,
    rows: [
      error('PUSH_SERVICE_NOT_CONFIGURED', 'answers before anything is stored', [
        newDevice,
        member(REGISTER, { device_id, ...key, ...token })
          .refused(
            'PUSH_SERVICE_NOT_CONFIGURED',
            'Server is not configured to use push notification service.',
          )
          .records(0),
      ]),
    ],
  },
  {
    about: `${TEST}: where there is no bouncer`,
    file,
    rows: [
      error('ADMIN_ACTION_REQUIRED', 'answers people who have a device', [
        newDevice,
        member(TEST, { device_id }).refused(
          'ADMIN_ACTION_REQUIRED',
          'This server has no push notification service: an administrator has to set one up',
          {},
          403,
        ),
      ]),
    ],
  },
];
