/** Imports the people of an export, with their pictures. */
import { storedAvatar } from '../../api/people/avatars.ts';
import type { UserId } from '../../base/ids.ts';
import { type ImportedPerson, importPeople, peopleWithoutAccount } from '../../commands/people/imports.ts';
import { changeAvatar } from '../../commands/people/profiles.ts';
import { ROLES } from '../../events/users.ts';
import type { Pictures } from '../../files/pictures.ts';
import { MAX_PICTURE_BYTES } from '../../files/storedPictures.ts';
import { readBytes } from '../../import/archive.ts';
import type { PersonRecord } from '../../import/records.ts';
import type { Secrets } from '../../vault/secrets.ts';
import type { FileImportContext } from './files.ts';

/** The context of an import of people. */
interface PeopleImportContext extends Omit<FileImportContext, 'pictures'> {
  readonly pictures: Pick<Pictures, 'squares'>;
  readonly secrets: Pick<Secrets, 'issueApiKey'>;
  /** Accounts by the keys of their records. */
  readonly people: Map<string, UserId>;
  readonly keyOf: (...key: readonly string[]) => string;
}

export class PeopleImport {
  readonly #context: PeopleImportContext;

  constructor(context: PeopleImportContext) {
    this.#context = context;
  }

  async take(records: readonly PersonRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { lane, secrets, keyOf, withRetries, submission, people: known, reconciliation } = this.#context;
    const people = records.map(
      ({ key, email, name, role, isDeactivated, emailVisibility }): ImportedPerson => ({
        importKey: keyOf('person', key),
        email: email?.trim(),
        fullName: name,
        role,
        isDeactivated,
        emailVisibility,
      }),
    );
    const keys = new Map<string, ImportedPerson>();
    for (const newcomer of peopleWithoutAccount(lane.state, people)) {
      const apiKeyCredentialId = await secrets.issueApiKey(lane.state.organizationId);
      keys.set(newcomer.importKey, { ...newcomer, apiKeyCredentialId });
    }
    const input = people.map((person) => keys.get(person.importKey) ?? person);
    const { result } = await withRetries(() => lane.submit(importPeople, input, submission(null)));
    result.forEach(({ userId, isNew }, index) => {
      known.set(records[index]?.key ?? '', userId);
      reconciliation[isNew ? 'imported' : 'existing']('people');
      if (records[index]?.role) this.#countGuest(people[index]?.importKey, userId, isNew);
    });
    for (const record of records) await this.#takePicture(record);
  }

  #countGuest(importKey: string | undefined, userId: UserId, isNew: boolean): void {
    const { lane, reconciliation } = this.#context;
    const user = lane.state.users.byId.get(userId);
    if (isNew) reconciliation.imported('access');
    else if (user?.importKey === importKey || user?.role === ROLES.guest) reconciliation.existing('access');
    else
      reconciliation.skipped(
        'access',
        user?.fullName ?? '',
        'a guest who has an account here, which keeps its role',
      );
  }

  /** People who had an account keep its picture, and so do those who have chosen another one since an earlier import. */
  async #takePicture({ key, picture }: PersonRecord): Promise<void> {
    const { archive, lane, people, withRetries, reconciliation, submission } = this.#context;
    if (picture === undefined) return;
    const userId = people.get(key);
    const user = userId && lane.state.users.byId.get(userId);
    if (!user || user.importKey === undefined || user.avatar !== undefined)
      return reconciliation.existing('pictures');
    await reconciliation.catchRefusal('pictures', key, async () => {
      const bytes = await readBytes(archive, picture, MAX_PICTURE_BYTES);
      const avatar = await withRetries(() =>
        storedAvatar(
          this.#context,
          { organizationId: lane.state.organizationId, ownerId: user.userId },
          bytes,
        ),
      );
      await withRetries(() => lane.submit(changeAvatar, avatar, submission(user.userId)));
      reconciliation.imported('pictures');
    });
  }
}
