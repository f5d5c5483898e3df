/** The organisation as exports print it: its name, its zone, and the file of its logo. */
import { readDetails } from '../../shared/model/organisation.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import type { ExportInput } from '../export/input.ts';
import type { FeedTable } from '../store/tables/tables.ts';

export function printedOrganisation(
  blobs: BlobStore,
  organisationId: string,
  feed: FeedTable | undefined,
): ExportInput['organisation'] {
  const { timezone, logo } = readDetails(feed?.details ?? '{}');
  const stored = logo && {
    path: blobs.pathOf(organisationId, logo.sha256),
    sha256: logo.sha256,
    media_type: logo.media_type,
  };
  return { name: feed?.name ?? '', timezone, logo: stored };
}
