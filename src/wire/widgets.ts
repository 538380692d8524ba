/** A message's widget: the content of its first submessage. */
import { z } from 'zod';
import { named } from './define.ts';

const widget = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({
    widget_type: z.literal(type).describe('The kind of widget.'),
    extra_data: z.strictObject(shape).describe('What the widget shows.'),
  });

const BUTTON_TYPE = 'Always `choices`; clients may name kinds of buttons.';

const Button = z.strictObject({
  type: z.string().optional().describe(BUTTON_TYPE),
  short_name: z.string().describe('Short name of a button.'),
  long_name: z.string().describe('What a button says.'),
  reply: z.string().describe('Text that a click sends.'),
});

const Task = z.strictObject({
  task: z.string().describe('Name of a task.'),
  desc: z.string().describe('More about a task.'),
});

/** Buttons with choices; polls and to-do lists are like those started by `/poll` and `/todo`. */
export const Widget = named(
  'Widget',
  'Buttons, a poll or a to-do list in a message.',
  z.discriminatedUnion('widget_type', [
    widget('zform', {
      type: z.literal('choices').describe(BUTTON_TYPE),
      heading: z.string().describe('Text above the buttons.'),
      choices: z.array(Button).describe('The buttons.'),
    }),
    widget('poll', {
      question: z.string().describe('The question of a poll.'),
      options: z.array(z.string()).describe('Answers that a poll starts with.'),
    }),
    widget('todo', {
      task_list_title: z.string().describe('Title of a to-do list.'),
      tasks: z.array(Task).describe('Tasks that the list starts with.'),
    }),
  ]),
);
