/** Imports what the conversations of an export need: user groups, channels, custom emoji. */
import type { ChannelId, UserId } from '../../base/ids.ts';
import { addCustomEmoji, undecodableImage } from '../../commands/organization/emoji.ts';
import { importGroup, possiblePermissions } from '../../commands/people/importedGroups.ts';
import { importChannel, joinImportedChannel } from '../../commands/people/imports.ts';
import { isChannelDescription } from '../../commands/text.ts';
import { SYSTEM_GROUP_NAMES, type UserGroupId } from '../../events/userGroups.ts';
import { readBytes } from '../../import/archive.ts';
import type {
  ChannelRecord,
  EmojiRecord,
  ExportRecord,
  GroupRecord,
  HoldersRecord,
} from '../../import/records.ts';
import type { Pictures } from '../../files/pictures.ts';
import { MAX_PICTURE_BYTES } from '../../files/storedPictures.ts';
import { customEmojiByName } from '../../organization/slices/emoji.ts';
import { systemGroupId } from '../../organization/slices/userGroups.ts';
import { emojiTable } from '../../rendering/emoji.ts';
import type { ImportContext } from './messages.ts';
import type { ImportedTexts } from './texts.ts';

/** The context of an import of groups, channels and emoji. */
interface StructureImportContext extends ImportContext {
  /** By the keys of their records. */
  readonly channels: Map<string, ChannelId>;
  readonly decoder: Pick<Pictures, 'emoji'>;
  /** The display name of the system that the export comes from. */
  readonly system: string;
}

type StructureRecord = Extract<ExportRecord, { is: 'group' | 'channel' | 'emoji' }>;

export class StructureImport {
  readonly #context: StructureImportContext;
  readonly #texts: ImportedTexts;
  readonly #groups = new Map<string, UserGroupId>();

  constructor(context: StructureImportContext, texts: ImportedTexts) {
    [this.#context, this.#texts] = [context, texts];
  }

  async take(record: StructureRecord): Promise<void> {
    if (record.is === 'group') await this.#takeGroup(record.group);
    else if (record.is === 'channel') await this.#takeChannel(record.channel);
    else await this.#takeEmoji(record.emoji);
  }

  async #takeGroup(record: GroupRecord): Promise<void> {
    const { lane, keyOf, ownerId, withRetries, people, reconciliation, submission, system } = this.#context;
    const { key, name, description, creatorKey = '', memberKeys, isDeactivated } = record;
    const input = {
      importKey: keyOf('group', key),
      name,
      description,
      isDeactivated,
      system,
      creatorId: people.get(creatorKey) ?? ownerId,
      memberIds: this.#peopleOf(memberKeys),
      subgroupIds: this.#groupsOf(record.systemSubgroups, record.subgroupKeys),
    };
    await reconciliation.catchRefusal('groups', name, async () => {
      const made = await withRetries(() => lane.submit(importGroup, input, submission(null)));
      this.#groups.set(key, made.result.groupId);
      reconciliation[made.result.isNew ? 'imported' : 'existing']('groups');
    });
  }

  async #takeChannel(record: ChannelRecord): Promise<void> {
    const { lane, channels, keyOf, ownerId, withRetries, people, reconciliation, submission, system } =
      this.#context;
    const description = record.description.replaceAll('\0', '');
    const { isPrivate, isArchived, isHistoryProtected = false, name, creatorKey = '' } = record;
    const input = {
      importKey: keyOf('channel', record.key),
      name,
      isPrivate,
      isArchived,
      isHistoryProtected,
      createdAt: record.createdAt,
      system,
      ...(await this.#described(isChannelDescription(description) ? description : '')),
      creatorId: people.get(creatorKey) ?? ownerId,
      memberIds: this.#peopleOf(record.memberKeys),
      permissions: this.#permissionsOf(record),
    };
    await reconciliation.catchRefusal('channels', name, async () => {
      const made = await withRetries(() => lane.submit(importChannel, input, submission(null)));
      channels.set(record.key, made.result.channelId);
      reconciliation[made.result.isNew ? 'imported' : 'existing']('channels');
    });
  }

  /** Subscribes people who may not read what has come before. */
  async takeJoined({ channelKey, personKeys }: Extract<ExportRecord, { is: 'joined' }>): Promise<void> {
    const { lane, channels, withRetries, submission } = this.#context;
    const channelId = channels.get(channelKey);
    if (channelId === undefined) return;
    const input = { channelId, userIds: this.#peopleOf(personKeys) };
    await withRetries(() => lane.submit(joinImportedChannel, input, submission(null)));
  }

  #peopleOf(keys: readonly string[]): readonly UserId[] {
    return [...new Set(keys.flatMap((key) => this.#context.people.get(key) ?? []))];
  }

  #groupsOf(systemGroups: readonly string[], keys: readonly string[]): readonly UserGroupId[] {
    const named = SYSTEM_GROUP_NAMES.filter((name) => systemGroups.includes(name)).map(systemGroupId);
    return [...new Set([...named, ...keys.flatMap((key) => this.#groups.get(key) ?? [])])];
  }

  #permissionsOf({ name, permissions = new Map<string, HoldersRecord>() }: ChannelRecord) {
    const { lane, reconciliation } = this.#context;
    const requested = [...permissions].map(([permission, { personKeys, groupKeys, systemGroups }]) => {
      const groupIds = this.#groupsOf(systemGroups, groupKeys);
      return [permission, { userIds: this.#peopleOf(personKeys), groupIds }] as const;
    });
    const { possible, others } = possiblePermissions(lane.state, new Map(requested));
    reconciliation.imported('permissions', permissions.size - others.length);
    for (const permission of others)
      reconciliation.skipped('permissions', `${name}/${permission}`, 'not possible here: the default holds');
    return possible;
  }

  async #described(text: string) {
    const description = text.replaceAll(/\s+/g, ' ').trim();
    return { description, renderedDescription: await this.#texts.descriptionHtml(description) };
  }

  async #takeEmoji({ name, entry }: EmojiRecord): Promise<void> {
    const { lane, archive, decoder, ownerId, withRetries, reconciliation, submission } = this.#context;
    if (customEmojiByName(lane.state, name)) return reconciliation.existing('emoji');
    await reconciliation.catchRefusal('emoji', name, async () => {
      const bytes = await readBytes(archive, entry, MAX_PICTURE_BYTES);
      const asker = { organizationId: lane.state.organizationId, ownerId };
      const picture = await withRetries(() => decoder.emoji(asker, bytes));
      if (!picture) throw undecodableImage();
      const input = { name, picture, emoji: emojiTable };
      await withRetries(() => lane.submit(addCustomEmoji, input, submission(ownerId)));
      reconciliation.imported('emoji');
    });
  }
}
