/** Samples of events about uploaded files. */
import { organizationPictureEvents } from '../../../src/events/organizations.ts';
import { exportEvents } from '../../../src/events/organizations.ts';
import { fileEvents } from '../../../src/events/files.ts';
import { sample } from './sample.ts';

const stored = (letter: string) => ({ path: `1/${letter.repeat(40)}`, digest: letter.repeat(64) });

export const exportExamples = {
  organizationPictureChanged: sample(organizationPictureEvents, 'OrganizationPictureChanged', () => ({
    picture: 'icon' as const,
    oldStored: null,
    newStored: stored('e'),
    version: 2,
  })),
  exportRequested: sample(exportEvents, 'ExportRequested', () => ({
    exportId: 1,
    requestedBy: 1,
    exportType: 'public' as const,
  })),
  exportFinished: sample(exportEvents, 'ExportFinished', () => ({
    exportId: 1,
    key: 'c'.repeat(40),
    digest: 'd'.repeat(64),
    size: 1_000,
  })),
  exportDeleted: sample(exportEvents, 'ExportDeleted', () => ({ exportId: 1, digest: 'd'.repeat(64) })),
};

export const fileExamples = {
  fileUploaded: sample(fileEvents, 'FileUploaded', ({ fileId = 1 }) => ({
    fileId,
    ownerId: 1,
    key: `0a/${'k'.repeat(30)}${String(fileId).padStart(2, '0')}`,
    name: `logo ${fileId}.png`,
    urlName: `logo-${fileId}.png`,
    digest: 'd'.repeat(64),
    size: 1_000,
    contentType: 'image/png',
    picture: { width: 800, height: 600, contentType: 'image/png' },
  })),
  fileRemoved: sample(fileEvents, 'FileRemoved', ({ fileId = 1 }) => ({
    fileId,
    ownerId: 1,
    reason: 'deleted' as const,
  })),
};
