/** The server's own decisions about outgoing webhooks. */
import { BotServiceDisabled, BotSigningSecretIssued } from '../events/bots.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { botSettings } from '../organization/bots.ts';
import { signingSecretOf } from '../organization/credentials.ts';
import { command, nothingToDo } from './define.ts';

/** Gives a webhook from before signatures were introduced a signing secret. */
export const issueSigningSecret = command<{ botId: UserId; credentialId: CredentialId }, void>({
  name: 'IssueSigningSecret',
  decide(organization, { botId, credentialId }) {
    const { service } = botSettings(organization, botId);
    if (service === null || signingSecretOf(organization, botId)) return nothingToDo(undefined);
    return { events: [BotSigningSecretIssued({ botId, credentialId })], result: undefined };
  },
});

/** Stops calling a receiver that has answered 410 Gone, unless its URL was changed since. */
export const disableBotService = command<{ botId: UserId; baseUrl: string }, void>({
  name: 'DisableBotService',
  decide(organization, { botId, baseUrl }) {
    const { service, isDisabled } = botSettings(organization, botId);
    if (service?.baseUrl !== baseUrl || isDisabled) return nothingToDo(undefined);
    return { events: [BotServiceDisabled({ botId })], result: undefined };
  },
});
