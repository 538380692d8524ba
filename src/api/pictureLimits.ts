/** Mebibytes of a picture that somebody sets as their avatar. */
export const MAX_AVATAR_MIB = 5;
