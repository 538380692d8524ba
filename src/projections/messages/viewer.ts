/** Who asks about messages, and the sources of the answer. */
import type { UserId } from '../../ids.ts';
import type { Access } from '../../organization/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type Documents, documentsOf } from '../documents.ts';
import type { Views } from '../views.ts';

export interface Viewer {
  readonly documents: Documents;
  readonly access: Access;
  readonly organization: OrganizationState;
  /** NOBODY for somebody who is not logged in. */
  readonly viewerId: UserId;
}

/** No user has this ID. */
const NOBODY = 0 as UserId;

export const createViewer = (views: Views, access: Access, organization: OrganizationState): Viewer => ({
  documents: documentsOf(views, organization),
  access,
  organization,
  viewerId: access.viewerId ?? NOBODY,
});
