/** A screen of a briefing, as long as its document is not archived. */
import type { ComponentChildren } from 'preact';
import { useArchived } from '../document/in-force.ts';
import { later } from '../frame/later.tsx';
import { Wait } from '../frame/said.tsx';

const ArchivedCrew = later(async () => (await import('./archived-crew.tsx')).ArchivedCrew);

export function UnlessArchived({
  document,
  children,
}: {
  readonly document: string;
  readonly children: ComponentChildren;
}) {
  const isArchived = useArchived(document);
  if (isArchived === undefined) return <Wait />;
  return isArchived ? <ArchivedCrew document={document} /> : <>{children}</>;
}
