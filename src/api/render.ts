/** Rendering a preview; nothing is recorded. */
import { z } from 'zod';
import { checkedContent } from '../commands/text.ts';
import { htmlOf } from '../events/messages.ts';
import { text } from './http/parameters.ts';
import { read, routes } from './http/route.ts';

export const renderRoutes = routes({
  'POST /messages/render': read({
    who: 'user',
    summary: 'Render a message for a preview',
    params: { content: text() },
    response: z.strictObject({ rendered: z.string() }),
    async handle({ params, actor, organization, services }) {
      const content = checkedContent(params.content);
      const { html } = await services.render(organization.state, content, actor.userId);
      return { rendered: htmlOf({ content, html }) };
    },
  }),
});
