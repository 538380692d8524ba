/** User groups of Zulip's export. Older releases have all of a group in one table, newer ones what it is called in another. */
import { z } from 'zod';
import { getOrCreateList } from '../base/collections.ts';
import type { GroupRecord, HoldersRecord } from './records.ts';

const id = z.number().int();

/** A named group; one of the system's own begins with `role:`. */
export const NamedGroup = z
  .looseObject({
    id: id.optional(),
    usergroup_ptr: id.optional(),
    name: z.string(),
    description: z.string().catch(''),
    creator: id.nullish().catch(undefined),
    is_system_group: z.boolean().catch(false),
    deactivated: z.boolean().catch(false),
  })
  .transform((group) => ({ ...group, groupId: group.usergroup_ptr ?? group.id ?? NaN }))
  .refine(({ groupId }) => Number.isInteger(groupId));
export type NamedGroup = z.infer<typeof NamedGroup>;

export const Member = z.looseObject({ user_group: id, user_profile: id });
export const Nesting = z.looseObject({ supergroup: id, subgroup: id });

/** Collects groups and what is in them. */
export class ZulipGroups {
  readonly #named = new Map<number, NamedGroup>();
  readonly #members = new Map<number, number[]>();
  readonly #subgroups = new Map<number, number[]>();

  add(group: NamedGroup): void {
    this.#named.set(group.groupId, group);
  }

  addMember({ user_group: groupId, user_profile: userId }: z.infer<typeof Member>): void {
    getOrCreateList(this.#members, groupId).push(userId);
  }

  addSubgroup({ supergroup, subgroup }: z.infer<typeof Nesting>): void {
    getOrCreateList(this.#subgroups, supergroup).push(subgroup);
  }

  /** Groups that people have made, each behind those in it; one that would be in itself is not. */
  *records(keyOf: (id: number) => string): Iterable<GroupRecord> {
    const emitted = new Set<number>();
    for (const start of this.#named.keys()) {
      const waiting = [start];
      const entered = new Set<number>();
      for (let groupId = waiting.at(-1); groupId !== undefined; groupId = waiting.at(-1)) {
        const isNew = !entered.has(groupId);
        entered.add(groupId);
        const before = this.#insideOf(groupId).filter((each) => !emitted.has(each) && !entered.has(each));
        if (isNew && before.length > 0) waiting.push(...before);
        else {
          waiting.pop();
          const group = this.#named.get(groupId);
          if (!group || emitted.has(groupId) || isOfSystem(group)) continue;
          yield this.#recordOf(group, keyOf, emitted);
          emitted.add(groupId);
        }
      }
    }
  }

  /** The holders that a group means as the value of a permission; undefined if the export does not describe it. */
  holdersOf(groupId: number, keyOf: (id: number) => string): HoldersRecord | undefined {
    const named = this.#named.get(groupId);
    if (named && isOfSystem(named)) return { personKeys: [], groupKeys: [], systemGroups: [named.name] };
    if (named) return { personKeys: [], groupKeys: [keyOf(groupId)], systemGroups: [] };
    const [members, inside] = [this.#members.get(groupId), this.#subgroups.get(groupId)];
    if (members === undefined && inside === undefined) return undefined;
    return {
      personKeys: (members ?? []).map(keyOf),
      groupKeys: this.#insideOf(groupId).map(keyOf),
      systemGroups: this.#systemGroupsIn(groupId),
    };
  }

  #systemGroupsIn(groupId: number): readonly string[] {
    return (this.#subgroups.get(groupId) ?? []).flatMap((each) => {
      const inner = this.#named.get(each);
      return inner && isOfSystem(inner) ? inner.name : [];
    });
  }

  /** The number of the system's own groups. */
  get systemGroups(): number {
    return [...this.#named.values()].filter(isOfSystem).length;
  }

  #insideOf(groupId: number): readonly number[] {
    return (this.#subgroups.get(groupId) ?? []).filter((each) => {
      const group = this.#named.get(each);
      return group !== undefined && !isOfSystem(group);
    });
  }

  #recordOf(group: NamedGroup, keyOf: (id: number) => string, emitted: ReadonlySet<number>): GroupRecord {
    const { groupId, name, description, creator, deactivated: isDeactivated } = group;
    return {
      key: keyOf(groupId),
      name,
      description,
      isDeactivated,
      creatorKey: creator ? keyOf(creator) : undefined,
      memberKeys: (this.#members.get(groupId) ?? []).map(keyOf),
      subgroupKeys: this.#insideOf(groupId)
        .filter((each) => emitted.has(each))
        .map(keyOf),
      systemSubgroups: this.#systemGroupsIn(groupId),
    };
  }
}

const isOfSystem = ({ is_system_group: isSystem, name }: NamedGroup): boolean =>
  isSystem || name.startsWith('role:');
