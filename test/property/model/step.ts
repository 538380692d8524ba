/** The steps of people in the model, and their answers. */
import type { ChannelSetting, GroupRef, GroupSetting, Privacy, Role, Setting, Who } from './organization.ts';

/** Nobody named is oneself. */
type Whom = readonly Who[];

/** The details of each kind of step; channels and groups are counted from 1 in the order in which they were made. */
export interface Deeds {
  subscribe: {
    names: readonly string[];
    whom: Whom;
    fatal: boolean;
    privacy: Privacy;
    sharesHistory: boolean | undefined;
    settings: Readonly<Partial<Record<ChannelSetting, Setting>>>;
  };
  unsubscribe: { names: readonly string[]; whom: Whom };
  rename: { channel: number; name: string };
  changeVisibility: {
    channel: number;
    isPrivate: boolean | undefined;
    isWebPublic: boolean | undefined;
    sharesHistory: boolean | undefined;
  };
  changePermission: { channel: number; setting: ChannelSetting; to: Setting; from: Setting | undefined };
  archive: { channel: number };
  unarchive: { channel: number };
  makeGroup: {
    name: string;
    members: Whom;
    subgroups: readonly GroupRef[];
    settings: Readonly<Partial<Record<GroupSetting, Setting>>>;
  };
  changeMembers: {
    group: GroupRef;
    add: Whom;
    remove: Whom;
    addGroups: readonly GroupRef[];
    removeGroups: readonly GroupRef[];
  };
  changeGroupPermission: {
    group: GroupRef;
    setting: GroupSetting;
    to: Setting;
    from: Setting | undefined;
  };
  deactivateGroup: { group: GroupRef };
  reactivateGroup: { group: GroupRef };
  changeRole: { whom: Who; role: Role };
  deactivate: { whom: Who };
  reactivate: { whom: Who };
}
export type Deed = keyof Deeds;
export type Step<Does extends Deed = Deed> = Does extends Deed
  ? { readonly by: Who; readonly does: Does } & Readonly<Deeds[Does]>
  : never;

/** The result of a success, or every reason to refuse: `CODE: text`, or the code where no text is specified. */
export type Answer = { readonly result: unknown } | { readonly refused: readonly string[] };

/** Each reason that holds. */
export const reasons = (...given: readonly (readonly [holds: boolean, reason: string])[]): string[] =>
  given.filter(([holds]) => holds).map(([, reason]) => reason);

export const INSUFFICIENT = 'BAD_REQUEST: Insufficient permission';

/** Refuses with the reasons, or acts and returns the result. */
export function answered(against: readonly string[], act: () => unknown): Answer {
  if (against.length > 0) return { refused: against };
  return { result: act() ?? 'ok' };
}
