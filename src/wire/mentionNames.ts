/** The names of people in the HTML of messages, which is recorded once for all readers. */
import type { UserId } from '../ids.ts';
import { UNKNOWN_USER } from './users.ts';

const USER_MENTION = /(<span class="user-mention(?: silent)?" data-user-id="(\d+)">@?)[^<]*(?=<\/span>)/g;

/** HTML as somebody is shown it who may not know everybody: limited guests do not learn a name from who mentions it. */
export const withKnownNames = (html: string, seesUser: (userId: UserId) => boolean): string =>
  html.includes('data-user-id="')
    ? html.replaceAll(USER_MENTION, (mention, before: string, userId: string) =>
        seesUser(Number(userId) as UserId) ? mention : `${before}${UNKNOWN_USER}`,
      )
    : html;
