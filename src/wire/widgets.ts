/** A message's widget: the content of its first submessage. */
import { z } from 'zod';
import { named } from './define.ts';

/** Buttons with choices; polls and to-do lists are like those started by `/poll` and `/todo`. */
export const Widget = named(
  'Widget',
  z.discriminatedUnion('widget_type', [
    z.strictObject({
      widget_type: z.literal('zform'),
      extra_data: z.strictObject({
        type: z.literal('choices'),
        heading: z.string(),
        choices: z.array(
          z.strictObject({
            type: z.string().optional(),
            short_name: z.string(),
            long_name: z.string(),
            reply: z.string(),
          }),
        ),
      }),
    }),
    z.strictObject({
      widget_type: z.literal('poll'),
      extra_data: z.strictObject({ question: z.string(), options: z.array(z.string()) }),
    }),
    z.strictObject({
      widget_type: z.literal('todo'),
      extra_data: z.strictObject({
        task_list_title: z.string(),
        tasks: z.array(z.strictObject({ task: z.string(), desc: z.string() })),
      }),
    }),
  ]),
);
