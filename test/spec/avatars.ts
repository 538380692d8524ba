/** People's own pictures. */
import { anonymous, bot, type Chapter, error, field, matching, owner, rule, user } from './row.ts';

const file = 'avatars.ts';
const post = 'POST /users/me/avatar';
const OWN = matching(/^\/user_avatars\/\d+\/[0-9a-f]{40}\.png\?version=2$/);
const ONE = 'You must upload exactly one avatar.';

export const avatars: Chapter = {
  about: post,
  file,
  rows: [
    field('avatar_url', 'is the URL of the picture', [
      user(post).uploads('pixel.png').shows({ avatar_url: OWN }).records(1),
      user('GET /users/me').shows({ avatar_url: OWN, avatar_version: 2 }),
    ]),
    rule('others see it', [
      user(post).uploads('pixel.png'),
      owner('GET /users/{user}').shows({ 'user.avatar_url': OWN }),
    ]),
    rule('bots have pictures, too', [bot(post).uploads('pixel.png').shows()]),
    error('BAD_REQUEST', 'answers no picture, or two', [
      user(post).refused('BAD_REQUEST', ONE),
      user(post).uploads('pixel.png', 'pixel.png').refused('BAD_REQUEST', ONE),
    ]),
    error('BAD_IMAGE', 'answers files that are not pictures', [
      user(post)
        .uploads('script.svg')
        .refused('BAD_IMAGE', 'Could not decode image; did you upload an image file?'),
    ]),
    rule('asks for a login', [anonymous(post).answers(401)]),
  ],
};

export const removedAvatars: Chapter = {
  about: 'DELETE /users/me/avatar',
  file,
  rows: [
    field('avatar_url', 'is the URL that follows from the e-mail address', [
      user(post).uploads('pixel.png'),
      user('DELETE /users/me/avatar')
        .shows({
          avatar_url: matching(/^https:\/\/secure\.gravatar\.com\/avatar\/\w+\?d=identicon&version=3$/),
        })
        .records(1),
    ]),
    rule('of somebody without a picture changes nothing', [
      user('DELETE /users/me/avatar').shows().records(0),
    ]),
    rule('asks for a login', [anonymous('DELETE /users/me/avatar').answers(401)]),
  ],
};
