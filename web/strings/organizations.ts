/** Texts of several organizations side by side. */
export const organizationStrings = {
  organizations: {
    title: 'Organizations',
    add: 'Add an organization',
    hint: 'Organizations of this server where you have logged in with this browser.',
    host: 'Host name of the organization',
    open: 'Go there and log in',
    unknown: (host: string) => `There is no organization of this server at ${host}, or it cannot be reached.`,
    loggedOut: 'not logged in',
    current: 'you are here',
    removeOf: (name: string) => `Remove ${name}`,
    removeHint: 'Removing takes one out of this list. You stay logged in there until you log out there.',
  },
} as const;
