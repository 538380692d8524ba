/** Decisions about whom outgoing webhooks tell, made by the server itself. */
import { BotServiceDisabled, BotSigningSecretIssued } from '../events/bots.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { botSettings } from '../organization/bots.ts';
import { signingSecretOf } from '../organization/credentials.ts';
import { command, nothingToDo } from './define.ts';

/** Gives an outgoing webhook of before there were signatures what it is signed with. */
export const issueSigningSecret = command<{ botId: UserId; credentialId: CredentialId }, void>({
  name: 'IssueSigningSecret',
  decide(organization, { botId, credentialId }) {
    const { service } = botSettings(organization, botId);
    if (service === null || signingSecretOf(organization, botId)) return nothingToDo(undefined);
    return { events: [BotSigningSecretIssued({ botId, credentialId })], result: undefined };
  },
});

/** Tells a receiver nothing more that has answered that it is gone; another one may have taken its place since. */
export const disableBotService = command<{ botId: UserId; baseUrl: string }, void>({
  name: 'DisableBotService',
  decide(organization, { botId, baseUrl }) {
    const { service, isDisabled } = botSettings(organization, botId);
    if (service?.baseUrl !== baseUrl || isDisabled) return nothingToDo(undefined);
    return { events: [BotServiceDisabled({ botId })], result: undefined };
  },
});
