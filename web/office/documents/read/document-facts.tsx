/** What a document says of itself, and all that an entry of it holds: whatever is sealed is to be read. */
import { Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { asWords, readable } from '../../../ui/status.ts';
import { useProjects, useSites } from '../../base/sites.ts';
import { onDay } from '../../base/times.ts';
import type { DocumentPart } from '../part.ts';
import { plainText } from '../plain-text.ts';

/** The names of projects and sites, by id. */
export function usePlaceNames(): ReadonlyMap<string, string> {
  return new Map([...useProjects(), ...useSites()].map(({ id, name }) => [id, name]));
}

export function DocumentFacts({ document }: Pick<DocumentPart, 'document'>) {
  const names = usePlaceNames();
  const { project_id: project, site_id: site, work_starts_on: start, work_ends_on: end } = document;
  return (
    <Panel title="The document">
      <Facts
        facts={[
          ['Type', asWords(document.document_type)],
          ['Reference', document.reference],
          ['Project', project && (names.get(project) ?? project)],
          ['Site', site && (names.get(site) ?? site)],
          ['Work begins', start && onDay(start)],
          ['Work ends', end && onDay(end)],
          ['Point of work check', plainText(document.powra)],
          ['Permit', plainText(document.permit)],
        ]}
      />
    </Panel>
  );
}

/** Bookkeeping, what follows from other fields, and what is shown beside it. */
const elsewhere = new Set([
  'id',
  'document_id',
  'position',
  'sort_key',
  'revision',
  'created_at',
  'updated_at',
  'created_by',
  'risk_before',
  'risk_after',
  'band_before',
  'band_after',
  'photos',
]);

/** Every field of an entry that has a value, except those that are shown already. */
export function EntryFacts({ entry, shown }: { readonly entry: object; readonly shown: readonly string[] }) {
  const facts = Object.entries(entry)
    .filter(([name]) => !elsewhere.has(name) && !shown.includes(name))
    .map(([name, value]) => [asWords(name), readable(plainText(value))] as const);
  return facts.some(([, text]) => text) ? (
    <div class="whole">
      <Facts facts={facts} />
    </div>
  ) : null;
}
