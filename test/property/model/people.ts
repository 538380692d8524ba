/** Roles, and accounts that end and begin again. */
import { BOT_OWNER, isAdministrator, isIn, type Organization, WHO, type Who } from './organization.ts';
import { type Answer, answered, reasons, type Step } from './step.ts';

const ADMINISTRATOR = 'UNAUTHORIZED_PRINCIPAL: Must be an organization administrator';
const OWNER = 'UNAUTHORIZED_PRINCIPAL: Must be an organization owner';

/** Administrators change accounts; what touches the owner role is for owners. */
const againstActor = (organization: Organization, by: Who, touchesOwner: boolean): string[] =>
  reasons(
    [!isAdministrator(organization, by), ADMINISTRATOR],
    [touchesOwner && !isIn(organization, by, 'role:owners'), OWNER],
  );

/** Of people: bots keep nothing going. */
const isOnlyOwner = (organization: Organization, who: Who): boolean =>
  WHO.filter((one) => one !== 'bot').every((one) => isIn(organization, one, 'role:owners') === (one === who));

export function changeRole(organization: Organization, { by, whom, role }: Step<'changeRole'>): Answer {
  const person = organization.people[whom];
  const isOther = role !== person.role;
  const against = [
    ...againstActor(organization, by, isOther && (role === 100 || person.role === 100)),
    ...reasons([
      isOther && isOnlyOwner(organization, whom),
      'BAD_REQUEST: The owner permission cannot be removed from the only organization owner.',
    ]),
  ];
  return answered(against, () => void (person.role = role));
}

/** Their bot ends with them, and does not come back with them. */
export function deactivate(organization: Organization, { by, whom }: Step<'deactivate'>): Answer {
  const { people } = organization;
  const against = [
    ...reasons(
      [!people[whom].active, 'BAD_REQUEST: User is deactivated'],
      [isOnlyOwner(organization, whom), 'BAD_REQUEST: Cannot deactivate the only organization owner'],
    ),
    ...againstActor(organization, by, people[whom].role === 100),
  ];
  return answered(against, () => {
    people[whom].active = false;
    if (whom === BOT_OWNER) people.bot.active = false;
  });
}

export function reactivate(organization: Organization, { by, whom }: Step<'reactivate'>): Answer {
  const person = organization.people[whom];
  const against = againstActor(organization, by, person.role === 100);
  return answered(against, () => void (person.active = true));
}
