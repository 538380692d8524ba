import { describeWebhookKills } from './webhookKills.ts';

describeWebhookKills(20);
