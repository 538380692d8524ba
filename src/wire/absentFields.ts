/** Fields of what this server does not have yet, as clients expect them. */
import { z } from 'zod';

const ids = z.array(z.int());
const text = z.string();
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape));

const webhookBot = { name: text, display_name: text, all_event_types: z.array(text).nullable() } as const;

export const unsupportedFields = {
  default_stream_groups: {
    realm_default_stream_groups: list({ id: z.int(), name: text, description: text, streams: ids }),
  },
  giphy: { giphy_api_key: text },
  tenor: { tenor_api_key: text },
  klipy: { klipy_api_key: text },
  realm_billing: { realm_billing: z.strictObject({ has_pending_sponsorship_request: z.boolean() }) },
  realm_embedded_bots: { realm_embedded_bots: list({ name: text, config: z.record(text, text) }) },
  realm_filters: { realm_filters: z.array(text).max(0) },
  realm_incoming_webhook_bots: {
    realm_incoming_webhook_bots: list({
      ...webhookBot,
      config_options: list({ key: text, label: text, validator: text }),
      url_options: list({ key: text, label: text, input_type: text }),
    }),
  },
  stop_words: { stop_words: z.array(text) },
  video_calls: { has_zoom_token: z.boolean(), has_webex_token: z.boolean() },
} as const;
