/** Serializes a snapshot: long lists in pieces, between which other requests get a turn. */
import { isLong } from '../../live/takeSnapshot.ts';
import type { LongList } from '../../live/snapshot/define.ts';
import type { UserId } from '../../ids.ts';
import { botSettings } from '../../organization/bots.ts';
import { serializeMember } from '../listings/pieces.ts';
import type { ServedOrganization } from '../http/served.ts';
import type { Services } from '../http/services.ts';

type JsonFields = Readonly<Record<string, unknown>>;

interface SerializeContext {
  readonly organization: ServedOrganization;
  readonly services: Services;
}

/** Small fields as they are, large ones as bytes in pieces. */
export async function serializeFields(
  fields: JsonFields,
  surroundings: SerializeContext,
): Promise<{ readonly plain: JsonFields; readonly members: readonly (readonly Buffer[])[] }> {
  const plain: Record<string, unknown> = {};
  const long: (readonly [string, LongList])[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (isLong(field)) long.push([name, field]);
    else plain[name] = field;
  }
  const bots = plain['realm_bots'] as readonly Bot[] | undefined;
  if (bots) plain['realm_bots'] = await withTokens(bots, surroundings);
  const members: (readonly Buffer[])[] = [];
  for (const [name, list] of long) members.push(await serializeMember(name, list.texts()));
  return { plain, members };
}

const COMMA = Buffer.from(',');

/** Members separated by commas. */
export const joinMembers = (members: readonly (readonly Buffer[])[]): readonly Buffer[] =>
  members.flatMap((pieces, index) => (index === 0 ? pieces : [COMMA, ...pieces]));

interface Bot {
  readonly user_id: number;
  readonly services: readonly object[];
}

/** Tokens of outgoing webhooks are in the vault. */
const withTokens = (bots: readonly Bot[], { organization, services: { secrets } }: SerializeContext) =>
  Promise.all(
    bots.map(async (bot) => {
      const { service } = botSettings(organization.state, bot.user_id as UserId);
      if (bot.services.length === 0 || service === null) return bot;
      const token = (await secrets.showBotToken(service.tokenCredentialId)) ?? '';
      return { ...bot, services: bot.services.map((each) => ({ ...each, token })) };
    }),
  );
