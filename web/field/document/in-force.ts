/** What of a document is in force; undefined while it is read. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import type { ConditionMark } from '../../../shared/resources/document/conditions.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';

/** The version as it was approved; null if there is none here. */
export function useInForce(document: string): Shown<'version'> | null | undefined {
  const versions = useLive(`version of ${document}`, () =>
    replica().versions.watch({ document_id: document, state: 'current' }),
  );
  return versions && (versions.at(-1) ?? null);
}

export function useArchived(document: string): boolean | undefined {
  const found = useLive(`document ${document}`, () => replica().documents.watch({ id: document }));
  return found?.some(({ status }) => status === 'archived');
}

/** What was said of the conditions of its approvals since. */
export function useConditionMarks(document: string): readonly ConditionMark[] {
  const found = useLive(`document ${document}`, () => replica().documents.watch({ id: document }));
  return found?.[0]?.condition_marks ?? [];
}

/** Versions in force that are worked to at a site, and all documents; the next draft of one may be for another site, which changes nothing. */
export function useWorkAt(
  site: string,
): { readonly versions: readonly Shown<'version'>[]; readonly documents: readonly Shown<'document'>[] } | undefined {
  const documents = useLive('documents', () => replica().documents.watch());
  const versions = useLive('current versions', () => replica().versions.watch({ state: 'current' }));
  if (!documents || !versions) return undefined;
  const standing = new Set(documents.filter(({ status }) => status !== 'archived').map(({ id }) => id));
  const isHere = ({ document_id: id, content }: Shown<'version'>): boolean =>
    content['site_id'] === site && standing.has(id);
  return { documents, versions: versions.filter(isHere) };
}
