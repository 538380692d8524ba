import { describeWebhookKills } from './webhookKills.ts';

describeWebhookKills(100);
