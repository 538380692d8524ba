/** Values of the deeds, picked by numbers. */
import { ORGANIZATION_SETTINGS } from '../../../src/events/organizations.ts';
import { PERSONAL_SETTINGS } from '../../../src/events/users.ts';
import { WHO, type Who } from '../model/organization.ts';
import { pick, type World } from './world.ts';

export type Request = readonly [
  method: 'post' | 'patch' | 'delete',
  path: string,
  fields?: Record<string, unknown>,
];

export const TOPICS = ['', 'news', 'Noise', '✔ news'];
const CHANNELS = 4;
/** Text that names, calls and shows things. */
export const TEXTS = [
  'hello',
  '*emphasis* and `code`',
  '/me waves',
  '/poll Tea?\nGreen\nBlack',
  '@**all** come',
  '@**topic** come',
  '@**Mia Member** and @**Gus Guest**',
  '@*alpha* and #**alpha**',
  'http://example.com/page',
];
const ZONES = ['', 'Europe/Vienna', 'Asia/Tokyo'];
export const COLOURS = { a: { text: 'Blue', order: '1' }, b: { text: 'Green', order: '2' } };

export const channelOf = (number: number): number => 1 + (number % CHANNELS);
export const messageOf = ({ messageIds }: World, number: number): number =>
  pick([...messageIds.slice(-6), 1], number);
export const personOf = ({ cast }: World, number: number): number => cast[pick(WHO, number)].userId;
/** Most often groups of roles. */
export const groupOf = (number: number): number => 1 + (number % 10);

const settingNames = Object.values(ORGANIZATION_SETTINGS);
const personalSettings = Object.values(PERSONAL_SETTINGS);

/** A value that the setting may have. */
export function organizationSetting(one: number, other: number): Record<string, unknown> {
  const { wireName, kind, schema } = pick(settingNames, one);
  const values = {
    flag: [true, false],
    limit: ['unlimited', 600, 1],
    days: [-1, 30],
    channel: [-1, 1, 2, 3],
    count: [0, 3, 5],
    text: ['', 'Welcome here!'],
    language: ['en', 'de'],
    site: ['default', 'https://meet.example.com'],
    methods: [{ Email: true }],
    choice: 'options' in schema ? (schema.options as string[]) : [],
    known: 'values' in schema ? [...(schema.values as Set<number>)] : [],
  }[kind];
  const value = pick<unknown>(values, other);
  return { [wireName]: kind === 'limit' && typeof value === 'string' ? `"${value}"` : value };
}

export function personalSetting(one: number, other: number): Record<string, unknown> {
  const { wireName, schema } = pick(personalSettings, one);
  if (wireName === 'timezone') return { timezone: pick(ZONES, other) };
  if (schema.type === 'boolean') return { [wireName]: other % 2 === 0 };
  return { [wireName]: 1 + (other % 5) };
}

/** The request of a deed, or what is done otherwise. */
export type DeedIn = (world: World, one: number, other: number, by: Who) => Request | Promise<void>;
