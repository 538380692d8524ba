/** What the wire shows of a person or bot, where routes look for it. */
export { gravatarOf, type Showing, userFields, wireUser } from '../wire/users.ts';
